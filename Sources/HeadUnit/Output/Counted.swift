// Numbers with their nouns in the program's own words, which are English. Values; any thread.

/// How many of a thing.
enum Counted {
    /// `1 album`, `2 albums`.
    static func words(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
