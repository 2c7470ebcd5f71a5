// The right word for a misspelt one. Pure functions; any thread.

/// For messages about files and command lines: what somebody probably meant.
public enum Nearest {
    /// As many words as a line can list behind the one that was meant.
    static let atAGlance = 10
    /// As many words as a line can list at all.
    static let mostListed = 24

    /// The candidate that needs the fewest letters changed, swapped, added or left out, when those are few: one in three.
    /// The first in the order of the alphabet among equals; capitals count as small letters.
    public static func word(to word: String, among candidates: some Sequence<String>) -> String? {
        let letters = letters(of: word)
        let most = max(1, letters.count / 3)
        var best: (distance: Int, word: String)?
        for candidate in candidates.sorted() {
            let other = self.letters(of: candidate)
            guard abs(other.count - letters.count) <= most else { continue }
            let distance = distance(letters, other)
            if distance <= most, distance < best?.distance ?? .max { best = (distance, candidate) }
        }
        return best?.word
    }

    /// The candidate that differs least, however much that is: for names that are spelled by a rule, as those of keys.
    /// The first in the order of the alphabet among equals; nil without candidates.
    public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
        let letters = letters(of: word)
        let scored = candidates.map { (distance: distance(letters, self.letters(of: $0)), word: $0) }
        return scored.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
    }

    private static func letters(of word: String) -> [Unicode.Scalar] {
        Array(word.lowercased().unicodeScalars.prefix(64))
    }

    /// At most three candidates that share a word with a word that is near none of them: the parts between dots, hyphens
    /// and capitals, of which the longest count most.
    static func akin(to word: String, among candidates: some Sequence<String>) -> [String] {
        let mine = parts(of: word)
        let scored = candidates.compactMap { candidate -> (score: Int, word: String)? in
            let theirs = parts(of: candidate)
            let score = mine.reduce(0) { score, part in
                let isThere = theirs.contains {
                    $0 == part || part.count > 3 && self.word(to: part, among: [$0]) != nil
                }
                return isThere ? score + part.count : score
            }
            return score > 0 ? (score, candidate) : nil
        }
        let best = scored.sorted { ($1.score, $0.word.utf8.count, $0.word) < ($0.score, $1.word.utf8.count, $1.word) }
        return best.prefix(3).map(\.word)
    }

    /// The words of a name in small letters: `empty.albumsHow` is empty, albums, how.
    private static func parts(of word: String) -> [String] {
        var parts: [String] = [""]
        for character in word.prefix(64) {
            if ".-_".contains(character) || character.isUppercase { parts.append("") }
            if !".-_".contains(character) { parts[parts.count - 1] += character.lowercased() }
        }
        return parts.filter { $0.count > 2 }
    }

    /// `did you mean "title"?`, else all that would be right.
    public static func hint(for word: String, among candidates: some Sequence<String>) -> String {
        if let nearest = self.word(to: word, among: candidates) { return "did you mean \"\(nearest)\"?" }
        return list(candidates)
    }

    /// All of them in the order of the alphabet; of more than can be looked through some, and how many there are.
    public static func list(_ words: some Sequence<String>) -> String {
        let sorted = words.sorted()
        if sorted.isEmpty { return "there are none" }
        if sorted.count <= mostListed { return sorted.joined(separator: ", ") }
        return sorted.prefix(12).joined(separator: ", ") + ", … (\(sorted.count) in all)"
    }

    /// In the order they are given, where a line can list them.
    static func listInOrder(_ words: [String]) -> String {
        words.isEmpty || words.count > mostListed ? list(words) : words.joined(separator: ", ")
    }

    /// Optimal string alignment distance.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in 0..<b.count {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row[j + 1] = cost
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
