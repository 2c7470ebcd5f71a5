// Which rates and formats a device takes, by asking it. Any thread but the real-time part of one.

import AudioCore
import CALSA

struct DeviceProbe: Equatable {
    /// The rates asked for, in hertz.
    static let rates = [
        8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 352_800,
        384_000,
    ]

    var rates: [Int] = []
    var formats: [String] = []
    /// Why the lists are incomplete; nil when they are not.
    var note: String?

    /// Opens `device`, asks and closes; throws what opening it gave.
    static func ask(_ device: String, tree: SystemTree) throws(AudioError) -> DeviceProbe {
        let pcm = try PCMOpening.open(device, tree: tree)
        defer { snd_pcm_close(pcm) }
        guard let space = HardwareParameters(of: pcm) else {
            return DeviceProbe(note: "takes no interleaved samples")
        }
        return DeviceProbe(
            rates: rates.filter { space.takes(rate: $0) },
            formats: SampleLayout.allCases.filter { space.takes($0) }.map(\.alsaName),
            note: space.takesOnlySubframes ? "takes only raw HDMI frames" : nil)
    }
}
