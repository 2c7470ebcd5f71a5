// What the chain shall do, as plain numbers. Computed on the main thread, taken by the output thread.

/// A stage that changes the sound; raw values are the words of `quality.stages`.
public enum SoundStage: String, Sendable, CaseIterable {
    case loudness, volume
}

/// The settings worked out for one rate: everything the output thread needs, and nothing it would have to compute.
public struct ChainParameters: Hashable, Sendable, BitwiseCopyable {
    /// The rate the filters are made for, hertz.
    public let rate: Int
    /// Attenuation that makes room for what the filters raise, 0 or more. Part of the gain.
    public let headroomDb: Double
    let loudness: LoudnessCompensation?
    private let isAttenuating: Bool
    /// Volume, mute and headroom in one amplitude factor, 0 to 1.
    let gain: Double

    /// The parameters of `settings` at `rate` hertz.
    public init(_ settings: SoundSettings, rate: Int) {
        let volume = settings.attenuatingVolume
        let loudness = LoudnessCompensation(
            settings.loudness, drop: LoudnessCompensation.drop(volume: volume, offset: settings.loudnessOffset),
            rate: rate)
        let peak = loudness?.peak(rate: rate) ?? 0
        let headroom = max(0, peak + volume)
        self.rate = rate
        self.loudness = loudness
        headroomDb = headroom.value
        isAttenuating = settings.isMuted || volume.factor < 1
        gain = settings.isMuted ? 0 : (volume - headroom).factor
    }

    /// The parameters under which every sample passes unchanged.
    public static func transparent(rate: Int) -> ChainParameters {
        ChainParameters(SoundSettings(), rate: rate)
    }

    /// No stage is active: the samples need not come by at all.
    public var isTransparent: Bool { loudness == nil && gain == 1 }

    /// The stages that are active, in the order of the chain.
    public var stages: [SoundStage] {
        var stages: [SoundStage] = []
        if loudness != nil { stages.append(.loudness) }
        if isAttenuating { stages.append(.volume) }
        return stages
    }
}
