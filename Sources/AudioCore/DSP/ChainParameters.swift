// What the chain shall do, as plain numbers. Computed on the main thread, taken by the output thread.

/// A stage that changes the sound, in the order of the chain; raw values are the words of `quality.stages`.
public enum SoundStage: String, Sendable, CaseIterable {
    case equalizer = "eq"
    case loudness, subsonic, crossfeed
    case replayGain = "replaygain"
    case volume, limiter
}

/// The settings worked out for one rate: everything the output thread needs, and nothing it would have to compute but
/// the gain of a track that begins.
public struct ChainParameters: Hashable, Sendable, BitwiseCopyable {
    /// The rate the filters are made for, hertz.
    public let rate: Int
    public let channels: Int
    /// Attenuation that makes room for what the filters raise, 0 or more. Part of the gain.
    public let headroomDb: Double
    /// The limiter runs.
    public let isLimiting: Bool
    let filters: FilterBank
    let crossfeed: CrossfeedCoefficients?
    private let replayGain: ReplayGainRule
    private let isAttenuating: Bool
    /// Volume, mute and headroom in one amplitude factor, 0 to 1.
    private let level: Double

    /// The parameters of `settings` at `rate` hertz.
    /// - Parameters:
    ///   - channels: of the device; crossfeed needs two.
    ///   - isShuffled: which gain ReplayGain's `auto` takes.
    ///   - isVolumeInHardware: the card attenuates: the volume is what loudness follows, and no gain of ours. Silence and
    ///     mute are ours still, since few cards have them.
    ///   - trim: attenuation of this source against others, 0 or below; loudness does not follow it.
    public init(
        _ settings: SoundSettings, rate: Int, channels: Int = 2, isShuffled: Bool = false,
        isVolumeInHardware: Bool = false, trim: Decibels = 0
    ) {
        let stages = settings.stages
        let wanted = settings.attenuatingVolume
        let volume = (isVolumeInHardware && wanted != .silence ? Decibels(0) : wanted) + min(trim, 0)
        let filters = FilterBank(settings, rate: rate)
        let headroom = max(0, filters.peak(rate: rate, bands: stages.activeBands) + volume)
        self.rate = rate
        self.channels = channels
        self.filters = filters
        crossfeed = channels == 2 ? CrossfeedCoefficients(stages.crossfeed, rate: rate) : nil
        replayGain = ReplayGainRule(stages.replayGain, isShuffled: isShuffled)
        isLimiting = stages.isLimiting
        headroomDb = headroom.value
        isAttenuating = settings.isMuted || volume.factor < 1
        level = settings.isMuted ? 0 : (volume - headroom).factor
    }

    /// The parameters under which every sample passes unchanged.
    public static func transparent(rate: Int) -> ChainParameters {
        ChainParameters(SoundSettings(), rate: rate)
    }

    /// ReplayGain and preamp for a track, after peak protection.
    public func replayGain(for track: TrackLoudness) -> Decibels { replayGain.gain(for: track) }

    /// All gains in one amplitude factor.
    func gain(for track: TrackLoudness) -> Double { level * replayGain(for: track).factor }

    /// No stage is active for a track: its samples need not come by at all.
    public func isTransparent(for track: TrackLoudness = .unknown) -> Bool {
        filters.isEmpty && crossfeed == nil && !isLimiting && gain(for: track) == 1
    }

    /// The stages that are active while a track plays, in the order of the chain.
    public func stages(for track: TrackLoudness = .unknown) -> [SoundStage] {
        SoundStage.allCases.filter { stage in
            switch stage {
            case .equalizer: filters.count(before: FilterBank.loudness) > 0
            case .loudness: filters.count(before: FilterBank.subsonic) > filters.count(before: FilterBank.loudness)
            case .subsonic: filters.count > filters.count(before: FilterBank.subsonic)
            case .crossfeed: crossfeed != nil
            case .replayGain: replayGain(for: track) != 0
            case .volume: isAttenuating
            case .limiter: isLimiting
            }
        }
    }
}

extension FilterBank {
    /// The sections that the settings ask for; what does nothing or lies at or above half the rate is left out.
    init(_ settings: SoundSettings, rate: Int) {
        self.init()
        for (place, band) in settings.stages.activeBands.enumerated() { put(band.section(rate: rate), at: place) }
        let drop = LoudnessCompensation.drop(volume: settings.attenuatingVolume, offset: settings.loudnessOffset)
        if let loudness = LoudnessCompensation(settings.loudness, drop: drop, rate: rate) {
            put(loudness.low, at: Self.loudness)
            put(loudness.high, at: Self.loudness + 1)
        }
        if let frequency = settings.stages.subsonic,
            let sections = SubsonicFilter.sections(frequency: frequency, rate: rate)
        {
            put(sections.first, at: Self.subsonic)
            put(sections.second, at: Self.subsonic + 1)
        }
    }

    /// The largest gain of any steady tone; 0 dB for an empty bank.
    func peak(rate: Int, bands: [EqualizerBand]) -> Decibels {
        if isEmpty { return 0 }
        return ResponsePeak.find(rate: rate, places: bands.map(\.frequency)) { gain(atFrequency: $0, rate: rate) }
    }
}
