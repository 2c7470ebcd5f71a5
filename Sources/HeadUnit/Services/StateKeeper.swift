// Carries the player's state to the state files and back. Main thread; the files belong to the state writer.

import AudioCore
import FoundationEssentials
import Radio

/// What is kept between two runs.
@MainActor
final class StateKeeper {
    private var state: LoadedState
    /// The thread that saves.
    var writer: StateWriter { state.writer }
    /// The flag's device, the owner's or the builder's; nil where nobody named one.
    private(set) var chosenDevice: String?
    /// The player is muted by a wire, not by the owner.
    var isMutedByWire = false
    private var kept: Snapshot<QueueDescription>?
    private var source: QueueSource?
    private var folders: [RawPath] = []
    /// The queue of the run before, of which a part is on a volume that is out. Until it is there, or another queue is
    /// chosen, that is what the next start is to find.
    private(set) var awaited: QueueDescription?
    private var lastRecord: QueueRecord?
    private var lastSeekCount = 0

    /// - Parameter flag: the device of the command line.
    init(_ state: LoadedState, flag: String?) {
        self.state = state
        chosenDevice = flag ?? state.settings.value.device ?? state.config.audio
    }

    /// The device to open: the flag's, the owner's choice, the builder's, then the one last used.
    var device: String? { chosenDevice ?? state.resume.loaded?.device }

    /// What the owner has set.
    var settings: OwnerSettings { state.settings.value }

    /// Where the builder's `config.json` is, or would be.
    var configFolder: RawPath { state.folders.configFile.directory }

    /// The owner chose a word of a setting.
    func keep(_ key: String, _ word: String) {
        guard settings.chosen[key] != word else { return }
        state.settings.update { $0.chosen[key] = word }
    }

    /// The owner chose a device; nil leaves it to the program, also where the builder has named one.
    func choose(device: String?) {
        let name = device ?? state.config.audio.map { _ in AppServices.automaticDevice }
        chosenDevice = name
        if settings.device != name { state.settings.update { $0.device = name } }
    }

    /// What was playing, with its words.
    var resumed: (item: QueueItem, facts: TrackFacts)? {
        guard let point = state.resume.loaded, let item = point.item else { return nil }
        return (item, TrackFacts(title: point.title ?? "", artist: point.artist ?? "", album: point.album ?? ""))
    }

    /// Seconds; nil when it is not what was playing.
    func resumedDuration(of item: QueueItem?) -> Double? {
        guard let point = state.resume.loaded, item != nil, point.item == item else { return nil }
        return point.duration
    }

    /// What is known of the loudness of what was playing.
    var resumedLoudness: [QueueItem: TrackLoudness]? {
        guard let point = state.resume.loaded, let item = point.item, let loudness = point.trackLoudness else {
            return nil
        }
        return [item: loudness]
    }

    /// Makes the player what it was: the same track at the same place, playing or paused.
    /// - Parameter before: called between the settings and the track.
    func restore(_ player: Player, before: () -> Void) {
        let settings = state.settings.value
        player.settings = SoundSettings(
            volume: startVolume(settings), isMuted: settings.isMuted,
            loudness: LoudnessStrength(rawValue: settings.loudness) ?? .off,
            loudnessOffset: Decibels(state.config.loudnessOffset ?? defaultOffset), stages: settings.stages)
        before()
        guard let point = state.resume.loaded, let item = point.item else { return }
        let plays = point.station == nil && wasToPlay(point)
        if plays, let format = point.format {
            player.prepareOutput(OutputRequest(rate: format.rate, channels: 2, bits: format.bits))
        }
        var queue = PlayQueue(items: [item])
        queue.repeatMode = point.repeatMode
        player.playQueue(queue, seconds: Double(point.position) / 1000, play: plays)
        lastSeekCount = player.seekCount
    }

    /// The station that was on, and whether it was to be heard.
    var resumedStation: (station: Station, plays: Bool)? {
        state.resume.loaded.flatMap { point in point.station.map { ($0, wasToPlay(point)) } }
    }

    /// What stopped for want of a device or a stick was meant to play.
    private func wasToPlay(_ point: ResumePoint) -> Bool {
        point.status == .playing || point.pausedBy == .device || point.pausedBy == .storage
    }

    /// Presses and failures are to be heard.
    var hasUnitSounds: Bool { settings.chosen[UnitSounds.setting] == true.word }

    /// Where the owner's own sounds may be.
    var soundFolder: RawPath { configFolder.appending(SoundFolder.name) }

    /// The queue's source is known.
    func described(_ gathered: GatheredQueue) {
        kept = gathered.kept
        source = gathered.source
        folders = gathered.folders
        awaited = gathered.awaited
        lastRecord = gathered.described?.order
    }

    /// The queue was chosen on the screen: of a long one, what is around the item that plays.
    func chose(_ items: [QueueItem], around index: Int) {
        awaited = nil
        let limit = QueueSource.itemLimit
        guard items.count > limit else { return source = .items(items) }
        let start = max(0, min(index - limit / 4, items.count - limit))
        source = .items(Array(items[start..<(start + limit)]))
    }

    /// Has everything saved that differs from what was noted last.
    /// - Parameter radio: the station that is on in the place of the library.
    func note(_ player: Player, facts: TrackFacts?, radio: KeptStation?) {
        noteSettings(player.settings)
        noteQueue(player.queue)
        guard let point = point(player, facts, radio) else { return }
        state.resume.note(point, wasSought: player.seekCount != lastSeekCount)
        lastSeekCount = player.seekCount
    }

    /// Saves what is not saved yet while `meanwhile` runs; waits no longer than `time`. When nothing is
    /// left to save, the folder is free for another program.
    func end(within time: Duration, meanwhile: () -> Void) {
        state.resume.noteEnd()
        meanwhile()
        if state.writer.shutDown(within: time) { state.lock = nil }
    }

    private var defaultOffset: Double { state.config.hasFixedVolume ? BuilderConfig.fixedVolumeOffset : 0 }

    private func startVolume(_ settings: OwnerSettings) -> Decibels {
        if state.config.hasFixedVolume { return 0 }
        return min(Decibels(settings.volume), Decibels(state.config.startVolumeMax ?? 0))
    }

    private func noteSettings(_ sound: SoundSettings) {
        let isMuted = sound.isMuted && !isMutedByWire
        let volume = KeptVolume.valid(sound.volume.value)
        let old = state.settings.value
        guard
            old.isMuted != isMuted || old.loudness != sound.loudness.rawValue
                || old.stages != sound.stages || (old.volume != volume && !state.config.hasFixedVolume)
        else { return }
        state.settings.update { settings in
            settings.volume = volume
            settings.isMuted = isMuted
            settings.loudness = sound.loudness.rawValue
            settings.stages = sound.stages
        }
    }

    private func noteQueue(_ queue: PlayQueue) {
        guard let kept, let source, queue.count > 0, queue.record != lastRecord else { return }
        let record = queue.record
        if awaited != nil {
            // What is done by hand to the part that is there makes it the queue.
            guard record.isShuffled || !record.edits.isEmpty else { return }
            awaited = nil
        }
        lastRecord = record
        kept.update { $0 = QueueDescription(source: source, sort: .path, order: record, folders: folders) }
    }

    private func point(_ player: Player, _ facts: TrackFacts?, _ radio: KeptStation?) -> ResumePoint? {
        let item = player.item
        guard item != nil || radio != nil else { return nil }
        var point = ResumePoint(item: item, position: Int((player.position * 1000).rounded()))
        // A try while waiting is not yet playing.
        let plays = player.wantsToPlay && !player.isAwaiting
        point.status = plays ? .playing : player.hasEnded ? .stopped : .paused
        point.pausedBy = player.pausedBy
        radio?.put(into: &point)
        point.title = facts?.title
        point.artist = facts?.artist
        point.album = facts?.album
        point.duration = player.duration
        let before = state.resume.loaded
        if let info = player.info {
            point.format = ResumePoint.Format(rate: info.rate, channels: info.channels, bits: info.wordBits)
            point.trackLoudness = info.loudness == .unknown ? nil : info.loudness
        } else if before?.item == item {
            point.format = before?.format
            point.trackLoudness = before?.trackLoudness
            point.duration = before?.duration
        }
        point.isShuffled = player.queue.isShuffled
        point.repeatMode = player.queue.repeatMode
        point.queueIndex = player.queue.currentIndex ?? 0
        point.volume = KeptVolume.valid(player.settings.volume.value)
        point.isMuted = player.settings.isMuted && !isMutedByWire
        point.loudness = player.settings.loudness.rawValue
        point.device = chosenDevice != nil ? before?.device : player.outputDescription?.device ?? before?.device
        return point
    }
}

/// A station as it is kept over a power cut.
struct KeptStation {
    var station: Station
    var wantsToPlay: Bool
    var pausedBy: PauseReason?

    /// The status of the point is the station's; the place in the music stays.
    func put(into point: inout ResumePoint) {
        point.station = station
        point.status = wantsToPlay ? .playing : .paused
        point.pausedBy = wantsToPlay ? nil : pausedBy
    }
}
