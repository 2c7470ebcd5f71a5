// How measurements are summed up.

import Testing

@testable import HeadUnit

@Suite("Figures of a measurement")
struct FiguresTests {
    @Test("nothing measured gives no figures")
    func empty() { #expect(Figures([]) == nil) }

    @Test(
        "the median is the middle one, or the mean of the two in the middle",
        arguments: [([3], 3), ([5, 1, 3], 3), ([4, 1, 2, 9], 3)] as [([Double], Double)])
    func median(values: [Double], median: Double) throws {
        #expect(try #require(Figures(values)).median == median)
    }

    @Test(
        "a quantile is the smallest measurement that so many do not exceed",
        arguments: [(0.0, 1.0), (0.01, 1), (0.5, 50), (0.501, 51), (0.99, 99), (1, 100)])
    func quantile(share: Double, value: Double) throws {
        let figures = try #require(Figures((1...100).map(Double.init).shuffled()))
        #expect(figures.quantile(share) == value)
    }

    @Test("they are printed with their least and most, or with 99 % and most")
    func text() throws {
        let figures = try #require(Figures([2, 1.25, 10.06]))
        #expect(figures.text == "2 (1.3 … 10.1)")
        #expect(figures.spread == "2 / 10.06 / 10.06")
    }

    @Test("a measurement that is not in this version is refused, a misspelt one is helped")
    @MainActor
    func names() {
        for (word, message) in [
            ("library", "bench library: not in this version"),
            ("frame", "bench knows start, idle, frames, lists, sound, radio, not “frame”; did you mean frames?"),
        ] {
            do throws(UsageError) {
                _ = try BenchCommand.subcommand.run([Array(word.utf8)])
                Issue.record("\(word) was taken")
            } catch {
                #expect(error.message == message)
            }
        }
    }
}
