import Testing

@testable import HeadUnit

@Suite("An automatic theme")
struct ThemeRuleTests {
    @Test("until anything is known it is night")
    func unknown() { #expect(!ThemeRule().isDay) }

    @Test(
        "the hour decides", arguments: zip([0, 6, 7, 12, 18, 19, 23], [false, false, true, true, true, false, false]))
    func hours(hour: Int, isDay: Bool) { #expect(ThemeRule(hour: hour).isDay == isDay) }

    @Test("the headlights decide whatever the hour", arguments: [nil, 3, 12])
    func headlights(hour: Int?) {
        #expect(!ThemeRule(areHeadlightsOn: true, hour: hour).isDay)
        #expect(ThemeRule(areHeadlightsOn: false, hour: hour).isDay)
    }
}

@Suite("A panel that comes late")
struct LateScreenTests {
    @Test("is looked for every two seconds for a minute, and not any more")
    func patience() {
        var late = LateScreen()
        #expect(!late.isAwaited)
        var tries = 0
        var now = 5.0
        while let delay = late.retryDelay(now: now), tries < 1000 {
            tries += 1
            now += delay
        }
        #expect(tries == 30)
        #expect(late.isAwaited)
    }
}
