// Grids and information made from their patterns. Main thread.

extension GridPattern {
    @MainActor
    func template(_ context: ScreenContext, _ scope: Scope, isLoading: Bool) throws(TemplateError) -> GridTemplate {
        var isLoading = isLoading
        let source: any ItemSource
        switch items {
        case .items(let patterns):
            var made: [GridItem] = []
            for (place, pattern) in patterns.enumerated() where pattern.condition.holds(in: scope) {
                made.append(try pattern.item(key: Int32(truncatingIfNeeded: place), in: scope))
            }
            source = try StaticItems(made)
        case .each(let each):
            let bound = context.items(each, in: scope)
            if bound.isLoading { isLoading = true }
            source = bound
        }
        return try GridTemplate(
            title: title.title(in: scope), shape: shape, items: source, hasDetails: hasDetails,
            leadingButtons: try leadingButtons.buttons(scope), trailingButtons: try trailingButtons.buttons(scope),
            hasIndex: hasIndex, empty: try empty?.empty(scope),
            loading: isLoading ? ListTemplate.Loading(text: loading?.optionalText(in: scope)) : nil)
    }

    /// Whether any item has a detail to say.
    private var hasDetails: Bool {
        switch items {
        case .items(let patterns): patterns.contains { $0.detail != nil }
        case .each(let each): each.item.detail != nil
        }
    }
}

extension ItemPattern {
    /// The item of that key; `scope` has its fields.
    func item(key: Int32, in scope: Scope) throws(TemplateError) -> GridItem {
        try GridItem(
            key: key, title: title.title(in: scope), detail: detail?.optionalText(in: scope),
            image: image?.image(in: scope), badge: badge?.optionalText(in: scope),
            progress: progress?.number(in: scope, range: 0...100).map { $0 / 100 },
            isPlaying: playing.flag(in: scope), isAbsent: absent.flag(in: scope), isEnabled: enabled.flag(in: scope),
            select: select?.action(in: scope))
    }
}

extension InformationPattern {
    func template(_ scope: Scope) throws(TemplateError) -> InformationTemplate {
        var made: [InformationTemplate.Item] = []
        for item in items where item.condition.holds(in: scope) {
            made.append(
                try InformationTemplate.Item(label: item.label.title(in: scope), value: item.value.title(in: scope)))
        }
        let range = TemplateLimits.standard.informationColumns
        let wanted = columns?.number(in: scope, range: Double(range.lowerBound)...Double(range.upperBound))
        return try InformationTemplate(
            title: title.title(in: scope), headline: try headline?.headline(scope), items: made,
            columns: wanted.map { Int($0.rounded()) } ?? range.lowerBound, buttons: try buttons.buttons(scope),
            empty: try empty?.empty(scope))
    }
}

extension HeadlinePattern {
    /// Nil while it has nothing to say.
    func headline(_ scope: Scope) throws(TemplateError) -> InformationTemplate.Headline? {
        guard condition.holds(in: scope), let title = title.optionalText(in: scope) else { return nil }
        return try InformationTemplate.Headline(
            icon: icon?.image(in: scope), title: title, detail: detail?.optionalText(in: scope))
    }
}
