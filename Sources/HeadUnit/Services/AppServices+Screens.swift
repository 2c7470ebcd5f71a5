// What screens and scripts ask of the services. Main thread.

import AudioCore
import Evdev

extension AppServices {
    /// The amplifier has the knob: ours is hidden and stays at 0 dB.
    var isVolumeFixed: Bool { config.hasFixedVolume }

    var inputConfiguration: InputConfiguration { config.input }

    /// Where a shuffled order is drawn from.
    func makeSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

    func note(_ line: String) { onNote(line) }

    var isScanning: Bool { library.isScanning }

    func scan() { library.rescan() }

    /// Nothing to play was found, and nothing plays.
    var hasNoMusic: Bool {
        phase == .ready && player?.item == nil && library.snapshot.tracks.isEmpty
    }
}
