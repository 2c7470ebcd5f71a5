// One item of a grid. A value; any thread.

/// A picture with its words under it.
public struct GridItem: Hashable, Sendable {
    /// Names the item among all items of its grid, also after a refresh.
    public let key: Int32
    public let title: Text
    public let detail: Text?
    /// A cover or an icon.
    public let image: Image?
    /// A short text on the corner of the picture: how many are new.
    public let badge: Text?
    /// What has been heard of it, 0 to 1.
    public let progress: Double?
    public let isPlaying: Bool
    /// What it names is on a stick that is not here.
    public let isAbsent: Bool
    public let isEnabled: Bool
    public let select: Action?

    /// Throws for an empty title or badge, or a progress outside 0 to 1.
    public init(
        key: Int32, title: Text, detail: Text? = nil, image: Image? = nil, badge: Text? = nil,
        progress: Double? = nil, isPlaying: Bool = false, isAbsent: Bool = false, isEnabled: Bool = true,
        select: Action? = nil
    ) throws(TemplateError) {
        self.key = key
        self.title = title
        self.detail = detail
        self.image = image
        self.badge = badge
        self.progress = progress
        self.isPlaying = isPlaying
        self.isAbsent = isAbsent
        self.isEnabled = isEnabled
        self.select = select
        try Check.notEmpty(title, "item", "title")
        try Check.notEmpty(badge, "item", "badge")
        try Check.share(progress, "item", "progress")
    }
}

/// The items of a grid, and what all of them have in common.
public struct GridItems: Hashable, Sendable {
    public let reference: ItemSourceReference
    public let shape: ImageShape
    /// A line is kept under each title, whether an item says something in it or not.
    public let hasDetails: Bool
}
