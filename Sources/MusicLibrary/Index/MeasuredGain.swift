// Gains that this program has measured of a track without gain tags. Values; any thread.

import Glibc

/// Loudness and true peak of a track, and of the album it was measured with, as ReplayGain 2.0 states them. Kept in few
/// bytes: a library holds a hundred thousand tracks in memory.
public struct MeasuredGain: Hashable, Sendable, BitwiseCopyable {
    /// What ReplayGain 2.0 brings music to, LUFS.
    public static let referenceLufs = -18.0

    private var trackDb: Float
    private var trackFactor: Float
    private var albumDb: Float
    private var albumFactor: Float
    /// Names the album as it was when it was measured; 0 when it was not.
    var albumMark: UInt32

    /// - Parameters:
    ///   - lufs: integrated loudness; nil for a track without anything above the gate.
    ///   - peak: true peak, full scale 1; nil for silence.
    public init(lufs: Double?, peak: Double?) {
        trackDb = Self.gain(lufs)
        trackFactor = Self.kept(peak)
        albumDb = Self.none
        albumFactor = Self.none
        albumMark = 0
    }

    /// Adds what was measured of its album as a whole.
    /// - Parameter mark: of the plan that asked for it.
    public mutating func setAlbum(lufs: Double?, peak: Double?, mark: UInt32) {
        albumDb = Self.gain(lufs)
        albumFactor = Self.kept(peak)
        albumMark = mark
    }

    /// As tags would state it; a silent track states nothing.
    public var gain: TrackGain? {
        let (track, album) = (Self.value(trackDb), Self.value(albumDb))
        guard track != nil || album != nil else { return nil }
        return TrackGain(
            track: track, trackPeak: Self.value(trackFactor), album: album, albumPeak: Self.value(albumFactor),
            origin: .measured)
    }

    /// Stands for nothing: no gain and no peak is as large.
    private static let none = Float.infinity

    /// Beyond ±60 dB it is a fault of the recording that no gain mends.
    private static func gain(_ lufs: Double?) -> Float {
        guard let lufs, lufs.isFinite, abs(referenceLufs - lufs) <= 60 else { return none }
        return Float(referenceLufs - lufs)
    }

    private static func kept(_ peak: Double?) -> Float {
        peak.map(Float.init).flatMap { $0 > 0 && $0 <= 100 ? $0 : nil } ?? none
    }

    private static func value(_ number: Float) -> Double? { number.isFinite ? Double(number) : nil }
}

extension MeasuredGain {
    /// As the index keeps it: five 32-bit words.
    var bits: [UInt32] {
        [trackDb, trackFactor, albumDb, albumFactor].map(\.bitPattern) + [albumMark]
    }

    /// Nil for anything but what `bits` gave.
    init?(bits: [UInt32]) {
        guard bits.count == Self.bitsCount else { return nil }
        let numbers = bits.prefix(4).map { Float(bitPattern: $0) }
        // What no measurement gives is damage that a checksum let pass.
        guard numbers.allSatisfy({ $0 == Self.none || abs($0) <= 100 }) else { return nil }
        trackDb = numbers[0]
        trackFactor = numbers[1]
        albumDb = numbers[2]
        albumFactor = numbers[3]
        albumMark = bits[4]
    }

    static let bitsCount = 5
}
