// One track, decoded and measured from its first frame to its last. A worker's thread.

public import AudioCore

/// What came of a track.
public struct TrackMeasurement {
    /// Finished.
    public let meter: LoudnessMeter
    public var reading: LoudnessReading
    /// What was wrong in the content: it is measured as far as it plays. Nil when all of it could be read.
    public var damage: AudioError?

    private static let blockFrameCount = 8192

    /// Decodes all of `codec`.
    /// - Parameter proceed: asked once a block with the frames measured in it; false stops.
    /// - Returns: nil when it was told to stop.
    /// - Throws: `notSupported` as `LoudnessMeter.init`; what the codec throws when nothing can be read, or its storage
    ///   is gone.
    public static func measure(
        _ codec: any AudioCodec, proceed: (_ frameCount: Int) -> Bool
    ) throws(AudioError) -> TrackMeasurement? {
        let (channels, kind) = (codec.info.channels, codec.info.words)
        let meter = try LoudnessMeter(rate: codec.info.rate, channels: channels)
        let words = UnsafeMutablePointer<UInt32>.allocate(capacity: blockFrameCount * channels)
        defer { words.deallocate() }
        var samples: [Double] = []
        samples.reserveCapacity(blockFrameCount * channels)
        var frames = 0
        var damage: AudioError?
        while true {
            let count: Int
            do throws(AudioError) {
                count = try codec.read(into: words, frameCount: blockFrameCount)
            } catch {
                guard error.code == .decode, !error.isStorageLoss, frames > 0 else { throw error }
                damage = error
                break
            }
            if count == 0 { break }
            frames += count
            samples.removeAll(keepingCapacity: true)
            for index in 0..<(count * channels) { samples.append(sample(words[index], kind)) }
            meter.add(samples)
            if !proceed(count) { return nil }
        }
        return TrackMeasurement(meter: meter, reading: meter.finish(), damage: damage)
    }

    private static func sample(_ word: UInt32, _ kind: WordKind) -> Double {
        switch kind {
        case .int32: return Double(Int32(bitPattern: word)) * 0x1p-31
        case .float32:
            let value = Double(Float(bitPattern: word))
            // One sample that is no number would make the whole measurement none.
            return value.isFinite ? value : 0
        }
    }
}
