// What a Bluetooth link encodes with: the numbers, the choice among streams, and when it is asked.

import AudioCore
import Testing

@testable import Bluetooth
@testable import HeadUnit

@Suite("The codec of a Bluetooth link")
struct BluetoothCodecTests {
    private static let classic = "0000110a-0000-1000-8000-00805f9b34fb"
    private static let energySaving = "00002bcb-0000-1000-8000-00805f9b34fb"

    private static let codecs: [(profile: String, codec: UInt8, configuration: [UInt8], name: String?)] = [
        (classic, 0x00, [0x21, 0x15, 2, 53], "sbc"), (classic, 0x01, [], "mp3"), (classic, 0x02, [], "aac"),
        (classic, 0x04, [], "atrac"), (classic, 0x06, [], nil), (classic, 0x05, [], nil),
        (classic, 0xFF, [0x4F, 0, 0, 0, 1, 0, 0x22], "aptx"),
        (classic, 0xFF, [0xD7, 0, 0, 0, 0x24, 0, 0x22], "aptx-hd"),
        (classic, 0xFF, [0x0A, 0, 0, 0, 2, 0], "aptx-ll"), (classic, 0xFF, [0xD7, 0, 0, 0, 0xAD, 0], "aptx-ad"),
        (classic, 0xFF, [0x2D, 1, 0, 0, 0xAA, 0, 0x3C, 7], "ldac"),
        (classic, 0xFF, [0x3A, 5, 0, 0, 0x35, 0x4C], "lhdc-v5"),
        (classic, 0xFF, [0xF1, 5, 0, 0, 5, 0x10], "opus"), (classic, 0xFF, [0xA9, 8, 0, 0, 1, 0], "lc3plus"),
        // A vendor that is not known, and configurations that are cut short.
        (classic, 0xFF, [0x2D, 1, 0, 1, 0xAA, 0], nil), (classic, 0xFF, [0x2D, 1, 0, 0, 0xAB, 0], nil),
        (classic, 0xFF, [0x4F, 0, 0, 0, 1], nil), (classic, 0xFF, [], nil),
        // LE Audio counts in another list.
        (energySaving, 0x06, [], "lc3"), (energySaving, 0x00, [], nil),
        (energySaving, 0xFF, [0x4F, 0, 0, 0, 1, 0], nil),
    ]

    @Test("each number is called by its name, and what is not known has none", arguments: codecs.indices)
    func names(index: Int) {
        let row = Self.codecs[index]
        let transport = BluetoothTransport(
            address: "00:11:22:33:44:55", profile: row.profile, isActive: true, codec: row.codec,
            configuration: row.configuration)
        #expect(transport.codecName == row.name)
        #expect(transport.isSending)
    }

    private func transport(
        _ address: String, codec: UInt8, isActive: Bool = true, profile: String = classic
    ) -> BluetoothTransport {
        BluetoothTransport(address: address, profile: profile, isActive: isActive, codec: codec)
    }

    @Test(
        "an output whose name holds an address means the stream to that device, in every spelling",
        arguments: [
            "bluealsa:DEV=00:11:22:33:44:aa,PROFILE=a2dp", "pulse:bluez_sink.00_11_22_33_44_AA.a2dp_sink",
            "bluez_output.00_11_22_33_44_AA.1", "00:11:22:33:44:AA",
        ])
    func byAddress(name: String) {
        let streams = [transport("00:11:22:33:44:55", codec: 0), transport("00:11:22:33:44:AA", codec: 2)]
        #expect(streams.codec(ofOutput: name) == "aac")
        #expect([streams[0]].codec(ofOutput: name) == nil)
        #expect([BluetoothTransport]().codec(ofOutput: name) == nil)
    }

    @Test("an output without an address means the only stream that sends; of several, none is guessed")
    func alone() {
        let music = transport("00:11:22:33:44:55", codec: 0)
        let idle = transport("00:11:22:33:44:66", codec: 2, isActive: false)
        let phone = transport("00:11:22:33:44:77", codec: 2, profile: "0000110b-0000-1000-8000-00805f9b34fb")
        for name in ["bluealsa", "", "bluez_output", "00:11:22:33:44", "00:11:22:33:44-55"] {
            #expect([idle, music, phone].codec(ofOutput: name) == "sbc")
            #expect([music, transport("00:11:22:33:44:66", codec: 0)].codec(ofOutput: name) == nil)
            #expect([idle, phone].codec(ofOutput: name) == nil)
        }
    }

    @Test("both ears of one device are one answer, unless they differ")
    func ears() {
        let left = transport("00:11:22:33:44:55", codec: 6, profile: Self.energySaving)
        #expect([left, left].codec(ofOutput: "bluez_output.00_11_22_33_44_55.1") == "lc3")
        let other = transport("00:11:22:33:44:55", codec: 0)
        #expect([left, other].codec(ofOutput: "bluez_output.00_11_22_33_44_55.1") == nil)
    }

    private func output(_ device: String, link: OutputLink = .bluetooth, codec: String? = nil) -> OutputDescription {
        OutputDescription(
            device: device, format: DeviceFormat(rate: 44_100, channels: 2, layout: .s16, significantBits: 16),
            formatName: "S16_LE", link: link, codec: codec, resampled: nil, isDirect: nil, indirectReason: "unseen",
            isRealtime: false, bufferFrameCount: 5292, periodFrameCount: 1323)
    }

    @Test("it is asked while Bluetooth plays and ALSA does not say it, one question at a time, and again once known")
    func inquiry() {
        var inquiry = CodecInquiry()
        func asks(_ description: OutputDescription?, isPlaying: Bool = true) -> String? {
            inquiry.output(of: description, isPlaying: isPlaying)
        }
        #expect(asks(nil) == nil)
        #expect(asks(output("hw:0", link: .usb)) == nil)
        #expect(asks(output("bluealsa", codec: "sbc")) == nil)
        #expect(asks(output("bluez"), isPlaying: false) == nil)
        #expect(asks(output("bluez")) == "bluez")
        #expect(asks(output("bluez")) == nil, "the answer is on its way")
        #expect(inquiry.answered(nil, of: "bluez") == CodecInquiry.interval)
        #expect(asks(output("bluez")) == nil, "it rests")
        inquiry.rested()
        #expect(asks(output("bluez")) == "bluez")
        #expect(inquiry.answered("ldac", of: "bluez") == CodecInquiry.longInterval)
        inquiry.rested()
        #expect(asks(output("bluez", codec: "ldac")) == "bluez", "it may have changed")
        inquiry.rested()
        #expect(asks(output("bluealsa", codec: "ldac")) == nil, "that is ALSA's own word")
    }
}

@Suite("The codec of a Bluetooth link: asked over D-Bus")
struct BlueZTests {
    @Test("the streams of BlueZ are read as they are")
    func transports() async throws {
        let bus = try await PrivateBus()
        let service = try FakeBlueZ(
            at: bus.socket,
            [
                .init(codec: 0xFF, configuration: [0x2D, 1, 0, 0, 0xAA, 0, 0x3C, 7]),
                .init(device: "/org/bluez/hci0/dev_66_77_88_99_AA_BB", state: "idle", codec: 2),
                .init(device: "/strange", profile: "", state: "", configuration: Array(repeating: 7, count: 200)),
            ])
        let found = try BlueZ.transports(address: bus.address)
        let profile = "0000110a-0000-1000-8000-00805f9b34fb"
        try #require(found.count == 3)
        #expect(
            found[0]
                == BluetoothTransport(
                    address: "00:11:22:33:44:55", profile: profile, isActive: true, codec: 0xFF,
                    configuration: [0x2D, 1, 0, 0, 0xAA, 0, 0x3C, 7]))
        #expect(
            found[1]
                == BluetoothTransport(address: "66:77:88:99:AA:BB", profile: profile, isActive: false, codec: 2))
        #expect(found[2].address == "" && found[2].configuration == Array(repeating: 7, count: 64))
        #expect(found.codec(ofOutput: "bluez_output.00_11_22_33_44_55.1") == "ldac")
        withExtendedLifetime(service) {}
    }

    @Test("no streams, and more than anybody has", arguments: [0, 32, 40])
    func counts(count: Int) async throws {
        let bus = try await PrivateBus()
        let service = try FakeBlueZ(at: bus.socket, Array(repeating: .init(), count: count))
        #expect(try BlueZ.transports(address: bus.address).count == min(count, 32))
        withExtendedLifetime(service) {}
    }

    @Test("a bus without BlueZ, and no bus at all, are errors in one line")
    func absent() async throws {
        let bus = try await PrivateBus()
        for address in [bus.address, "unix:path=/nonexistent/bus", "nonsense", ""] {
            do throws(AudioError) {
                _ = try BlueZ.transports(address: address)
                Issue.record("\(address) answers")
            } catch {
                #expect(error.code == .device)
                #expect(error.message.hasPrefix("Bluetooth is not asked for its codec: "))
                #expect(!error.message.contains("\n"))
            }
        }
    }
}

@Suite("The program: the codec behind a sound server", .serialized)
struct BluetoothProgramTests {
    @Test("a Bluetooth loudspeaker behind PulseAudio: the codec is BlueZ's word, and unknown without BlueZ")
    func behindServer() async throws {
        let home = try Home()
        let device = "bluez_output_00_11_22_33_44_55"
        let text = "pcm.\(device) { type pulse server \"unix:\(home.folder.path)/run/pulse-test\" }\n"
        try home.folder.write(Array(text.utf8), to: "home/.asoundrc")
        let server = try await PulseServer.start(home)
        defer { server.end() }
        let bus = try await PrivateBus()
        home.extraEnvironment = ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
        let path = try Sound.noisy(frames: 44_100).repeated(10).write(to: "a.wav", in: home.folder)
        let words = ["play", "--audio", device, "--json", "--seconds", "2", path.shown]
        let before = try await home.run(words)
        let unknown = (try before.lines.last ?? JSONValue(nil))["quality"]
        #expect(unknown["output"]["link"].text == "bluetooth" && unknown["output"]["codec"].text == "unknown")
        #expect(unknown["bitPerfect"].text == "unknown")
        let service = try FakeBlueZ(
            at: bus.socket, [.init(codec: 0xFF, configuration: [0xD7, 0, 0, 0, 0x24, 0, 0x22, 0, 0, 0, 0])])
        let run = try await home.run(words)
        #expect(run.status == 0)
        let quality = (try run.lines.last ?? JSONValue(nil))["quality"]
        #expect(quality["output"]["codec"].text == "aptx-hd")
        #expect(quality["bitPerfect"].flag == false)
        #expect(quality["reason"].text == "Bluetooth encodes the samples again (aptx-hd)")
        withExtendedLifetime(service) {}
    }
}
