// The forms of many texts in one run of bytes, looked through as a whole. A value; workers.

import Glibc

/// How well something matches what was typed; the better one is less.
public enum MatchRank: UInt8, Comparable, Sendable {
    /// The text begins with it.
    case start
    /// A word of it begins with it.
    case word
    /// It is somewhere inside, or its words are, in whatever order.
    case inside

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Texts in an order. Every form stands behind a mark, so that what is before a match tells how good it is.
struct SearchTexts: Sendable {
    /// Stands before each form; in no folded text.
    private static let mark: UInt8 = 1

    private var bytes: [UInt8] = []
    /// Where the forms of each text begin.
    private var starts: [UInt32] = []

    /// Texts, found or not.
    var count: Int { starts.count }

    mutating func append(_ forms: [[UInt8]]) {
        starts.append(UInt32(clamping: bytes.count))
        for form in forms {
            bytes.append(Self.mark)
            bytes += form
        }
    }

    /// Lowers `ranks`, one for each text, where `wanted` is found. `isCancelled` is asked now and then.
    func find(_ wanted: [UInt8], _ ranks: inout [UInt8], isCancelled: () -> Bool) {
        find(wanted, isCancelled) { text, place in
            ranks[text] = min(ranks[text], rank(at: place).rawValue)
        }
        let words = wanted.split(separator: SortFolding.space).sorted { $0.count > $1.count }
        guard words.count > 1, let longest = words.first else { return }
        find(Array(longest), isCancelled) { text, _ in
            guard ranks[text] > MatchRank.inside.rawValue else { return }
            let forms = bytes[Int(starts[text])..<end(of: text)]
            if words.dropFirst().allSatisfy({ Self.contains($0, in: forms) }) {
                ranks[text] = MatchRank.inside.rawValue
            }
        }
    }

    private func end(of text: Int) -> Int { text + 1 < starts.count ? Int(starts[text + 1]) : bytes.count }

    private func rank(at place: Int) -> MatchRank {
        guard place > 0 else { return .start }
        switch bytes[place - 1] {
        case Self.mark: return .start
        case SortFolding.space: return .word
        default: return .inside
        }
    }

    /// Calls `body` with the number of the text and the place for every place where `wanted` stands.
    private func find(_ wanted: [UInt8], _ isCancelled: () -> Bool, _ body: (Int, Int) -> Void) {
        guard !wanted.isEmpty else { return }
        var place = 0
        var text = 0
        var seen = 0
        while let next = Self.place(of: wanted, in: bytes, from: place) {
            while text + 1 < starts.count, Int(starts[text + 1]) <= next { text += 1 }
            body(text, next)
            place = next + 1
            seen += 1
            if seen % 4096 == 0, isCancelled() { return }
        }
    }

    /// The next place of `wanted`, which is not empty, from `start` on.
    private static func place(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        // Of a character of several bytes the first tells little: half of a Cyrillic text are the same two.
        let anchor = wanted.count > 1 && wanted[0] >= 0x80 ? 1 : 0
        return bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil as Int? }
            var place = start + anchor
            let end = bytes.count - wanted.count + anchor
            while place <= end {
                guard let found = memchr(base + place, Int32(wanted[anchor]), end - place + 1) else { return nil }
                place = UnsafeRawPointer(found) - base
                let isThere = wanted.withUnsafeBytes { wanted in
                    wanted.indices.allSatisfy { bytes[place - anchor + $0] == wanted[$0] }
                }
                if isThere { return place - anchor }
                place += 1
            }
            return nil
        }
    }

    private static func contains(_ word: ArraySlice<UInt8>, in forms: ArraySlice<UInt8>) -> Bool {
        place(of: Array(word), in: Array(forms), from: 0) != nil
    }
}
