// The renderer's working state for one opened device. Output thread only; all memory is taken in `init`.

/// One device's run of the render function.
///
/// Frames of the ring may wait in the chain's limiter. The renderer reads as many ahead, and takes them out again where
/// the music ends, so that each frame keeps its place.
final class RenderWork {
    let format: DeviceFormat
    private let bell: Bell
    let chain: DSPChain
    let quantizer: SampleQuantizer
    private let voices: VoiceMixer?
    /// The music stands still though the device runs.
    private var isHeld = false
    /// The device frame heard last.
    private var heardDeviceFrame: Int64 = 0
    let samples: UnsafeMutablePointer<Double>
    let maximumFrameCount: Int
    var map = FrameMap()
    private var stream: AudioStream?

    /// The ring frame read next, and the device frames rendered.
    var readFrame: Int64 = 0
    var renderedFrames: Int64 = 0
    /// Frames of the ring that wait in the chain.
    var waiting = 0
    /// The music has come to an end: what waits comes out before anything else goes in.
    var isEmptying = false
    /// What the words at `readFrame` are.
    var kind = WordKind.int32
    var sourceBits: Int?
    /// Before this device frame words of another kind are still on their way through the chain.
    var kindHoldsFrom: Int64 = 0
    /// Between a track's start and its end: a dry ring is a fault only there.
    var isInsideTrack = false
    var isSounding = false
    var edge = EdgeFade()
    /// The track being rendered.
    private var serial: Int32 = 0
    private var recentNews = RecentNews()
    /// Looks in a row that found too little in the ring to start a device.
    private var refusals = 0
    /// With waits that grow from a millisecond, a twentieth of a second.
    private static let patience = 7

    init(
        _ format: DeviceFormat, maximumFrameCount: Int, bell: Bell, ditherSeed: UInt64, voices: VoiceMixer? = nil
    ) {
        self.format = format
        self.bell = bell
        self.maximumFrameCount = maximumFrameCount
        self.voices = voices
        chain = DSPChain(
            rate: format.rate, channels: format.channels, maximumFrameCount: maximumFrameCount, voices: voices)
        quantizer = SampleQuantizer(format, seed: ditherSeed)
        samples = .allocate(capacity: maximumFrameCount * format.channels)
        samples.initialize(repeating: 0, count: maximumFrameCount * format.channels)
        map.reset(ringFrame: 0)
    }

    deinit {
        samples.deallocate()
        recentNews.free()
    }

    /// Starts at what has not been heard of `stream`: frames given to a device that closed are given again. A device that
    /// stays open goes on counting.
    func adopt(_ stream: AudioStream, _ parameters: ChainParameters) {
        self.stream = stream
        chain.update(parameters)
        goBack(to: stream)
        if isInsideTrack { edge.rise(over: fadeFrameCount) }
    }

    /// To the first frame of `stream` that has not been heard.
    private func goBack(to stream: AudioStream) {
        chain.begin(stream.lastLoudness)
        forgetChain()
        readFrame = max(stream.heardFrame, stream.ring.released)
        map.reset(ringFrame: readFrame)
        kind = stream.lastWords
        sourceBits = stream.lastBits
        isInsideTrack = stream.isInsideTrack
        serial = stream.lastSerial
        stream.takeBackUnheardMarks()
    }

    /// Lets the music stand at the first frame that has not been heard, or go on from there. What was rendered and not
    /// heard has been discarded: voices in it come again.
    func setHeld(_ isHeld: Bool) {
        guard isHeld != self.isHeld else { return }
        self.isHeld = isHeld
        guard isHeld else {
            if isInsideTrack { edge.rise(over: fadeFrameCount) }
            return
        }
        voices?.takeBack(from: mixedFrames, to: heardDeviceFrame, rate: format.rate)
        if let stream { goBack(to: stream) }
    }

    func update(_ parameters: ChainParameters) {
        chain.update(parameters)
    }

    /// The loudness of a track has become known: of the one that plays it counts at once, of one that is on its way
    /// with its mark.
    func learn(_ news: LoudnessNews) {
        recentNews.put(news)
        guard news.serial == serial else { return }
        chain.learn(news.loudness)
        if stream?.lastSerial == serial { stream?.rememberLoudness(news.loudness) }
    }

    /// What was rendered and not heard is dropped: what comes next comes out of silence.
    func discarded() {
        isSounding = false
        edge = EdgeFade()
    }

    /// Device frames in which everything is that was mixed: those that wait in the limiter are to come.
    var mixedFrames: Int64 { renderedFrames + Int64(chain.waitingFrameCount) }

    /// The decoder has gone to another place, and what stands in the ring from before is not dropped yet.
    var hasFlush: Bool { stream?.isFlushPending ?? false }

    /// The render function.
    /// - Parameter isFlushing: the flush that waits is carried out; otherwise nothing from behind it is rendered.
    /// - Returns: whether music broke off for want of samples.
    func render(into destination: UnsafeMutableRawPointer, frameCount: Int, flushing isFlushing: Bool) -> Bool {
        guard let stream else {
            rest(destination, frameCount)
            return false
        }
        var target = destination
        var left = frameCount
        if isFlushing { flush(stream, &target, &left) }
        if isHeld {
            rest(target, left)
            return false
        }
        while left > 0 {
            guard let given = step(stream, target, left) else { break }
            target += given * format.bytesPerFrame
            left -= given
        }
        // Music that stops in front of a flush has ended.
        let isStarved = left > 0 && isInsideTrack && !stream.isFlushPending
        let breaksOff = isStarved && isSounding
        if left > 0 { rest(target, left) }
        note(starved: isStarved, stream)
        return breaksOff
    }

    /// A device that waits for more than some looks lets the listener know.
    func isReady(frameCount: Int) -> Bool {
        guard let stream, !stream.isReady(frameCount: frameCount + chain.missingFrameCount) else {
            refusals = 0
            return true
        }
        refusals += 1
        if refusals == Self.patience { note(starved: true, stream) }
        return false
    }

    /// Publishes what is being heard and passes on the marks that have been.
    func heard(deviceFrame: Int64) {
        heardDeviceFrame = deviceFrame
        guard let stream else { return }
        let ringFrame = map.ringFrame(at: deviceFrame)
        stream.heardFrame = max(ringFrame, stream.heardFrame)
        stream.ring.release(before: ringFrame)
        var rings = false
        while let next = stream.unheard.peek(), next.deviceFrame <= deviceFrame {
            _ = stream.unheard.pop()
            stream.remember(next.mark)
            stream.heardMarks.push(next.mark)
            rings = true
        }
        if rings { bell.ring() }
    }

    // MARK: - Steps

    var fadeFrameCount: Int { format.rate / 200 }

    /// Renders what comes next, at most `left` frames.
    /// - Returns: how many, perhaps 0 though there is more; nil when nothing is left to play.
    private func step(_ stream: AudioStream, _ target: UnsafeMutableRawPointer, _ left: Int) -> Int? {
        if chain.isLeavingLimiter { return takeWaiting(target, left) }
        if isEmptying { return empty(target, left) }
        // The decoder tells of a flush, then of a mark, then of the frames behind it. Looked at in the reverse order, no
        // frame is seen without the flush and the mark that say what it is.
        let written = stream.ring.written
        let end = stream.isFlushPending ? min(written, stream.flushFrame.load(ordering: .acquiring)) : written
        let untilMark = min(takeMarks(stream), Int(max(0, end - readFrame)))
        // Two by two: `min` of four is variadic and takes an array from the heap.
        let untilChange = edge.isMoving ? min(untilMark, edge.left) : untilMark
        let run = stream.ring.run(at: readFrame, frameCount: min(min(left, maximumFrameCount), untilChange))
        guard run.frameCount > 0 else {
            isEmptying = waiting > 0
            return isEmptying ? 0 : nil
        }
        return play(run.words, frameCount: run.frameCount, into: target)
    }

    /// Takes the marks that stand at `readFrame`, but for those behind a flush that waits.
    /// - Returns: frames until the next one.
    private func takeMarks(_ stream: AudioStream) -> Int {
        let flushed = stream.flushedGeneration.load(ordering: .relaxed)
        while var mark = stream.again.peek() ?? stream.marks.peek(), mark.generation &- flushed <= 0 {
            guard mark.ringFrame <= readFrame else { return Int(mark.ringFrame - readFrame) }
            if stream.again.pop() == nil { _ = stream.marks.pop() }
            if let loudness = recentNews.loudness(ofSerial: mark.serial) { mark.loudness = loudness }
            switch mark.kind {
            case .start:
                serial = mark.serial
                if !canPassUntouched { kindHoldsFrom = renderedFrames + Int64(waiting) }
                kind = mark.words
                sourceBits = mark.bits == 0 ? nil : Int(mark.bits)
                chain.begin(mark.loudness)
                isInsideTrack = true
                // Out of silence into the middle of music.
                if !isSounding && mark.sourceFrame > 0 { edge.rise(over: fadeFrameCount) }
            case .end:
                isInsideTrack = false
            }
            stream.unheard.push(UnheardMark(deviceFrame: renderedFrames + Int64(waiting), mark: mark))
        }
        return Int.max
    }

    private func note(starved: Bool, _ stream: AudioStream) {
        guard starved != stream.isStarved else { return }
        stream.isStarved = starved
        bell.ring()
    }
}
