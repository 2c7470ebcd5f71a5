// Titles at the time they are heard, and how long a connection has been. Main thread.

import AudioCore

extension RadioPlayer {
    /// The frame being heard, of the track that is heard.
    private var heardFrame: (serial: Int32, frame: Int64, rate: Int)? {
        guard let heardStart, let stream else { return nil }
        let ratio = ResamplingRatio(from: stream.format.rate, to: Int(max(1, heardStart.sourceRate)))
        let passed = ratio.outputFrame(ofInput: max(0, stream.heardFrame - heardStart.ringFrame))
        return (heardStart.serial, heardStart.sourceFrame + passed, ratio.to)
    }

    /// Shows what is heard now, and looks again when the next title is due.
    func lookAtTitles() {
        guard let heard = heardFrame else { return }
        titles.hear(serial: heard.serial, frame: heard.frame)
        tell()
        guard machine.isRunning, let frames = titles.untilNext(serial: heard.serial, frame: heard.frame) else { return }
        titleCall += 1
        let call = titleCall
        schedule(Double(frames) / Double(heard.rate) + 0.005) { [weak self] in
            if self?.titleCall == call { self?.lookAtTitles() }
        }
    }

    /// Seconds of the connection that counts which have been heard.
    var heardOfConnection: Double {
        guard let heard = heardFrame, heard.serial >= firstSerial else { return 0 }
        return Double(heard.frame) / Double(heard.rate)
    }
}
