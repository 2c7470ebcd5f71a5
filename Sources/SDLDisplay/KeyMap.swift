// Which key of a keyboard does what, in a window. Values; main thread.

import CSDL2
public import Scene

/// The keys of a window: the letters and arrows of a developer's keyboard, and media keys.
public struct KeyMap: Sendable {
    private var actions: [Int32: KeyAction]
    /// By place on the keyboard, whatever is written on the key: the builder's changes.
    private var places: [UInt32: KeyAction] = [:]

    public static let standard = KeyMap(actions: standardActions)

    /// Gives a key another meaning; nil takes it away.
    /// - Parameter name: as SDL writes it: `A`, `Left`, `AudioPlay`
    /// - Returns: false when no key has this name
    public mutating func set(_ action: KeyAction?, forKeyNamed name: String) -> Bool {
        let code = SDL_GetKeyFromName(name)
        guard code != 0 else { return false }
        actions[code] = action
        return true
    }

    /// Gives the key at a place another meaning, as `input.keys` of the configuration names it.
    /// - Parameter name: the kernel's name: `KEY_F5`
    /// - Returns: false for a key that no window is told of
    public mutating func set(_ action: KeyAction, forKernelKey name: String) -> Bool {
        guard let scancode = KernelKeys.scancode(name) else { return false }
        places[scancode] = action
        return true
    }

    /// The action of a key. A keyboard whose letters are not Latin is read by the places of the keys.
    func action(keycode: Int32, scancode: SDL_Scancode) -> KeyAction? {
        if let placed = places[UInt32(scancode.rawValue)] { return placed }
        if let known = actions[keycode] { return known }
        let isLatin = keycode < 0x80 || keycode & Int32(SDLK_SCANCODE_MASK) != 0
        guard !isLatin, let latin = Self.latinKey(scancode) else { return nil }
        return actions[latin]
    }

    private static func latinKey(_ scancode: SDL_Scancode) -> Int32? {
        switch scancode.rawValue {
        case SDL_SCANCODE_A.rawValue...SDL_SCANCODE_Z.rawValue:
            Int32(scancode.rawValue - SDL_SCANCODE_A.rawValue) + 0x61
        case SDL_SCANCODE_LEFTBRACKET.rawValue: 0x5B
        case SDL_SCANCODE_RIGHTBRACKET.rawValue: 0x5D
        default: nil
        }
    }

    private static let standardActions: [Int32: KeyAction] = {
        let table: [(SDL_KeyCode, KeyAction)] = [
            (SDLK_LEFT, .nudge(.left)), (SDLK_RIGHT, .nudge(.right)), (SDLK_UP, .nudge(.up)),
            (SDLK_DOWN, .nudge(.down)), (SDLK_LEFTBRACKET, .rotate(-1)), (SDLK_RIGHTBRACKET, .rotate(1)),
            (SDLK_q, .rotate(-1)), (SDLK_e, .rotate(1)), (SDLK_RETURN, .press), (SDLK_KP_ENTER, .press),
            (SDLK_SPACE, .press), (SDLK_ESCAPE, .back), (SDLK_BACKSPACE, .back), (SDLK_AC_BACK, .back),
            (SDLK_h, .key(.home)), (SDLK_AC_HOME, .key(.home)), (SDLK_j, .key(.nowplaying)),
            (SDLK_x, .key(.play)), (SDLK_c, .key(.pause)), (SDLK_v, .key(.previous)), (SDLK_n, .key(.next)),
            (SDLK_b, .key(.playpause)), (SDLK_AUDIOPLAY, .key(.playpause)), (SDLK_AUDIOSTOP, .key(.pause)),
            (SDLK_AUDIONEXT, .key(.next)), (SDLK_AUDIOPREV, .key(.previous)), (SDLK_VOLUMEUP, .key(.volumeup)),
            (SDLK_VOLUMEDOWN, .key(.volumedown)), (SDLK_AUDIOMUTE, .key(.mute)), (SDLK_MUTE, .key(.mute)),
        ]
        var actions: [Int32: KeyAction] = [:]
        for (code, action) in table { actions[Int32(bitPattern: code.rawValue)] = action }
        return actions
    }()
}
