// How the services start: from the kept state to a player that has gone on. Main thread.

import ALSAOutput
import Artwork
import AudioCore
import Radio
import Resampling

extension AppServices {
    /// The real one: ALSA, or the clock for `null:`.
    static let deviceOutput: OutputMaker = { device, renderer, inbox in
        PCMOutput(device: device, source: renderer) { line in
            inbox.post(.note(line))
        } events: { event in
            inbox.post(.output(event))
        }
    }

    /// Starts the services unless they run or are starting; after a failure it tries again. Returns at once: what
    /// comes of it is seen in `phase`.
    public func ensureLoaded() {
        switch phase {
        case .resumed, .ready: return
        case .idle, .failed: break
        }
        guard !isLoading else { return }
        isLoading = true
        if options.isTransient {
            if let saved = SavedGains.ofProgram(options.cache) { opening.use(saved) }
            makePlayer(device: options.audio)
            player?.settings = options.sound
            wantLoudness()
            if let station = options.station { playAtOnce(station) } else { gather(nil) }
        } else {
            load()
        }
    }

    private func load() {
        let options = options
        let inbox = inbox
        _ = NamedThread("loader") {
            inbox.post(.loaded(LoadedState.load(options) { inbox.post(.fault($0)) }))
        }
    }

    func loaded(_ result: Result<LoadedState, LoadFailure>) {
        isLoading = false
        switch result {
        case .failure(let failure):
            phase = .failed(failure.message)
        case .success(let state):
            config = state.config
            let keeper = StateKeeper(state, flag: options.audio)
            self.keeper = keeper
            makePlayer(device: keeper.device)
            if let resumed = keeper.resumed { words.learn(resumed.facts, of: resumed.item) }
            if let known = keeper.resumedLoudness { opening.learn(resumed: known) }
            if let player { keeper.restore(player, before: { wantLoudness() }) }
            if let resumed = keeper.resumedStation { resumeRadio(resumed) }
            thumbnails = ThumbnailStore(folder: state.folders.cache.appending("covers").bytes) { [inbox] line in
                inbox.post(.fault(line))
            }
            phase = .resumed
            sounds.isOn = keeper.hasUnitSounds
            gather(state)
        }
    }

    private func makePlayer(device: String?) {
        guard player == nil else { return }
        let inbox = inbox
        let loop = loop
        let renderer = AudioRenderer(bell: inbox.bell)
        let output = options.outputShape.applied(to: makeOutput(device, renderer, inbox))
        let opening = opening
        let openTrack: TrackOpener = { item throws(AudioError) in try opening.open(item) }
        let decoder = DecoderThread(openTrack: openTrack, makeResampler: SoxrResampler.maker) { event in
            inbox.post(.decoder(event))
        }
        let coordinator = AudioCoordinator(now: { loop.clock.now }) { seconds, action in
            loop.timers.schedule(after: seconds, action)
        }
        let player = Player(
            output: output, renderer: renderer, decoder: decoder, coordinator: coordinator,
            prefersHardwareVolume: config.volume == .hardware)
        player.onVolumeMoved = { [weak self] in self?.onVolumeMoved() }
        player.onChange = { [weak self] in self?.changed() }
        player.onError = { [weak self] error in self?.fail(error) }
        player.onEnd = { [weak self] in self?.onEnd() }
        self.player = player
        radio = makeRadio(output, renderer, coordinator)
    }
}
