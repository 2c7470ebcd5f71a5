// What screens and scripts ask of the services. Main thread.

import AudioCore

extension AppServices {
    /// The amplifier has the knob: ours is hidden and stays at 0 dB.
    var isVolumeFixed: Bool { config.hasFixedVolume }

    /// A wire mutes as long as it is on. What the owner muted by hand stays muted, and what is kept for the next start
    /// is the owner's will, not the wire's.
    func setMutedByWire(_ isOn: Bool) {
        guard let player else { return }
        if isOn, !player.settings.isMuted {
            keeper?.isMutedByWire = true
            player.settings.isMuted = true
        } else if !isOn, keeper?.isMutedByWire == true {
            keeper?.isMutedByWire = false
            player.settings.isMuted = false
        }
        onChange()
    }

    /// Where a shuffled order is drawn from.
    func makeSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

    func note(_ line: String) { onNote(line) }

    /// Music is being looked for again, or read.
    var isScanning: Bool { library.isScanning || isGathering && lastGathering != nil }

    func scan(then done: (@MainActor () -> Void)? = nil) { lookForMusic(then: done) }

    /// Nothing to play was found, and nothing plays.
    var hasNoMusic: Bool {
        phase == .ready && player?.item == nil && !hasRadio && library.snapshot.tracks.isEmpty
    }
}
