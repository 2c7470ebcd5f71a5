// A screen that was read from a file, ready to be made. A value; makes templates on the main thread.

/// The compiled form of one document. It makes the values that Swift code builds, and nothing else.
public struct ScreenDocument: Hashable, Sendable {
    /// The name of the file without extension.
    public let name: String
    public let kind: Template.Kind
    /// What it has to be opened with.
    public let parameters: [String: FieldType]
    /// The screens it leads to.
    public let leadsTo: Set<String>
    let about: [AboutPattern]
    let body: ScreenBody

    /// The template as things are now. Ask again after `context.onChange`.
    /// Throws only when a record gives more than a template holds, which the reader rules out as far as it can know.
    @MainActor
    public func makeTemplate(_ context: ScreenContext) throws(TemplateError) -> Template {
        try context.make { () throws(TemplateError) -> Template in
            var scope = Scope(parameters: context.parameters)
            if kind == .search { scope.parameters["text"] = .text(context.text) }
            var isLoading = false
            var records: [Record] = []
            for about in about {
                let source = context.records(for: about.source.reference(in: scope))
                let record = source.count > 0 ? source.record(at: 0) : nil
                if source.isLoading || (source.count > 0 && record == nil) { isLoading = true }
                records.append(about.silent.merging(record ?? [:]) { $1 })
            }
            scope.records = records
            switch body {
            case .tabBar(let tabs): return .tabBar(try Self.tabBar(tabs, scope))
            case .list(let list): return .list(try list.template(context, scope, isLoading: isLoading))
            case .grid(let grid): return .grid(try grid.template(context, scope, isLoading: isLoading))
            case .information(let facts): return .information(try facts.template(scope))
            case .nowPlaying(let pattern): return .nowPlaying(try pattern.template(scope))
            case .search(let pattern): return .search(try pattern.template(context, scope, isLoading: isLoading))
            case .message(let pattern): return .message(try pattern.template(scope))
            case .alert(let titles, let text, let actions):
                return .alert(
                    try AlertTemplate(
                        titles: titles.map { $0.title(in: scope) }, text: text?.lines(in: scope),
                        actions: try Self.actions(actions, scope)))
            case .actionSheet(let title, let text, let actions):
                return .actionSheet(
                    try ActionSheetTemplate(
                        title: title.title(in: scope), text: text?.lines(in: scope),
                        actions: try Self.actions(actions, scope)))
            case .notice(let text, let icon):
                let line = text.lines(in: scope) ?? .literal("—")
                return .notice(try NoticeTemplate(text: line, icon: icon?.image(in: scope)))
            }
        }
    }

    private static func tabBar(_ tabs: [TabPattern], _ scope: Scope) throws(TemplateError) -> TabBarTemplate {
        var made: [TabBarTemplate.Tab] = []
        for tab in tabs {
            made.append(
                try TabBarTemplate.Tab(
                    title: tab.title.title(in: scope), icon: tab.icon.image(in: scope) ?? .icon("more"),
                    screen: tab.screen, hasBadge: tab.badge.flag(in: scope)))
        }
        return try TabBarTemplate(tabs: made)
    }

    private static func actions(
        _ patterns: [ModalActionPattern], _ scope: Scope
    ) throws(TemplateError) -> [ModalAction] {
        var made: [ModalAction] = []
        for pattern in patterns where pattern.condition.holds(in: scope) {
            made.append(
                try ModalAction(
                    title: pattern.title.title(in: scope), icon: pattern.icon?.image(in: scope),
                    style: pattern.style, action: pattern.action?.action(in: scope),
                    isEnabled: pattern.enabled.flag(in: scope)))
        }
        return made
    }
}

extension TextPattern {
    /// Some lines: fields that are too long are cut to what a template holds.
    func lines(in scope: Scope) -> Text? {
        optionalText(in: scope)?.shortened(to: TemplateLimits.standard.textCharacters.upperBound)
    }
}
