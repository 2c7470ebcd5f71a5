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

/// A measurement under way.
public final class LoudnessMeter {
    private let state: OpaquePointer
    private let channels: Int

    /// - Parameters: hertz and a channel count.
    /// - Throws: `notSupported` when the library is not there or cannot measure such sound.
    public init(rate: Int, channels: Int) throws(AudioError) {
        if let reason = cebur128_open() { throw AudioError(.notSupported, String(cString: reason)) }
        guard let state = cebur128_start(UInt32(clamping: channels), UInt(clamping: rate)) else {
            throw AudioError(.notSupported, "libebur128 does not measure \(channels) channels at \(rate) Hz")
        }
        self.state = state
        self.channels = channels
    }

    deinit { cebur128_end(state) }

    /// Takes interleaved samples, full scale 1, of whole frames.
    public func add(_ samples: [Double]) {
        // It fails only for want of memory, and then tells too little: the reading is of what it took.
        _ = samples.withUnsafeBufferPointer { cebur128_add(state, $0.baseAddress, $0.count / channels) }
    }

    /// Of everything taken so far.
    public var reading: LoudnessReading {
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
}
