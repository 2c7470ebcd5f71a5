// What the main thread knows of the unit's own sounds: which sound, and the clips they need. Main thread.

/// Starts voices and keeps their clips until the output thread has done with them.
@MainActor
final class VoiceDesk {
    let mixer: VoiceMixer
    private var sounding: [Int32: VoiceClip] = [:]
    /// Stopped; the output thread may still hold them.
    private var leaving: [Int32: VoiceClip] = [:]
    private var lastNumber: Int32 = 0

    init(_ mixer: VoiceMixer) {
        self.mixer = mixer
    }

    /// A voice is on its way or sounds.
    var isSounding: Bool { !sounding.isEmpty }

    /// - Parameters:
    ///   - volume: amplitude factor, 0 to 1.
    ///   - pace: 1 plays it as it is; 0.25 to 4.
    /// - Returns: false when 32 voices sound already: what nobody could tell apart is left out.
    func start(_ clip: VoiceClip, volume: Double, pace: Double) -> Bool {
        guard sounding.count < VoiceMixer.voiceCount, clip.frameCount > 0 else { return false }
        let volume = volume.isFinite ? min(max(volume, 0), 1) : 0
        let pace = pace.isFinite ? min(max(pace, 0.25), 4) : 1
        lastNumber &+= 1
        let start = VoiceStart(
            number: lastNumber, generation: 0, samples: UnsafePointer(clip.samples), frameCount: clip.frameCount,
            channels: clip.channels, pace: Double(clip.rate) * pace, volume: volume, peak: volume * Double(clip.peak))
        guard mixer.start(start) else { return false }
        sounding[lastNumber] = clip
        return true
    }

    /// Nothing sounds any more: the device is gone.
    func stopAll() {
        leaving.merge(sounding) { old, _ in old }
        sounding = [:]
        mixer.stopAll()
    }

    /// Takes what has ended since the last call.
    /// - Returns: whether the last voice is among it.
    func takeEnded() -> Bool {
        let wasSounding = isSounding
        while let number = mixer.ended.pop() {
            sounding[number] = nil
            leaving[number] = nil
        }
        return wasSounding && !isSounding
    }
}
