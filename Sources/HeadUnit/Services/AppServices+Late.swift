// Parts that come late: what is awaited, how it is tried again, and what else is offered meanwhile. Main thread.

import ALSAOutput
import AudioCore

/// What else there is while a part does not come.
enum LateOffer: Equatable, Sendable {
    /// Another device; `id` opens it, `name` is for people.
    case device(id: String, name: String)
    /// Music that is here.
    case music
}

extension AppServices {
    /// The name of the device or the volume that is waited for, for people; nil while nothing is, and where the device
    /// has no name because none was ever there.
    var awaited: String? {
        guard isAwaiting else { return nil }
        switch pausedBy {
        case .device?: return awaitedDevice.map(OutputDevice.shortName)
        case .storage?: return player?.item.map { volumeName(of: $0.path) }
        case .user?, .system?, nil: return nil
        }
    }

    /// The device of this run: the one chosen while waiting, else the flag's, the owner's, the builder's, the last one.
    private var awaitedDevice: String? {
        let device = chosenWhileWaiting ?? keeper?.device ?? options.audio
        return device == Self.automaticDevice ? nil : device
    }

    /// The volume's own name; where volumes do not come and go, that of the folder of music.
    private func volumeName(of path: RawPath) -> String {
        if let name = Storage.volumeName(of: path) { return name }
        let root = musicFolders.first { path.isWithin($0) } ?? path.directory
        return String(decoding: root.lastComponent, as: UTF8.self)
    }

    /// What stopped for want of a device or a stick is tried again until it is there; after twenty seconds something
    /// else is offered, after ten minutes it is paused and nothing more. Called after each change.
    func awaitReturn() {
        guard !options.isTransient else { return }
        guard isAwaiting else { return lateReturn.ended() }
        let now = loop.clock.now
        if let delay = lateReturn.offerDelay(now: now) {
            let round = lateReturn.round
            loop.timers.schedule(after: delay) { [weak self] in self?.offerAnother(round) }
        }
        guard let delay = lateReturn.retryDelay(now: now) else { return }
        let round = lateReturn.round
        loop.timers.schedule(after: delay) { [weak self] in
            guard let self, self.lateReturn.tries(round) else { return }
            self.lateReturn.isOver(now: self.loop.clock.now) ? self.stopWaiting() : self.tryAgain()
            self.awaitReturn()
        }
    }

    private func tryAgain() { hasRadio ? radio?.retry() : player?.retry() }

    /// Nothing plays by itself any more.
    private func stopWaiting() { hasRadio ? radio?.pause(.user) : player?.stopWaiting() }

    /// Plays on another device for the rest of this run.
    func use(device: String) {
        chosenWhileWaiting = device
        player?.use(device: device)
        if let station, radio?.isAwaiting == true { play(station) } else { radio?.moveOutput() }
    }

    private func offerAnother(_ round: Int) {
        guard lateReturn.round == round, isAwaiting else { return }
        if pausedBy == .storage {
            if library.snapshot.tracks.contains(where: \.isAvailable) { onLate(.music) }
            return
        }
        let awaited = awaitedDevice
        let inbox = inbox
        _ = NamedThread("devices") { [weak self] in
            guard let other = DeviceList.firstChoice(besides: awaited) else { return }
            inbox.post(
                .perform {
                    guard let self, self.lateReturn.round == round, self.pausedBy == .device else { return }
                    self.onLate(.device(id: other.id, name: other.name))
                })
        }
    }
}
