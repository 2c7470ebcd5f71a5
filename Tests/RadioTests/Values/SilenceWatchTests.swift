import Testing

@testable import Radio

@Suite("Servers that have gone silent")
struct SilenceWatchTests {
    private func watch() -> SilenceWatch { SilenceWatch(FetchLimits(), now: .zero) }

    @Test("ten seconds without a byte are the end")
    func silent() {
        var watch = watch()
        let isFine = watch.isSilent(byteCount: 9000, hasNews: true, now: .seconds(5))
        let isQuiet = watch.isSilent(byteCount: 9000, hasNews: false, now: .seconds(15))
        let isOver = watch.isSilent(byteCount: 9000, hasNews: false, now: .milliseconds(15_001))
        #expect([isFine, isQuiet, isOver] == [false, false, true])
    }

    @Test("a byte a second is silence as well")
    func drip() {
        var watch = watch()
        var end: Int?
        for second in 1...60 where watch.isSilent(byteCount: Int64(second), hasNews: true, now: .seconds(second)) {
            end = end ?? second
        }
        #expect(end == 21)
    }

    @Test("the quietest coding is none: 100 bytes a second go on for ever")
    func quiet() {
        var watch = watch()
        for second in 1...3600 {
            let isSilent = watch.isSilent(byteCount: Int64(second * 100), hasNews: true, now: .seconds(second))
            #expect(!isSilent)
        }
    }
}
