// Reads a drive script: a line a step. A value.

import AudioCore
import Scene
import TemplateKit

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
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
        for (index, line) in lines.enumerated() {
            let words = try Self.words(line, at: "\(name):\(index + 1)")
            guard let first = words.first else { continue }
            do throws(UsageError) {
                self.lines.append(Line(number: index + 1, step: try Self.step(first, Array(words.dropFirst()))))
            } catch {
                throw UsageError("\(name):\(index + 1): \(error.message)")
            }
        }
    }

    /// A word of a line; a quoted one is text even if it looks like something else.
    fileprivate struct Word {
        var text: String
        var isQuoted: Bool
        /// The line from this word on, as it was written, up to a comment.
        var rest = ""
        /// Where it starts and ends in the line.
        var place: Range<String.Index>
    }

    private static func words(_ line: Substring, at place: String) throws(UsageError) -> [Word] {
        var words: [Word] = []
        var rest = line.drop { $0.isWhitespace }
        while let first = rest.first, first != "#" || isElement(rest, words) {
            let start = rest.startIndex
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
                rest = inside[inside.index(after: end)...]
                words.append(Word(text: text, isQuoted: true, place: start..<rest.startIndex))
            } else {
                rest = rest[end(ofWordAt: start, in: line)...]
                let place = start..<rest.startIndex
                words.append(Word(text: String(line[place]), isQuoted: false, place: place))
            }
            rest = rest.drop { $0.isWhitespace }
        }
        if let end = words.last?.place.upperBound {
            for index in words.indices { words[index].rest = String(line[words[index].place.lowerBound..<end]) }
        }
        return words
    }

    /// A text inside JSON may hold blanks, and so may the brackets of a path: `[label=Now playing]`.
    private static func end(ofWordAt start: String.Index, in line: Substring) -> String.Index {
        var index = start
        while index < line.endIndex, !line[index].isWhitespace {
            let behind = line[line.index(after: index)...]
            let close: Character? = line[index] == "[" ? "]" : line[index] == "\"" ? "\"" : nil
            if let close, let found = behind.firstIndex(of: close) {
                index = line.index(after: found)
            } else {
                index = line.index(after: index)
            }
        }
        return index
    }

    /// `tap #row:12` is an element, not the start of a comment.
    private static func isElement(_ rest: Substring, _ words: [Word]) -> Bool {
        words.count == 1 && words[0].text == "tap" && rest.dropFirst().first.map { !$0.isWhitespace } == true
    }

    private static let verbs = [
        "until", "wait", "tap", "hold", "drag", "rotate", "press", "nudge", "back", "key", "type", "theme", "language",
        "moving", "storage", "shot", "tree", "state", "expect",
    ]

    /// How many words may follow a verb; `until`, `expect` and `tap` look for themselves.
    private static let wordLimits = [
        "wait": 1, "hold": 3, "drag": 5, "rotate": 2, "press": 1, "nudge": 1, "back": 0, "key": 1, "type": 1,
        "theme": 1,
        "language": 1, "moving": 1, "storage": 2, "shot": 1, "tree": 0, "state": 0,
    ]

    private static func step(_ verb: Word, _ words: [Word]) throws(UsageError) -> DriveStep {
        let texts = words.map(\.text)
        if let limit = wordLimits[verb.text], words.count > limit {
            throw UsageError("“\(words[limit].rest)” is too much for \(verb.text)")
        }
        switch verb.text {
        case "until":
            if texts == ["ready"] { return .untilReady }
            if texts.count == 1, let word = texts.first {
                let hint = Nearest.word(to: word, among: ["ready"]).map { "; did you mean \($0)?" } ?? ""
                throw UsageError("until takes ready, or PATH OP VALUE, not “\(word)”\(hint)")
            }
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
        case "language":
            let code = try word(texts, 0, "a language code")
            guard Language(rawValue: code) != nil else {
                let codes = Language.allCases.map(\.rawValue).joined(separator: " ")
                throw UsageError("language takes one of \(codes), not “\(code)”")
            }
            return .language(code)
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
        case "expect": return .expect(try expectation(words))
        default:
            let hint = Nearest.word(to: verb.text, among: verbs).map { "; did you mean \($0)?" } ?? ""
            throw UsageError("unknown step “\(verb.text)”\(hint)")
        }
    }

    private static func until(_ words: [Word]) throws(UsageError) -> DriveStep {
        if words.count > 3, let last = words.last, !last.isQuoted, let seconds = Double(last.text),
            (0...36_000).contains(seconds)
        {
            return .until(try expectation(words, without: last.rest.count), seconds: seconds)
        }
        return .until(try expectation(words), seconds: 10)
    }

    /// - Parameter ending: characters at the end of the line that do not belong to it; the value is what is left, so
    ///   that JSON may hold blanks.
    private static func expectation(_ words: [Word], without ending: Int = 0) throws(UsageError) -> DriveExpectation {
        guard words.count >= 3 else { throw UsageError("PATH OP VALUE are needed") }
        let path = try DrivePath.parse(words[0].text).get()
        try DriveShape.check(path)
        guard let operation = DriveExpectation.Operation(rawValue: words[1].text) else {
            let names = DriveExpectation.Operation.allCases.map(\.rawValue).joined(separator: " ")
            throw UsageError("unknown operation “\(words[1].text)” (right would be one of \(names))")
        }
        let text = words[2].rest.dropLast(ending)
        guard let value = try? JSONReading.decode(LooseJSON.self, from: Array(text.utf8)) else {
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
