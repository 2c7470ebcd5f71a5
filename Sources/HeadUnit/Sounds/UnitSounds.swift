// Plays the unit's own sounds when they are wanted. Main thread; files are read by a worker.

import AudioCore

/// Which sounds there are, and when they sound.
@MainActor
final class UnitSounds {
    /// Names them among the owner's settings: `on` or `off`.
    static let setting = "uiSounds"

    /// Clicks and errors are wanted; a prompt is asked for by a wire.
    var isOn = false
    private var clips: [UnitSound: VoiceClip] = [:]
    private var isPromptOn = false

    /// Sounds that stand in the place of ours.
    func use(_ files: [UnitSound: VoiceClip]) { clips.merge(files) { _, new in new } }

    /// - Parameter player: nil before there is one; then nothing sounds.
    func play(_ sound: UnitSound, on player: Player?) {
        guard let player, isOn || sound == .prompt, let volume = Self.volume(of: sound, player.settings) else { return }
        player.play(clip(sound), volume: volume)
    }

    /// Voices are mixed in behind the volume, so they follow it here: as loud beside the music as ever, yet never too
    /// soft to be heard. Muted, only a prompt sounds.
    /// - Returns: an amplitude factor; nil for silence.
    static func volume(of sound: UnitSound, _ settings: SoundSettings) -> Double? {
        let softest: Decibels = sound == .prompt ? -20 : -30
        if settings.isMuted { return sound == .prompt ? softest.factor : nil }
        return min(1, max(settings.volume, softest).factor)
    }

    /// The wire of another device that speaks: its sound once, and the music down as long as the wire is on.
    func setPrompt(_ isOn: Bool, on player: Player?) {
        guard isOn != isPromptOn else { return }
        isPromptOn = isOn
        player?.holdDucking(isOn)
        if isOn { play(.prompt, on: player) }
    }

    private func clip(_ sound: UnitSound) -> VoiceClip {
        if let clip = clips[sound] { return clip }
        let made = sound.clip
        clips[sound] = made
        return made
    }
}

extension AppServices {
    /// Whether presses and failures are heard.
    var hasUnitSounds: Bool {
        get { sounds.isOn }
        set {
            sounds.isOn = newValue
            keeper?.keep(UnitSounds.setting, newValue.word)
            onChange()
        }
    }

    /// Reads the owner's own sounds, once there is time.
    func loadSounds(_ folder: RawPath) {
        let inbox = inbox
        _ = NamedThread("sounds") { [weak self] in
            let files = SoundFolder.read(folder) { inbox.post(.fault($0)) }
            guard !files.isEmpty else { return }
            inbox.post(.perform { self?.sounds.use(files) })
        }
    }
}
