// A screen that says one thing: first start, scanning, no music, an error. A value; any thread.

/// Icon, title, text, progress and up to three buttons.
public struct MessageTemplate: Hashable, Sendable {
    /// How far something is.
    public enum Progress: Hashable, Sendable {
        /// Busy, nobody knows for how long.
        case endless
        /// 0 to 1.
        case share(Double)
    }

    public let icon: Image?
    public let title: Text
    public let text: Text?
    public let progress: Progress?
    public let buttons: [Button]

    /// Throws for an empty title, a text over 600 characters, a progress outside 0 to 1, or more than three buttons.
    public init(
        icon: Image? = nil, title: Text, text: Text? = nil, progress: Progress? = nil, buttons: [Button] = []
    ) throws(TemplateError) {
        self.icon = icon
        self.title = title
        self.text = text
        self.progress = progress
        self.buttons = buttons
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(title, "message", "title")
        try Check.count(text?.givenCharacterCount ?? 0, within: limits.textCharacters, "message", "text")
        if case .share(let share) = progress { try Check.share(share, "message", "progress") }
        try Check.count(buttons.count, within: limits.messageButtons, "message", "buttons")
        try Check.unique(buttons.map(\.name), "message", "buttons")
    }
}
