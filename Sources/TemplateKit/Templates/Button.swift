// A thing to press that is not a row. A value; any thread.

/// A button of a bar, a header or a message.
public struct Button: Hashable, Sendable {
    /// How much it asks for attention.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// Filled with the accent; the one thing most people want here.
        case primary
        case plain
    }

    /// Stable within its screen; its element is `button:NAME` or `bar:NAME`.
    public let name: String
    /// What it is called. A button drawn as an icon alone still has one: it is its label in the tree.
    public let title: Text
    public let icon: Image?
    /// Drawn without its title; only with an icon.
    public let isIconOnly: Bool
    public let style: Style
    /// An active one is filled with the accent.
    public let isSelected: Bool
    public let isEnabled: Bool
    public let action: Action

    /// Throws when `title` is empty, or when it is to be an icon alone and there is no icon.
    public init(
        name: String, title: Text, icon: Image? = nil, isIconOnly: Bool = false, style: Style = .plain,
        isSelected: Bool = false, isEnabled: Bool = true, action: Action
    ) throws(TemplateError) {
        self.name = name
        self.title = title
        self.icon = icon
        self.isIconOnly = isIconOnly
        self.style = style
        self.isSelected = isSelected
        self.isEnabled = isEnabled
        self.action = action
        if name.isEmpty { throw TemplateError(template: "button", field: "name", problem: .empty) }
        try Check.notEmpty(title, "button", "title")
        if isIconOnly && icon == nil { throw TemplateError(template: "button", field: "icon", problem: .empty) }
    }
}
