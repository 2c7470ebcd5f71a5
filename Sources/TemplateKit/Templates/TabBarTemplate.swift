// The root with tabs. A value; any thread.

/// Two to four tabs, each with its own stack of screens.
public struct TabBarTemplate: Hashable, Sendable {
    /// One tab; its content is the screen of that name.
    public struct Tab: Hashable, Sendable {
        public let title: Text
        public let icon: Image
        /// The name of the screen at the root of the tab's stack.
        public let screen: String
        /// A small mark: something new is inside.
        public let hasBadge: Bool

        /// Throws when `title` or `screen` is empty.
        public init(title: Text, icon: Image, screen: String, hasBadge: Bool = false) throws(TemplateError) {
            self.title = title
            self.icon = icon
            self.screen = screen
            self.hasBadge = hasBadge
            try Check.notEmpty(title, "tab", "title")
            if screen.isEmpty { throw TemplateError(template: "tab", field: "screen", problem: .empty) }
        }
    }

    public let tabs: [Tab]

    /// Throws for fewer than two or more than four tabs, or for two tabs with one screen.
    public init(tabs: [Tab]) throws(TemplateError) {
        self.tabs = tabs
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.count(tabs.count, within: limits.tabs, "tabBar", "tabs")
        try Check.unique(tabs.map(\.screen), "tabBar", "tabs")
    }
}
