// Loudness and true peak by libebur128, which is opened on first need. One owner; workers or whoever renders.

public import AudioCore
import CEBUR128
import Glibc

/// What a meter says (ITU-R BS.1770, EBU R 128).
public struct LoudnessReading: Hashable, Sendable {
    /// Integrated loudness; nil when nothing was above the gate of −70 LUFS.
    public var loudnessLufs: Double?
    /// The largest true peak of any channel; nil for silence.
    public var truePeakDb: Double?
}

/// A measurement under way. One thread at a time.
///
/// A single channel is measured as it is heard, from two loudspeakers: 3.01 LU more than ITU-R BS.1770-5 gives for one
/// loudspeaker, because its sum runs over the channels that sound (annex 1, equation 2), and as much as the same sound
/// in two equal channels. libebur128 calls that dual mono; so do FFmpeg's `ebur128` filter and rsgain, where it is an
/// option, and foobar2000 measures so always. Without it a mono track would be played 3 dB louder than the rest.
public final class LoudnessMeter {
    private let state: OpaquePointer
    private let channels: Int
    private var finished: LoudnessReading?

    /// - Parameter rate: hertz.
    /// - Throws: `notSupported` when the library is not there or cannot measure such sound.
    public init(rate: Int, channels: Int) throws(AudioError) {
        try Self.open()
        guard let state = cebur128_start(UInt32(clamping: channels), UInt(clamping: rate)) else {
            throw AudioError(.notSupported, "libebur128 does not measure \(channels) channels at \(rate) Hz")
        }
        if channels == 1 { cebur128_count_twice(state) }
        self.state = state
        self.channels = channels
    }

    deinit { cebur128_end(state) }

    /// Opens the library ahead of the first measurement.
    /// - Throws: `notSupported` with the package to install when it is not there.
    public static func open() throws(AudioError) {
        if let reason = cebur128_open() { throw AudioError(.notSupported, String(cString: reason)) }
    }

    /// Takes interleaved samples, full scale 1, of whole frames. Not after `finish`.
    public func add(_ samples: [Double]) {
        precondition(finished == nil, "a measurement that is over takes no samples")
        // It fails only for want of memory, and then tells too little: the reading is of what it took.
        _ = samples.withUnsafeBufferPointer { cebur128_add(state, $0.baseAddress, $0.count / channels) }
    }

    /// Of everything taken so far.
    public var reading: LoudnessReading {
        if let finished { return finished }
        var loudness = -Double.infinity
        let isKnown = cebur128_loudness(state, &loudness) == 0
        var largest = 0.0
        for channel in 0..<channels {
            var peak = 0.0
            if cebur128_true_peak(state, UInt32(channel), &peak) == 0 { largest = max(largest, peak) }
        }
        return LoudnessReading(
            loudnessLufs: isKnown && loudness.isFinite ? loudness : nil,
            truePeakDb: largest > 0 ? 20 * log10(largest) : nil)
    }

    /// Ends the measurement and gives back most of its memory; what `loudness(of:)` needs stays.
    @discardableResult
    public func finish() -> LoudnessReading {
        let last = reading
        if finished == nil { _ = cebur128_rest(state) }
        finished = last
        return last
    }

    /// The integrated loudness of several measurements as if of one piece: the gate counts over all their blocks, so it
    /// is no mean of theirs. Nil when nothing was above −70 LUFS.
    public static func loudness(of meters: [LoudnessMeter]) -> Double? {
        guard !meters.isEmpty else { return nil }
        var states: [OpaquePointer?] = meters.map(\.state)
        var loudness = -Double.infinity
        let isKnown = cebur128_loudness_multiple(&states, states.count, &loudness) == 0
        // The states belong to the meters, which have to live until here.
        withExtendedLifetime(meters) {}
        return isKnown && loudness.isFinite ? loudness : nil
    }
}
