// Lists made from their patterns. Main thread.

extension ListPattern {
    @MainActor
    func template(_ context: ScreenContext, _ scope: Scope, isLoading: Bool) throws(TemplateError) -> ListTemplate {
        var isLoading = isLoading
        let made = try sections.made(context, scope, isLoading: &isLoading)
        let header = try header?.header(scope)
        return try ListTemplate(
            title: title?.title(in: scope) ?? header?.title ?? .literal("—"), header: header, sections: made,
            leadingButtons: try leadingButtons.buttons(scope), trailingButtons: try trailingButtons.buttons(scope),
            hasIndex: hasIndex, empty: try empty?.empty(scope),
            loading: isLoading ? ListTemplate.Loading(text: loading?.optionalText(in: scope)) : nil)
    }
}

extension SearchPattern {
    /// `scope` has the text among its parameters.
    @MainActor
    func template(_ context: ScreenContext, _ scope: Scope, isLoading: Bool) throws(TemplateError) -> SearchTemplate {
        var isLoading = isLoading
        let made = try sections.made(context, scope, isLoading: &isLoading)
        let shown = context.text.isEmpty ? start ?? empty : empty
        return try SearchTemplate(
            text: context.text, hint: hint.title(in: scope), sections: made, empty: try shown?.empty(scope),
            loading: isLoading ? ListTemplate.Loading(text: loading?.optionalText(in: scope)) : nil)
    }
}

extension [SectionPattern] {
    /// Those that have something to show; a source that comes in groups makes a section of each.
    @MainActor
    func made(
        _ context: ScreenContext, _ scope: Scope, isLoading: inout Bool
    ) throws(TemplateError) -> [ListSection] {
        var made: [ListSection] = []
        for section in self where section.condition.holds(in: scope) {
            made += try section.sections(context, scope, isLoading: &isLoading)
        }
        return made
    }
}

extension EmptyPattern {
    func empty(_ scope: Scope) throws(TemplateError) -> ListTemplate.Empty {
        try ListTemplate.Empty(
            title: title.title(in: scope), detail: detail?.optionalText(in: scope), icon: icon?.image(in: scope))
    }
}

extension HeaderPattern {
    func header(_ scope: Scope) throws(TemplateError) -> ListHeader {
        try ListHeader(
            title: title.title(in: scope), image: image?.image(in: scope), imageShape: shape,
            lines: lines.compactMap { $0.optionalText(in: scope) }, buttons: try buttons.buttons(scope),
            background: background)
    }
}

extension SectionPattern {
    /// Nothing for a section that has nothing to show now.
    @MainActor
    func sections(
        _ context: ScreenContext, _ scope: Scope, isLoading: inout Bool
    ) throws(TemplateError) -> [ListSection] {
        let header = header?.optionalText(in: scope)
        switch content {
        case .rows(let patterns):
            var rows: [Row] = []
            for (place, pattern) in patterns.enumerated() where pattern.condition.holds(in: scope) {
                rows.append(try pattern.row(key: Int32(truncatingIfNeeded: place), in: scope))
            }
            return rows.isEmpty ? [] : [try ListSection(header: header, indexLetter: indexLetter, rows: rows)]
        case .each(let each):
            let rows = context.rows(each, in: scope)
            if rows.isLoading { isLoading = true }
            guard rows.count > 0 else { return [] }
            let groups = rows.groups
            guard !groups.isEmpty else {
                return [try ListSection(header: header, indexLetter: indexLetter, rows: rows)]
            }
            var made: [ListSection] = []
            for group in groups {
                let rows = RowSlice(of: rows, group.rows)
                made.append(try ListSection(header: group.header ?? header, indexLetter: indexLetter, rows: rows))
            }
            return made
        case .imageRows(let patterns):
            var rows: [ImageRow] = []
            for (place, pattern) in patterns.enumerated() where pattern.condition.holds(in: scope) {
                let key = Int32(truncatingIfNeeded: place)
                let row = try pattern.imageRow(key: key, context, scope, isLoading: &isLoading)
                if let row { rows.append(row) }
            }
            return rows.isEmpty ? [] : [try ListSection(header: header, indexLetter: indexLetter, imageRows: rows)]
        }
    }
}

extension RowPattern {
    /// The row of that key; `scope` has its fields.
    func row(key: Int32, in scope: Scope) throws(TemplateError) -> Row {
        var icons: [Row.IconAction] = []
        for action in actions where action.condition.holds(in: scope) {
            guard let icon = action.icon.image(in: scope) else { continue }
            icons.append(
                try Row.IconAction(
                    title: action.title.title(in: scope), icon: icon, isSelected: action.selected.flag(in: scope),
                    action: action.action.action(in: scope)))
        }
        return try Row(
            key: key, title: title.title(in: scope), detail: detail?.optionalText(in: scope), leading: leading(scope),
            accessory: accessory(scope), isPlaying: playing.flag(in: scope),
            progress: progress?.number(in: scope, range: 0...100).map { $0 / 100 }, isEnabled: enabled.flag(in: scope),
            actions: icons, press: press(scope), value: value?.optionalText(in: scope))
    }

    private func leading(_ scope: Scope) -> Row.Leading? {
        switch leading {
        case .image(let image, let shape):
            image.image(in: scope).map { .image($0, round.flag(in: scope) ? .round : shape) }
        case .number(let text): text.optionalText(in: scope).map { .text($0) }
        case nil: nil
        }
    }

    private func accessory(_ scope: Scope) -> Row.Accessory? {
        if case .toggle = press { return nil }
        if absent.flag(in: scope) { return .notHere }
        switch accessory {
        case .disclosure: return .disclosure
        case .notHere: return .notHere
        case .icon(let image):
            guard case .icon(let name) = image.image(in: scope) else { return nil }
            return .icon(name)
        case nil: return nil
        }
    }

    private func press(_ scope: Scope) -> Row.Press? {
        switch press {
        case .select(let action): .select(action.action(in: scope))
        case .toggle(let isOn, let action): .toggle(isOn: isOn.flag(in: scope), action.action(in: scope))
        case nil: nil
        }
    }
}

extension ImageRowPattern {
    /// Nil without pictures. Of a longer source the first twelve; the others are behind `all`.
    @MainActor
    func imageRow(
        key: Int32, _ context: ScreenContext, _ scope: Scope, isLoading: inout Bool
    ) throws(TemplateError) -> ImageRow? {
        let most = TemplateLimits.standard.imageRowElements.upperBound
        var made: [ImageRow.Element] = []
        var total = 0
        switch elements {
        case .elements(let patterns):
            for (place, pattern) in patterns.enumerated() where pattern.condition.holds(in: scope) {
                made.append(pattern.element(key: Int32(truncatingIfNeeded: place), scope))
            }
            total = made.count
        case .each(let each):
            let source = context.records(for: each.source.reference(in: scope))
            if source.isLoading { isLoading = true }
            total = source.count
            var seen: Set<Int32> = []
            for index in 0..<min(total, most) where seen.insert(source.keys[index]).inserted {
                guard let record = source.record(at: index) else {
                    made.append(ImageRow.Element(key: source.keys[index], title: "", isEnabled: false))
                    continue
                }
                var scope = scope
                scope.row = record
                made.append(each.item.element(key: source.keys[index], scope))
            }
        }
        guard !made.isEmpty else { return nil }
        let title = title?.optionalText(in: scope)
        return try ImageRow(
            key: key, title: title, style: style, shape: shape, elements: made,
            select: title == nil ? nil : select?.action(in: scope),
            all: total > most || !isEach ? all?.action(in: scope) : nil)
    }

    private var isEach: Bool {
        if case .each = elements { true } else { false }
    }
}

extension ElementPattern {
    func element(key: Int32, _ scope: Scope) -> ImageRow.Element {
        ImageRow.Element(
            key: key, title: title.title(in: scope), detail: detail?.optionalText(in: scope),
            image: image?.image(in: scope), isPlaying: playing.flag(in: scope), isEnabled: enabled.flag(in: scope),
            select: select?.action(in: scope))
    }
}

extension [ButtonPattern] {
    func buttons(_ scope: Scope) throws(TemplateError) -> [Button] {
        var made: [Button] = []
        for pattern in self where pattern.condition.holds(in: scope) {
            let icon = pattern.icon?.image(in: scope)
            made.append(
                try Button(
                    name: pattern.name, title: pattern.title.title(in: scope), icon: icon,
                    isIconOnly: pattern.isIconOnly && icon != nil, style: pattern.style,
                    isSelected: pattern.selected.flag(in: scope), isEnabled: pattern.enabled.flag(in: scope),
                    action: pattern.action.action(in: scope)))
        }
        return made
    }
}
