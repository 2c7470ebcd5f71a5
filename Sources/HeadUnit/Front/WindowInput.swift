// What of the builder's inputs a window leaves aside. A pure function; main thread.

import Evdev

enum WindowInput {
    /// A line for the builder; nil when a window takes all there is.
    static func note(_ input: InputConfiguration) -> String? {
        var parts: [String] = []
        if !input.knobs.isEmpty { parts.append("input.knobs") }
        if input.touch != TouchConfiguration() { parts.append("input.touch") }
        if !input.switches.isEmpty { parts.append("input.switches") }
        guard let last = parts.popLast() else { return nil }
        let names = parts.isEmpty ? last : parts.joined(separator: ", ") + " and " + last
        let keys = input.keys.isEmpty ? "" : "; input.keys counts here as well"
        return "\(names): for a console; a window has mouse, fingers and keyboard\(keys)"
    }
}
