// Which key of a console does what: keyboard, remote, steering wheel, headset. Values; any thread.

public import Scene

/// From key numbers to actions.
public struct KeyMap: Hashable, Sendable {
    private var actions: [UInt16: KeyAction]

    /// The default keys, changed by `changes`: kernel key names to action words.
    ///
    /// - Parameter warnings: takes a line for each name or word that is not known; such a change is left out.
    public init(changes: [String: String] = [:], warnings: inout [String]) {
        actions = Self.defaults
        for (name, word) in changes.sorted(by: { $0.key < $1.key }) {
            guard let code = KeyNames.key(name) else {
                warnings.append("input.keys: no key is called \(name); the nearest is \(KeyNames.nearest(to: name))")
                continue
            }
            guard let action = KeyAction(word: word) else {
                warnings.append("input.keys.\(name): \(word) is not an action; press, back, left, play … are")
                continue
            }
            actions[code] = action
        }
    }

    /// What the key does; nil when it has no meaning here.
    public func action(of code: UInt16) -> KeyAction? { actions[code] }

    private static let defaults: [UInt16: KeyAction] = {
        var actions: [UInt16: KeyAction] = [:]
        for (action, names) in defaultNames {
            for name in names.split(separator: " ") {
                if let code = KeyNames.key(String(name)) { actions[code] = action }
            }
        }
        return actions
    }()

    /// The keyboard of interfaces.md, the media keys of remotes and wheels, and what BlueZ sends for a headset.
    private static let defaultNames: [(KeyAction, String)] = [
        (.nudge(.left), "KEY_LEFT"), (.nudge(.right), "KEY_RIGHT"), (.nudge(.up), "KEY_UP"),
        (.nudge(.down), "KEY_DOWN"),
        (.rotate(-1), "KEY_LEFTBRACE KEY_Q"),
        (.rotate(1), "KEY_RIGHTBRACE KEY_E"),
        (.press, "KEY_ENTER KEY_KPENTER KEY_SPACE KEY_SELECT KEY_OK BTN_0 BTN_MIDDLE"),
        (.back, "KEY_ESC KEY_BACKSPACE KEY_BACK KEY_EXIT"),
        (.key(.home), "KEY_H KEY_HOME KEY_HOMEPAGE KEY_MENU"),
        (.key(.nowplaying), "KEY_J KEY_AUDIO"),
        (.key(.play), "KEY_X KEY_PLAY KEY_PLAYCD"),
        (.key(.pause), "KEY_C KEY_PAUSE KEY_PAUSECD KEY_STOP KEY_STOPCD"),
        (.key(.playpause), "KEY_B KEY_PLAYPAUSE KEY_MEDIA"),
        (.key(.next), "KEY_N KEY_NEXTSONG KEY_NEXT"),
        (.key(.previous), "KEY_V KEY_PREVIOUSSONG KEY_PREVIOUS"),
        (.key(.volumeup), "KEY_VOLUMEUP"), (.key(.volumedown), "KEY_VOLUMEDOWN"),
        (.key(.mute), "KEY_MUTE"),
    ]
}
