// The radio beside the library: one of the two is what Now Playing is about, and what play, pause, next and previous
// mean. Main thread.

import AudioCore
import Radio
import Resampling

/// What the radio does by itself, for the screens to say.
enum RadioNews: Equatable, Sendable {
    /// Nothing comes of the station; it is asked for again and again.
    case reconnecting(name: String)
    /// The station is given up.
    case lost(name: String)
}

extension AppServices {
    /// Now Playing is about a station, sounding or not.
    var hasRadio: Bool { station != nil }

    /// A station sounds, or is to.
    var wantsRadio: Bool { hasRadio && radio?.wantsToPlay == true }

    /// The player of stations, on the output that the library's has as well.
    func makeRadio(
        _ output: any AudioOutput, _ renderer: AudioRenderer, _ coordinator: AudioCoordinator
    ) -> RadioPlayer {
        let inbox = inbox
        let loop = loop
        let radio = RadioPlayer(
            output: output, renderer: renderer, coordinator: coordinator, openCodec: MusicFormats.open,
            makeResampler: SoxrResampler.maker,
            schedule: { seconds, action in loop.timers.schedule(after: seconds, action) }
        ) { message in
            inbox.post(.radio(message))
        }
        radio.onChange = { [weak self] in self?.radioChanged() }
        radio.onError = { [weak self] error in self?.fail(error) }
        radio.onEnd = { [weak self] in self?.onEnd() }
        return radio
    }

    /// `carillon play URL`: nothing else is looked for.
    func playAtOnce(_ station: Station) {
        isLoading = false
        phase = .ready
        updateRadioSound()
        play(station)
    }

    /// The radio goes by what the owner has set about the sound, and by the builder's trim.
    func updateRadioSound() {
        guard let player else { return }
        radio?.sound = RadioSound(
            settings: player.settings, isVolumeInHardware: player.isVolumeInHardware,
            trim: Decibels(config.radioTrim ?? 0), isLimiting: isLimitingRadio)
    }

    /// A stream has its limiter behind it already: ours runs over it only where somebody asked for just that.
    private var isLimitingRadio: Bool {
        options.isTransient && player?.settings.stages.isLimiting == true
    }

    /// Plays a station in the place of the library's music, which stays where it is.
    /// - Returns: what ends when the station is heard, or with the reason why it cannot be.
    @discardableResult
    func play(_ station: Station) -> PendingWork {
        let work = PendingWork()
        guard let radio else {
            work.end(AudioError(.device, "nothing can be played yet").description)
            return work
        }
        endStationWork(nil)
        if self.station?.address == station.address, radio.wantsToPlay {
            work.end()
        } else {
            stationWork = work
            tune(to: station)
        }
        return work
    }

    /// The same without anybody who waits for the end of it.
    private func tune(to station: Station) {
        player?.pause()
        self.station = station
        radio?.play(station)
        radioChanged()
    }

    /// Something that can be seen of the radio has changed.
    func radioChanged() {
        let phase = radio?.state.phase ?? .stopped
        let before = radioPhase
        radioPhase = phase
        let name = station?.name ?? ""
        let wasPressed = stationWork != nil
        switch phase {
        case .connecting, .buffering: break
        case .playing:
            learnStationName()
            endStationWork(nil)
        case .stopped: endStationWork(nil)
        case .reconnecting:
            endStationWork(nil)
            if !before.isReconnecting { onRadio(.reconnecting(name: name)) }
        case .failed(let error):
            endStationWork(error.description)
            if !wasPressed, phase != before { onRadio(.lost(name: name)) }
        }
        changed()
    }

    /// A station that nobody gave a name has the one it calls itself.
    private func learnStationName() {
        guard let owner, let station, let name = radio?.state.streamName, !name.isEmpty,
            owner.stations.value.station(at: station.address)?.isNameGuessed == true
        else { return }
        var learnt: String?
        owner.stations.update { learnt = $0.learn(name, of: station.address) }
        if let learnt { self.station?.name = learnt }
        ownerRevision += 1
    }

    private func endStationWork(_ failure: String?) {
        let work = stationWork
        stationWork = nil
        work?.end(failure)
    }

    /// The library plays: Now Playing is about it again.
    func leaveRadioForLibrary() {
        guard station != nil, player?.wantsToPlay == true else { return }
        station = nil
        radio?.stop()
        endStationWork(nil)
    }

    /// What was on when the power went away: the station plays as soon as it can be reached, or waits for play.
    func resumeRadio(_ resumed: (station: Station, plays: Bool)) {
        station = resumed.station
        updateRadioSound()
        if resumed.plays { radio?.play(resumed.station) }
    }

    // MARK: - What a listener presses

    /// Something sounds, or is to.
    var wantsToPlay: Bool {
        hasRadio ? wantsRadio : player.map { $0.wantsToPlay && !$0.isAwaiting } ?? false
    }

    /// Plays on: the station live, the track from where it was.
    func playOn() {
        if let station {
            if !wantsRadio { tune(to: station) }
        } else {
            player?.play()
        }
    }

    func pausePlaying() {
        if hasRadio { radio?.pause(.user) } else { player?.pause() }
    }

    /// The next station, or the next track.
    func skipForward() {
        if hasRadio { tune(by: 1) } else { player?.next() }
    }

    /// The station before, or the start of the track, or the track before.
    func skipBack() {
        if hasRadio { tune(by: -1) } else { player?.previous() }
    }

    /// There is another station to go to.
    var canTune: Bool { stations.contains { $0.station.address != station?.address } }

    /// Stations go round in a ring, as the keys of a car radio do. One that was stopped stays so; one that could not be
    /// played gives way to the next.
    private func tune(by step: Int) {
        let list = stations
        guard canTune, let station else { return }
        let place = list.firstIndex { $0.station.address == station.address }
        let next = place.map { ($0 + step + list.count) % list.count } ?? (step > 0 ? 0 : list.count - 1)
        if wantsRadio || isAwaiting || radioPhase.isFailed {
            endStationWork(nil)
            tune(to: list[next].station)
        } else {
            // What was said of the one before is not said of this one.
            radio?.stop()
            self.station = list[next].station
            radioChanged()
        }
    }

    /// As it is kept over a power cut; nil while the library plays.
    var keptStation: KeptStation? {
        station.map { KeptStation(station: $0, wantsToPlay: wantsRadio, pausedBy: pausedBy) }
    }

    // MARK: - What can be seen

    /// Who stopped what Now Playing is about.
    var pausedBy: PauseReason? {
        guard hasRadio else { return player?.pausedBy }
        // A station that was paused when the power went away has not been asked for in this run.
        return radio?.state.pausedBy ?? (radioStatus == .paused ? .user : nil)
    }

    /// It would play if a device or a stick were there.
    var isAwaiting: Bool { (hasRadio ? radio?.isAwaiting : player?.isAwaiting) ?? false }

    /// The device runs.
    var isSounding: Bool { (hasRadio ? radio?.isSounding : player?.isSounding) ?? false }

    /// In the words of the contract's `state.status`.
    var radioStatus: PlayerStatus {
        guard let radio, !radio.isAwaiting else { return .waiting }
        switch radio.state.phase {
        case .reconnecting: return .waiting
        // A file that was played like a station ends by itself; what nobody has played yet was paused before the start.
        case .stopped: return radio.state.pausedBy != nil || radio.state.station == nil ? .paused : .stopped
        case .connecting, .buffering, .playing, .failed: return radio.state.phase.status
        }
    }
}

extension RadioState.Phase {
    var isFailed: Bool { if case .failed = self { true } else { false } }
    var isReconnecting: Bool { if case .reconnecting = self { true } else { false } }
}
