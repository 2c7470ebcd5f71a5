// What ReplayGain has to know, read only while it is on. Main thread; files are read by workers.

import AudioCore

extension AppServices {
    /// Tells the decoder whether loudness counts, and has that of what is open already looked up when it begins to.
    func wantLoudness() {
        let isWanted = player.map { $0.settings.stages.replayGain.mode != .off } ?? false
        opening.setWantsLoudness(isWanted)
        guard isWanted, let player else {
            askedLoudness = []
            doubtedLoudness = []
            return
        }
        for item in doubtedLoudness.intersection(player.openLoudness.keys) {
            doubtedLoudness.remove(item)
            ask(item)
        }
        let unknown = Set(player.openLoudness.filter { $0.value == .unknown }.keys)
        askedLoudness.formIntersection(unknown)
        for item in unknown where askedLoudness.insert(item).inserted { ask(item) }
    }

    /// The gathered cue sheets are known, and there is time to look whether the tags are still what was kept.
    func checkResumedLoudness() {
        let resumed = opening.forgetResumed()
        guard let player, player.settings.stages.replayGain.mode != .off else { return }
        let open = player.openLoudness.keys
        for item in open { ask(item) }
        // What the decoder is opening at this moment may have been told what was kept: it is looked at when it is open.
        doubtedLoudness = resumed.subtracting(open)
    }

    private func ask(_ item: QueueItem) {
        let (inbox, opening) = (inbox, opening)
        loudnessJobCount += 1
        _ = NamedThread("loudness") { inbox.post(.loudness(item, opening.loudness(of: item))) }
    }
}
