// The unit's own sounds: over the music, or alone on a device that is held for them. Main thread.

extension Player {
    /// Plays a clip over the music, which is ducked meanwhile; without music a device is opened for it, and let go two
    /// seconds after its end. The place in the music is not touched.
    ///
    /// - Parameters:
    ///   - volume: amplitude factor, 0 to 1; all voices together stay below −9 dBFS.
    ///   - pace: 1 as it is, 0.25 to 4.
    /// - Returns: false when too many sound already.
    @discardableResult
    public func play(_ clip: VoiceClip, volume: Double = 1, pace: Double = 1) -> Bool {
        guard voices.start(clip, volume: volume, pace: pace) else { return false }
        voiceHold += 1
        coordinator.hold(.voice)
        if machine.isRunning || isRunningForVoices || coordinator.isSounding(besides: kind) {
            onChange()
            return true
        }
        runOrOpenForVoices()
        onChange()
        return true
    }

    /// Voices that sounded over another source go on without it.
    public func othersReleased() {
        if voices.isSounding { runOrOpenForVoices() }
    }

    private func runOrOpenForVoices() {
        switch machine.output {
        case .open: runForVoices()
        case .opening: break
        case .closed:
            let info = machine.info.map { OutputRequest(for: $0) }
            handle(.prepareOutput(stream?.request ?? info ?? OutputRequest(rate: 48_000, channels: 2, bits: nil)))
        }
    }

    /// The music is ducked as long as another device speaks over the same loudspeakers.
    public func holdDucking(_ isHeld: Bool) {
        isDuckingHeld = isHeld
        voices.mixer.holdDucking(isHeld)
        onChange()
    }

    /// A voice sounds, or the music is ducked: the samples are not the file's.
    public var isMixingVoices: Bool { voices.isSounding || isDuckingHeld }

    /// The device runs while the music stands still.
    func runForVoices() {
        guard case .open = machine.output, !machine.isRunning, !isRunningForVoices else { return }
        isRunningForVoices = true
        // What the device has kept of the music is rendered again when it goes on.
        renderer.holdMusic(true)
        output.discard()
        output.run()
    }

    /// The device stops, or runs for the music from now on.
    func endRunForVoices() { isRunningForVoices = false }

    /// Voices whose device has come, or will not.
    func answerVoices(_ event: OutputEvent) {
        switch event {
        case .opened:
            if voices.isSounding { runForVoices() }
        case .failed, .lost:
            endRunForVoices()
            guard voices.isSounding else { return }
            voices.stopAll()
            coordinator.release(.voice)
        case .closed, .hardwareVolume:
            break
        }
    }

    /// The last voice has been mixed to its end: its hold stays for two seconds.
    func takeEndedVoices() {
        guard voices.takeEnded() else { return }
        let hold = voiceHold
        onChange()
        coordinator.after(seconds: OutputLease.voiceGrace) { [weak self] in
            guard let self, hold == self.voiceHold else { return }
            if self.isRunningForVoices {
                self.endRunForVoices()
                self.output.pause()
                self.output.discard()
            }
            self.coordinator.release(.voice)
        }
    }
}
