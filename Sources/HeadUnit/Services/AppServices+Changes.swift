// What follows from a change of what plays: its words, the resume point, the history. Main thread.

import AudioCore

extension AppServices {
    func changed() {
        leaveRadioForLibrary()
        updateRadioSound()
        show()
        wantLoudness()
        note()
        onChange()
        awaitReturn()
        askForCodec()
    }

    /// Finds the words for what plays; a worker reads them when nobody has told them yet.
    func show() {
        let item = player?.item
        if let item, !words.isKnown(item), let known = libraryFacts(of: item) { words.learn(known, of: item) }
        let found = item.flatMap { words.facts(of: $0) }
        if found != facts {
            facts = found
            note()
            onChange()
        }
        guard let item, words.mustAsk(for: item) else { return }
        let inbox = inbox
        _ = NamedThread("facts") { inbox.post(.facts(item, TrackFacts.read(item.path))) }
    }

    /// Keeps the resume point, and goes on doing so once a second while music plays.
    func note() {
        guard let player, let keeper else { return }
        keeper.note(player, facts: facts, radio: keptStation)
        noteHeard(player)
        guard player.status == .playing || player.status == .buffering, tick == nil else { return }
        tick = loop.timers.schedule(after: 1) { [weak self] in
            self?.tick = nil
            self?.note()
        }
    }

    private func noteHeard(_ player: Player) {
        guard let item = player.item, player.status == .playing,
            heard.isHeard(item, position: player.position, duration: player.duration, lap: player.lapCount)
        else { return }
        noteHeard(item)
    }
}
