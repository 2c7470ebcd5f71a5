// The renderer's way from ring words to device samples: untouched, or through the chain. Output thread, real-time.

extension RenderWork {
    /// The words could go to the device as they are.
    var canPassUntouched: Bool {
        SampleConversion.canPassUntouched(
            kind, sourceBits: sourceBits, layout: format.layout, significantBits: format.significantBits)
    }

    /// Takes frames of the ring and renders those that come out.
    /// - Returns: frames rendered.
    func play(_ words: UnsafePointer<UInt32>, frameCount: Int, into target: UnsafeMutableRawPointer) -> Int {
        let count = frameCount * format.channels
        isSounding = true
        if chain.isTransparent && !edge.isMoving && canPassUntouched {
            map.start(deviceFrame: renderedFrames, ringFrame: readFrame, isSilence: false)
            SampleConversion.storeUntouched(words, kind: kind, count: count, into: target, layout: format.layout)
            readFrame += Int64(frameCount)
            renderedFrames += Int64(frameCount)
            return frameCount
        }
        // Only the end of a silence waits there: the music does not wait for it.
        if waiting == 0, chain.waitingFrameCount > 0, !chain.dropWaiting() { edge.rise(over: fadeFrameCount) }
        SampleConversion.load(words, kind: kind, count: count, into: samples)
        let given = chain.isTransparent ? frameCount : chain.process(samples, frameCount: frameCount)
        readFrame += Int64(frameCount)
        waiting += frameCount
        give(given, target)
        return given
    }

    /// Hands frames of music in `samples`, the oldest of those that wait, to the device.
    private func give(_ frameCount: Int, _ target: UnsafeMutableRawPointer) {
        guard frameCount > 0 else { return }
        map.start(deviceFrame: renderedFrames, ringFrame: readFrame - Int64(waiting), isSilence: false)
        let isExact =
            canPassUntouched && renderedFrames >= kindHoldsFrom && !edge.isMoving && chain.hasLeftSamplesAlone
        edge.apply(to: samples, frameCount: frameCount, channels: format.channels)
        quantizer.store(samples, frameCount: frameCount, into: target, isExact: isExact)
        waiting -= frameCount
        renderedFrames += Int64(frameCount)
    }

    /// Renders what waits in a limiter that has been switched off.
    func takeWaiting(_ target: UnsafeMutableRawPointer, _ left: Int) -> Int {
        let taken = chain.takeWaiting(samples, frameCount: min(left, maximumFrameCount))
        let music = min(taken, waiting)
        give(music, target)
        return music
    }

    /// Renders what waits in the chain, pushed out by silence.
    func empty(_ target: UnsafeMutableRawPointer, _ left: Int) -> Int {
        var missing = chain.missingFrameCount
        while missing > 0 {
            let count = min(missing, maximumFrameCount)
            feedSilence(count)
            missing -= count
        }
        let given = feedSilence(min(min(left, waiting), maximumFrameCount))
        give(min(given, waiting), target)
        isEmptying = waiting > 0
        return given
    }

    @discardableResult
    private func feedSilence(_ frameCount: Int) -> Int {
        samples.update(repeating: 0, count: frameCount * format.channels)
        return chain.process(samples, frameCount: frameCount)
    }

    /// Nothing to play: the filters ring out, then silence.
    func rest(_ target: UnsafeMutableRawPointer, _ frameCount: Int) {
        map.start(deviceFrame: renderedFrames, ringFrame: readFrame, isSilence: true)
        renderedFrames += Int64(frameCount)
        isSounding = false
        if chain.isTransparent { return silence(target, frameCount) }
        var target = target
        var left = frameCount
        while left > 0 {
            if chain.isLeavingLimiter { _ = chain.dropWaiting() }
            let count = min(left, maximumFrameCount)
            let given = feedSilence(count)
            (samples + given * format.channels).update(repeating: 0, count: (count - given) * format.channels)
            quantizer.store(samples, frameCount: count, into: target)
            target += count * format.bytesPerFrame
            left -= count
        }
    }

    func silence(_ target: UnsafeMutableRawPointer, _ frameCount: Int) {
        // All-zero bytes are silence in every layout.
        target.initializeMemory(as: UInt8.self, repeating: 0, count: frameCount * format.bytesPerFrame)
    }
}
