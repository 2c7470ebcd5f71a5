// Facts under a title: what is so now. A value; any thread.

/// Label and value, at most twelve times, and what can be done about them. Built anew whenever a value changes.
public struct InformationTemplate: Hashable, Sendable {
    /// What the facts come down to, above them.
    public struct Headline: Hashable, Sendable {
        public let icon: Image?
        public let title: Text
        public let detail: Text?

        /// Throws when `title` is empty.
        public init(icon: Image? = nil, title: Text, detail: Text? = nil) throws(TemplateError) {
            self.icon = icon
            self.title = title
            self.detail = detail
            try Check.notEmpty(title, "headline", "title")
        }
    }

    /// One fact.
    public struct Item: Hashable, Sendable {
        public let label: Text
        public let value: Text

        /// Throws when one of them is empty.
        public init(label: Text, value: Text) throws(TemplateError) {
            self.label = label
            self.value = value
            try Check.notEmpty(label, "item", "label")
            try Check.notEmpty(value, "item", "value")
        }
    }

    public let title: Text
    public let headline: Headline?
    public let items: [Item]
    /// 1, or 2 where the panel is wide enough for them.
    public let columns: Int
    /// At the foot, always in sight.
    public let buttons: [Button]
    /// What stands in the place of headline and facts when there are none.
    public let empty: ListTemplate.Empty?

    /// Throws for an empty title, more than twelve items or three buttons, two buttons with one name, or a number of
    /// columns other than 1 and 2.
    public init(
        title: Text, headline: Headline? = nil, items: [Item], columns: Int = 1, buttons: [Button] = [],
        empty: ListTemplate.Empty? = nil
    ) throws(TemplateError) {
        self.title = title
        self.headline = headline
        self.items = items
        self.columns = columns
        self.buttons = buttons
        self.empty = empty
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(title, "information", "title")
        try Check.count(items.count, within: limits.informationItems, "information", "items")
        try Check.count(buttons.count, within: limits.informationButtons, "information", "buttons")
        try Check.unique(buttons.map(\.name), "information", "buttons")
        let range = limits.informationColumns
        if !range.contains(columns) {
            throw TemplateError(
                template: "information", field: "columns",
                problem: .outOfRange(value: "\(columns)", range: "\(range.lowerBound) to \(range.upperBound)"))
        }
    }
}
