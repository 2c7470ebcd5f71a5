// Reads the command line: raw bytes in, flags out, and one helpful line when a word is wrong.

import AudioCore
import Glibc
import TemplateKit

/// A wrong use of the command line; exit status 2.
struct UsageError: Error, Equatable {
    var message: String

    init(_ message: String) { self.message = message }
}

/// Walks over the arguments of one subcommand.
struct ArgumentReader {
    /// The words not yet read, as the kernel gave them.
    private var words: ArraySlice<[UInt8]>
    private var onlyOperands = false
    /// What stood behind the `=` of the last flag and has not been asked for.
    private var attached: (flag: String, value: [UInt8])?

    init(_ words: [[UInt8]]) {
        self.words = words[...]
    }

    /// The program's own arguments without its name.
    static var ofProcess: [[UInt8]] {
        var words: [[UInt8]] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let start = CommandLine.unsafeArgv[index] else { continue }
            words.append(
                Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(start), count: strlen(start))))
        }
        return words
    }

    enum Word: Equatable {
        /// `--name` or the alias `-h`; a `=value` behind it is its value.
        case flag(String)
        case operand([UInt8])
    }

    /// The next word; nil at the end.
    /// - Throws: when the flag before has a `=value` and takes none.
    mutating func next() throws(UsageError) -> Word? {
        if let attached {
            let value = String(decoding: attached.value, as: UTF8.self)
            throw UsageError("\(attached.flag) takes no value, not “\(value)”")
        }
        guard let word = words.popFirst() else { return nil }
        guard !onlyOperands, word.first == UInt8(ascii: "-"), word.count > 1, !Self.isNegativeNumber(word) else {
            return .operand(word)
        }
        if word == Array("--".utf8) {
            onlyOperands = true
            return try next()
        }
        guard word.starts(with: Array("--".utf8)), let equals = word.firstIndex(of: UInt8(ascii: "=")) else {
            return .flag(String(decoding: word, as: UTF8.self))
        }
        let flag = String(decoding: word[..<equals], as: UTF8.self)
        attached = (flag, Array(word[(equals + 1)...]))
        return .flag(flag)
    }

    /// The raw value behind `flag`: a name, which is never empty.
    mutating func value(of flag: String, _ what: String) throws(UsageError) -> [UInt8] {
        let word = try word(of: flag, what)
        guard !word.isEmpty else { throw UsageError("\(flag) needs \(what), not an empty word") }
        return word
    }

    private mutating func word(of flag: String, _ what: String) throws(UsageError) -> [UInt8] {
        let word = attached?.value ?? words.popFirst()
        attached = nil
        guard let word else { throw UsageError("\(flag) needs \(what) behind it") }
        return word
    }

    mutating func text(of flag: String, _ what: String) throws(UsageError) -> String {
        String(decoding: try value(of: flag, what), as: UTF8.self)
    }

    /// A decimal number within `range`; `unit` says what it counts ("seconds").
    mutating func number(
        of flag: String, in range: ClosedRange<Double>, _ unit: String
    ) throws(UsageError) -> Double {
        let text = String(decoding: try word(of: flag, "a number of \(unit)"), as: UTF8.self)
        guard let number = Decimal.number(text), range.contains(number) else {
            let bounds =
                range.upperBound == .infinity
                ? "\(Self.short(range.lowerBound)) or more"
                : "\(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
            throw UsageError("\(flag) takes \(bounds) \(unit), not “\(text)”")
        }
        return number
    }

    /// A whole number within `range`; nothing is rounded.
    mutating func whole(of flag: String, in range: ClosedRange<Int>, _ unit: String) throws(UsageError) -> Int {
        let text = String(decoding: try word(of: flag, "a number of \(unit)"), as: UTF8.self)
        guard let number = Decimal.whole(text), range.contains(number) else {
            throw UsageError(
                "\(flag) takes a whole number, \(range.lowerBound) to \(range.upperBound) \(unit), not “\(text)”")
        }
        return number
    }

    /// One of `choices`.
    mutating func choice(of flag: String, among choices: [String]) throws(UsageError) -> String {
        let text = String(decoding: try word(of: flag, "one of \(choices.joined(separator: ", "))"), as: UTF8.self)
        guard choices.contains(text) else {
            let hint = Nearest.question(for: text, among: choices)
            throw UsageError("\(flag) takes \(choices.joined(separator: ", ")), not “\(text)”\(hint)")
        }
        return text
    }

    private static func isNegativeNumber(_ word: [UInt8]) -> Bool {
        word.count > 1 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(word[1])
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e9 ? String(Int(number)) : "\(number)"
    }
}
