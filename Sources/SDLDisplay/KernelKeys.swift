// From the kernel's names of keys to the places on a keyboard that a window is told of. A table; any thread.

import CSDL2

/// SDL's scancodes are the usages of the USB keyboard page ("HID Usage Tables 1.4", section 10); media keys have
/// numbers of SDL's own behind them.
enum KernelKeys {
    /// Nil for a key that SDL has no scancode for.
    static func scancode(_ name: String) -> UInt32? { table[name] }

    private static let table: [String: UInt32] = {
        var table: [String: UInt32] = [:]
        for (first, names) in runs {
            for (place, name) in names.split(separator: " ").enumerated() {
                table["KEY_" + name] = UInt32(first.rawValue) + UInt32(place)
            }
        }
        return table
    }()

    /// A first scancode, and the keys from there on.
    private static let runs: [(SDL_Scancode, String)] = [
        (SDL_SCANCODE_A, "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 1 2 3 4 5 6 7 8 9 0"),
        (SDL_SCANCODE_RETURN, "ENTER ESC BACKSPACE TAB SPACE MINUS EQUAL LEFTBRACE RIGHTBRACE BACKSLASH"),
        (SDL_SCANCODE_SEMICOLON, "SEMICOLON APOSTROPHE GRAVE COMMA DOT SLASH CAPSLOCK"),
        (SDL_SCANCODE_F1, "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 SYSRQ SCROLLLOCK PAUSE"),
        (SDL_SCANCODE_INSERT, "INSERT HOME PAGEUP DELETE END PAGEDOWN RIGHT LEFT DOWN UP NUMLOCK"),
        (SDL_SCANCODE_KP_DIVIDE, "KPSLASH KPASTERISK KPMINUS KPPLUS KPENTER"),
        (SDL_SCANCODE_KP_1, "KP1 KP2 KP3 KP4 KP5 KP6 KP7 KP8 KP9 KP0 KPDOT 102ND COMPOSE POWER KPEQUAL"),
        (SDL_SCANCODE_F13, "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 OPEN HELP MENU SELECT STOP AGAIN UNDO"),
        (SDL_SCANCODE_MUTE, "MUTE VOLUMEUP VOLUMEDOWN"),
        (SDL_SCANCODE_LCTRL, "LEFTCTRL LEFTSHIFT LEFTALT LEFTMETA RIGHTCTRL RIGHTSHIFT RIGHTALT RIGHTMETA"),
        (SDL_SCANCODE_AUDIONEXT, "NEXTSONG PREVIOUSSONG STOPCD PLAYPAUSE"),
        (SDL_SCANCODE_WWW, "WWW MAIL CALC COMPUTER SEARCH HOMEPAGE BACK FORWARD"),
        (SDL_SCANCODE_AC_REFRESH, "REFRESH BOOKMARKS"),
        (SDL_SCANCODE_EJECT, "EJECTCD SLEEP"),
        (SDL_SCANCODE_AUDIOREWIND, "REWIND FASTFORWARD"),
    ]
}
