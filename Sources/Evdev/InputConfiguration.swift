// What the builder says about inputs: the `input` part of config.json as plain values. Any thread.

/// Everything is optional: without a word of it, screens, rotary encoders, keyboards and remotes work as they come.
public struct InputConfiguration: Hashable, Sendable {
    public var knobs: [KnobConfiguration]
    public var touch: TouchConfiguration
    /// From a kernel key name (`KEY_F5`, `BTN_0`) to an action word (see `KeyAction`).
    public var keys: [String: String]
    public var switches: [SwitchName: SwitchConfiguration]

    public init(
        knobs: [KnobConfiguration] = [], touch: TouchConfiguration = TouchConfiguration(),
        keys: [String: String] = [:], switches: [SwitchName: SwitchConfiguration] = [:]
    ) {
        self.knobs = knobs
        self.touch = touch
        self.keys = keys
        self.switches = switches
    }
}

/// One knob.
public struct KnobConfiguration: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable, CaseIterable { case focus, volume }
    /// How turning it arrives; raw values are those of config.json.
    public enum Axis: String, Hashable, Sendable, CaseIterable {
        /// `REL_DIAL`.
        case dial
        /// `REL_WHEEL` and `REL_HWHEEL`.
        case wheel
        /// `REL_X`, what a `rotary-encoder` overlay sends unless told otherwise.
        case x
        /// Two keys, one for each direction.
        case keys
    }

    /// A path, a glob or a device name: see `DeviceSelector`.
    public var device: String
    public var role: Role
    public var axis: Axis
    /// Steps the device counts from one click to the next: 1, 2 or 4 for usual encoders.
    public var stepsPerDetent: Int
    public var reverse: Bool
    /// For `keys`: the names for anticlockwise and clockwise; nil takes the usual pairs (see `KnobDecoder`).
    public var keyPair: [String]?

    public init(
        device: String, role: Role = .focus, axis: Axis = .dial, stepsPerDetent: Int = 1, reverse: Bool = false,
        keyPair: [String]? = nil
    ) {
        self.device = device
        self.role = role
        self.axis = axis
        self.stepsPerDetent = stepsPerDetent
        self.reverse = reverse
        self.keyPair = keyPair
    }
}

/// The touch panel.
public struct TouchConfiguration: Hashable, Sendable {
    /// A path, a glob or a device name; nil takes every touch panel there is.
    public var device: String?
    /// Used in place of the picture's rotation by a digitiser that keeps its own; 0, 90, 180, 270.
    public var rotate: Int?
    /// Six numbers, row by row, applied to 0 ... 1 coordinates before the rotation, as libinput's calibration matrix.
    public var matrix: [Double]?
    /// Largest coordinates (the smallest being 0) of a device that cannot be asked, a FIFO; nil: pixels of the panel.
    public var maximumX: Int?
    public var maximumY: Int?

    public init(
        device: String? = nil, rotate: Int? = nil, matrix: [Double]? = nil, maximumX: Int? = nil, maximumY: Int? = nil
    ) {
        self.device = device
        self.rotate = rotate
        self.matrix = matrix
        self.maximumX = maximumX
        self.maximumY = maximumY
    }
}

/// The wires of a car; raw values are those of config.json.
public enum SwitchName: String, Hashable, Sendable, CaseIterable {
    case headlights, moving, mute, ignition, call, prompt
}

/// Where a switch is read.
public enum SwitchConfiguration: Hashable, Sendable {
    /// An evdev key or switch by its kernel name (`KEY_F1`, `SW_LID`), on when down.
    case device(String, code: String)
    /// A file that holds 0 or 1.
    case file(String)
}

/// The picture that fingers point at.
public struct PictureGeometry: Hashable, Sendable {
    /// Pixels of the picture as it is seen, rotation included.
    public var width: Int
    public var height: Int
    /// Degrees the picture is turned clockwise on the panel: 0, 90, 180, 270.
    public var rotation: Int

    public init(width: Int, height: Int, rotation: Int = 0) {
        self.width = width
        self.height = height
        self.rotation = rotation
    }
}
