// The list of devices and the first choice among them.

import AudioCore
import Glibc
import Testing

@testable import ALSAOutput

@Suite("the list of devices")
struct DeviceListTests {
    private func card(_ index: Int, _ id: String, _ devices: [String] = ["PCM"]) -> SoundCard {
        SoundCard(
            index: index, id: id, name: id + " card",
            devices: devices.enumerated().map { SoundCard.Device(number: $0.offset, name: $0.element) })
    }

    /// A Pi with a jack, HDMI, a board and a USB DAC, in that order.
    private func pi() throws -> (MadeUpTree, [SoundCard]) {
        let made = MadeUpTree()
        try made.card(0, id: "Headphones", device: "bcm2835 Headphones", at: "../platform/bcm2835-audio/sound/card0")
        try made.card(1, id: "vc4hdmi0", device: "MAI PCM", at: "../platform/soc/fef00700.hdmi/sound/card1")
        try made.card(2, id: "sndrpihifiberry", device: "HiFi", at: "../platform/soc/soc:sound/sound/card2")
        try made.card(3, id: "DAC", device: "USB Audio", at: "../usb1/1-1/sound/card3")
        return (made, [card(0, "Headphones"), card(1, "vc4hdmi0"), card(2, "sndrpihifiberry"), card(3, "DAC")])
    }

    @Test("cards by id, HDMI by the name that frames it, then what opens of the rest")
    func list() throws {
        let (made, cards) = try pi()
        let hints = [
            DeviceHint(name: "pulse", description: "PulseAudio Sound Server"),
            DeviceHint(name: "mine", description: "Mine"),
        ]
        let list = DeviceList.assemble(cards: cards, hints: hints, tree: made.tree) { name throws(AudioError) in
            if name == "pulse" || name == "default" { throw AudioError(.device, path: name, "no") }
            return DeviceProbe(rates: [44_100], formats: ["S16_LE"])
        }
        #expect(
            list.map(\.id) == [
                "hw:CARD=Headphones,DEV=0", "hdmi:CARD=vc4hdmi0,DEV=0", "hw:CARD=sndrpihifiberry,DEV=0",
                "hw:CARD=DAC,DEV=0", "mine",
            ])
        #expect(list.map(\.link) == [.analog, .hdmi, .i2s, .usb, .unknown])
        #expect(list.map(\.isDefault) == [false, false, false, true, false])
        #expect(list[0].name == "Headphones card, PCM")
        #expect(list.allSatisfy { $0.rates == [44_100] && $0.note == nil })
    }

    @Test(
        "the first choice is USB, then I2S, analogue, HDMI",
        arguments: [(4, "DAC"), (3, "sndrpihifiberry"), (2, "Headphones")])
    func order(count: Int, expected: String) throws {
        let (made, cards) = try pi()
        let devices = CardDevice.all(on: Array(cards.prefix(count)), tree: made.tree)
        #expect(AutomaticDevice.preferred(devices)?.id == "hw:CARD=\(expected),DEV=0")
        let hdmi = CardDevice.all(on: [cards[1]], tree: made.tree)
        #expect(AutomaticDevice.preferred(hdmi)?.id == "hdmi:CARD=vc4hdmi0,DEV=0")
        #expect(AutomaticDevice.preferred([]) == nil)
    }

    @Test("a busy USB card is listed with what it declares, another busy card with what it runs at")
    func busy() throws {
        let (made, cards) = try pi()
        try made.file("proc/asound/card3/stream0", "Playback:\n  Format: S32_LE\n  Rates: 44100, 96000\n")
        try made.file("proc/asound/card0/pcm0p/sub0/hw_params", "format: S16_LE\nchannels: 2\nrate: 48000 (48000/1)\n")
        let list = DeviceList.assemble(cards: cards, hints: [], tree: made.tree) { name throws(AudioError) in
            throw AudioError(.device, path: name, "busy")
        }
        #expect(list.count == 4)
        #expect(list[3].rates == [44_100, 96_000] && list[3].formats == ["S32_LE"])
        #expect(list[0].rates == [48_000] && list[0].formats == ["S16_LE"])
        #expect(list[1].rates == [] && list[1].formats == [])
        #expect(list.allSatisfy { $0.note == "busy" })
        #expect(list[3].isDefault)
    }

    @Test("what libasound says is quoted in one line")
    func quotation() {
        #expect(DeviceFailure.inOneLine("Invalid type 'null'\n for slave PCM\n") == "Invalid type 'null' for slave PCM")
        #expect(DeviceFailure.inOneLine("\n") == "")
    }

    @Test("without a card, ALSA's default is the first choice where it opens")
    func noCard() {
        let opens = DeviceList.assemble(cards: [], hints: [], tree: SystemTree(root: "/nonexistent")) { _ in
            DeviceProbe()
        }
        #expect(opens.map(\.id) == ["default"] && opens.allSatisfy(\.isDefault))
        let refuses = DeviceList.assemble(cards: [], hints: [], tree: SystemTree(root: "/nonexistent")) {
            name throws(AudioError) in throw AudioError(.device, path: name, "no")
        }
        #expect(refuses.isEmpty)
    }

    @Test(
        "stages and names of cards are no destinations",
        arguments: [
            "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "hw:CARD=A",
            "front:CARD=A,DEV=0", "surround51:CARD=A", "default:CARD=A", "sysdefault", "dmix:CARD=A",
            "usbstream:CARD=A", "samplerate_best", "jack", "oss",
        ])
    func hidden(name: String) {
        #expect(!DeviceHints.isWorthOffering(name))
    }

    @Test(
        "servers and the owner's own are",
        arguments: ["pulse", "pipewire", "default", "bluealsa", "kitchen", "my:arg"])
    func shown(name: String) {
        #expect(DeviceHints.isWorthOffering(name))
    }

    @Test("the list of this computer can be made, each device once, each name one that opens or is a card's")
    func thisComputer() {
        let list = DeviceList.all()
        #expect(Set(list.map(\.id)).count == list.count)
        #expect(list.filter(\.isDefault).count <= 1)
        #expect(!list.contains { $0.id == "null" })
    }
}
