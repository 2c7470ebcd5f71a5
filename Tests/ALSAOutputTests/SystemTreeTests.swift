// Cards as the kernel shows them, in made-up trees.

import AudioCore
import FoundationEssentials
import TestSupport
import Testing

@testable import ALSAOutput

/// Writes trees the way the kernel lays them out.
struct MadeUpTree {
    let folder = TemporaryFolder()
    var tree: SystemTree { SystemTree(root: folder.path) }

    func file(_ path: String, _ text: String) throws {
        try folder.write(Array(text.utf8), to: path)
    }

    func link(_ path: String, to destination: String) throws {
        let full = folder.path + "/" + path
        let parent = String(full[..<full.lastIndex(of: "/")!])
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: destination)
    }

    /// A card with one playback device.
    func card(_ number: Int, id: String, device: String, at path: String) throws {
        try file("proc/asound/card\(number)/id", id + "\n")
        try file(
            "proc/asound/card\(number)/pcm0p/info",
            "card: \(number)\ndevice: 0\nsubdevice: 0\nstream: PLAYBACK\nid: \(device)\nname: \(device)\n")
        try link("proc/asound/\(id)", to: "card\(number)")
        try link("sys/class/sound/card\(number)", to: path)
    }
}

@Suite("cards in the kernel's files")
struct SystemTreeTests {
    private static let links: [(String, String, String, OutputLink)] = [
        (
            "Headphones", "bcm2835 Headphones", "../../devices/platform/soc/fe00b840.mailbox/bcm2835-audio/sound/card0",
            .analog
        ),
        ("PCH", "ALC257 Analog", "../../devices/pci0000:00/0000:00:1f.3/sound/card0", .analog),
        ("PCH", "HDMI 0", "../../devices/pci0000:00/0000:00:1f.3/sound/card0", .hdmi),
        ("vc4hdmi0", "MAI PCM i2s-hifi-0", "../../devices/platform/soc/fef00700.hdmi/sound/card0", .hdmi),
        (
            "sndrpihifiberry", "HiFiBerry DAC+ HiFi pcm512x-hifi-0", "../../devices/platform/soc/soc:sound/sound/card0",
            .i2s
        ),
        ("DAC", "RPi-DAC+ HiFi", "../../devices/platform/soc@107c000000/soc@107c000000:sound/sound/card0", .i2s),
        ("Board", "simple", "../../devices/platform/sound/sound/card0", .i2s),
        ("BossDAC", "Boss DAC HiFi", "../../devices/platform/somewhere/sound/card0", .i2s),
        ("DAC", "USB Audio", "../../devices/platform/scb/fd500000.pcie/usb1/1-1/1-1.2/1-1.2:1.0/sound/card0", .usb),
    ]

    @Test("the link of a card is seen from where it hangs and what it is called", arguments: links)
    func link(id: String, device: String, path: String, expected: OutputLink) throws {
        let made = MadeUpTree()
        try made.card(0, id: id, device: device, at: path)
        #expect(made.tree.link(card: 0, device: 0) == expected)
    }

    @Test("a card with a USB identity is USB, whatever it is called")
    func usbID() throws {
        let made = MadeUpTree()
        try made.card(0, id: "HDMI", device: "HDMI capture", at: "nowhere")
        try made.file("proc/asound/card0/usbid", "152a:8750\n")
        #expect(made.tree.link(card: 0, device: 0) == .usb)
    }

    @Test("what a substream runs at; closed, unset, broken and absent files say nothing")
    func wire() throws {
        let made = MadeUpTree()
        let address = HardwareAddress(card: 3, device: 1, subdevice: 0)
        let path = "proc/asound/card3/pcm1p/sub0/hw_params"
        #expect(made.tree.wire(of: address) == nil)
        try made.file(
            path,
            "access: RW_INTERLEAVED\nformat: S32_LE\nsubformat: STD\nchannels: 2\nrate: 96000 (96000/1)\nperiod_size: 2880\nbuffer_size: 11520\n"
        )
        #expect(made.tree.wire(of: address) == WireFormat(formatName: "S32_LE", rate: 96_000, channels: 2))
        for text in [
            "closed\n", "no setup\n", "", "format: S16_LE\n", "format:\nchannels: x\nrate: y\n",
            "rate:\nchannels: 2\nformat: S16_LE\n",
        ] {
            try made.file(path, text)
            #expect(made.tree.wire(of: address) == nil)
        }
    }

    @Test(
        "names that mean a card",
        arguments: [
            ("hw:CARD=DAC,DEV=3", "DAC", 3), ("hw:1,0", "1", 0), ("plughw:DAC", "DAC", 0),
            ("hdmi:CARD=vc4hdmi0,DEV=0", "vc4hdmi0", 0), ("hw:DEV=2,CARD=A", "A", 2),
        ])
    func address(name: String, card: String, device: Int) throws {
        let found = try #require(SystemTree.address(of: name))
        #expect(found.card == card && found.device == device)
    }

    @Test("names that do not", arguments: ["default", "pulse", "null:", "file:/tmp/x,raw", "hw", "hw:", "hw:,"])
    func noAddress(name: String) {
        #expect(SystemTree.address(of: name) == nil)
        #expect(SystemTree(root: "/nonexistent").holder(of: name) == nil)
    }

    @Test("whoever holds a busy device is named")
    func holder() throws {
        let made = MadeUpTree()
        try made.card(1, id: "DAC", device: "USB Audio", at: "nowhere")
        try made.file("proc/asound/card1/pcm0p/sub0/status", "state: RUNNING\nowner_pid   : 812\ntrigger_time: 1.2\n")
        try made.file("proc/812/comm", "pipewire\n")
        let holder = try #require(made.tree.holder(of: "hw:CARD=DAC,DEV=0"))
        #expect(holder.pid == 812 && holder.name == "pipewire")
        #expect(made.tree.holder(of: "hw:1")?.pid == 812)
        #expect(made.tree.holder(of: "hw:CARD=DAC,DEV=1") == nil)
        let busy = DeviceFailure.opening("hw:CARD=DAC,DEV=0", code: -16, tree: made.tree)
        #expect(busy.code == .device && busy.path == "hw:CARD=DAC,DEV=0")
        #expect(busy.message.hasPrefix("busy: process 812 (pipewire) holds it"))
    }

    @Test("a USB card's declared rates and formats, those of playing only")
    func usbStream() throws {
        let made = MadeUpTree()
        try made.file(
            "proc/asound/card2/stream0",
            """
            Some DAC at usb-0000:01:00.0-1.2, high speed : USB Audio

            Playback:
              Status: Stop
              Interface 1
                Altset 1
                Format: S16_LE
                Channels: 2
                Endpoint: 0x01 (1 OUT) (ASYNC)
                Rates: 44100, 48000, 96000
              Interface 1
                Altset 2
                Format: S32_LE
                Rates: 8000 - 192000 (continuous)
            Capture:
              Interface 2
                Format: S24_3LE
                Rates: 22050
            """)
        let found = try #require(made.tree.usbCapabilities(card: 2, device: 0))
        #expect(found.formats == ["S16_LE", "S32_LE"])
        let low = [8000, 11_025, 16_000, 22_050, 24_000]
        #expect(found.rates == low + [32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000])
        #expect(made.tree.usbCapabilities(card: 3, device: 0) == nil)
    }

    @Test("a folder, a huge file and bytes that are no text are survived")
    func hostile() throws {
        let made = MadeUpTree()
        try made.file("proc/a/b", "")
        #expect(made.tree.read("/proc/a") == nil)
        try made.folder.write([UInt8](repeating: 0xFF, count: 200_000), to: "proc/big")
        #expect((made.tree.read("/proc/big")?.unicodeScalars.count ?? 0) <= 1 << 16)
    }
}
