// What is claimed of the sound, for every way it can take: a table, with outputs that only describe themselves.

import AudioCore
import Synchronization
import TestSupport
import Testing

@testable import HeadUnit

/// An output that does nothing; the test answers for it.
private final class MuteOutput: AudioOutput {
    func open(_ request: OutputRequest, serial: Int) {}
    func run() {}
    func pause() {}
    func discard() {}
    func close() {}
    func shutDown() {}
    var underrunCount: Int { 0 }
}

/// A signal of which everything is known.
private struct KnownSignal: QualitySource {
    var info: StreamInfo? = StreamInfo(
        container: "wav", codec: "pcm", rate: 44_100, channels: 2, bits: 16, words: .int32, frameCount: 100,
        isLossless: true, bitrate: nil)
    var activeStages: [SoundStage]
    var isLimiting: Bool
    var resampling: OutputResampling?
    var outputDescription: OutputDescription?
    var hardwareVolume: Decibels?
    var isMixingVoices = false
    var underrunCount = 0
}

@Suite("What is claimed of the sound")
@MainActor
struct QualityTests {
    /// A way from a file to the ear, and what is true of it.
    struct Way: Sendable, CustomTestStringConvertible {
        var name: String
        var output: OutputDescription
        var bits: Int? = 16
        var channels = 2
        var settings = SoundSettings()
        /// Where the card's mixer stands.
        var card: Double?
        /// True, false, or nil for "unknown".
        var isPerfect: Bool?
        var reason: String
        var codec: String?
        var testDescription: String { name }
    }

    private nonisolated static func output(
        _ device: String = "hw:CARD=DAC,DEV=0", rate: Int = 44_100, bits: Int = 16, link: OutputLink = .usb,
        codec: String? = nil, volume: HardwareVolume? = nil, resampled: OutputResampling? = nil, isDirect: Bool? = true,
        why: String? = nil
    ) -> OutputDescription {
        OutputDescription(
            device: device,
            format: DeviceFormat(rate: rate, channels: 2, layout: bits == 16 ? .s16 : .s32, significantBits: bits),
            formatName: bits == 16 ? "S16_LE" : "S32_LE", link: link, codec: codec, hardwareVolume: volume,
            resampled: resampled, isDirect: isDirect, indirectReason: why, isRealtime: true, bufferFrameCount: 5292,
            periodFrameCount: 1323)
    }

    private nonisolated static let digital = HardwareVolume(element: "Digital", range: -103...0)
    private nonisolated static let arrives = "the samples reach the device as they are in the file"
    private nonisolated static let pulse = "what stands behind ALSA <-> PulseAudio PCM I/O Plugin cannot be seen"

    @Test(
        "a limiter is said to change the samples while it does",
        arguments: [
            ([.limiter], false, nil), ([.limiter], true, .limiter), ([.volume, .limiter], false, .volume),
            ([.volume, .limiter], true, .volume),
        ] as [([SoundStage], Bool, SoundStage?)])
    func limiter(stages: [SoundStage], isLimiting: Bool, changing: SoundStage?) {
        let signal = KnownSignal(
            activeStages: stages, isLimiting: isLimiting, outputDescription: Self.output(bits: 32))
        let report = QualityReport(signal)
        #expect(report.verdict == changing.map(SoundVerdict.stage) ?? .direct(hardware: nil))
    }

    private nonisolated static let ways: [Way] = [
        Way(name: "untouched to a card", output: output(), isPerfect: true, reason: arrives),
        Way(name: "sixteen bits in a wider card", output: output(bits: 24), isPerfect: true, reason: arrives),
        Way(
            name: "our volume", output: output(bits: 32), settings: SoundSettings(volume: -6), isPerfect: false,
            reason: "volume changes the samples"),
        Way(
            name: "mute", output: output(bits: 32), settings: SoundSettings(isMuted: true), isPerfect: false,
            reason: "volume changes the samples"),
        Way(
            name: "the card's volume", output: output(volume: digital), settings: SoundSettings(volume: -12), card: -12,
            isPerfect: true, reason: arrives + "; the card attenuates by 12.0 dB"),
        Way(
            name: "the card's volume at 0 dB", output: output(volume: digital), card: 0, isPerfect: true,
            reason: arrives),
        Way(
            name: "loudness follows the card's volume", output: output(bits: 32, volume: digital),
            settings: SoundSettings(volume: -20, loudness: .strong), card: -13, isPerfect: false,
            reason: "loudness changes the samples"),
        Way(
            name: "resampled by us", output: output(rate: 48_000), isPerfect: false,
            reason: "resampled from 44100 to 48000 Hz by soxr"),
        Way(
            name: "resampled by ALSA",
            output: output(
                "fixed48", resampled: OutputResampling(from: 44_100, to: 48_000, by: "alsa:libspeex"), isDirect: false,
                why: "ALSA resamples to 48000 Hz (libspeex)"), isPerfect: false,
            reason: "resampled from 44100 to 48000 Hz by alsa:libspeex"),
        Way(
            name: "the kernel says otherwise",
            output: output(isDirect: false, why: "the kernel runs the card at 48000 Hz"), isPerfect: false,
            reason: "the kernel runs the card at 48000 Hz"),
        Way(
            name: "the kernel says nothing",
            output: output(isDirect: nil, why: "the kernel does not show what it runs the card at"), isPerfect: nil,
            reason: "the kernel does not show what it runs the card at"),
        Way(
            name: "a sound server", output: output("pulse", link: .unknown, isDirect: nil, why: pulse), isPerfect: nil,
            reason: pulse),
        Way(
            name: "BlueALSA",
            output: output(
                "bluealsa", link: .bluetooth, codec: "aac", isDirect: false,
                why: "Bluetooth encodes the samples again (aac)"), isPerfect: false,
            reason: "Bluetooth encodes the samples again (aac)", codec: "aac"),
        Way(
            name: "Bluetooth behind a server",
            output: output("pipewire:bluez_output.00", link: .bluetooth, isDirect: nil, why: pulse), isPerfect: nil,
            reason: pulse, codec: "unknown"),
        Way(
            name: "a file in the place of a device",
            output: output("capture", link: .virtual, isDirect: false), isPerfect: false, reason: "no device"),
        Way(
            name: "a converter in front of a file",
            output: output("capture", link: .virtual, isDirect: false, why: "ALSA encodes to mu-law"),
            isPerfect: false, reason: "ALSA encodes to mu-law"),
        Way(
            name: "more bits than the card has", output: output(), bits: 24, isPerfect: false,
            reason: "24 bits are dithered to the 16 of the device"),
        Way(name: "a lossy file", output: output(), bits: nil, isPerfect: false, reason: "fake is a lossy source"),
        Way(name: "one channel in a pair", output: output(bits: 24), channels: 1, isPerfect: true, reason: arrives),
        Way(
            name: "six channels", output: output(bits: 32), channels: 6, isPerfect: false,
            reason: "6 channels are folded down"),
    ]

    @Test("each way is called what it is", arguments: ways)
    func way(_ way: Way) throws {
        let bell = Bell()
        let (bits, channels) = (way.bits, way.channels)
        let box = EventBox()
        let decoder = DecoderThread(
            openTrack: { _ throws(AudioError) in FakeCodec(frameCount: 44_100, channels: channels, bits: bits) },
            makeResampler: { _, _, _ throws(AudioError) in throw AudioError(.notSupported, "none here") },
            report: { box.append($0) })
        let player = Player(
            output: MuteOutput(), renderer: AudioRenderer(bell: bell), decoder: decoder,
            coordinator: AudioCoordinator(now: { 0 }) { _, _ in }, prefersHardwareVolume: way.card != nil)
        defer { player.shutDown() }
        player.settings = way.settings
        player.playQueue(PlayQueue(items: [QueueItem(path: RawPath("/a"))]))
        let deadline = SteadyClock.now + .patient
        while player.info == nil, SteadyClock.now < deadline {
            for event in box.takeAll() { player.receive(event) }
        }
        if let card = way.card {
            player.receive(
                .hardwareVolume(
                    HardwareVolumeState(level: Decibels(card), isMuted: false, wish: 1, isForeign: false)))
        }
        player.receive(.opened(serial: 1, way.output))
        let report = QualityReport(player)
        #expect(report.verdict.isPerfect == way.isPerfect)
        #expect(report.verdict.reason == way.reason)
        let text = report.json.text
        #expect(text.contains("\"codec\":\(way.codec.map { "\"\($0)\"" } ?? "null"),\"hardwareVolumeDb\""))
        let level = way.card.map { JSON($0, decimals: 2).text } ?? "null"
        #expect(text.contains("\"hardwareVolumeDb\":\(level)}"))
        let word = way.isPerfect.map { "\($0)" } ?? "\"unknown\""
        #expect(text.contains("\"bitPerfect\":\(word),"))
    }
}

private final class EventBox: Sendable {
    private let events = Mutex<[DecoderEvent]>([])

    func append(_ event: DecoderEvent) { events.withLock { $0.append(event) } }

    func takeAll() -> [DecoderEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
