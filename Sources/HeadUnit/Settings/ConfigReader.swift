// Takes values of a certain kind out of config.json and says what does not fit, and where. A value; workers.

import AudioCore
import TemplateKit

/// Walks over the objects of the file. Each method gives nil for what does not fit, after having noted it.
struct ConfigReader {
    private let source: SourceText
    private(set) var faults: [DocumentFault]
    /// Nil for a text that is no file: names of folders are taken as they are.
    private let place: ConfigPlace?

    init(_ source: SourceText, _ faults: [DocumentFault] = [], place: ConfigPlace? = nil) {
        self.source = source
        self.faults = faults
        self.place = place
    }

    mutating func add(_ offset: Int, _ message: @autoclosure () -> String) {
        guard faults.count < DocumentFault.mostPerFile else { return }
        faults.append(source.fault(at: offset, message()))
    }

    /// The members with a known key.
    /// - Parameters:
    ///   - path: what the object is called; empty for the whole file.
    ///   - later: keys of the contract that belong to rooms this version does not have.
    mutating func members(
        _ node: JSONNode, _ path: String, known: [String], later: [String] = []
    ) -> [JSONMember] {
        guard case .object(let members) = node.value else {
            add(
                node.offset,
                "\(path.isEmpty ? "the file" : path) is \(node.value.name) (an object of \(Self.list(known)))")
            return []
        }
        return members.filter { member in
            if known.contains(member.key) { return true }
            if later.contains(member.key) {
                add(member.keyOffset, "\(Self.join(path, member.key)) is not in this version (leave it out)")
            } else {
                let place = path.isEmpty ? "" : " in \(path)"
                add(
                    member.keyOffset,
                    "unknown key \"\(member.key.prefix(40))\"\(place) (\(Self.hint(key: member.key, known + later)))")
            }
            return false
        }
    }

    /// A text that is not empty.
    mutating func text(_ node: JSONNode, _ path: String, _ right: String) -> String? {
        guard let text = node.string else { return wrong(node, path, right) }
        guard !text.isEmpty, !text.utf8.contains(0) else {
            add(node.offset, "\(path) is \(text.isEmpty ? "an empty text" : "a text with a zero") (\(right))")
            return nil
        }
        return text
    }

    /// The path of a folder, and whether it is there; one that is not is a fault as well.
    mutating func folder(_ node: JSONNode, _ path: String, _ right: String) -> (path: RawPath, isThere: Bool)? {
        guard let name = text(node, path, right) else { return nil }
        guard let place else { return (RawPath(name), true) }
        guard let folder = place.path(name) else {
            let why = place.home == nil ? "HOME is not set; its whole path" : "~/… is your own home; its whole path"
            add(node.offset, "\(path) is \"\(name.prefix(60))\" (\(why))")
            return nil
        }
        let fault = ConfigPlace.fault(folder)
        if let fault { add(node.offset, "\(path) is \(folder.shown): \(fault) (\(right))") }
        return (folder, fault == nil)
    }

    mutating func flag(_ node: JSONNode, _ path: String) -> Bool? {
        guard case .bool(let flag) = node.value else { return wrong(node, path, "true or false") }
        return flag
    }

    /// A number in the range; `unit` says what it counts.
    mutating func number(_ node: JSONNode, _ path: String, in range: ClosedRange<Double>, _ unit: String) -> Double? {
        let right =
            "\(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))\(unit.isEmpty ? "" : " ")\(unit)"
        guard case .number(let number) = node.value else { return wrong(node, path, right) }
        guard range.contains(number) else {
            add(node.offset, "\(path) is \(Self.short(number)) (\(right))")
            return nil
        }
        return number
    }

    /// A whole number in the range.
    mutating func whole(_ node: JSONNode, _ path: String, in range: ClosedRange<Int>, _ unit: String) -> Int? {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        guard let number = number(node, path, in: bounds, unit) else { return nil }
        guard let whole = Int(exactly: number) else {
            add(node.offset, "\(path) is \(Self.short(number)) (a whole number)")
            return nil
        }
        return whole
    }

    /// One of the words.
    mutating func word(_ node: JSONNode, _ path: String, among words: [String]) -> String? {
        guard let word = node.string else { return wrong(node, path, words.joined(separator: ", ")) }
        guard words.contains(word) else {
            add(node.offset, "\(path) is \"\(word.prefix(40))\" (\(Self.hint(word, words)))")
            return nil
        }
        return word
    }

    /// A word as the value it stands for.
    mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: JSONNode, _ path: String, _: Choice.Type = Choice.self
    ) -> Choice? where Choice.RawValue == String {
        word(node, path, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// The items of a list; none for anything else.
    mutating func list(_ node: JSONNode, _ path: String, _ right: String) -> [JSONNode]? {
        guard case .array(let items) = node.value else { return wrong(node, path, right) }
        return items
    }

    private mutating func wrong<Value>(_ node: JSONNode, _ path: String, _ right: String) -> Value? {
        add(node.offset, "\(path) is \(node.value.name) (\(right))")
        return nil
    }

    // MARK: - Words

    static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Keys of objects inside the file, by their whole names.
    private static let inner = [
        "display.size", "display.dpi", "display.rotate", "display.driverSide", "display.renderer", "input.knobs",
        "input.touch", "input.keys", "input.switches", "input.switches.headlights", "input.switches.moving",
        "input.switches.mute", "input.switches.prompt", "sound.startVolumeMax", "sound.volume", "sound.loudness",
        "sound.loudness.offset",
    ]

    /// The nearest key of this object, else the place that the key has in another, else all of this object.
    private static func hint(key: String, _ known: [String]) -> String {
        let place = inner.first { $0.hasSuffix("." + key) }
        guard let place, Nearest.word(to: key, among: known) == nil else { return hint(key, known) }
        return "did you mean \"\(place)\"?"
    }

    /// The nearest word, else all of them.
    private static func hint(_ word: String, _ words: [String]) -> String {
        Nearest.word(to: word, among: words).map { "did you mean \"\($0)\"?" } ?? list(words)
    }

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

    private static func short(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e9 ? String(Int(number)) : "\(number)"
    }
}
