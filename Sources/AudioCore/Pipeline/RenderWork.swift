// The renderer's working state for one opened device. Output thread only; all memory is taken in `init`.

/// One device's run of the render function.
final class RenderWork {
    private let format: DeviceFormat
    private let bell: Bell
    private let chain: DSPChain
    private let quantizer: SampleQuantizer
    private let samples: UnsafeMutablePointer<Double>
    private let maximumFrameCount: Int
    private var map = FrameMap()
    private var stream: AudioStream?

    /// The ring frame read next, and the device frames rendered.
    private var readFrame: Int64 = 0
    private var renderedFrames: Int64 = 0
    /// What the words at `readFrame` are.
    private var kind = WordKind.int32
    private var sourceBits: Int?
    /// Between a track's start and its end: a dry ring is a fault only there.
    private var isInsideTrack = false
    private var isSounding = false
    private var edge = EdgeFade()
    /// Looks in a row that found too little in the ring to start a device.
    private var refusals = 0
    /// With waits that grow from a millisecond, a twentieth of a second.
    private static let patience = 7

    init(_ format: DeviceFormat, maximumFrameCount: Int, bell: Bell, ditherSeed: UInt64) {
        self.format = format
        self.bell = bell
        self.maximumFrameCount = maximumFrameCount
        chain = DSPChain(rate: format.rate, channels: format.channels, maximumFrameCount: maximumFrameCount)
        quantizer = SampleQuantizer(format, seed: ditherSeed)
        samples = .allocate(capacity: maximumFrameCount * format.channels)
        samples.initialize(repeating: 0, count: maximumFrameCount * format.channels)
        map.reset(ringFrame: 0)
    }

    deinit { samples.deallocate() }

    /// Starts at what has not been heard of `stream`: frames given to a device that closed are given again.
    func adopt(_ stream: AudioStream, _ parameters: ChainParameters) {
        self.stream = stream
        chain.update(parameters)
        chain.reset()
        readFrame = max(stream.heardFrame, stream.ring.released)
        map.reset(ringFrame: readFrame)
        renderedFrames = 0
        kind = stream.lastWords
        sourceBits = stream.lastBits
        isInsideTrack = stream.isInsideTrack
        stream.takeBackUnheardMarks()
        if isInsideTrack { edge.rise(over: fadeFrameCount) }
    }

    func update(_ parameters: ChainParameters) {
        chain.update(parameters)
    }

    /// The render function.
    /// - Returns: whether music broke off for want of samples.
    func render(into destination: UnsafeMutableRawPointer, frameCount: Int) -> Bool {
        guard let stream else {
            silence(destination, frameCount)
            return false
        }
        var target = destination
        var left = frameCount
        if stream.isFlushPending { flush(stream, &target, &left) }
        while left > 0 {
            let untilMark = takeMarks(stream)
            // Two by two: `min` of four is variadic and takes an array from the heap.
            let untilChange = edge.isMoving ? min(untilMark, edge.left) : untilMark
            let run = stream.ring.run(at: readFrame, frameCount: min(min(left, maximumFrameCount), untilChange))
            guard run.frameCount > 0 else { break }
            play(run.words, frameCount: run.frameCount, into: target)
            target += run.frameCount * format.bytesPerFrame
            left -= run.frameCount
        }
        let isStarved = left > 0 && isInsideTrack
        let breaksOff = isStarved && isSounding
        if left > 0 { rest(target, left) }
        note(starved: isStarved, stream)
        return breaksOff
    }

    /// A device that waits for more than some looks lets the listener know.
    func isReady(frameCount: Int) -> Bool {
        guard let stream, !stream.isReady(frameCount: frameCount) else {
            refusals = 0
            return true
        }
        refusals += 1
        if refusals == Self.patience { note(starved: true, stream) }
        return false
    }

    /// Publishes what is being heard and passes on the marks that have been.
    func heard(deviceFrame: Int64) {
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

    private var fadeFrameCount: Int { format.rate / 200 }

    /// Drops what is not wanted any more; music that sounds is let go over 5 ms, and what follows rises as softly.
    private func flush(_ stream: AudioStream, _ target: inout UnsafeMutableRawPointer, _ left: inout Int) {
        let generation = stream.flushGeneration.load(ordering: .acquiring)
        let wanted = stream.flushFrame.load(ordering: .acquiring)
        if isSounding && !stream.takeCut() {
            let most = min(min(left, fadeFrameCount), min(maximumFrameCount, Int(max(0, wanted - readFrame))))
            let run = stream.ring.run(at: readFrame, frameCount: most)
            if run.frameCount > 0 {
                edge.fall(over: run.frameCount)
                play(run.words, frameCount: run.frameCount, into: target)
                target += run.frameCount * format.bytesPerFrame
                left -= run.frameCount
            }
            edge.rise(over: fadeFrameCount)
        }
        while stream.again.pop() != nil {}
        while let mark = stream.marks.peek(), mark.generation != generation, mark.ringFrame <= wanted {
            _ = stream.marks.pop()
        }
        readFrame = max(readFrame, wanted)
        isInsideTrack = false
        chain.reset()
        stream.ring.release(before: readFrame)
        stream.flushedGeneration.store(generation, ordering: .releasing)
    }

    /// Takes the marks that stand at `readFrame`.
    /// - Returns: frames until the next one.
    private func takeMarks(_ stream: AudioStream) -> Int {
        while let mark = stream.again.peek() ?? stream.marks.peek() {
            guard mark.ringFrame <= readFrame else { return Int(mark.ringFrame - readFrame) }
            if stream.again.pop() == nil { _ = stream.marks.pop() }
            switch mark.kind {
            case .start:
                kind = mark.words
                sourceBits = mark.bits == 0 ? nil : Int(mark.bits)
                isInsideTrack = true
                // Out of silence into the middle of music.
                if !isSounding && mark.sourceFrame > 0 { edge.rise(over: fadeFrameCount) }
            case .end:
                isInsideTrack = false
            }
            stream.unheard.push(UnheardMark(deviceFrame: renderedFrames, mark: mark))
        }
        return Int.max
    }

    private func play(_ words: UnsafePointer<UInt32>, frameCount: Int, into target: UnsafeMutableRawPointer) {
        map.start(deviceFrame: renderedFrames, ringFrame: readFrame, isSilence: false)
        let count = frameCount * format.channels
        if chain.isTransparent && !edge.isMoving
            && SampleConversion.canPassUntouched(
                kind, sourceBits: sourceBits, layout: format.layout, significantBits: format.significantBits)
        {
            SampleConversion.storeUntouched(words, kind: kind, count: count, into: target, layout: format.layout)
        } else {
            SampleConversion.load(words, kind: kind, count: count, into: samples)
            edge.apply(to: samples, frameCount: frameCount, channels: format.channels)
            if !chain.isTransparent { chain.process(samples, frameCount: frameCount) }
            quantizer.store(samples, frameCount: frameCount, into: target)
        }
        readFrame += Int64(frameCount)
        renderedFrames += Int64(frameCount)
        isSounding = true
    }

    /// Nothing to play: the filters ring out, then silence.
    private func rest(_ target: UnsafeMutableRawPointer, _ frameCount: Int) {
        map.start(deviceFrame: renderedFrames, ringFrame: readFrame, isSilence: true)
        renderedFrames += Int64(frameCount)
        isSounding = false
        if chain.isTransparent { return silence(target, frameCount) }
        var target = target
        var left = frameCount
        while left > 0 {
            let count = min(left, maximumFrameCount)
            samples.update(repeating: 0, count: count * format.channels)
            chain.process(samples, frameCount: count)
            quantizer.store(samples, frameCount: count, into: target)
            target += count * format.bytesPerFrame
            left -= count
        }
    }

    private func silence(_ target: UnsafeMutableRawPointer, _ frameCount: Int) {
        // All-zero bytes are silence in every layout.
        target.initializeMemory(as: UInt8.self, repeating: 0, count: frameCount * format.bytesPerFrame)
    }

    private func note(starved: Bool, _ stream: AudioStream) {
        guard starved != stream.isStarved else { return }
        stream.isStarved = starved
        bell.ring()
    }
}
