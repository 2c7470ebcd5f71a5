// What is known of a track's loudness, and the rule that makes a gain of it. Values; any thread, the output thread too.

import Glibc

/// Gains and peaks as a track's tags state them, in ReplayGain 2.0 terms. It travels with the track's mark, so that the
/// gain changes at the very frame of a join.
public struct TrackLoudness: Hashable, Sendable, BitwiseCopyable {
    /// Decibels to add; nil when not stated.
    public var trackGain: Double?
    /// The largest sample magnitude, full scale 1, above 0; may lie above 1. Nil when not stated.
    public var trackPeak: Double?
    public var albumGain: Double?
    public var albumPeak: Double?

    /// Values that no music has are left out: what is not finite, gains beyond ±60 dB, peaks outside 0 to 100.
    public init(
        trackGain: Double? = nil, trackPeak: Double? = nil, albumGain: Double? = nil, albumPeak: Double? = nil
    ) {
        self.trackGain = trackGain.flatMap { abs($0) <= 60 ? $0 : nil }
        self.trackPeak = trackPeak.flatMap { $0 > 0 && $0 <= 100 ? $0 : nil }
        self.albumGain = albumGain.flatMap { abs($0) <= 60 ? $0 : nil }
        self.albumPeak = albumPeak.flatMap { $0 > 0 && $0 <= 100 ? $0 : nil }
    }

    /// A track that says nothing.
    public static let unknown = TrackLoudness()
}

extension TrackLoudness: Codable {
    private enum CodingKeys: String, CodingKey {
        case trackGain = "track"
        case trackPeak
        case albumGain = "album"
        case albumPeak
    }

    /// What no music has is left out, as by `init`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Double? { try values.decodeIfPresent(Double.self, forKey: key) }
        self.init(
            trackGain: try number(.trackGain), trackPeak: try number(.trackPeak), albumGain: try number(.albumGain),
            albumPeak: try number(.albumPeak))
    }
}

/// Which gain is applied; raw values are part of the JSON contract.
public enum ReplayGainMode: String, Sendable, CaseIterable {
    case off, track, album
    /// The track's while shuffling, else the album's.
    case auto
}

/// What the listener has set about ReplayGain.
public struct ReplayGainSettings: Hashable, Sendable {
    /// What `preamp` may be.
    public static let preampRange = -24.0...24.0

    public var mode: ReplayGainMode
    /// Added to every gain, and all there is for a track that states none; decibels.
    public var preamp: Double
    /// The preamp counts though the mode is off: for one who asks for nothing else. Not kept.
    public var isPreampAlone = false

    public init(mode: ReplayGainMode = .off, preamp: Double = 0) {
        self.mode = mode
        self.preamp = preamp
    }
}

/// The rule for one way of listening: `auto` has been decided.
struct ReplayGainRule: Hashable, Sendable, BitwiseCopyable {
    private enum Choice: UInt8, BitwiseCopyable {
        case none, track, album
    }

    private let choice: Choice
    private let preamp: Double

    init(_ settings: ReplayGainSettings, isShuffled: Bool) {
        choice =
            switch settings.mode {
            case .off: .none
            case .track: .track
            case .album: .album
            case .auto: isShuffled ? .track : .album
            }
        let range = ReplayGainSettings.preampRange
        let isHeard = settings.preamp.isFinite && (settings.mode != .off || settings.isPreampAlone)
        preamp = isHeard ? min(max(settings.preamp, range.lowerBound), range.upperBound) : 0
    }

    /// The gain for a track: the album's, else the track's, else the preamp alone. A gain that would lift the stated
    /// peak above full scale stops there; the peak is that of the gain chosen, else the other one.
    func gain(for track: TrackLoudness) -> Decibels {
        let isAlbum = choice == .album && track.albumGain != nil
        let stated: Double? =
            switch choice {
            case .none: nil
            case .track: track.trackGain
            case .album: track.albumGain ?? track.trackGain
            }
        let wanted = (stated ?? 0) + preamp
        guard choice != .none else { return Decibels(wanted) }
        let peak = isAlbum ? track.albumPeak ?? track.trackPeak : track.trackPeak ?? track.albumPeak
        guard let peak else { return Decibels(wanted) }
        return min(Decibels(wanted), -Decibels(factor: peak))
    }
}
