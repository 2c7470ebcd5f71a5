// Grids with their items, and information. Any thread.

extension Compiler {
    mutating func grid(_ root: JSONNode, _ scope: FieldScope) -> GridPattern? {
        let range = TemplateLimits.standard.barButtons
        let leading = buttons(root["leadingButtons"], scope, range, "leadingButtons")
        let trailing = buttons(root["trailingButtons"], scope, range, "trailingButtons")
        checkUnique(
            names(of: leading, root["leadingButtons"]) + names(of: trailing, root["trailingButtons"]), "button")
        let title = text(root["title"], scope)
        let empty = empty(root["empty"], scope)
        let loading = text(root["loading"], scope)
        guard let content = root["items"] else { return nil }
        let items: GridPattern.Items
        if case .object = content.value {
            guard let each = each(content, scope, { $0.item($1, $2) }) else { return nil }
            items = .each(each)
        } else {
            items = .items(self.items(content).compactMap { item($0, scope) })
        }
        guard let title else { return nil }
        return GridPattern(
            title: title, shape: word(root["shape"], default: .square), items: items, leadingButtons: leading,
            trailingButtons: trailing, hasIndex: literalFlag(root["index"]), empty: empty, loading: loading)
    }

    private mutating func item(_ node: JSONNode, _ scope: FieldScope) -> ItemPattern? {
        guard case .object = node.value else { return nil }
        let title = text(node["title"], scope)
        let item = ItemPattern(
            title: title ?? TextPattern(pieces: []), detail: text(node["detail"], scope),
            image: image(node["image"], scope), badge: text(node["badge"], scope),
            progress: number(node["progress"], scope), playing: flag(node["playing"], scope, default: false),
            absent: flag(node["absent"], scope, default: false), enabled: flag(node["enabled"], scope, default: true),
            select: action(node["select"], scope),
            condition: node["each"] == nil ? condition(node, scope) : .always)
        return title == nil ? nil : item
    }

    mutating func information(_ root: JSONNode, _ scope: FieldScope) -> InformationPattern? {
        let limits = TemplateLimits.standard
        let title = text(root["title"], scope)
        let headline = headline(root["headline"], scope)
        let items = few(root["items"]).compactMap { fact($0, scope) }
        checkCount(items.map(\.condition), limits.informationItems, "items", at: root["items"])
        let columns = number(root["columns"], scope)
        let buttons = buttons(root["buttons"], scope, limits.informationButtons, "buttons")
        checkUnique(names(of: buttons, root["buttons"]), "button")
        let empty = empty(root["empty"], scope)
        guard let title else { return nil }
        return InformationPattern(
            title: title, headline: headline, items: items, columns: columns, buttons: buttons, empty: empty)
    }

    private mutating func headline(_ node: JSONNode?, _ scope: FieldScope) -> HeadlinePattern? {
        guard let node, case .object = node.value else { return nil }
        let icon = image(node["icon"], scope)
        let title = text(node["title"], scope)
        let detail = text(node["detail"], scope)
        let condition = condition(node, scope)
        return title.map { HeadlinePattern(icon: icon, title: $0, detail: detail, condition: condition) }
    }

    private mutating func fact(_ node: JSONNode, _ scope: FieldScope) -> InformationPattern.Item? {
        let label = text(node["label"], scope)
        let value = text(node["value"], scope)
        let condition = condition(node, scope)
        guard let label, let value else { return nil }
        return InformationPattern.Item(label: label, value: value, condition: condition)
    }
}
