// What the listener has set about the sound. A value; the main thread turns it into `ChainParameters`.

/// How much of the equal-loudness difference is made up for; raw values are part of the JSON contract.
public enum LoudnessStrength: String, Sendable, CaseIterable {
    case off, light, medium, strong

    /// The share of the contour difference that is applied, 0 to 1.
    public var share: Double {
        switch self {
        case .off: 0
        case .light: 1.0 / 3
        case .medium: 2.0 / 3
        case .strong: 1
        }
    }
}

/// The listener's settings of the chain. With everything at its default the chain changes nothing.
public struct SoundSettings: Hashable, Sendable {
    /// What a volume slider spans; below its low end it jumps to silence.
    public static let sliderRange: ClosedRange<Decibels> = -60...0

    /// Software attenuation, 0 or below; `.silence` is allowed. Above 0 counts as 0, not-a-number as silence.
    public var volume: Decibels
    public var isMuted: Bool
    public var loudness: LoudnessStrength
    /// Attenuation that happens behind us (an amplifier's knob) and that loudness has to follow; 0 when the volume
    /// is ours.
    public var loudnessOffset: Decibels
    /// Everything else there is to set.
    public var stages: StageSettings

    public init(
        volume: Decibels = 0, isMuted: Bool = false, loudness: LoudnessStrength = .off, loudnessOffset: Decibels = 0,
        stages: StageSettings = StageSettings()
    ) {
        self.volume = volume
        self.isMuted = isMuted
        self.loudness = loudness
        self.loudnessOffset = loudnessOffset
        self.stages = stages
    }

    /// `volume` inside its range.
    var attenuatingVolume: Decibels {
        volume.value.isNaN ? .silence : min(volume, 0)
    }
}
