// What a Bluetooth link encodes with, where ALSA does not say: only the system's Bluetooth service knows. Main thread; a
// worker asks.

import AudioCore
import Bluetooth

/// Finds the codec of an output by its name, nil where that does not show. Blocks; throws when nobody can be asked.
typealias CodecFinder = @Sendable (_ output: String) throws(AudioError) -> String?

/// When to ask, and what was answered. A value.
struct CodecInquiry {
    /// Seconds between two questions while the codec is not known: a link begins to send a while after music does.
    static let interval = 3.0
    /// Once it is known it may still change, with the bandwidth.
    static let longInterval = 30.0

    /// Asking, or resting between two questions.
    private var isBusy = false
    /// The output whose codec was found this way.
    private var learned: String?
    private var lastFault: String?

    /// The output to be asked for now.
    mutating func output(of description: OutputDescription?, isPlaying: Bool) -> String? {
        guard !isBusy, isPlaying, let description, description.link == .bluetooth,
            description.codec == nil || learned == description.device
        else { return nil }
        isBusy = true
        return description.device
    }

    /// - Returns: seconds until the next question.
    mutating func answered(_ codec: String?, of output: String) -> Double {
        if codec != nil { learned = output }
        return codec == nil ? Self.interval : Self.longInterval
    }

    mutating func rested() { isBusy = false }

    /// The same fault is said once.
    mutating func isNews(_ fault: String) -> Bool {
        defer { lastFault = fault }
        return fault != lastFault
    }
}

extension AppServices {
    /// The system's own Bluetooth service.
    static let askBlueZ: CodecFinder = { output throws(AudioError) in
        try BlueZ.transports().codec(ofOutput: output)
    }

    /// Has a worker find out what the open device's Bluetooth link encodes with, again and again while it plays. Called
    /// after each change.
    func askForCodec() {
        let library = codecInquiry.output(of: player?.outputDescription, isPlaying: player?.status == .playing)
        guard
            let output = library
                ?? codecInquiry.output(of: radio?.outputDescription, isPlaying: radio?.state.phase == .playing)
        else { return }
        let inbox = inbox
        let find = findCodec
        _ = NamedThread("bluetooth") { [weak self] in
            let found: Result<String?, AudioError>
            do throws(AudioError) { found = .success(try find(output)) } catch { found = .failure(error) }
            inbox.post(.perform { self?.learn(found, ofOutput: output) })
        }
    }

    private func learn(_ found: Result<String?, AudioError>, ofOutput output: String) {
        var codec: String?
        switch found {
        case .success(let name): codec = name
        case .failure(let error): if codecInquiry.isNews(error.description) { onNote(error.description) }
        }
        let delay = codecInquiry.answered(codec, of: output)
        loop.timers.schedule(after: delay) { [weak self] in
            self?.codecInquiry.rested()
            self?.askForCodec()
        }
        guard let codec else { return }
        player?.learn(codec: codec, ofDevice: output)
        radio?.learn(codec: codec, ofDevice: output)
    }
}
