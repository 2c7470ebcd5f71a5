// What ReplayGain has to know, read only while it is on. Main thread; files are read by workers.

import AudioCore

extension AppServices {
    /// Tells the decoder whether loudness counts, and has that of what is open already looked up when it begins to.
    func wantLoudness() {
        let isWanted = player.map { $0.settings.stages.replayGain.mode != .off } ?? false
        opening.setWantsLoudness(isWanted)
        guard isWanted, let player else {
            askedLoudness = []
            return
        }
        let unknown = Set(player.openLoudness.filter { $0.value == .unknown }.keys)
        askedLoudness.formIntersection(unknown)
        for item in unknown where askedLoudness.insert(item).inserted { ask(item) }
    }

    /// The gathered cue sheets are known, and there is time to look whether the tags are still what was kept.
    func checkResumedLoudness() {
        opening.forgetResumed()
        guard let player, player.settings.stages.replayGain.mode != .off else { return }
        for item in player.openLoudness.keys { ask(item) }
    }

    private func ask(_ item: QueueItem) {
        let (inbox, opening) = (inbox, opening)
        loudnessJobCount += 1
        _ = NamedThread("loudness") { inbox.post(.loudness(item, opening.loudness(of: item))) }
    }
}
