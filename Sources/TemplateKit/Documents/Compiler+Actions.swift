// The actions of a document. Any thread.

extension Compiler {
    mutating func action(_ node: JSONNode?, _ scope: FieldScope) -> ActionPattern? {
        guard let node, let word = node["do"], let name = word.string, let description = catalogue.action(name) else {
            return nil
        }
        var arguments: [String: ActionPattern.Argument] = [:]
        for argument in description.arguments {
            if let value = node[argument.name] {
                arguments[argument.name] = self.argument(value, argument, of: name, beside: node, scope)
            } else if argument.kind == .source, let row = scope.row {
                // What is played from a row goes on with the rows it stands among.
                arguments[argument.name] = .source(row.pattern)
            }
        }
        if let screen = node["screen"]?.string, case .screen? = description.arguments.first?.kind {
            add(Opening(screen: screen, given: given(node["with"], scope), offset: node.offset, scope: scope))
        }
        if let screen = description.leadsTo {
            if checkScreen(screen, at: word.offset, kinds: Template.Kind.allCases) {
                add(Opening(screen: screen, given: [], offset: node.offset, scope: scope))
            }
        }
        return ActionPattern(name: name, arguments: arguments)
    }

    /// What a button does that says nothing itself; the screen it leads to has to be there. Nil leaves it to the button.
    mutating func defaultAction(
        of button: NowPlayingButton.Known, at offset: Int, _ scope: FieldScope
    ) -> ActionPattern? {
        let action = button.action
        guard let description = catalogue.action(action.name) else {
            log.add(
                offset,
                "button \"\(button.rawValue)\" does \"\(action.name)\", which is unknown here (its own \"select\")")
            return nil
        }
        guard let screen = action.screen, case .screen(let kinds)? = description.arguments.first?.kind,
            checkScreen(screen, at: offset, kinds: kinds)
        else { return nil }
        guard let argument = button.argument, scope.type(of: argument.field) == .key else {
            add(Opening(screen: screen, given: [], offset: offset, scope: scope))
            return nil
        }
        if scope.isParameter(argument.field) { use(argument.field, .key) }
        let given = Given(name: argument.name, type: .key, keyOffset: offset, offset: offset)
        add(Opening(screen: screen, given: [given], offset: offset, scope: scope))
        return ActionPattern(
            name: action.name,
            arguments: [
                "screen": .constant(.word(screen)), "with": .fields([argument.name: .field(argument.field)]),
            ])
    }

    private mutating func argument(
        _ node: JSONNode, _ argument: ActionDescription.Argument, of action: String, beside others: JSONNode,
        _ scope: FieldScope
    ) -> ActionPattern.Argument? {
        let what = "\"\(argument.name)\" of \"\(action)\""
        if let partner = argument.onlyWith, let word = others[partner.argument]?.string, !word.hasPrefix("{"),
            !partner.words.contains(word)
        {
            log.add(
                node.offset,
                "\(what) does nothing with \"\(word.prefix(40))\" (\(Nearest.list(partner.words)))")
        }
        func wrong(_ right: String) -> String { "\(what) is \(node.value.name) (\(right))" }
        switch (argument.kind, node.value) {
        case (.field(let type), _): return value(node, type, what, scope)
        case (.textOf(let words), .string(let word)) where !word.hasPrefix("{"):
            if !words.contains(word) {
                log.add(
                    node.offset,
                    "\(what) cannot be \"\(word.prefix(40))\" (\(Nearest.hint(for: word, among: words)))")
            }
            return .constant(.value(.text(word)))
        case (.wordOf(let other, let table), .string(let word)) where !word.hasPrefix("{"):
            if let owner = others[other]?.string, let words = table[owner], !words.contains(word) {
                log.add(
                    node.offset,
                    "\(what) cannot be \"\(word.prefix(40))\" for \"\(owner)\" "
                        + "(\(Nearest.hint(for: word, among: words)))")
            }
            return .constant(.value(.text(word)))
        case (.textOf, _), (.wordOf, _): return value(node, .text, what, scope)
        case (.number(let range), .number(let number)):
            if !range.contains(number) {
                let bounds = "\(ShapeChecker.number(range.lowerBound)) to \(ShapeChecker.number(range.upperBound))"
                log.add(node.offset, "\(what) is \(ShapeChecker.number(number)) (a number from \(bounds))")
            }
            return .constant(.number(number))
        case (.number, _): log.add(node.offset, wrong("a number"))
        case (.word(let words), .string(let word)):
            if !words.contains(word) {
                log.add(
                    node.offset,
                    "\(what) cannot be \"\(word.prefix(40))\" (\(Nearest.hint(for: word, among: words)))")
            }
            return .constant(.word(word))
        case (.name, .string(let name)):
            if name.isEmpty { log.add(node.offset, "\(what) is empty (a name)") }
            return .constant(.word(name))
        case (.screen(let kinds), .string(let name)):
            return checkScreen(name, at: node.offset, kinds: kinds) ? .constant(.word(name)) : nil
        case (.source, .string(let text)):
            return source(text, at: node.offset, in: scope, among: catalogue.sources, kind: "source")
                .map { .source($0.pattern) }
        case (.word, _), (.name, _), (.screen, _), (.source, _): log.add(node.offset, wrong("a text"))
        case (.fields, .object(let members)):
            var fields: [String: ActionPattern.Argument] = [:]
            for member in members {
                guard TextPattern.isName(member.key) else {
                    log.add(member.keyOffset, "\"\(member.key.prefix(40))\" is no name (letters and digits)")
                    continue
                }
                fields[member.key] = value(member.node, nil, "\"\(member.key)\" of \(what)", scope)
            }
            return .fields(fields)
        case (.fields, _): log.add(node.offset, wrong("an object of parameters"))
        }
        return nil
    }

    /// A field in braces, or a literal of that type; any type when it is nil.
    private mutating func value(
        _ node: JSONNode, _ type: FieldType?, _ what: String, _ scope: FieldScope
    ) -> ActionPattern.Argument? {
        switch node.value {
        case .string(let string) where string.hasPrefix("{") && string.hasSuffix("}"):
            let name = String(string.dropFirst().dropLast())
            let found = self.type(
                of: name, at: node.offset, in: scope, from: type.map { [$0] } ?? FieldType.allCases)
            return found != nil || scope.isOpen ? .field(name) : nil
        case .string(let string) where type == nil || type == .text:
            if string.contains("{") || string.contains("@") {
                log.add(node.offset, "\(what) is mixed (one field in braces, or a plain text)")
            }
            return .constant(.value(.text(string)))
        case .number(let number) where type == nil || type == .count:
            guard let count = Int(exactly: number) else {
                log.add(node.offset, "\(what) is \(ShapeChecker.number(number)) (a whole number)")
                return nil
            }
            return .constant(.value(.count(count)))
        case .bool(let flag) where type == nil || type == .flag: return .constant(.value(.flag(flag)))
        default:
            let right = type.map(ShapeChecker.expectation(ofField:)) ?? "a field in braces, or a plain value"
            log.add(node.offset, "\(what) is \(node.value.name) (\(right))")
            return nil
        }
    }

    /// What an opening gives, with the types as far as they are known.
    private func given(_ node: JSONNode?, _ scope: FieldScope) -> [Given] {
        guard case .object(let members) = node?.value else { return [] }
        return members.map { member in
            var parameter: String?
            let type: FieldType?
            switch member.node.value {
            case .string(let string) where string.hasPrefix("{") && string.hasSuffix("}"):
                let field = String(string.dropFirst().dropLast())
                type = scope.type(of: field)
                if scope.isParameter(field) { parameter = field }
            case .string: type = .text
            case .number: type = .count
            case .bool: type = .flag
            default: type = nil
            }
            return Given(
                name: member.key, type: type, parameter: parameter, keyOffset: member.keyOffset,
                offset: member.node.offset)
        }
    }
}
