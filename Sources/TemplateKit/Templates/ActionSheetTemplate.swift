// A choice of things to do with what is on the screen below. A value; any thread.

/// Title, text and up to six actions.
public struct ActionSheetTemplate: Hashable, Sendable {
    public let title: Text
    public let text: Text?
    public let actions: [ModalAction]

    /// Throws for an empty title, no action or more than six, a text over 600 characters, or two default or two
    /// cancel actions.
    public init(title: Text, text: Text? = nil, actions: [ModalAction]) throws(TemplateError) {
        self.title = title
        self.text = text
        self.actions = actions
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(title, "actionSheet", "title")
        try Check.count(text?.givenCharacterCount ?? 0, within: limits.textCharacters, "actionSheet", "text")
        try Check.count(actions.count, within: limits.sheetActions, "actionSheet", "actions")
        try ModalAction.checkStyles(actions, "actionSheet")
    }

    /// Where the focus starts: the first that destroys nothing and closes not only.
    public var firstActionIndex: Int {
        actions.firstIndex { $0.style != .destructive && $0.style != .cancel && $0.isEnabled }
            ?? ModalAction.safeIndex(actions)
    }
}
