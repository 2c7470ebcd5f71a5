// From sound to silence without a click and without losing a frame. The output thread, real-time.

import AudioCore

/// How a sound ends.
struct SilenceFade {
    var milliseconds: Int
    /// Where nothing can be rewound the buffer is played out and the fade comes behind it. A buffer that holds more than
    /// this, in milliseconds, is cut.
    var longestPlayOut: Int
    /// Nanoseconds after which a fade is given up, whatever the device says of its delay.
    var longest: Int64
}

/// The copy of music that falls to silence, written behind the last frame that sounds in full.
struct FadeTail {
    /// Frames of the fade.
    var length: Int
    /// Frames written, fade and the silence behind it.
    var written = 0
    /// The port's instant at which waiting for the fade to sound ends.
    var deadline: Int64 = 0
}

extension OutputLoop {
    /// Sound servers hold a buffer of 250 ms, and more lies behind it.
    static var pauseFade: SilenceFade { SilenceFade(milliseconds: 10, longestPlayOut: 300, longest: 500_000_000) }
    /// The program ends within 300 ms.
    static var farewellFade: SilenceFade { SilenceFade(milliseconds: 50, longestPlayOut: 150, longest: 250_000_000) }

    /// What stays between the play pointer and the first frame altered, in milliseconds.
    private static var safetyMilliseconds: Int { 15 }

    /// Begins to fall silent: phase becomes `fading`, or `silent` where there is nothing to fade.
    func fallSilent(_ fade: SilenceFade) {
        if keepsWhatItTakes { return stop() }
        guard isStarted else { return cutOff(unheard: portWritten) }
        let space = port.available(exact: true)
        if space < 0, Trouble(code: space, state: port.state()) == .suspended { return stopSuspended() }
        guard space >= 0, space <= bufferFrameCount else { return cutOff(unheard: 0) }

        let delay = currentDelay()
        let filled = bufferFrameCount - space
        let safety = frames(milliseconds: Self.safetyMilliseconds) + (isCoarse ? periodFrameCount : 0)
        let taken = rewind(filled: filled, safety: safety)
        let limit = max(frames(milliseconds: fade.longestPlayOut), safety)
        guard taken > 0 || (filled <= limit && leadIn == 0) else { return cutOff(unheard: delay) }

        tail = FadeTail(length: max(frames(milliseconds: fade.milliseconds), 1))
        while rendered < written + tail.length { renderPeriod() }
        tail.deadline = port.now() + fade.longest
        phase = .fading
    }

    /// One turn of fading: write the tail while there is space, and drop it once only silence is left to sound.
    func fadeOn() {
        let before = tail.written
        let space = port.available(exact: false)
        guard space >= 0, writeTail(space) else { return finishFade() }
        let end = tail.length + bufferFrameCount
        let left = tail.written < tail.length ? tail.length : currentDelay() - (tail.written - tail.length)
        if left <= 0 { return finishFade() }
        // What still stands in front of the fade is cut with it, and plays again.
        if port.now() >= tail.deadline {
            return left > tail.length ? cutOff(unheard: left - tail.length) : finishFade()
        }
        let wantsSpace = tail.written < end && (tail.written != before || space < periodFrameCount)
        let readiness = port.wait(
            forSpace: wantsSpace, timeout: max(min(duration(of: left), tail.deadline - port.now()), 1_000_000))
        if readiness.contains(.bell) { commands.bell.silence() }
        if readiness.contains(.fault) { finishFade() }
    }

    /// Takes back what the device has not played, but for the safety margin and what was no music.
    /// - Returns: frames taken back.
    private func rewind(filled: Int, safety: Int) -> Int {
        guard canRewind else { return 0 }
        let wanted = min(min(port.rewindable(), filled) - safety, written - writtenAtStart, written - heard)
        guard wanted > 0 else { return 0 }
        let taken = min(max(port.rewind(wanted), 0), wanted)
        written -= taken
        return taken
    }

    /// Returns false when the device failed.
    private func writeTail(_ space: Int) -> Bool {
        var space = space
        while space > 0, tail.written < tail.length + bufferFrameCount {
            let count: Int
            let frames: UnsafeMutableRawPointer
            if tail.written < tail.length {
                let from = written + tail.written
                count = pieceLength(from: from, atMost: min(space, tail.length - tail.written, periodFrameCount))
                frames = scratch.pointer(toFrame: 0)
                copyPiece(from: from, frameCount: count)
                Fade(length: tail.length, rises: false).apply(
                    to: frames, frameCount: count, position: tail.written, format: format)
            } else {
                count = min(space, tail.length + bufferFrameCount - tail.written, periodFrameCount)
                frames = silence.pointer(toFrame: 0)
            }
            let taken = port.write(frames, frameCount: count)
            if taken < 0 { return Trouble(code: taken, state: port.state()) == .notYet }
            tail.written += taken
            space -= taken
            if taken < count { break }
        }
        return true
    }

    /// Everything in front of the fade was heard; the fade itself plays again, rising, at the next run.
    private func finishFade() {
        fadeIn = written..<(written + tail.length)
        stop()
    }

    /// Stops at once. The last `unheard` frames of music play again at the next run.
    private func cutOff(unheard: Int) {
        let kept = min(max(unheard, 0), written - writtenAtStart, written - heard, keptFrameCount)
        written -= kept
        if kept > 0, isStarted { fadeIn = written..<(written + frames(milliseconds: 10)) }
        stop()
    }

    /// Frames in front of `written` that the history still holds.
    private var keptFrameCount: Int {
        max(written - (rendered - history.frameCount), 0)
    }

    /// The computer sleeps or has slept: what is known to have been heard is the last that was told.
    func stopSuspended() {
        cutOff(unheard: written - heard)
    }

    private func stop() {
        heard = written
        source.heard(deviceFrame: Int64(heard))
        phase = .silent
        isStarted = false
        mustPrepare = true
        let code = port.drop()
        if code < 0, Trouble(code: code, state: port.state()) == .gone { lose(code) }
    }
}
