// The first choice without history: USB, then I2S, analogue, HDMI. Any thread but the real-time part of one.

import AudioCore
import CALSA

/// A playback device of a card.
struct CardDevice: Equatable {
    /// The name that opens it.
    var id: String
    var name: String
    var link: OutputLink
    var card: Int
    var number: Int

    static func all(on cards: [SoundCard], tree: SystemTree) -> [CardDevice] {
        cards.flatMap { card in
            card.devices.map { device in
                // This driver's bare device takes only raw HDMI frames; `hdmi:` makes them.
                let kind = card.id.hasPrefix("vc4hdmi") ? "hdmi" : "hw"
                let name = device.name.isEmpty || device.name == card.name ? card.name : "\(card.name), \(device.name)"
                return CardDevice(
                    id: "\(kind):CARD=\(card.id),DEV=\(device.number)", name: name,
                    link: tree.link(card: card.index, device: device.number), card: card.index, number: device.number)
            }
        }
    }
}

enum AutomaticDevice {
    private static let order: [OutputLink] = [.usb, .i2s, .analog, .hdmi]

    /// The first by link and then by enumeration.
    static func preferred(_ devices: [CardDevice]) -> CardDevice? {
        order.lazy.compactMap { link in devices.first { $0.link == link } }.first
    }

    /// The name to open now; without a card ALSA's `default`, where that opens.
    static func choose(tree: SystemTree) throws(AudioError) -> String {
        if let chosen = preferred(CardDevice.all(on: SoundCards.installed(), tree: tree)) { return chosen.id }
        do throws(AudioError) {
            snd_pcm_close(try PCMOpening.open("default", tree: tree))
            return "default"
        } catch {
            throw AudioError(
                .device, path: DeviceName.automatic,
                "no sound card (looked for USB, I2S, analogue and HDMI), and ALSA's default: \(error.message)")
        }
    }
}
