// What happens when the device fails: by state, bounded, never a loop. The output thread.

import AudioCore
import Glibc

extension OutputLoop {
    /// Recoveries in a row, without as much as two buffers played between them, before the device is given up.
    private static var recoveryLimit: Int { 10 }
    private static var resumeInterval: Int64 { 100_000_000 }
    /// Ten seconds of asking.
    private static var resumeLimit: Int { 100 }

    /// Does what the negative `code` of a call asks for.
    func meet(_ code: Int) {
        let trouble = Trouble(code: code, state: port.state())
        if trouble == .notYet { return sleep(duration(of: periodFrameCount / 2 + 1)) }
        recoveries += 1
        framesSinceRecovery = 0
        if trouble == .gone || recoveries > Self.recoveryLimit { return lose(code) }
        switch trouble {
        case .underrun:
            if isStarted {
                counters.underruns.wrappingAdd(1, ordering: .relaxed)
                noteLateness(filled: 0)
                // It ran dry: all that was written was heard.
                heard = written
                source.heard(deviceFrame: Int64(heard))
            }
            restart()
        case .suspended:
            phase = .suspended
            resumeAttempts = 0
        case .unprepared, .unknown:
            restart()
        case .gone, .notYet:
            break
        }
    }

    /// One turn of asking a suspended device to go on.
    func tryToResume() {
        let code = port.resume()
        if code >= 0 {
            isStarted = port.state() == .running
            idleTurns = 0
            lastProgress = port.now()
            phase = .playing
            return
        }
        switch Trouble(code: code, state: port.state()) {
        case .gone:
            lose(code)
        case .notYet where resumeAttempts < Self.resumeLimit:
            resumeAttempts += 1
            sleep(Self.resumeInterval)
        default:
            restart()
        }
    }

    /// Empties and prepares the device; music that is not known to have been heard plays again.
    private func restart() {
        _ = port.drop()
        let oldest = max(writtenAtStart, rendered - history.frameCount)
        if written > max(heard, oldest) {
            written = max(heard, oldest)
            fadeIn = written..<(written + frames(milliseconds: 10))
        }
        let code = port.prepare()
        if code < 0 { return lose(code) }
        mustPrepare = false
        phase = .playing
        begin()
    }

    /// The handle is of no more use: closes it and says so, once.
    func lose(_ code: Int) {
        let device = description?.device
        closePort()
        events(.lost(serial: serial, DeviceFailure.lost(code: code, device: device)))
    }
}
