// A row of pictures inside a list. A value; any thread.

/// Covers side by side. As many as fit are seen, the rest scroll sideways.
public struct ImageRow: Hashable, Sendable {
    /// How each element looks.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// Image, title and detail under it.
        case row
        /// The same on a card in the colours of the image.
        case card
        /// A small image with title and detail beside it.
        case condensed
        /// Image only; the title is its label.
        case grid
        /// Image with the title alone under it.
        case imageGrid
    }

    /// One picture with what a press on it does.
    public struct Element: Hashable, Sendable {
        /// Names the element among those of its row, also after a refresh.
        public let key: Int32
        public let title: Text
        public let detail: Text?
        public let image: Image?
        public let isPlaying: Bool
        public let isEnabled: Bool
        public let select: Action?

        public init(
            key: Int32, title: Text, detail: Text? = nil, image: Image? = nil, isPlaying: Bool = false,
            isEnabled: Bool = true, select: Action? = nil
        ) {
            self.key = key
            self.title = title
            self.detail = detail
            self.image = image
            self.isPlaying = isPlaying
            self.isEnabled = isEnabled
            self.select = select
        }
    }

    /// Names the image row among those of its section.
    public let key: Int32
    /// Above the pictures; nil leaves the line out.
    public let title: Text?
    /// What a press on the title does; nil leaves it to `all`.
    public let select: Action?
    public let style: Style
    public let shape: ImageShape
    public let elements: [Element]
    /// What "All" behind the last picture opens; nil when the pictures are all there is.
    public let all: Action?

    /// Throws for more than twelve elements, two with one key, an empty title, or a `select` without a title.
    public init(
        key: Int32, title: Text? = nil, style: Style = .row, shape: ImageShape = .square, elements: [Element],
        select: Action? = nil, all: Action? = nil
    ) throws(TemplateError) {
        self.key = key
        self.title = title
        self.select = select
        self.style = style
        self.shape = shape
        self.elements = elements
        self.all = all
        try Check.unique(elements.map { String($0.key) }, "imageRow", "elements")
        try check(.standard)
    }

    /// What a press on the title does; nil when there is nothing to press.
    public var titleAction: Action? { title == nil ? nil : select ?? all }

    func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(title, "imageRow", "title")
        if select != nil && title == nil {
            throw TemplateError(template: "imageRow", field: "title", problem: .empty)
        }
        try Check.count(elements.count, within: limits.imageRowElements, "imageRow", "elements")
    }
}
