// The buttons Now Playing is put together from. A value; any thread.

/// One of the known buttons, or a custom one.
public struct NowPlayingButton: Hashable, Sendable {
    /// What a button is for; the name is that of documents and of `state.buttons`.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case shuffle, `repeat`, like, loudness, more, quality, upNext, artist, volume, custom

        /// Whether it shows a state: a switch, or a strength. Of a custom one the program says so.
        var hasState: Bool { self == .shuffle || self == .repeat || self == .like || self == .loudness }
    }

    public let kind: Kind
    /// The element is `button:NAME` in the line and `bar:NAME` in the bar; that of the kind unless it is custom.
    public let name: String
    /// Its label in the tree.
    public let title: Text
    public let icon: Image
    /// It has a state, and is a `toggle` in the tree; else it is a plain button.
    public let isToggle: Bool
    /// Drawn as active.
    public let isSelected: Bool
    /// Strength, 0 to 3, drawn as dots; nil for a button that has none.
    public let level: Int?
    public let isEnabled: Bool
    public let action: Action

    /// A known button: name, title and icon are those of its kind, the action too unless one is given.
    /// `level` is 0 to 3; an initialiser of a template throws for another.
    public init(
        _ kind: Known, isSelected: Bool = false, level: Int? = nil, isEnabled: Bool = true, icon: Image? = nil,
        action: Action? = nil
    ) {
        self.kind = kind.kind
        self.name = kind.rawValue
        self.title = .key("button." + kind.rawValue)
        self.icon = icon ?? .icon(kind == .like && isSelected ? "liked" : kind.rawValue)
        self.isToggle = kind.kind.hasState
        self.isSelected = isSelected
        self.level = level
        self.isEnabled = isEnabled
        self.action = action ?? kind.action
    }

    /// A custom button; one that is given `isSelected` or a `level` is a toggle.
    /// Throws when `name` or `title` is empty, or `name` is that of a known one or of a part of Now Playing.
    public init(
        custom name: String, title: Text, icon: Image, isSelected: Bool? = nil, level: Int? = nil,
        isEnabled: Bool = true, action: Action
    ) throws(TemplateError) {
        self.kind = .custom
        self.name = name
        self.title = title
        self.icon = icon
        self.isToggle = isSelected != nil || level != nil
        self.isSelected = isSelected ?? false
        self.level = level
        self.isEnabled = isEnabled
        self.action = action
        if name.isEmpty { throw TemplateError(template: "button", field: "name", problem: .empty) }
        if Self.isTaken(name) {
            throw TemplateError(template: "button", field: "name", problem: .conflict(with: name))
        }
        try Check.notEmpty(title, "button", "title")
    }

    /// Whether something of Now Playing has that name already: a known button, the transport, the cover.
    static func isTaken(_ name: String) -> Bool {
        Kind(rawValue: name) != nil || ["previous", "play", "next", "album"].contains(name)
    }

    /// The kinds that need nothing else said.
    public enum Known: String, Hashable, Sendable, CaseIterable {
        case shuffle, `repeat`, like, loudness, more, quality, upNext, artist, volume

        var kind: Kind {
            switch self {
            case .shuffle: .shuffle
            case .repeat: .repeat
            case .like: .like
            case .loudness: .loudness
            case .more: .more
            case .quality: .quality
            case .upNext: .upNext
            case .artist: .artist
            case .volume: .volume
            }
        }

        /// The flag, count or image of the record that a document need not name.
        var stateField: String? {
            switch self {
            case .shuffle: "isShuffled"
            case .repeat: "isRepeating"
            case .like: "isLiked"
            default: nil
            }
        }
        var levelField: String? { self == .loudness ? "loudness" : nil }
        var iconField: String? { self == .repeat ? "repeatIcon" : nil }

        /// What the screen it opens has to be told, and the field of the record that says it.
        var argument: (name: String, field: String)? { self == .artist ? ("artist", "artistID") : nil }

        /// What a press does when the program says nothing else.
        public var action: Action {
            switch self {
            case .shuffle: Action("shuffle")
            case .repeat: Action("repeat")
            case .like: Action("like")
            case .loudness: Action("loudness")
            case .more: .sheet("more")
            case .quality: .open("quality")
            case .upNext: .open("queue")
            case .artist: .open("artist")
            case .volume: Action("volume")
            }
        }
    }

    func check(_ limits: TemplateLimits) throws(TemplateError) {
        if let level, !limits.buttonLevels.contains(level) {
            throw TemplateError(
                template: "button", field: "level",
                problem: .outOfRange(
                    value: "\(level)",
                    range: "\(limits.buttonLevels.lowerBound) to \(limits.buttonLevels.upperBound)"))
        }
    }
}
