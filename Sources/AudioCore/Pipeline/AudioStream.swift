// What the decoder thread, the output thread and the main thread share while a device runs at one format.

import Synchronization

/// A ring with its marks and its counters, for one device format. Each member says who writes it and who reads it.
public final class AudioStream: Sendable {
    /// Music kept decoded ahead of what is heard, in seconds.
    public static let secondsAhead = 4.0
    /// Room beyond that, so that a seek while paused can be decoded beside what stands in the ring.
    private static let secondsOfRoom = 5.4

    public let format: DeviceFormat
    /// What the device was opened for. Main thread to decoder thread.
    private let purpose: Mutex<Purpose>
    /// Decoder thread to output thread.
    public let ring: RingBuffer
    /// Decoder thread to output thread.
    public let marks = FixedQueue<TrackMark>(capacity: 256)
    /// Output thread to main thread: marks that have been heard.
    public let heardMarks = FixedQueue<TrackMark>(capacity: 256)
    /// Decoder thread to output thread: everything before this ring frame is not wanted any more.
    let flushFrame = Atomic<Int64>(0)
    /// Counts flushes; stored behind `flushFrame`.
    let flushGeneration = Atomic<Int32>(0)
    /// Output thread to the others: the flush it has carried out.
    let flushedGeneration = Atomic<Int32>(0)
    /// Output thread to the others: the ring frame being heard.
    private let heard = Atomic<Int64>(0)
    /// Output thread only: what the words being heard are, for a device that is opened again.
    private let lastMark = Atomic<UInt32>(0)
    /// Output thread only: the loudness of the track being heard, for the same.
    private let lastLoudnessCell = FixedQueue<TrackLoudness>(capacity: 1)
    /// Output thread only: the serial of that track.
    private let lastSerialCell = Atomic<Int32>(0)
    /// Output thread to main thread: the ring is dry though the track has not ended.
    private let starved = Atomic<Bool>(false)

    /// Tracks of any shape are converted to `format`, instead of asking for another device.
    let takesEverything: Bool

    private struct Purpose {
        var request: OutputRequest
        var isWidest: Bool
    }

    /// - Parameters:
    ///   - isWidest: the device has no wider words at this rate.
    ///   - decoder: whoever fills the ring, when it is another thread.
    public convenience init(
        request: OutputRequest, format: DeviceFormat, isWidest: Bool = false, decoder: DecoderActivity? = nil
    ) {
        self.init(Purpose(request: request, isWidest: isWidest), format, takesEverything: false, decoder: decoder)
    }

    /// A stream without a device, into which tracks of any shape go: for rendering.
    public convenience init(anythingAt format: DeviceFormat) {
        let request = OutputRequest(rate: format.rate, channels: format.channels, bits: nil)
        self.init(Purpose(request: request, isWidest: true), format, takesEverything: true, decoder: nil)
    }

    private init(_ purpose: Purpose, _ format: DeviceFormat, takesEverything: Bool, decoder: DecoderActivity?) {
        self.takesEverything = takesEverything
        self.decoder = decoder
        self.purpose = Mutex(purpose)
        self.format = format
        ring = RingBuffer(
            channels: format.channels,
            minimumFrameCount: Self.frameCount(seconds: Self.secondsOfRoom, rate: format.rate))
    }

    /// What the device was asked for when it was opened last. Any thread but the output's.
    public var request: OutputRequest { purpose.withLock { $0.request } }

    /// A device was opened again at the same format: what stands in the ring is played there. Main thread.
    public func isOpened(for request: OutputRequest, isWidest: Bool) {
        purpose.withLock { $0 = Purpose(request: request, isWidest: isWidest) }
    }

    /// Opening a device for `wanted` would give nothing that this one has not. Any thread but the output's.
    func suffices(for wanted: OutputRequest) -> Bool {
        if takesEverything { return true }
        let (asked, isWidest) = purpose.withLock { ($0.request, $0.isWidest) }
        guard wanted.rate == asked.rate || wanted.rate == format.rate,
            wanted.channels <= max(asked.channels, format.channels)
        else { return false }
        // Lossy music has no word length of its own.
        guard let bits = wanted.bits, !isWidest else { return true }
        return bits <= max(asked.bits ?? 32, format.significantBits)
    }

    /// The ring frame being heard. Any thread.
    public var heardFrame: Int64 {
        get { heard.load(ordering: .acquiring) }
        set { heard.store(newValue, ordering: .releasing) }
    }

    /// True while the listener waits for the decoder. Any thread.
    public var isStarved: Bool {
        get { starved.load(ordering: .acquiring) }
        set { starved.store(newValue, ordering: .releasing) }
    }

    private let decoder: DecoderActivity?

    // MARK: Output thread

    /// `frameCount` frames can be played without a gap, or nobody is at work to bring more.
    func isReady(frameCount: Int) -> Bool {
        if decoder?.isReplacing == true { return false }
        // Asked first: what a decoder wrote before it came to rest is seen by the count that follows.
        let rests = decoder?.isResting ?? true
        return rests || decodedAhead >= frameCount
    }

    /// Marks that were rendered and not yet heard.
    let unheard = FixedQueue<UnheardMark>(capacity: 256)
    /// Marks whose frames a closed device never played: they come again, before `marks`.
    let again = FixedQueue<TrackMark>(capacity: 256)

    var lastWords: WordKind { WordKind(rawValue: UInt8(lastMark.load(ordering: .relaxed) & 1)) ?? .int32 }

    var lastBits: Int? {
        let bits = Int(lastMark.load(ordering: .relaxed) >> 8)
        return bits == 0 ? nil : bits
    }

    var lastLoudness: TrackLoudness { lastLoudnessCell.peek() ?? .unknown }

    var lastSerial: Int32 { lastSerialCell.load(ordering: .relaxed) }

    var isInsideTrack: Bool { lastMark.load(ordering: .relaxed) & 2 != 0 }

    /// The marks that a closed device never played come again, in front of those that wait for it still.
    func takeBackUnheardMarks() {
        var waiting = 0
        while let lost = unheard.pop() {
            again.push(lost.mark)
            waiting += 1
        }
        var older = again.count - waiting
        while older > 0, let mark = again.pop() {
            again.push(mark)
            older -= 1
        }
    }

    /// What is heard from now on.
    func remember(_ mark: TrackMark) {
        let packed = UInt32(mark.words.rawValue) | (mark.kind == .start ? 2 : 0) | UInt32(mark.bits) << 8
        lastMark.store(packed, ordering: .relaxed)
        lastSerialCell.store(mark.serial, ordering: .relaxed)
        rememberLoudness(mark.loudness)
    }

    /// What is known of the loudness of the track that is heard.
    func rememberLoudness(_ loudness: TrackLoudness) {
        _ = lastLoudnessCell.pop()
        lastLoudnessCell.push(loudness)
    }

    // MARK: Decoder thread

    /// Everything written so far is not wanted any more: the next words belong to another place or track.
    /// Decoder's thread.
    /// - Returns: the generation that the marks from now on carry.
    func flush() -> Int32 {
        flushFrame.store(ring.written, ordering: .releasing)
        return flushGeneration.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    }

    /// Frames in the ring that are wanted and have not been heard. Any thread.
    public var decodedAhead: Int {
        Int(ring.written - max(ring.released, flushFrame.load(ordering: .acquiring)))
    }

    /// Frames that may still be decoded ahead. Decoder's thread.
    var wantedFrameCount: Int {
        let ahead = Self.frameCount(seconds: Self.secondsAhead, rate: format.rate)
        return max(0, min(ahead - decodedAhead, ring.writableFrameCount))
    }

    /// So long at the rate; at the lowest rates more, for the stages that look ahead count in frames there.
    private static func frameCount(seconds: Double, rate: Int) -> Int {
        Int(seconds * Double(max(rate, 20 * DSPChain.limiterLatency(rate: rate))))
    }

    /// A flush is waiting for the output thread, which then makes room. Any thread.
    var isFlushPending: Bool {
        flushGeneration.load(ordering: .acquiring) != flushedGeneration.load(ordering: .acquiring)
    }
}

/// A mark on its way from the renderer to the loudspeaker.
struct UnheardMark: BitwiseCopyable, Sendable {
    var deviceFrame: Int64
    var mark: TrackMark
}
