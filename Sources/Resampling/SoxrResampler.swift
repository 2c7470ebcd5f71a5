// Rate conversion by the SoX resampler library. Decoder thread.

public import AudioCore

/// libsoxr at very high quality (28 bits of precision, linear phase), 64-bit float inside.
///
/// Input words are converted exactly to 64-bit float. Output words are 32-bit float: 24 bits of precision at every
/// level, and the overshoot that a filter adds to loud music is not clipped before the volume had its say.
public final class SoxrResampler: Resampler {
    public let ratio: ResamplingRatio
    public let channels: Int
    public let outputWords = WordKind.float32

    /// Input frames converted at once.
    private static let blockFrameCount = 1024

    private let engine: SoxrEngine
    private let block: UnsafeMutablePointer<Double>
    private var taken: Int64 = 0
    private var given: Int64 = 0
    private var isFinishing = false

    /// - Parameters:
    ///   - from: hertz, 1 to 1,536,000.
    ///   - to: hertz, 1 to 1,536,000.
    ///   - channels: 1 to 64.
    /// - Throws: `notSupported` when a number is out of range or the library refuses.
    public init(from: Int, to: Int, channels: Int) throws(AudioError) {
        guard (1...1_536_000).contains(from), (1...1_536_000).contains(to) else {
            throw AudioError(
                .notSupported, "cannot convert \(from) Hz to \(to) Hz: rates from 1 to 1536000 Hz are possible")
        }
        guard (1...64).contains(channels) else {
            throw AudioError(.notSupported, "cannot convert the rate of \(channels) channels: 1 to 64 are possible")
        }
        ratio = ResamplingRatio(from: from, to: to)
        self.channels = channels
        engine = try SoxrEngine(from: from, to: to, channels: channels)
        block = .allocate(capacity: Self.blockFrameCount * channels)
        block.initialize(repeating: 0, count: Self.blockFrameCount * channels)
    }

    deinit { block.deallocate() }

    /// Makes resamplers of this type.
    public static let maker: ResamplerMaker = { (from, to, channels) throws(AudioError) -> any Resampler in
        try SoxrResampler(from: from, to: to, channels: channels)
    }

    public var pendingFrameCount: Int64 { ratio.outputFrame(ofInput: taken) - given }

    public func process(
        _ input: UnsafePointer<UInt32>, kind: WordKind, frameCount: Int,
        into output: UnsafeMutablePointer<UInt32>, capacity: Int
    ) throws(AudioError) -> (taken: Int, given: Int) {
        precondition(!isFinishing, "a finished resampler is reset before it is fed again")
        var inputDone = 0
        var outputDone = 0
        while inputDone < frameCount, outputDone < capacity {
            let count = min(frameCount - inputDone, Self.blockFrameCount)
            SampleConversion.load(
                input + inputDone * channels, kind: kind, count: count * channels, into: block)
            let step = try engine.process(
                block, frameCount: count, into: output + outputDone * channels, capacity: capacity - outputDone)
            inputDone += step.taken
            outputDone += step.given
            guard step.taken > 0 || step.given > 0 else {
                throw AudioError(.decode, "the rate converter stands still")
            }
        }
        taken += Int64(inputDone)
        given += Int64(outputDone)
        return (inputDone, outputDone)
    }

    public func finish(into output: UnsafeMutablePointer<UInt32>, capacity: Int) throws(AudioError) -> Int {
        isFinishing = true
        let due = Int(min(pendingFrameCount, Int64(capacity)))
        guard due > 0 else { return 0 }
        var done = try engine.finish(into: output, capacity: due)
        if done == 0 {
            // The library rounds the length in floating point and may be a frame short: the tail is silence there.
            output.update(repeating: 0, count: due * channels)
            done = due
        }
        given += Int64(done)
        return done
    }

    public func reset() throws(AudioError) {
        try engine.reset()
        taken = 0
        given = 0
        isFinishing = false
    }
}
