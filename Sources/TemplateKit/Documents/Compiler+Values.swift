// Texts, images, flags, numbers and conditions of a document. Any thread.

extension Compiler {
    static let writable: [FieldType] = [.text, .count, .duration, .date]
    static let askable: [FieldType] = FieldType.allCases

    mutating func text(_ node: JSONNode?, _ scope: FieldScope) -> TextPattern? {
        guard let node, let string = node.string else { return nil }
        let (placed, faults) = TextPattern.parse(string)
        let isExact = isAsWritten(node, string)
        func place(_ offset: Int) -> Int { isExact ? node.offset + 1 + offset : node.offset }
        for fault in faults { log.add(place(fault.offset), fault.message) }
        var pieces: [TextPattern.Piece] = []
        for item in placed {
            let offset = place(item.offset)
            switch item.piece {
            case .literal: pieces.append(item.piece)
            case .field(let name):
                if type(of: name, at: offset, in: scope, from: Self.writable) != nil || scope.isOpen {
                    pieces.append(item.piece)
                }
            case .key(let key, let arguments):
                pieces.append(.key(key, arguments: places(key, arguments, at: offset, scope)))
            }
        }
        return TextPattern(pieces: pieces)
    }

    /// Whether the string stands in the file byte for byte, without escapes, so that its pieces can be pointed at.
    private func isAsWritten(_ node: JSONNode, _ string: String) -> Bool {
        let start = node.offset + 1
        let end = start + string.utf8.count
        let bytes = log.source.bytes
        return end < bytes.count && bytes[start..<end].elementsEqual(string.utf8)
    }

    /// Gives each argument the name of its place, and checks them against the phrase.
    private mutating func places(
        _ key: String, _ arguments: [TextPattern.Argument], at offset: Int, _ scope: FieldScope
    ) -> [TextPattern.Argument] {
        var settled: [TextPattern.Argument] = []
        for argument in arguments {
            let type = type(of: argument.field, at: offset, in: scope, from: Self.writable)
            let isNumber = type == .count && !settled.contains { $0.place == "count" }
            settled.append(TextPattern.Argument(place: isNumber ? "count" : argument.field, field: argument.field))
        }
        guard let strings = catalogue.strings else { return settled }
        guard let entry = strings.entries[key] else {
            let hint = hint(forKey: key, strings)
            log.add(offset, "unknown string \"@\(key.prefix(60))\" (\(hint))")
            return settled
        }
        let places = (entry.phrases[.original] ?? entry.phrases.values.first)?.places ?? []
        let given = Set(settled.map(\.place))
        if places != given && !scope.isOpen {
            let needed = places.sorted().map { $0 == "count" ? "a count" : "\"\($0)\"" }.joined(separator: ", ")
            log.add(offset, "\"@\(key)\" is given other fields (\(needed.isEmpty ? "none" : needed) in brackets)")
        }
        return settled
    }

    private func hint(forKey key: String, _ strings: StringCatalogue) -> String {
        if let nearest = Nearest.word(to: key, among: strings.keys) { return "did you mean \"@\(nearest)\"?" }
        let akin = Nearest.akin(to: key, among: strings.keys)
        if akin.isEmpty { return "a key of the string catalogue" }
        return "a key of the string catalogue, as \(akin.map { "@\($0)" }.joined(separator: ", "))"
    }

    mutating func image(_ node: JSONNode?, _ scope: FieldScope) -> ImagePattern? {
        guard let node, let string = node.string else { return nil }
        if string.hasPrefix("{"), string.hasSuffix("}") {
            let name = String(string.dropFirst().dropLast())
            let found = type(of: name, at: node.offset, in: scope, from: [.image])
            return found != nil || scope.isOpen ? .field(name) : nil
        }
        if string.contains(".") || string.contains("/") {
            guard !string.contains("/"), !string.hasPrefix("."), !string.utf8.contains(0) else {
                log.add(node.offset, "\"\(string.prefix(60))\" is no file beside the document (its name alone)")
                return nil
            }
            return file(string, at: node.offset) ? .image(.file(string)) : nil
        }
        if let icons = catalogue.icons, !icons.contains(string) {
            log.add(node.offset, "unknown icon \"\(string.prefix(40))\" (\(Nearest.hint(for: string, among: icons)))")
            return nil
        }
        guard TextPattern.isKey(string) else {
            log.add(node.offset, "\"\(string.prefix(40))\" is no image (a field in braces, an icon or a file)")
            return nil
        }
        return .image(.icon(string))
    }

    /// Whether a picture file can be shown and, where that is known, is there.
    private mutating func file(_ name: String, at offset: Int) -> Bool {
        let parts = name.split(separator: ".")
        let ending = parts.last?.lowercased() ?? ""
        let start = name.dropLast(ending.utf8.count + 1)
        guard Image.fileEndings.contains(ending) else {
            let endings = Image.fileEndings.map { ".\($0)" }.joined(separator: ", ")
            log.add(offset, "\"\(name.prefix(60))\" is no picture that can be shown (a file ending in \(endings))")
            return false
        }
        guard let pictures = catalogue.pictures, !pictures.contains(name) else { return true }
        let hint =
            catalogue.icons?.contains(String(start)) == true
            ? "the icon of that name is \"\(start)\"" : Nearest.hint(for: name, among: pictures)
        log.add(offset, "no file \"\(name.prefix(60))\" beside the document (\(hint))")
        return false
    }

    mutating func flag(_ node: JSONNode?, _ scope: FieldScope, default fallback: Bool) -> FlagPattern {
        switch node?.value {
        case .bool(let flag): return .constant(flag)
        case .string(let name):
            guard let node, type(of: name, at: node.offset, in: scope, from: [.flag]) != nil || scope.isOpen else {
                return .constant(fallback)
            }
            return .field(name)
        default: return .constant(fallback)
        }
    }

    /// - Parameter words: what could stand there as well.
    mutating func number(_ node: JSONNode?, _ scope: FieldScope, or words: [String] = []) -> NumberPattern? {
        switch node?.value {
        case .number(let number): return .constant(number)
        case .string(let name):
            guard let node,
                type(of: name, at: node.offset, in: scope, from: [.count], or: words) != nil || scope.isOpen
            else { return nil }
            return .field(name)
        default: return nil
        }
    }

    mutating func field(_ node: JSONNode?, _ fieldType: FieldType, _ scope: FieldScope) -> String? {
        guard let node, let name = node.string else { return nil }
        let found = type(of: name, at: node.offset, in: scope, from: [fieldType])
        return found != nil || scope.isOpen ? name : nil
    }

    mutating func condition(_ node: JSONNode, _ scope: FieldScope) -> Condition {
        var condition = Condition()
        for key in ["when", "unless"] {
            guard let member = node[key], let name = member.string else { continue }
            let other = key == "when" ? "unless" : "when"
            if name.hasPrefix("!"), scope.type(of: String(name.dropFirst())) != nil {
                log.add(member.offset, "\"\(key)\" takes no sign (\"\(other)\": \"\(name.dropFirst().prefix(40))\")")
                continue
            }
            guard type(of: name, at: member.offset, in: scope, from: Self.askable) != nil || scope.isOpen else {
                continue
            }
            if key == "when" { condition.when = name } else { condition.unless = name }
        }
        return condition
    }

    func word<Word: RawRepresentable<String>>(_ node: JSONNode?, default fallback: Word) -> Word {
        node?.string.flatMap(Word.init(rawValue:)) ?? fallback
    }

    /// Whether a text that may be one of a few words or a name is one of the words with a slip; reported if so.
    mutating func isMisspelt(
        _ node: JSONNode?, among words: [String], _ key: String, unless names: (some Sequence<String>)?
    ) -> Bool {
        guard let node, let word = node.string, !words.contains(word), names?.contains(word) != true,
            let nearest = Nearest.word(to: word, among: words)
        else { return false }
        log.add(node.offset, "\"\(key)\" cannot be \"\(word.prefix(40))\" (did you mean \"\(nearest)\"?)")
        return true
    }

    func literalFlag(_ node: JSONNode?) -> Bool { node?.value == .bool(true) }

    func items(_ node: JSONNode?) -> [JSONNode] {
        guard case .array(let items) = node?.value else { return [] }
        return items
    }

    /// The items of a list whose number has a limit; one that is far too long is reported, not read.
    func few(_ node: JSONNode?) -> [JSONNode] { Array(items(node).prefix(64)) }

    /// How many can be there at once, where some have conditions.
    mutating func checkCount(
        _ conditions: [Condition], _ range: ClosedRange<Int>, _ key: String, at node: JSONNode?
    ) {
        guard let node, conditions.contains(where: { $0 != .always }) else { return }
        let counts = Condition.counts(conditions)
        if counts.upperBound > range.upperBound {
            let certain = conditions.filter { $0 == .always }.count
            // The shape checker has reported those without a condition.
            guard certain <= range.upperBound else { return }
            log.add(
                node.offset, "\"\(key)\": \(counts.upperBound) can be there at once (at most \(range.upperBound))")
        } else if counts.lowerBound < range.lowerBound {
            log.add(node.offset, "\"\(key)\": \(counts.lowerBound) may be left (at least \(range.lowerBound))")
        }
    }

    /// Each name once, among those that can be there at once.
    mutating func checkUnique(_ names: [(name: String, condition: Condition, offset: Int)], _ what: String) {
        for (index, item) in names.enumerated() {
            let isTaken = names[..<index].contains {
                $0.name == item.name && Condition.counts([$0.condition, item.condition]).upperBound == 2
            }
            if isTaken { log.add(item.offset, "\(what) \"\(item.name.prefix(40))\" is there twice (each once)") }
        }
    }
}
