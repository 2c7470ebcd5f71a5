// From the steps of an encoder to clicks that a hand feels. Rules as a value, tested without a device; main thread.

/// One knob's turning.
public struct KnobDecoder: Sendable {
    private let axis: KnobConfiguration.Axis
    private let stepsPerDetent: Int
    private let sign: Int
    private let anticlockwiseKeys: Set<UInt16>
    private let clockwiseKeys: Set<UInt16>
    /// Steps behind the last click, signed.
    private var steps = 0
    private var lastTime = -Double.infinity

    /// Steps that rest for longer are where the knob sits, not half a click: an encoder that lost an edge finds its
    /// clicks again.
    private static let rest = 1.0
    /// More in one event is noise, not a hand.
    private static let largestStep = 64

    /// - Parameter warnings: takes a line for a key name that is not known.
    public init(_ configuration: KnobConfiguration, warnings: inout [String]) {
        axis = configuration.axis
        stepsPerDetent = min(64, max(1, configuration.stepsPerDetent))
        sign = configuration.reverse ? -1 : 1
        if stepsPerDetent != configuration.stepsPerDetent {
            warnings.append(
                "input.knobs: stepsPerDetent \(configuration.stepsPerDetent) makes no sense; \(stepsPerDetent) is used")
        }
        var pairs = Self.usualPairs
        if let names = configuration.keyPair {
            let codes = names.compactMap { KeyNames.key($0) }
            if codes.count == 2, names.count == 2 {
                pairs = [(codes[0], codes[1])]
            } else {
                let text = names.joined(separator: ", ")
                warnings.append("input.knobs: a pair of key names turns a knob, not \(text); the usual pairs are used")
            }
        }
        anticlockwiseKeys = Set(pairs.map(\.0))
        clockwiseKeys = Set(pairs.map(\.1))
    }

    /// The event belongs to the turning, whether or not it makes a click.
    public func isMine(_ event: RawInput) -> Bool { delta(event) != nil }

    /// Clicks that the event completes, clockwise positive.
    ///
    /// - Parameter time: seconds of the main clock.
    public mutating func take(_ event: RawInput, time: Double) -> Int {
        guard let delta = delta(event) else { return 0 }
        if time - lastTime > Self.rest { steps = 0 }
        lastTime = time
        steps += sign * max(-Self.largestStep, min(Self.largestStep, delta))
        let clicks = steps / stepsPerDetent
        steps -= clicks * stepsPerDetent
        return clicks
    }

    /// Events were lost: what was counted of a click is worth nothing.
    public mutating func forget() { steps = 0 }

    private func delta(_ event: RawInput) -> Int? {
        switch (axis, event.type, event.code) {
        case (.dial, EventType.relative, RelativeCode.dial),
            (.wheel, EventType.relative, RelativeCode.wheel),
            (.wheel, EventType.relative, RelativeCode.horizontalWheel),
            (.x, EventType.relative, RelativeCode.x):
            return Int(event.value)
        case (.keys, EventType.key, let code) where anticlockwiseKeys.contains(code): return event.value == 1 ? -1 : 0
        case (.keys, EventType.key, let code) where clockwiseKeys.contains(code): return event.value == 1 ? 1 : 0
        default: return nil
        }
    }

    /// Anticlockwise and clockwise, as encoders behind keyboards send them.
    private static let usualPairs: [(UInt16, UInt16)] = [
        ("KEY_VOLUMEDOWN", "KEY_VOLUMEUP"), ("KEY_LEFT", "KEY_RIGHT"), ("KEY_UP", "KEY_DOWN"), ("KEY_1", "KEY_2"),
        ("KEY_LEFTBRACE", "KEY_RIGHTBRACE"), ("KEY_Q", "KEY_E"), ("KEY_PREVIOUSSONG", "KEY_NEXTSONG"),
        ("KEY_PAGEUP", "KEY_PAGEDOWN"), ("KEY_SCROLLUP", "KEY_SCROLLDOWN"),
    ].compactMap { down, up in
        guard let down = KeyNames.key(down), let up = KeyNames.key(up) else { return nil }
        return (down, up)
    }
}
