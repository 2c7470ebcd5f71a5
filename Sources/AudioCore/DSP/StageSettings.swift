// What the listener has set about the stages of the chain besides volume and loudness. Values; main thread.

/// The equalizer's settings: switched off it keeps its curve.
public struct EqualizerSettings: Hashable, Sendable {
    public var isOn: Bool
    public var curve: EqualizerCurve

    public init(isOn: Bool = false, curve: EqualizerCurve = .flat) {
        self.isOn = isOn
        self.curve = curve
    }
}

/// Settings of the stages. With everything at its default no stage is active.
public struct StageSettings: Hashable, Sendable {
    public var equalizer: EqualizerSettings
    /// The corner of the subsonic filter, `SubsonicFilter.range` hertz; nil when off.
    public var subsonic: Double?
    public var crossfeed: CrossfeedStrength
    public var replayGain: ReplayGainSettings
    public var isLimiting: Bool

    public init(
        equalizer: EqualizerSettings = EqualizerSettings(), subsonic: Double? = nil,
        crossfeed: CrossfeedStrength = .off, replayGain: ReplayGainSettings = ReplayGainSettings(),
        isLimiting: Bool = false
    ) {
        self.equalizer = equalizer
        self.subsonic = subsonic
        self.crossfeed = crossfeed
        self.replayGain = replayGain
        self.isLimiting = isLimiting
    }

    /// The bands that run.
    var activeBands: [EqualizerBand] { equalizer.isOn ? equalizer.curve.bands : [] }
}
