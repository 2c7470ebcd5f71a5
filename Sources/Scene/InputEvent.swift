// What a finger, a knob, a key or a switch does, whatever device it came from. Values; made on the main thread.

/// One input, with its time in seconds of the main clock.
public struct InputEvent: Hashable, Sendable {
    public enum Phase: UInt8, Hashable, Sendable { case began, moved, ended, cancelled }
    public enum Direction: UInt8, Hashable, Sendable { case left, right, up, down }
    public enum Key: String, Hashable, Sendable, CaseIterable {
        case play, pause, playpause, next, previous, volumeup, volumedown, mute, home, nowplaying
    }

    public enum Kind: Hashable, Sendable {
        /// One finger; `x`, `y` in pixels of the rotated picture.
        case touch(finger: Int, phase: Phase, x: Int, y: Int)
        /// Ticks of the focus knob, clockwise positive.
        case rotate(Int)
        /// The knob or Enter, down and up.
        case press(isDown: Bool)
        case nudge(Direction)
        case back
        case key(Key)
        /// Ticks of a volume knob, clockwise positive.
        case volume(Int)
        /// Typed characters, for a text field.
        case text(String)
        case deleteBackward
    }

    public var kind: Kind
    public var time: Double

    public init(_ kind: Kind, time: Double) {
        self.kind = kind
        self.time = time
    }
}
