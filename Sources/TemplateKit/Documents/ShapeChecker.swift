// Checks a document against the grammar: keys, types, words and numbers of items. Any thread.

/// Finds what is wrong without knowing what names stand for; the compiler takes over where this has nothing to say.
struct ShapeChecker {
    let catalogue: Catalogue
    var log: FaultLog

    /// An object as `shape` describes it. Nested at most as deep as the parser allows.
    mutating func check(_ node: JSONNode, _ shape: Shape, _ what: String = "the document") {
        guard case .object(let members) = node.value else {
            log.add(node.offset, "\(what) is \(node.value.name) (\(Self.expectation(shape)))")
            return
        }
        for member in members {
            guard let key = shape.key(member.key) else {
                log.add(
                    member.keyOffset,
                    "unknown key \"\(member.key.prefix(40))\" in \(shape.name) "
                        + "(\(Nearest.hint(for: member.key, among: shape.keys.map(\.name))))")
                continue
            }
            check(member.node, key.kind, "\"\(key.name)\"")
        }
        for key in shape.keys where key.isRequired && !members.contains(where: { $0.key == key.name }) {
            log.add(node.offset, "\(shape.name) without \"\(key.name)\" (\(Self.expectation(key.kind)))")
        }
    }

    private mutating func check(_ node: JSONNode, _ kind: Shape.Kind, _ what: String) {
        switch kind {
        case .object(let name): check(node, Shape.of(name), what)
        case .action: checkAction(node, what)
        case .list(let item, let range): checkList(node, item, range, what)
        case .texts(let range):
            if case .array = node.value { checkList(node, .text, range, what) } else { check(node, .text, what) }
        case .either(let first, let second):
            check(node, Self.fits(node, first) ? first : Self.fits(node, second) ? second : kind, what, of: kind)
        default: check(node, kind, what, of: kind)
        }
    }

    /// `whole` is what the message calls for when the type is wrong.
    private mutating func check(_ node: JSONNode, _ kind: Shape.Kind, _ what: String, of whole: Shape.Kind) {
        if case .either = kind {
            log.add(node.offset, "\(what) is \(node.value.name) (\(Self.expectation(whole)))")
            return
        }
        switch kind {
        case .object, .action, .list: check(node, kind, what)
        default:
            guard Self.fits(node, kind) else {
                log.add(node.offset, "\(what) is \(node.value.name) (\(Self.expectation(whole)))")
                return
            }
            checkContent(node, kind, what, of: whole)
        }
    }

    private mutating func checkContent(_ node: JSONNode, _ kind: Shape.Kind, _ what: String, of whole: Shape.Kind) {
        switch (kind, node.value) {
        case (.word(let words), .string(let word)) where !words.contains(word):
            if case .either(_, let other) = whole, Self.fits(node, other) { return }
            log.add(
                node.offset, "\(what) cannot be \"\(word.prefix(40))\" (\(Nearest.hint(for: word, among: words)))")
        case (.number(let range), .number(let number)) where !range.contains(number):
            log.add(node.offset, "\(what) is \(Self.number(number)) (\(Self.expectation(kind)))")
        case (.whole(let range), .number(let number)) where Int(exactly: number).map(range.contains) != true:
            log.add(node.offset, "\(what) is \(Self.number(number)) (\(Self.expectation(kind)))")
        case (.letter, .string(let letter)) where letter.count != 1:
            log.add(node.offset, "\(what) has \(letter.count) characters (one)")
        case (.name, .string(let name)) where name.isEmpty:
            log.add(node.offset, "\(what) is empty (a name)")
        case (.text, .string(let text)) where text.isEmpty:
            log.add(node.offset, "\(what) is empty (remove the key, or write something)")
        default: break
        }
    }

    private mutating func checkList(
        _ node: JSONNode, _ item: Shape.Kind, _ range: ClosedRange<Int>?, _ what: String
    ) {
        guard case .array(let items) = node.value else {
            log.add(node.offset, "\(what) is \(node.value.name) (a list)")
            return
        }
        for node in items { check(node, item, "an item of \(what)") }
        guard let range else { return }
        // Items with a condition are counted by the compiler, which knows which can be there at once.
        let certain = items.filter { $0["when"] == nil && $0["unless"] == nil }.count
        if certain > range.upperBound {
            log.add(node.offset, "\(what): \(certain) given (at most \(range.upperBound))")
        } else if items.count < range.lowerBound {
            log.add(node.offset, "\(what): \(items.count) given (at least \(range.lowerBound))")
        }
    }

    private mutating func checkAction(_ node: JSONNode, _ what: String) {
        guard case .object(let members) = node.value else {
            log.add(node.offset, "\(what) is \(node.value.name) (an action: an object with \"do\")")
            return
        }
        guard let word = node["do"] else {
            log.add(node.offset, "action without \"do\" (a word: \(Nearest.list(catalogue.allActions.map(\.name))))")
            return
        }
        guard let name = word.string else {
            log.add(word.offset, "\"do\" is \(word.value.name) (a word)")
            return
        }
        guard let action = catalogue.action(name) else {
            let words = catalogue.allActions.map(\.name)
            log.add(word.offset, "unknown action \"\(name.prefix(40))\" (\(Nearest.hint(for: name, among: words)))")
            return
        }
        guard !action.isLater else {
            log.add(word.offset, "action \"\(name)\" is not in this version (another action, or none)")
            return
        }
        if !action.oneOf.isEmpty, !action.oneOf.contains(where: { node[$0] != nil }) {
            let names = action.oneOf.map { "\"\($0)\"" }.joined(separator: ", ")
            log.add(node.offset, "action \"\(name)\" says not what with (one of \(names))")
        }
        for member in members where member.key != "do" {
            if !action.arguments.contains(where: { $0.name == member.key }) {
                let names = ["do"] + action.arguments.map(\.name)
                log.add(
                    member.keyOffset,
                    "unknown key \"\(member.key.prefix(40))\" in action \"\(name)\" "
                        + "(\(Nearest.hint(for: member.key, among: names)))")
            }
        }
        for argument in action.arguments where argument.isRequired && node[argument.name] == nil {
            log.add(
                node.offset, "action \"\(name)\" without \"\(argument.name)\" (\(Self.expectation(argument.kind)))")
        }
    }

    // MARK: - Types

    /// Whether the JSON type is one that `kind` takes.
    static func fits(_ node: JSONNode, _ kind: Shape.Kind) -> Bool {
        switch (kind, node.value) {
        case (.text, .string), (.image, .string), (.field, .string), (.condition, .string), (.word, .string),
            (.letter, .string), (.name, .string), (.screen, .string), (.source, .string), (.record, .string),
            (.sort, .string), (.texts, .string), (.texts, .array), (.flag, .string), (.flag, .bool),
            (.literalFlag, .bool), (.number, .number), (.number, .string), (.whole, .number), (.whole, .string),
            (.object, .object), (.action, .object), (.list, .array):
            true
        case (.either(let first, let second), _): fits(node, first) || fits(node, second)
        default: false
        }
    }

    static func expectation(_ kind: Shape.Kind) -> String {
        switch kind {
        case .text: "a text"
        case .texts: "a text, or a list of variants"
        case .image: "a field in braces, an icon or a file"
        case .flag: "true, false or the name of a flag"
        case .literalFlag: "true or false"
        case .number(let range):
            "a number from \(number(range.lowerBound)) to \(number(range.upperBound)), or the name of a count"
        case .whole(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound), or the name of a count"
        case .field(let type): "the name of \(type.phrase)"
        case .condition: "the name of a field"
        case .word(let words): Nearest.listInOrder(words)
        case .letter: "one character"
        case .name: "a name"
        case .screen: "the name of a screen"
        case .source: "a source of rows"
        case .record: "a record"
        case .sort: "an order of the source"
        case .action: "an action"
        case .object(.eachRow), .object(.eachElement), .object(.eachItem): "an object with \"each\""
        case .object(let name): expectation(Shape.of(name))
        case .list: "a list"
        case .either(let first, let second): "\(expectation(first)), or \(expectation(second))"
        }
    }

    /// `an object with "on" and "select"`.
    private static func expectation(_ shape: Shape) -> String {
        let required = shape.keys.filter(\.isRequired).map { "\"\($0.name)\"" }
        return required.isEmpty ? "an object: \(shape.name)" : "an object with \(required.joined(separator: " and "))"
    }

    static func expectation(_ kind: ActionDescription.Kind) -> String {
        switch kind {
        case .field(let type): expectation(ofField: type)
        case .wordOf: expectation(ofField: .text)
        case .textOf(let words): "a text in braces, or \(Nearest.listInOrder(words))"
        case .number(let range): "a number from \(number(range.lowerBound)) to \(number(range.upperBound))"
        case .word(let words): Nearest.listInOrder(words)
        case .name: "a name"
        case .screen: "the name of a screen"
        case .fields: "an object of parameters"
        case .source: "a source of rows"
        }
    }

    /// What stands for a field of that type in an action: itself, or a value where one can be written.
    static func expectation(ofField type: FieldType) -> String {
        switch type {
        case .text, .count, .flag: "\(type.phrase), or a field in braces"
        case .duration, .date, .image, .key: "\(type.phrase): a field in braces"
        }
    }

    static func number(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
}
