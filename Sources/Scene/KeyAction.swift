// What a key does, in a window and on a console, and the word for it in the configuration. Values; any thread.

/// What a key is for.
public enum KeyAction: Hashable, Sendable {
    case nudge(InputEvent.Direction)
    /// Ticks of the focus knob, clockwise positive.
    case rotate(Int)
    case press
    case back
    case key(InputEvent.Key)
    /// The key does nothing.
    case none

    /// The action of a word in config.json: `left` `right` `up` `down`, `clockwise` `anticlockwise`, `press`, `back`,
    /// `none`, or a key of the drive scripts (`play`, `pause` … `nowplaying`).
    public init?(word: String) {
        switch word {
        case "left": self = .nudge(.left)
        case "right": self = .nudge(.right)
        case "up": self = .nudge(.up)
        case "down": self = .nudge(.down)
        case "clockwise": self = .rotate(1)
        case "anticlockwise": self = .rotate(-1)
        case "press": self = .press
        case "back": self = .back
        case "none": self = .none
        default:
            guard let key = InputEvent.Key(rawValue: word) else { return nil }
            self = .key(key)
        }
    }

    /// The words of config.json.
    public static let words =
        ["left", "right", "up", "down", "clockwise", "anticlockwise", "press", "back"]
        + InputEvent.Key.allCases.map(\.rawValue) + ["none"]

    /// Holding the key down does it again and again.
    public var repeats: Bool {
        switch self {
        case .nudge, .rotate, .key(.volumeup), .key(.volumedown): true
        case .press, .back, .key, .none: false
        }
    }
}
