// Every screen there is. A value; built and compared on the main thread.

/// One screen of the fixed vocabulary. Equal templates draw equal pictures.
public enum Template: Hashable, Sendable {
    case tabBar(TabBarTemplate)
    case list(ListTemplate)
    case grid(GridTemplate)
    case nowPlaying(NowPlayingTemplate)
    case information(InformationTemplate)
    case search(SearchTemplate)
    case message(MessageTemplate)
    case alert(AlertTemplate)
    case actionSheet(ActionSheetTemplate)
    case notice(NoticeTemplate)

    /// The name of a template, as documents and `tree` spell it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case tabBar, list, grid, nowPlaying, information, search, message, alert, actionSheet, notice

        /// With its article, for a message.
        var phrase: String {
            switch self {
            case .alert, .actionSheet, .information: "an \(rawValue)"
            case .tabBar, .list, .grid, .nowPlaying, .search, .message, .notice: "a \(rawValue)"
            }
        }

        /// It is a screen of its own; the others lie over one.
        public var isPage: Bool { !isModal && self != .notice }

        /// Stands over another screen, which it dims, and must be answered.
        public var isModal: Bool { self == .alert || self == .actionSheet }
    }

    public var kind: Kind {
        switch self {
        case .tabBar: .tabBar
        case .list: .list
        case .grid: .grid
        case .nowPlaying: .nowPlaying
        case .information: .information
        case .search: .search
        case .message: .message
        case .alert: .alert
        case .actionSheet: .actionSheet
        case .notice: .notice
        }
    }

    /// Throws when the screen holds more than `limits` allow; what an initialiser let through passes `.standard`.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        switch self {
        case .tabBar(let template): try template.check(limits)
        case .list(let template): try template.check(limits)
        case .grid(let template): try template.check(limits)
        case .information(let template): try template.check(limits)
        case .nowPlaying(let template): try template.check(limits)
        case .search(let template): try template.check(limits)
        case .message(let template): try template.check(limits)
        case .alert(let template): try template.check(limits)
        case .actionSheet(let template): try template.check(limits)
        case .notice(let template): try template.check(limits)
        }
    }

    /// Whether this is the same screen with the same keys in the same order, only with other contents: focus,
    /// scroll and highlight stay where they are without a search.
    @MainActor
    public func isRefresh(of other: Template) -> Bool {
        switch (self, other) {
        case (.list(let mine), .list(let theirs)): mine.hasSameKeys(as: theirs)
        case (.grid(let mine), .grid(let theirs)): mine.list.hasSameKeys(as: theirs.list)
        case (.search(let mine), .search(let theirs)): mine.results.hasSameKeys(as: theirs.results)
        case (.tabBar(let mine), .tabBar(let theirs)): mine.tabs.map(\.screen) == theirs.tabs.map(\.screen)
        case (.alert(let mine), .alert(let theirs)): mine.actions.map(\.style) == theirs.actions.map(\.style)
        case (.actionSheet(let mine), .actionSheet(let theirs)): mine.actions.count == theirs.actions.count
        default: kind == other.kind
        }
    }
}
