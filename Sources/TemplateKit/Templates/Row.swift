// One row of a list. A value; any thread.

/// A title, at most one line of detail, something before it and something behind it.
public struct Row: Hashable, Sendable {
    /// What stands before the title.
    public enum Leading: Hashable, Sendable {
        case image(Image, ImageShape)
        /// A short text in the place of an image: the number of a track.
        case text(Text)
    }

    /// The mark at the end of a row.
    public enum Accessory: Hashable, Sendable {
        /// There is another screen behind it.
        case disclosure
        /// What it names is on a stick that is not here.
        case notHere
        case icon(String)
    }

    /// A small thing to press at the end of a row, drawn as an icon.
    public struct IconAction: Hashable, Sendable {
        /// What it does, for the tree.
        public let title: Text
        public let icon: Image
        public let isSelected: Bool
        public let action: Action

        /// Throws when `title` is empty.
        public init(title: Text, icon: Image, isSelected: Bool = false, action: Action) throws(TemplateError) {
            self.title = title
            self.icon = icon
            self.isSelected = isSelected
            self.action = action
            try Check.notEmpty(title, "row action", "title")
        }
    }

    /// What a press does: one thing.
    public enum Press: Hashable, Sendable {
        case select(Action)
        /// A switch at the end of the row; the action is done on a press and turns it over.
        case toggle(isOn: Bool, Action)
    }

    /// Names the row among all rows of its section, also after a refresh.
    public let key: Int32
    public let title: Text
    public let detail: Text?
    public let leading: Leading?
    public let accessory: Accessory?
    public let isPlaying: Bool
    /// What has been heard of it, 0 to 1.
    public let progress: Double?
    public let isEnabled: Bool
    public let actions: [IconAction]
    public let press: Press?
    /// A short text at the end of the row: a duration, the state of a setting.
    public let value: Text?

    /// Throws for an empty title, more than two actions, a progress outside 0 to 1, or a toggle that also has an
    /// accessory.
    public init(
        key: Int32, title: Text, detail: Text? = nil, leading: Leading? = nil, accessory: Accessory? = nil,
        isPlaying: Bool = false, progress: Double? = nil, isEnabled: Bool = true, actions: [IconAction] = [],
        press: Press? = nil, value: Text? = nil
    ) throws(TemplateError) {
        self.key = key
        self.title = title
        self.detail = detail
        self.leading = leading
        self.accessory = accessory
        self.isPlaying = isPlaying
        self.progress = progress
        self.isEnabled = isEnabled
        self.actions = actions
        self.press = press
        self.value = value
        try check(.standard)
    }

    /// A row that does one thing when it is pressed. Throws as the full initialiser does.
    public init(
        key: Int32, title: Text, detail: Text? = nil, image: Image? = nil, accessory: Accessory? = nil,
        isPlaying: Bool = false, select: Action
    ) throws(TemplateError) {
        try self.init(
            key: key, title: title, detail: detail, leading: image.map { .image($0, .square) },
            accessory: accessory, isPlaying: isPlaying, press: .select(select))
    }

    func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(title, "row", "title")
        try Check.count(actions.count, within: limits.rowActions, "row", "actions")
        try Check.share(progress, "row", "progress")
        if case .toggle = press, accessory != nil {
            throw TemplateError(template: "row", field: "toggle", problem: .conflict(with: "accessory"))
        }
    }
}
