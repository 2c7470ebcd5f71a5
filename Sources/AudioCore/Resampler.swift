// The contract of a rate converter. A resampler is made, fed and dropped by one thread (the decoder thread).

/// Converts interleaved ring words from one rate to another, as one unbroken stream.
///
/// Tracks that follow without a gap are fed one after the other without `finish` between: the join is not heard, and it
/// lies in the output at `ratio.outputFrame(ofInput:)` of the frames fed so far. `finish` ends the stream; in all
/// there are then exactly `ratio.outputFrame(ofInput: fed)` frames. Output frame 0 is input frame 0: the delay inside
/// is already taken out.
public protocol Resampler: AnyObject {
    var ratio: ResamplingRatio { get }
    var channels: Int { get }
    /// The words given, whatever kind was fed.
    var outputWords: WordKind { get }
    /// Output frames due for what was fed and not yet given: the latency at this moment.
    var pendingFrameCount: Int64 { get }

    /// Takes frames and gives what is ready.
    /// - Parameters:
    ///   - input: `frameCount * channels` words of `kind`, which may change between calls.
    ///   - output: room for `capacity` frames, at least 1.
    /// - Returns: frames taken (fewer than `frameCount` only when `output` is full) and frames given.
    /// - Throws: `decode` when the converter fails.
    func process(
        _ input: UnsafePointer<UInt32>, kind: WordKind, frameCount: Int,
        into output: UnsafeMutablePointer<UInt32>, capacity: Int
    ) throws(AudioError) -> (taken: Int, given: Int)

    /// Ends the stream and gives what is left; called until it gives 0. Then only `reset` is allowed.
    /// - Parameter capacity: frames of room, at least 1.
    func finish(into output: UnsafeMutablePointer<UInt32>, capacity: Int) throws(AudioError) -> Int

    /// Forgets everything, for a seek: the next frame fed is the first.
    func reset() throws(AudioError)
}

/// Makes a resampler from one rate to another (hertz) for a number of channels. Throws `notSupported` when there is
/// none for them.
public typealias ResamplerMaker =
    @Sendable (_ from: Int, _ to: Int, _ channels: Int) throws(AudioError)
    -> any Resampler

/// The ratio of two rates, exact in integers over any length.
public struct ResamplingRatio: Hashable, Sendable {
    /// Hertz, above 0.
    public let from: Int
    public let to: Int

    public init(from: Int, to: Int) {
        precondition(from > 0 && to > 0, "a rate is above 0")
        self.from = from
        self.to = to
    }

    /// Where input frame `frame` (0 or more) lies in the output, to the nearest frame, half a frame upwards; also the
    /// length of the output of so many frames.
    public func outputFrame(ofInput frame: Int64) -> Int64 {
        Self.scale(frame, by: to, over: from)
    }

    /// Where output frame `frame` (0 or more) lies in the input, to the nearest frame.
    public func inputFrame(ofOutput frame: Int64) -> Int64 {
        Self.scale(frame, by: from, over: to)
    }

    /// `frame * factor / divisor`, rounded, in 128 bits; the largest integer where it does not fit.
    private static func scale(_ frame: Int64, by factor: Int, over divisor: Int) -> Int64 {
        precondition(frame >= 0, "frames count from 0")
        let (high, low) = UInt64(frame).multipliedFullWidth(by: UInt64(factor))
        let (rounded, carry) = low.addingReportingOverflow(UInt64(divisor) / 2)
        let top = high + (carry ? 1 : 0)
        guard top < UInt64(divisor) else { return .max }
        return Int64(clamping: UInt64(divisor).dividingFullWidth((top, rounded)).quotient)
    }
}
