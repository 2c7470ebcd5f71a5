// The head of an album page. A value; any thread.

/// Cover, title, lines and buttons above the rows of a list; it scrolls away with them.
public struct ListHeader: Hashable, Sendable {
    /// What is behind the header and fades out under the rows.
    public enum Background: String, Hashable, Sendable, CaseIterable {
        case plain
        /// A wash in the colours of `image`.
        case cover
    }

    public let title: Text
    public let image: Image?
    public let imageShape: ImageShape
    /// Under the title, the first one stronger; empty lines are left out.
    public let lines: [Text]
    public let buttons: [Button]
    public let background: Background

    /// Throws when `title` is empty, for more than two lines or three buttons, or two buttons with one name.
    public init(
        title: Text, image: Image? = nil, imageShape: ImageShape = .square, lines: [Text] = [],
        buttons: [Button] = [], background: Background = .plain
    ) throws(TemplateError) {
        self.title = title
        self.image = image
        self.imageShape = imageShape
        self.lines = lines
        self.buttons = buttons
        self.background = background
        try check(.standard)
    }

    func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(title, "header", "title")
        try Check.count(lines.count, within: limits.headerLines, "header", "lines")
        try Check.count(buttons.count, within: limits.headerButtons, "header", "buttons")
        try Check.unique(buttons.map(\.name), "header", "buttons")
    }
}
