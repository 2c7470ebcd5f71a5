// Playing: wait for space, render, write, tell what was heard. The output thread, real-time: no allocation, no lock.

import AudioCore
import Glibc

extension OutputLoop {
    /// Turns without space after which the device's own call for samples is not believed for a while.
    private static var idleTurnLimit: Int { 4 }
    /// Without progress for this long the device is taken for stuck, in nanoseconds. Sound servers hold a stream back
    /// for two seconds when their sink was idle.
    private static var stallLimit: Int64 { 5_000_000_000 }
    /// The first wait for a source that is not ready, in nanoseconds; each is twice the one before, up to a period.
    private static var shortestReadyPause: Int64 { 500_000 }

    /// Makes the open, silent device sound. What was cut off comes first.
    func startPlaying() {
        phase = .playing
        begin()
        guard mustPrepare else { return }
        let code = port.prepare()
        if code < 0 { return meet(code) }
        mustPrepare = false
    }

    /// Counts from here: the device stands prepared and empty.
    func begin() {
        isStarted = false
        writtenAtStart = written
        portWritten = 0
        idleTurns = 0
        readyPause = Self.shortestReadyPause
        lastProgress = port.now()
    }

    /// Waits while the device stands still and the source has too little to keep it going.
    /// - Returns: whether it waited.
    private func waitForSource() -> Bool {
        // What was cut off before stands ready in the history.
        guard portWritten == 0, written == rendered, !source.isReady(frameCount: fillFrameCount) else { return false }
        lastProgress = port.now()
        sleep(readyPause)
        readyPause = min(2 * readyPause, duration(of: periodFrameCount))
        return true
    }

    /// One turn of playing.
    func playOn() {
        if isStarted {
            let isPlausible = idleTurns < Self.idleTurnLimit
            let patience = duration(of: isPlausible ? bufferFrameCount : periodFrameCount / 2 + 1)
            let readiness = port.wait(forSpace: isPlausible, timeout: patience)
            if readiness.contains(.bell) { return commands.bell.silence() }
            if readiness.contains(.fault), let code = faultCode() { return meet(code) }
        }
        if !isStarted, waitForSource() { return }
        let space = port.available(exact: false)
        if space < 0 { return meet(space) }
        // More space than there is buffer: the device ran dry and nobody said so.
        if isStarted, space > bufferFrameCount { return meet(-Int(EPIPE)) }

        if isStarted { noteLateness(filled: bufferFrameCount - space) }
        let before = portWritten
        let code = fill(min(space, bufferFrameCount) - (bufferFrameCount - fillFrameCount))
        if code < 0 { return meet(code) }
        if portWritten != before {
            noteProgress(frameCount: portWritten - before)
        } else if !noteIdleTurn() {
            return
        }
        if !isStarted, !start(isFull: portWritten + periodFrameCount > fillFrameCount, isIdle: portWritten == before) {
            return
        }
        tellHeard()
    }

    /// Writes what is rendered and renders whole periods while there is space.
    /// - Returns: 0, or the error number of a write that failed.
    private func fill(_ frameCount: Int) -> Int {
        var space = frameCount
        while space > 0 {
            let count: Int
            let taken: Int
            if leadIn > 0 {
                count = min(leadIn, space, periodFrameCount)
                taken = port.write(silence.pointer(toFrame: 0), frameCount: count)
                leadIn -= max(taken, 0)
            } else {
                if written == rendered {
                    guard space >= periodFrameCount else { return 0 }
                    renderPeriod()
                }
                count = pieceLength(from: written, atMost: space)
                taken = port.write(piece(from: written, frameCount: count), frameCount: count)
                written += max(taken, 0)
            }
            if taken < 0 { return taken == -Int(EAGAIN) ? 0 : taken }
            portWritten += taken
            space -= taken
            if taken < count { return 0 }
        }
        return 0
    }

    func renderPeriod() {
        source.render(into: history.pointer(toFrame: rendered), frameCount: periodFrameCount)
        rendered += periodFrameCount
    }

    /// Frames from `from` on that lie in one piece, all inside the rising fade or all outside.
    func pieceLength(from: Int, atMost: Int) -> Int {
        let whole = min(rendered - from, atMost, history.contiguousFrameCount(from: from))
        if fadeIn.contains(from) { return min(whole, fadeIn.upperBound - from, periodFrameCount) }
        return from < fadeIn.lowerBound ? min(whole, fadeIn.lowerBound - from) : whole
    }

    /// The frames from `from` on as they are to sound.
    private func piece(from: Int, frameCount: Int) -> UnsafeRawPointer {
        guard fadeIn.contains(from) else { return UnsafeRawPointer(history.pointer(toFrame: from)) }
        copyPiece(from: from, frameCount: frameCount)
        return UnsafeRawPointer(scratch.pointer(toFrame: 0))
    }

    /// Puts them into `scratch`.
    func copyPiece(from: Int, frameCount: Int) {
        let copy = scratch.pointer(toFrame: 0)
        copy.copyMemory(from: history.pointer(toFrame: from), byteCount: frameCount * format.bytesPerFrame)
        guard fadeIn.contains(from) else { return }
        Fade(length: fadeIn.count, rises: true).apply(
            to: copy, frameCount: frameCount, position: from - fadeIn.lowerBound, format: format)
    }

    /// Starts the device once it is full, or takes no more. Returns false when there is nothing to tell yet.
    private func start(isFull: Bool, isIdle: Bool) -> Bool {
        guard isFull || isIdle else { return false }
        guard portWritten > 0 else {
            sleep(duration(of: periodFrameCount / 2 + 1))
            return false
        }
        let code = port.start()
        if code < 0, port.state() != .running {
            meet(code)
            return false
        }
        isStarted = true
        return true
    }

    private func noteProgress(frameCount: Int) {
        idleTurns = 0
        lastProgress = port.now()
        framesSinceRecovery += frameCount
        // A refill alone proves nothing; more than the buffer holds means that it played.
        if framesSinceRecovery > 2 * bufferFrameCount { recoveries = 0 }
    }

    /// Returns false when the device turned out to be stuck.
    private func noteIdleTurn() -> Bool {
        idleTurns += 1
        guard port.now() - lastProgress > Self.stallLimit + duration(of: 2 * bufferFrameCount) else { return true }
        meet(-Int(EIO))
        return false
    }

    /// Frames between the next one written and the loudspeaker: the device's word, but never less than stands in its
    /// buffer. Some devices cannot tell, a sound server tells nothing while a stream is young, and more than a minute
    /// is a driver's mistake.
    func currentDelay() -> Int {
        let space = port.available(exact: false)
        let told = min(port.delay(), 60 * format.rate)
        return max(told, bufferFrameCount - min(max(space, 0), bufferFrameCount))
    }

    private func tellHeard() {
        heard = max(heard, written - currentDelay())
        source.heard(deviceFrame: Int64(heard))
    }

    /// The error number that a fault reported by poll stands for; nil when the device runs on in spite of it.
    private func faultCode() -> Int? {
        switch port.state() {
        case .prepared, .running: nil
        case .underrun: -Int(EPIPE)
        case .suspended: -Int(ESTRPIPE)
        case .disconnected, .open: -Int(ENODEV)
        case .setup, .draining, .paused: -Int(EBADFD)
        }
    }
}
