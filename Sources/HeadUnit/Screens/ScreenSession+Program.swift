// What the stage asks of the program: screens by name, actions, where the music is. Main thread.

import AudioCore
import Scene
import TemplateKit

extension ScreenSession: StageProgram {
    func screen(named name: String, parameters: [String: FieldValue]) -> (any Screen)? {
        guard assets.documents.screens[name] != nil || assets.documents.names.contains(name) else { return nil }
        var parameters = parameters
        if Self.failures.contains(name) { services.sounds.play(.error, on: services.player) }
        if name == "failed", let reason = services.phase.reason { parameters["reason"] = .text(reason) }
        let isNowPlaying = assets.documents.screens[name]?.kind == .nowPlaying
        let provider: any RecordProvider = isNowPlaying ? records : positions
        return DocumentScreen(name, parameters: parameters, provider: provider) { [weak self] in
            self?.assets.documents.screens[name]
        } fault: { [weak self] in
            (self?.assets.documents ?? DocumentSet()).faultMessage(for: name)
        }
    }

    func perform(_ action: Action, token: ActionToken) -> ActionOutcome {
        guard let work = performer.perform(action) else { return .done }
        guard !work.hasEnded else {
            tell(work.failure)
            return .done
        }
        works[token] = work
        work.onEnd = { [weak self] failure in self?.finish(token, failure) }
        return .pending
    }

    func cancel(_ token: ActionToken) { works.removeValue(forKey: token)?.cancel() }

    /// What was pressed has ended: it is there to be seen, or it is said why not.
    private func finish(_ token: ActionToken, _ failure: String?) {
        guard works.removeValue(forKey: token) != nil else { return }
        stage.finish(token, at: now())
        tell(failure)
        servicesChanged()
    }

    private func tell(_ failure: String?) {
        if let failure { notice("actionFailed", ["reason": .text(failure)]) }
    }

    /// What says that something went wrong is heard as well.
    private static let failures: Set = ["actionFailed", "demoFailed"]

    func pressed() { services.sounds.play(.click, on: services.player) }

    func request(_ request: StageRequest) {
        guard let player = services.player else { return }
        switch request {
        // A stream has one place, now.
        case .seek(let seconds): if !services.hasRadio { player.seek(to: seconds) }
        case .volume(let decibels):
            player.settings.isMuted = false
            player.settings.volume = decibels <= VolumeLevel.range.lowerBound ? .silence : Decibels(decibels)
        case .key(let key): press(key, player)
        }
    }

    private func press(_ key: InputEvent.Key, _ player: Player) {
        switch key {
        case .play: performer.play()
        case .pause: services.pausePlaying()
        case .playpause: performer.playPause()
        case .next: services.skipForward()
        case .previous: services.skipBack()
        case .volumeup: turnVolume(by: 1)
        case .volumedown: turnVolume(by: -1)
        case .mute:
            player.settings.isMuted.toggle()
            stage.showVolume(at: now())
        case .home, .nowplaying: break
        }
    }

    /// One decibel a step; the overlay shows it.
    func turnVolume(by steps: Int) {
        guard !services.isVolumeFixed, let player = services.player else { return }
        let level = VolumeLevel(decibels: player.settings.volume.value)
        request(.volume(to: min(0, max(VolumeLevel.range.lowerBound, level.decibels.rounded() + Double(steps)))))
        stage.showVolume(at: now())
    }

    var position: PlaybackPosition? {
        guard !services.hasRadio, let player = services.player, player.item != nil else { return nil }
        return PlaybackPosition(
            seconds: player.position, duration: player.duration ?? services.resumedDuration,
            isMoving: player.status == .playing)
    }

    var volume: VolumeLevel? {
        guard !services.isVolumeFixed, let settings = services.player?.settings else { return nil }
        return VolumeLevel(decibels: settings.volume.value, isMuted: settings.isMuted)
    }

    func palette(for image: Image) -> CoverPalette? { covers.palette(for: image) }
    func isMissing(_ image: Image) -> Bool { covers.isMissing(image) }
}
