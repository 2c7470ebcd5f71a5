// Text that fits. Every character is half as wide as its size.

import Testing

@testable import Scene

@Suite("Fitting text")
@MainActor
struct TextFitterTests {
    let fitter = TextFitter(FixedMeasuring())
    let style = TextStyle(size: 20)

    @Test(
        "what is too long ends in an ellipsis, between whole characters and not behind a space",
        arguments: [
            ("Harbour", 70, "Harbour"), ("Harbour", 69, "Harbo…"), ("Night Bus", 70, "Night…"),
            ("Night Bus", 80, "Night B…"), ("Night · Bus", 80, "Night…"), ("é\u{301}é\u{301}é\u{301}", 20, "é\u{301}…"),
            ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 20, "👩‍👩‍👧…"), ("Harbour", 10, "…"), ("Harbour", 9, ""), ("", 50, ""),
        ])
    func ellipsis(_ text: String, _ width: Int, _ expected: String) {
        #expect(fitter.fit(text, style, width: width) == expected)
    }

    @Test("the longest variant that fits is taken, else the shortest is cut")
    func variants() {
        let variants = ["Go", "Go to the album", "Album"]
        #expect(fitter.fit(variants: variants, style, width: 200) == "Go to the album")
        #expect(fitter.fit(variants: variants, style, width: 100) == "Album")
        #expect(fitter.fit(variants: variants, style, width: 15) == "…")
    }

    @Test("line ends and other control characters in a title become spaces")
    func controlCharacters() {
        #expect(fitter.fit("One\nTwo\u{2028}Three\u{7}", style, width: 500) == "One Two Three ")
    }

    @Test(
        "text is broken at spaces, at line ends and between ideographs",
        arguments: [
            ("one two three", 70, ["one two", "three"]), ("one\ntwo", 500, ["one", "two"]),
            ("夜の川灯台", 30, ["夜の川", "灯台"]), ("abcdefghijkl", 50, ["abcd…"]),
            ("one two three four", 50, ["one", "two", "thre…"]),
        ])
    func wrapping(_ text: String, _ width: Int, _ expected: [String]) {
        #expect(fitter.wrap(text, style, width: width, most: 3) == expected)
    }

    @Test("a cut text is never wider than its place, whatever it is")
    func neverWider() {
        var state: UInt64 = 7
        func next(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        let alphabet = Array("abc ,·é夜👩‍👩‍👧\u{200F}م ")
        for _ in 0..<500 {
            let text = String((0..<next(60)).map { _ in alphabet[next(alphabet.count)] })
            let width = next(400)
            let fitted = fitter.fit(text, style, width: width)
            #expect(fitter.width(of: fitted, style) <= width)
            for line in fitter.wrap(text, style, width: width, most: 4) {
                #expect(fitter.width(of: line, style) <= width)
            }
        }
    }
}
