// What is said of every plug-in that ALSA has, put between the program and a capture by a real configuration.

import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: what ALSA's plug-ins do to the sound is said", .serialized)
struct PluginQualityTests {
    /// A plug-in over the capture, and what is true of it.
    struct Plugin: Sendable, CustomTestStringConvertible {
        var name: String
        /// The body of its definition; `capture` is the file under it.
        var definition: String
        /// Of the file that is played.
        var bits = 24
        /// True, false, or nil for "unknown".
        var isPerfect: Bool? = false
        var reason: String
        /// Bits that are said to reach the end.
        var significantBits = 24
        var resampledTo: Double?
        var testDescription: String { "\(name), \(bits) bit" }
    }

    private static let noDevice = "no device"

    /// Every plug-in of alsa-lib 1.2.8 that opens without a card; what needs one stands in ChainReportTests.
    private static let plugins: [Plugin] = [
        // Passing on.
        Plugin(name: "null", definition: "type null", reason: noDevice),
        Plugin(name: "file", definition: "type file slave.pcm null file \"/dev/null\" format raw", reason: noDevice),
        Plugin(name: "copy", definition: "type copy slave.pcm capture", reason: noDevice),
        Plugin(name: "hooks", definition: "type hooks slave.pcm capture", reason: noDevice),
        Plugin(name: "meter", definition: "type meter slave.pcm capture", reason: noDevice),
        Plugin(name: "mmap_emul", definition: "type mmap_emul slave.pcm capture", reason: noDevice),
        Plugin(name: "empty", definition: "type empty slave.pcm capture", reason: noDevice),
        Plugin(name: "asym", definition: "type asym playback.pcm capture capture.pcm null", reason: noDevice),
        Plugin(name: "plug", definition: "type plug slave.pcm capture", reason: noDevice),
        Plugin(
            name: "route, straight", definition: "type route slave.pcm capture ttable.0.0 1 ttable.1.1 1",
            reason: noDevice),
        Plugin(
            name: "multi, straight",
            definition: "type multi slaves.a { pcm capture channels 2 } bindings.0 { slave a channel 0 } "
                + "bindings.1 { slave a channel 1 }", reason: noDevice),
        // Fewer bits.
        Plugin(
            name: "linear", definition: "type linear slave { pcm capture format S16_LE }",
            reason: "24 bits are dithered to the 16 of the device", significantBits: 16),
        Plugin(
            name: "linear", definition: "type linear slave { pcm capture format S16_LE }", bits: 16, reason: noDevice,
            significantBits: 16),
        Plugin(
            name: "linear to more", definition: "type linear slave { pcm capture format S32_LE }", bits: 16,
            reason: noDevice, significantBits: 16),
        Plugin(
            name: "linear behind copy",
            definition: "type copy slave.pcm { type linear slave { pcm capture format S16_LE } }",
            reason: "24 bits are dithered to the 16 of the device", significantBits: 16),
        Plugin(
            name: "plug to 16 bits", definition: "type plug slave { pcm capture format S16_LE }",
            reason: "24 bits are dithered to the 16 of the device", significantBits: 16),
        Plugin(
            name: "route, straight to 16 bits",
            definition: "type route slave { pcm capture format S16_LE } ttable.0.0 1 ttable.1.1 1",
            reason: "24 bits are dithered to the 16 of the device", significantBits: 16),
        Plugin(
            name: "iec958", definition: "type iec958 slave { pcm capture format IEC958_SUBFRAME_LE }", bits: 32,
            reason: "32 bits are dithered to the 24 of the device"),
        // Other samples.
        Plugin(
            name: "route, crossed", definition: "type route slave.pcm capture ttable.0.1 1 ttable.1.0 1",
            reason: "ALSA moves or mixes the channels"),
        Plugin(
            name: "route, half as loud", definition: "type route slave.pcm capture ttable.0.0 0.5 ttable.1.1 0.5",
            reason: "ALSA moves or mixes the channels"),
        Plugin(
            name: "route, mixed", definition: "type route slave.pcm capture ttable.0.0 1 ttable.1.0 1 ttable.1.1 1",
            reason: "ALSA moves or mixes the channels"),
        Plugin(
            name: "multi, crossed",
            definition: "type multi slaves.a { pcm capture channels 2 } bindings.0 { slave a channel 1 } "
                + "bindings.1 { slave a channel 0 }", reason: "ALSA moves or mixes the channels"),
        Plugin(
            name: "multi, two devices",
            definition: "type multi slaves { a { pcm capture channels 1 } b { pcm null channels 1 } } "
                + "bindings.0 { slave a channel 0 } bindings.1 { slave b channel 0 }",
            reason: "ALSA moves or mixes the channels"),
        Plugin(
            name: "lfloat", definition: "type lfloat slave { pcm capture format FLOAT_LE }",
            reason: "ALSA converts between integer and float"),
        Plugin(
            name: "mulaw", definition: "type mulaw slave { pcm capture format MU_LAW }",
            reason: "ALSA encodes to mu-law"
        ),
        Plugin(
            name: "alaw", definition: "type alaw slave { pcm capture format A_LAW }", reason: "ALSA encodes to A-law"),
        Plugin(
            name: "adpcm", definition: "type adpcm slave { pcm capture format IMA_ADPCM }",
            reason: "ALSA encodes to ADPCM"),
        // `linear` is ALSA's own converter of rates; the others are plug-ins of the plug-in.
        Plugin(
            name: "rate", definition: "type rate slave { pcm capture rate 48000 } converter linear",
            reason: "resampled from 44100 to 48000 Hz by alsa:linear-interpolation", resampledTo: 48_000),
        Plugin(
            name: "rate to the same", definition: "type rate slave { pcm capture rate 44100 } converter linear",
            reason: "ALSA's converter of rates stands between (linear-interpolation)"),
        Plugin(
            name: "rate under plug to 16 bits",
            definition: "type plug slave.pcm { type rate slave { pcm capture rate 96000 } converter linear }",
            reason: "resampled from 44100 to 96000 Hz by alsa:linear-interpolation", resampledTo: 96_000),
    ]

    @Test("each is called what it is", arguments: plugins)
    func plugin(_ plugin: Plugin) async throws {
        let home = try Home()
        let text =
            "pcm.capture { type file slave.pcm null file \"\(home.captured.shown)\" format raw }\n"
            + "pcm.car { \(plugin.definition) }\n"
        try home.folder.write(Array(text.utf8), to: "home/.asoundrc")
        let path = try Sound.noisy(frames: 4410, bits: plugin.bits).write(to: "a.wav", in: home.folder)
        let run = try await home.run("play", "--audio", "car", "--json", path.shown)
        #expect(run.status == 0 && run.errors == [])
        let quality = (try run.lines.last ?? JSONValue(nil))["quality"]
        #expect(quality["reason"].text == plugin.reason)
        if let isPerfect = plugin.isPerfect {
            #expect(quality["bitPerfect"].flag == isPerfect)
        } else {
            #expect(quality["bitPerfect"].text == "unknown")
        }
        #expect(quality["output"]["bits"].number == Double(plugin.significantBits))
        #expect(quality["resampled"]["to"].number == plugin.resampledTo)
    }

    /// Sets ALSA up so that the device `car` cuts to 16 bits, and what comes of it is captured.
    private func makeCuttingDevice(_ home: Home) throws {
        let text =
            "pcm.capture { type file slave.pcm null file \"\(home.captured.shown)\" format raw }\n"
            + "pcm.car { type linear slave { pcm capture format S16_LE } }\n"
        try home.folder.write(Array(text.utf8), to: "home/.asoundrc")
    }

    @Test("a plug-in that cuts to 16 bits is not opened again for more: the join has no gap")
    func keptWhereBitsAreCut() async throws {
        let home = try Home()
        try makeCuttingDevice(home)
        let paths = try [24, 32].map { bits in
            try Sound.noisy(frames: 11_025, bits: bits).write(to: "\(bits).wav", in: home.folder).shown
        }
        let run = try await home.run("play", "--audio", "car", "--json", paths[0], paths[1])
        #expect(run.status == 0 && run.errors == [])
        // Opened again, the file would have begun with the second.
        let bytes = try home.takeCaptured()
        let start = try #require(bytes.firstIndex { $0 != 0 })
        let end = try #require(bytes.lastIndex { $0 != 0 })
        #expect(abs(end - start - 4 * 22_050) < 64)
        let quality = (try run.lines.last ?? JSONValue(nil))["quality"]
        #expect(quality["reason"].text == "32 bits are dithered to the 16 of the device")
    }

    @Test("a plug-in that cuts to 16 bits is given dithered samples: half a step is still heard")
    func dithered() async throws {
        let home = try Home()
        try makeCuttingDevice(home)
        let level = Sound(bits: 24, words: Array(repeating: 1 << 15, count: 2 * 22_050))
        let path = try level.write(to: "a.wav", in: home.folder)
        let run = try await home.run("play", "--audio", "car", "--json", path.shown)
        #expect(run.status == 0)
        let bytes = try home.takeCaptured()
        var sum = 0.0
        for place in stride(from: 0, to: bytes.count - 1, by: 2) {
            sum += Double(Int16(truncatingIfNeeded: Int(bytes[place]) | Int(bytes[place + 1]) << 8))
        }
        // Cutting alone gives zeros. The mean of so many samples of that dither strays by 0.003 of a step.
        #expect(abs(sum / Double(level.words.count) - 0.5) < 0.05)
    }
}
