// Fonts of the tests: every character is half as wide as its size.

import Scene

@MainActor
final class FixedMeasuring: TextMeasuring {
    func width(of text: String, style: TextStyle) -> Int { text.count * style.size / 2 }
    func lineHeight(of style: TextStyle) -> Int { style.size * 6 / 5 }
}
