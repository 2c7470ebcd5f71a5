// The words of a drive script: from a line to a step. Pure functions.

import AudioCore
import Scene
import TemplateKit

extension DriveScript {
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

    static func step(_ verb: Word, _ words: [Word]) throws(UsageError) -> DriveStep {
        let texts = words.map(\.text)
        if let limit = wordLimits[verb.text], words.count > limit {
            throw UsageError("“\(words[limit].rest)” is too much for \(verb.text)")
        }
        switch verb.text {
        case "until":
            if texts == ["ready"] { return .untilReady }
            if texts.count == 1, let word = texts.first {
                let hint = Nearest.question(for: word, among: ["ready"])
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
            let name = try choice(texts, 0, of: "key", among: InputEvent.Key.allCases.map(\.rawValue))
            guard let key = InputEvent.Key(rawValue: name) else { throw UsageError("key \(name)") }
            return .key(key)
        case "type": return .type(try word(texts, 0, "a text"))
        case "theme": return .theme(try choice(texts, 0, of: "theme", among: ["day", "night"]))
        case "language":
            return .language(try choice(texts, 0, of: "language", among: Language.allCases.map(\.rawValue)))
        case "moving": return .moving(try choice(texts, 0, of: "moving", among: ["on", "off"]) == "on")
        case "storage":
            let change = try choice(texts, 0, of: "storage", among: ["remove", "add"])
            return .storage(folder: try word(texts, 1, "a folder"), isRemoved: change == "remove")
        case "shot": return .shot(try picture(try word(texts, 0, "a name ending in .png")))
        case "tree": return .tree
        case "state": return .state
        case "expect": return .expect(try expectation(words))
        default:
            throw UsageError("unknown step “\(verb.text)”\(Nearest.question(for: verb.text, among: verbs))")
        }
    }

    private static func until(_ words: [Word]) throws(UsageError) -> DriveStep {
        if words.count > 3, let last = words.last, !last.isQuoted, let seconds = Decimal.number(last.text),
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
        switch try choice(texts, 0, of: "nudge", among: ["left", "right", "up", "down"]) {
        case "left": .left
        case "right": .right
        case "up": .up
        default: .down
        }
    }

    /// Pictures stay in the folder that was named for them: a script from elsewhere writes over nothing.
    private static func picture(_ name: String) throws(UsageError) -> String {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains("..") else {
            throw UsageError("shot takes a name in the folder of --out, not “\(name)” (as \(parts.last ?? ""))")
        }
        guard name.hasSuffix(".png"), !parts.contains(where: \.isEmpty), parts.last != ".png" else {
            throw UsageError("shot takes a name ending in .png, not “\(name)”")
        }
        return name
    }

    private static func word(_ texts: [String], _ index: Int, _ what: String) throws(UsageError) -> String {
        guard texts.indices.contains(index) else { throw UsageError("\(what) is missing") }
        return texts[index]
    }

    /// One of a few words.
    private static func choice(
        _ texts: [String], _ index: Int, of verb: String, among choices: [String]
    ) throws(UsageError) -> String {
        let right = "\(verb) takes \(choices.joined(separator: ", "))"
        guard texts.indices.contains(index) else { throw UsageError(right) }
        let word = texts[index]
        guard choices.contains(word) else {
            throw UsageError("\(right), not “\(word)”\(Nearest.question(for: word, among: choices))")
        }
        return word
    }

    private static func integer(_ texts: [String], _ index: Int) throws(UsageError) -> Int {
        guard texts.indices.contains(index) else {
            throw UsageError("a whole number is missing at place \(index + 1)")
        }
        guard let number = Decimal.whole(texts[index]), number.magnitude < 100_000 else {
            throw UsageError("“\(texts[index])” at place \(index + 1) is no whole number below 100000")
        }
        return number
    }

    private static func number(
        _ texts: [String], _ index: Int, in range: ClosedRange<Double>
    ) throws(UsageError) -> Double {
        guard texts.indices.contains(index) else {
            throw UsageError("a number of milliseconds is missing at place \(index + 1)")
        }
        guard let number = Decimal.number(texts[index]), range.contains(number) else {
            throw UsageError(
                "“\(texts[index])” at place \(index + 1) is no number of milliseconds up to \(Int(range.upperBound))")
        }
        return number
    }
}
