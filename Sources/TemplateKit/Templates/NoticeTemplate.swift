// One line about what happened by itself. A value; any thread.

/// Shown over the mini player for six seconds; never has the focus. The newest replaces the one before it.
public struct NoticeTemplate: Hashable, Sendable {
    public let text: Text
    public let icon: Image?

    /// Seconds it stays.
    public static let duration = 6.0

    /// Throws when `text` is empty.
    public init(text: Text, icon: Image? = nil) throws(TemplateError) {
        self.text = text
        self.icon = icon
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(text, "notice", "text")
        try Check.count(text.givenCharacterCount, within: limits.textCharacters, "notice", "text")
    }
}
