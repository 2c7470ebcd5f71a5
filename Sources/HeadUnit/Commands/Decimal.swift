// Numbers as people write them: decimal, and nothing else around them. Pure functions.

/// Reads words of the command line and of scripts.
enum Decimal {
    /// `-6`, `.5`, `44100.5`, `1e3`; nil for anything else, also for what only a C compiler takes for a number (`0x10`,
    /// `nan`, `infinity`).
    static func number(_ text: String) -> Double? {
        let signs = "0123456789+-.eE"
        guard text.allSatisfy({ signs.contains($0) }), let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// A number without a fraction that fits an `Int`: `44100`, also when it is written `44100.0`.
    static func whole(_ text: String) -> Int? { number(text).flatMap { Int(exactly: $0) } }
}
