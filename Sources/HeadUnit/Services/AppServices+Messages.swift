// What other threads say, and the errors among it. Main thread.

import AudioCore
import Radio

extension AppServices {
    /// One turn of the main loop: everything that other threads have said since the last.
    func turn() {
        for message in inbox.drain() { receive(message) }
        player?.takeHeard()
        radio?.takeHeard()
    }

    private func receive(_ message: MainMessage) {
        switch message {
        case .decoder(let event): player?.receive(event)
        case .output(let event): receive(event)
        case .radio(let message): radio?.receive(message)
        case .loaded(let result): loaded(result)
        case .gathered(let queue): gathered(queue)
        case .facts(let item, let facts):
            words.learn(facts, of: item)
            show()
        case .loudness(let item, let loudness):
            loudnessJobCount -= 1
            player?.learn(loudness, of: item)
        case .problem(let error): fail(error)
        case .note(let line): onNote(line)
        case .fault(let line): onFault(line)
        case .fontsArrived: onFonts()
        case .perform(let body): body()
        }
    }

    private func receive(_ event: OutputEvent) {
        let event = options.outputShape.described(event)
        guard !takeDeviceAnswer(event) else { return }
        player?.receive(event)
        radio?.receive(event)
    }

    func fail(_ error: AudioError) {
        if error.code == .device || error.isStorageLoss, !lateReturn.isNews(error) { return }
        errors.append(error)
        if errors.count > 100 { errors.removeFirst() }
        // A device that fails cannot say so.
        if error.code != .device, !error.isStorageLoss { sounds.play(.error, on: player) }
        onError(error)
    }
}
