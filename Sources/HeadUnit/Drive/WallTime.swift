// The wall clock of a script, as the command line gives it. A value.

/// A date and a time of ISO 8601: `2024-05-01T14:32`, also with seconds and with a `Z` behind them.
struct WallTime {
    /// Since midnight.
    let seconds: Int

    /// - Throws: for anything else, and for what no calendar or clock shows.
    init(_ text: String) throws(UsageError) {
        let wrong = UsageError("--now takes a date such as 2024-05-01T14:32:00Z, not “\(text)”")
        let halves = (text.hasSuffix("Z") ? text.dropLast() : text[...])
            .split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw wrong }
        let date = Self.numbers(halves[0], "-", digits: [4, 2, 2])
        let time = Self.numbers(halves[1], ":", digits: halves[1].count > 5 ? [2, 2, 2] : [2, 2])
        guard let date, let time, (1...12).contains(date[1]), (1...31).contains(date[2]), time[0] < 24, time[1] < 60,
            time.count < 3 || time[2] < 60
        else { throw wrong }
        seconds = time[0] * 3600 + time[1] * 60 + (time.count > 2 ? time[2] : 0)
    }

    /// Numbers of so many digits each.
    private static func numbers(_ text: Substring, _ separator: Character, digits: [Int]) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == digits.count else { return nil }
        var numbers: [Int] = []
        for (part, count) in zip(parts, digits) {
            guard part.utf8.count == count, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }
}
