// A question that must be answered, over a dimmed screen. A value; any thread.

/// Title variants and one to three actions. Only a press opens one.
public struct AlertTemplate: Hashable, Sendable {
    /// Of which the longest that fits is shown.
    public let titles: [Text]
    public let text: Text?
    public let actions: [ModalAction]

    /// Throws without a title or an action, for more than four titles or three actions, for an empty title, a text
    /// over 600 characters, or two default or two cancel actions.
    public init(titles: [Text], text: Text? = nil, actions: [ModalAction]) throws(TemplateError) {
        self.titles = titles
        self.text = text
        self.actions = actions
        try check(.standard)
    }

    /// An alert with one title. Throws as the full initialiser does.
    public init(title: Text, text: Text? = nil, actions: [ModalAction]) throws(TemplateError) {
        try self.init(titles: [title], text: text, actions: actions)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.count(titles.count, within: limits.titleVariants, "alert", "title")
        for title in titles { try Check.notEmpty(title, "alert", "title") }
        try Check.count(text?.givenCharacterCount ?? 0, within: limits.textCharacters, "alert", "text")
        try Check.count(actions.count, within: limits.alertActions, "alert", "actions")
        try ModalAction.checkStyles(actions, "alert")
    }

    /// Where the focus starts: the action that changes nothing.
    public var safeActionIndex: Int { ModalAction.safeIndex(actions) }
}
