// How the renderer leaves a place that is not wanted any more: a seek, a skip. Output thread, real-time.

extension RenderWork {
    /// Drops what is not wanted any more; music that sounds is let go over 5 ms, and what follows rises as softly.
    func flush(_ stream: AudioStream, _ target: inout UnsafeMutableRawPointer, _ left: inout Int) {
        let generation = stream.flushGeneration.load(ordering: .acquiring)
        let wanted = stream.flushFrame.load(ordering: .acquiring)
        if isSounding {
            let given = letGo(stream, until: wanted, target, left)
            target += given * format.bytesPerFrame
            left -= given
            edge.rise(over: fadeFrameCount)
        }
        while stream.again.pop() != nil {}
        // Those of a later flush may have come meanwhile; they stay.
        while let mark = stream.marks.peek(), mark.generation &- generation < 0 { _ = stream.marks.pop() }
        readFrame = max(readFrame, wanted)
        isInsideTrack = false
        forgetChain()
        stream.ring.release(before: readFrame)
        stream.flushedGeneration.store(generation, ordering: .releasing)
    }

    /// Lets the music that sounds fall silent: what waits in the chain, or what comes next in the ring before `wanted`.
    /// - Returns: frames rendered.
    private func letGo(
        _ stream: AudioStream, until wanted: Int64, _ target: UnsafeMutableRawPointer, _ left: Int
    ) -> Int {
        let most = min(min(left, fadeFrameCount), maximumFrameCount)
        if waiting > 0 {
            edge.fall(over: min(most, waiting))
            return chain.isLeavingLimiter ? takeWaiting(target, most) : empty(target, most)
        }
        let run = stream.ring.run(at: readFrame, frameCount: min(most, Int(max(0, wanted - readFrame))))
        guard run.frameCount > 0 else { return 0 }
        edge.fall(over: run.frameCount)
        return play(run.words, frameCount: run.frameCount, into: target)
    }

    /// What was played is forgotten, and what waits is not played.
    func forgetChain() {
        chain.reset()
        waiting = 0
        isEmptying = false
    }
}
