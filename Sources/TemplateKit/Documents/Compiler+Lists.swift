// Lists with their sections, rows and image rows. Any thread.

extension Compiler {
    mutating func list(_ root: JSONNode, _ scope: FieldScope) -> ListPattern? {
        if root["title"] == nil && root["header"] == nil {
            log.add(root.offset, "list without \"title\" (a text, or a \"header\")")
        }
        let leading = buttons(root["leadingButtons"], scope, TemplateLimits.standard.barButtons, "leadingButtons")
        let trailing = buttons(root["trailingButtons"], scope, TemplateLimits.standard.barButtons, "trailingButtons")
        checkUnique(
            names(of: leading, root["leadingButtons"]) + names(of: trailing, root["trailingButtons"]), "button")
        return ListPattern(
            title: text(root["title"], scope), header: header(root["header"], scope),
            sections: items(root["sections"]).compactMap { section($0, scope) }, leadingButtons: leading,
            trailingButtons: trailing, hasIndex: literalFlag(root["index"]), empty: empty(root["empty"], scope),
            loading: text(root["loading"], scope))
    }

    mutating func search(_ root: JSONNode, _ scope: FieldScope) -> SearchPattern? {
        let sections = items(root["sections"]).compactMap { section($0, scope) }
        let start = empty(root["start"], scope)
        let nothing = empty(root["empty"], scope)
        let loading = text(root["loading"], scope)
        guard let hint = text(root["hint"], scope) else { return nil }
        return SearchPattern(hint: hint, sections: sections, start: start, empty: nothing, loading: loading)
    }

    private mutating func header(_ node: JSONNode?, _ scope: FieldScope) -> HeaderPattern? {
        guard let node, let title = text(node["title"], scope) else { return nil }
        let buttons = buttons(node["buttons"], scope, TemplateLimits.standard.headerButtons, "buttons")
        checkUnique(names(of: buttons, node["buttons"]), "button")
        return HeaderPattern(
            title: title, image: image(node["image"], scope), shape: word(node["shape"], default: .square),
            lines: few(node["lines"]).compactMap { text($0, scope) }, buttons: buttons,
            background: word(node["background"], default: .plain))
    }

    mutating func empty(_ node: JSONNode?, _ scope: FieldScope) -> EmptyPattern? {
        guard let node, let title = text(node["title"], scope) else { return nil }
        return EmptyPattern(title: title, detail: text(node["detail"], scope), icon: image(node["icon"], scope))
    }

    private mutating func section(_ node: JSONNode, _ scope: FieldScope) -> SectionPattern? {
        guard case .object = node.value else { return nil }
        let content: SectionPattern.Content
        switch (node["rows"], node["imageRows"]) {
        case (let rows?, nil):
            if case .object = rows.value {
                guard let each = each(rows, scope, { $0.row($1, $2) }) else { return nil }
                content = .each(each)
            } else {
                content = .rows(items(rows).compactMap { row($0, scope) })
            }
        case (nil, let imageRows?):
            content = .imageRows(items(imageRows).compactMap { imageRow($0, scope) })
        case (nil, nil):
            log.add(node.offset, "section without rows (\"rows\" or \"imageRows\")")
            return nil
        case (_?, let imageRows?):
            log.add(imageRows.offset, "\"imageRows\" beside \"rows\" (one of the two in a section)")
            return nil
        }
        return SectionPattern(
            header: text(node["header"], scope), indexLetter: node["index"]?.string, content: content,
            condition: condition(node, scope))
    }

    /// A pattern for each record of a source, whose fields it knows.
    mutating func each<Item>(
        _ node: JSONNode, _ scope: FieldScope, _ item: (inout Compiler, JSONNode, FieldScope) -> Item?
    ) -> EachPattern<Item>? {
        var scope = scope
        var found: (description: SourceDescription, pattern: SourcePattern)?
        if let each = node["each"], let text = each.string {
            found = source(text, at: each.offset, in: scope, among: catalogue.sources, kind: "source")
        }
        if let sort = node["sort"], let word = sort.string, let description = found?.description {
            if description.sorts.contains(word) {
                found?.pattern.sort = word
            } else {
                log.add(
                    sort.offset,
                    "\(description.name) has no order \"\(word.prefix(40))\" "
                        + "(\(Nearest.hint(for: word, among: description.sorts)))")
            }
        }
        scope.row = found
        if found == nil { scope.isOpen = true }
        slots += 1
        let slot = slots
        guard let item = item(&self, node, scope), let found else { return nil }
        return EachPattern(slot: slot, source: found.pattern, item: item)
    }

    private mutating func row(_ node: JSONNode, _ scope: FieldScope) -> RowPattern? {
        guard case .object = node.value else { return nil }
        checkOneOf(["image", "number"], node)
        checkOneOf(["select", "toggle"], node)
        checkOneOf(["toggle", "accessory"], node)
        let actions = few(node["actions"]).compactMap { iconAction($0, scope) }
        checkCount(actions.map(\.condition), TemplateLimits.standard.rowActions, "actions", at: node["actions"])
        let row = RowPattern(
            title: text(node["title"], scope) ?? TextPattern(pieces: []), detail: text(node["detail"], scope),
            leading: leading(node, scope), round: flag(node["round"], scope, default: false),
            accessory: accessory(node["accessory"], scope),
            absent: flag(node["absent"], scope, default: false),
            playing: flag(node["playing"], scope, default: false), progress: number(node["progress"], scope),
            enabled: flag(node["enabled"], scope, default: true), actions: actions, press: press(node, scope),
            value: text(node["value"], scope),
            condition: node["each"] == nil ? condition(node, scope) : .always)
        return node["title"] == nil ? nil : row
    }

    private mutating func checkOneOf(_ keys: [String], _ node: JSONNode) {
        let present = keys.filter { node[$0] != nil }
        if present.count > 1, let second = node[present[1]] {
            log.add(second.offset, "\"\(present[1])\" beside \"\(present[0])\" (one of the two)")
        }
    }

    private mutating func leading(_ node: JSONNode, _ scope: FieldScope) -> RowPattern.Leading? {
        if let number = text(node["number"], scope) { return .number(number) }
        return image(node["image"], scope).map { .image($0, word(node["shape"], default: .square)) }
    }

    private mutating func accessory(_ node: JSONNode?, _ scope: FieldScope) -> RowPattern.Accessory? {
        switch node?.string {
        case "disclosure": return .disclosure
        case "notHere": return .notHere
        default:
            if isMisspelt(node, among: ["disclosure", "notHere"], "accessory", unless: catalogue.icons) { return nil }
            guard let node, let image = image(node, scope) else { return nil }
            if case .image(.file(let name)) = image {
                log.add(
                    node.offset, "\"accessory\" is the file \"\(name.prefix(40))\" (disclosure, notHere, or an icon)")
                return nil
            }
            return .icon(image)
        }
    }

    private mutating func press(_ node: JSONNode, _ scope: FieldScope) -> RowPattern.Press? {
        if let toggle = node["toggle"] {
            let isOn = flag(toggle["on"], scope, default: false)
            return action(toggle["select"], scope).map { .toggle(isOn, $0) }
        }
        return action(node["select"], scope).map { .select($0) }
    }

    private mutating func iconAction(_ node: JSONNode, _ scope: FieldScope) -> RowPattern.IconAction? {
        let title = text(node["title"], scope)
        let icon = image(node["icon"], scope)
        let selected = flag(node["selected"], scope, default: false)
        let action = action(node["select"], scope)
        let condition = condition(node, scope)
        guard let title, let icon, let action else { return nil }
        return RowPattern.IconAction(
            title: title, icon: icon, selected: selected, action: action, condition: condition)
    }

    private mutating func imageRow(_ node: JSONNode, _ scope: FieldScope) -> ImageRowPattern? {
        guard case .object = node.value, let content = node["elements"] else { return nil }
        let elements: ImageRowPattern.Elements
        if case .object = content.value {
            guard let each = each(content, scope, { $0.element($1, $2) }) else { return nil }
            elements = .each(each)
        } else {
            let list = few(content).compactMap { element($0, scope) }
            checkCount(list.map(\.condition), TemplateLimits.standard.imageRowElements, "elements", at: content)
            elements = .elements(list)
        }
        if let select = node["select"], node["title"] == nil {
            log.add(select.offset, "\"select\" without \"title\" (the title is what is pressed)")
        }
        return ImageRowPattern(
            title: text(node["title"], scope), style: word(node["style"], default: .row),
            shape: word(node["shape"], default: .square), elements: elements,
            select: action(node["select"], scope), all: action(node["all"], scope),
            condition: condition(node, scope))
    }

    private mutating func element(_ node: JSONNode, _ scope: FieldScope) -> ElementPattern? {
        let element = ElementPattern(
            title: text(node["title"], scope) ?? TextPattern(pieces: []), detail: text(node["detail"], scope),
            image: image(node["image"], scope), playing: flag(node["playing"], scope, default: false),
            enabled: flag(node["enabled"], scope, default: true), select: action(node["select"], scope),
            condition: node["each"] == nil ? condition(node, scope) : .always)
        return node["title"] == nil ? nil : element
    }

    // MARK: - Buttons

    mutating func buttons(
        _ node: JSONNode?, _ scope: FieldScope, _ range: ClosedRange<Int>, _ key: String
    ) -> [ButtonPattern] {
        let buttons = few(node).compactMap { button($0, scope) }
        checkCount(buttons.map(\.condition), range, key, at: node)
        return buttons
    }

    private mutating func button(_ node: JSONNode, _ scope: FieldScope) -> ButtonPattern? {
        if literalFlag(node["iconOnly"]), node["icon"] == nil {
            log.add(node.offset, "button without \"icon\" (\"iconOnly\" needs one)")
        }
        let title = text(node["title"], scope)
        let icon = image(node["icon"], scope)
        let selected = flag(node["selected"], scope, default: false)
        let enabled = flag(node["enabled"], scope, default: true)
        let action = action(node["select"], scope)
        let condition = condition(node, scope)
        guard let name = node["name"]?.string, let title, let action else { return nil }
        return ButtonPattern(
            name: name, title: title, icon: icon, isIconOnly: literalFlag(node["iconOnly"]),
            style: word(node["style"], default: .plain), selected: selected, enabled: enabled, action: action,
            condition: condition)
    }

    /// The names of buttons with where they stand in the file.
    func names(of buttons: [ButtonPattern], _ node: JSONNode?) -> [(String, Condition, Int)] {
        buttons.map { button in
            let place = few(node).last { $0["name"]?.string == button.name }?["name"]?.offset
            return (button.name, button.condition, place ?? node?.offset ?? 0)
        }
    }
}
