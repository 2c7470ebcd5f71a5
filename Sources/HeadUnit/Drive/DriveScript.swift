// Reads a drive script: a line a step. A value.

import AudioCore
import FoundationEssentials
import Scene

/// A script, ready to be run.
struct DriveScript {
    struct Line: Equatable {
        /// From 1.
        var number: Int
        var step: DriveStep
    }

    var name: String
    var lines: [Line] = []

    /// - Throws: the first line that cannot be read: `SCRIPT:LINE: what is wrong (what would be right)`.
    init(name: String, text: String) throws(UsageError) {
        self.name = name
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = try Self.words(line, at: "\(name):\(index + 1)")
            guard let first = words.first else { continue }
            do throws(UsageError) {
                lines.append(Line(number: index + 1, step: try Self.step(first, Array(words.dropFirst()))))
            } catch {
                throw UsageError("\(name):\(index + 1): \(error.message)")
            }
        }
    }

    /// A word of a line; a quoted one is text even if it looks like something else.
    fileprivate struct Word {
        var text: String
        var isQuoted: Bool
        /// The line from this word on, as it was written.
        var rest: String
    }

    private static func words(_ line: Substring, at place: String) throws(UsageError) -> [Word] {
        var words: [Word] = []
        var rest = line.drop { $0.isWhitespace }
        while let first = rest.first, first != "#" || isElement(rest, words) {
            let whole = String(rest)
            if first == "\"" {
                let inside = rest.dropFirst()
                var text = ""
                var end = inside.startIndex
                var isClosed = false
                while end < inside.endIndex {
                    if inside[end] == "\"" {
                        isClosed = true
                        break
                    }
                    if inside[end] == "\\", inside.index(after: end) < inside.endIndex {
                        end = inside.index(after: end)
                    }
                    text.append(inside[end])
                    end = inside.index(after: end)
                }
                guard isClosed else { throw UsageError("\(place): a text that does not end (right would be \"…\")") }
                words.append(Word(text: text, isQuoted: true, rest: whole))
                rest = inside[inside.index(after: end)...]
            } else {
                let text = rest.prefix { !$0.isWhitespace }
                words.append(Word(text: String(text), isQuoted: false, rest: whole))
                rest = rest.dropFirst(text.count)
            }
            rest = rest.drop { $0.isWhitespace }
        }
        return words
    }

    /// `tap #row:12` is an element, not the start of a comment.
    private static func isElement(_ rest: Substring, _ words: [Word]) -> Bool {
        words.count == 1 && words[0].text == "tap" && rest.dropFirst().first.map { !$0.isWhitespace } == true
    }

    private static let verbs = [
        "until", "wait", "tap", "hold", "drag", "rotate", "press", "nudge", "back", "key", "type", "theme", "language",
        "moving", "storage", "shot", "tree", "state", "expect",
    ]

    private static func step(_ verb: Word, _ words: [Word]) throws(UsageError) -> DriveStep {
        let texts = words.map(\.text)
        switch verb.text {
        case "until":
            if texts == ["ready"] { return .untilReady }
            return try until(words)
        case "wait": return .wait(milliseconds: try number(texts, 0, in: 0...3.6e6))
        case "tap": return .tap(try target(words))
        case "hold":
            return .hold(
                x: try integer(texts, 0), y: try integer(texts, 1), milliseconds: try number(texts, 2, in: 0...1e5))
        case "drag":
            return .drag(
                fromX: try integer(texts, 0), fromY: try integer(texts, 1), toX: try integer(texts, 2),
                toY: try integer(texts, 3), milliseconds: try number(texts, 4, in: 0...1e5))
        case "rotate":
            let interval = texts.count > 1 ? try number(texts, 1, in: 0...1e5) : 100
            return .rotate(ticks: try integer(texts, 0), milliseconds: interval)
        case "press": return .press(milliseconds: texts.isEmpty ? 80 : try number(texts, 0, in: 0...1e5))
        case "nudge": return .nudge(try direction(texts))
        case "back": return .back
        case "key":
            let names = InputEvent.Key.allCases.map(\.rawValue)
            guard let key = texts.first.flatMap(InputEvent.Key.init(rawValue:)) else {
                throw UsageError("key takes \(names.joined(separator: ", "))")
            }
            return .key(key)
        case "type": return .type(try word(texts, 0, "a text"))
        case "theme":
            guard let name = texts.first, ["day", "night"].contains(name) else {
                throw UsageError("theme takes day or night")
            }
            return .theme(name)
        case "language": return .language(try word(texts, 0, "a language code"))
        case "moving":
            guard let flag = texts.first, ["on", "off"].contains(flag) else {
                throw UsageError("moving takes on or off")
            }
            return .moving(flag == "on")
        case "storage":
            guard texts.count == 2, ["remove", "add"].contains(texts[0]) else {
                throw UsageError("storage takes remove DIR or add DIR")
            }
            return .storage(folder: texts[1], isRemoved: texts[0] == "remove")
        case "shot": return .shot(try word(texts, 0, "a name ending in .png"))
        case "tree": return .tree
        case "state": return .state
        case "expect": return .expect(try expectation(words, count: words.count))
        default:
            let hint = Nearest.word(to: verb.text, among: verbs).map { "; did you mean \($0)?" } ?? ""
            throw UsageError("unknown step “\(verb.text)”\(hint)")
        }
    }

    private static func until(_ words: [Word]) throws(UsageError) -> DriveStep {
        if words.count == 4, let seconds = Double(words[3].text) {
            return .until(try expectation(words, count: 3), seconds: seconds)
        }
        return .until(try expectation(words, count: words.count), seconds: 10)
    }

    /// - Parameter count: words that belong to it; the value is the rest of the line, so that JSON may hold blanks.
    private static func expectation(_ words: [Word], count: Int) throws(UsageError) -> DriveExpectation {
        guard count >= 3 else { throw UsageError("PATH OP VALUE are needed") }
        let path = try DrivePath.parse(words[0].text).get()
        guard let operation = DriveExpectation.Operation(rawValue: words[1].text) else {
            let names = DriveExpectation.Operation.allCases.map(\.rawValue).joined(separator: " ")
            throw UsageError("unknown operation “\(words[1].text)” (right would be one of \(names))")
        }
        let text = count == 3 && words.count > 3 ? words[2].source : words[2].rest
        guard let value = try? JSONDecoder().decode(LooseJSON.self, from: Data(text.utf8)) else {
            throw UsageError("“\(text)” is not JSON (a text stands in quotes)")
        }
        return DriveExpectation(path: path, operation: operation, value: value)
    }

    private static func target(_ words: [Word]) throws(UsageError) -> DriveTarget {
        if let first = words.first, words.count == 1 {
            if first.isQuoted { return .label(first.text) }
            if first.text.hasPrefix("#") { return .element(String(first.text.dropFirst())) }
        }
        let texts = words.map(\.text)
        guard texts.count == 2 else { throw UsageError("tap takes X Y, \"LABEL\" or #ID") }
        return .point(x: try integer(texts, 0), y: try integer(texts, 1))
    }

    private static func direction(_ texts: [String]) throws(UsageError) -> InputEvent.Direction {
        switch texts.first {
        case "left": .left
        case "right": .right
        case "up": .up
        case "down": .down
        default: throw UsageError("nudge takes left, right, up or down")
        }
    }

    private static func word(_ texts: [String], _ index: Int, _ what: String) throws(UsageError) -> String {
        guard texts.indices.contains(index) else { throw UsageError("\(what) is missing") }
        return texts[index]
    }

    private static func integer(_ texts: [String], _ index: Int) throws(UsageError) -> Int {
        guard texts.indices.contains(index), let number = Int(texts[index]), number.magnitude < 100_000 else {
            throw UsageError("a whole number is missing at place \(index + 1)")
        }
        return number
    }

    private static func number(
        _ texts: [String], _ index: Int, in range: ClosedRange<Double>
    ) throws(UsageError) -> Double {
        guard texts.indices.contains(index), let number = Double(texts[index]), range.contains(number) else {
            throw UsageError("a number of milliseconds is missing at place \(index + 1)")
        }
        return number
    }
}

extension DriveScript.Word {
    /// The word as it was written.
    fileprivate var source: String {
        guard isQuoted else { return text }
        return JSON.string(text).text
    }
}
