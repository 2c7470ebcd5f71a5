// Real libasound, without a card: its null device, captures to files, a forced resampler. Every test has its thread.

import AudioCore
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ALSAOutput

/// Renders the low bytes of a 32-bit hash of the sample's number, so that every byte of every layout is at stake.
final class HashSource: RenderSource, @unchecked Sendable {
    private var format = DeviceFormat(rate: 1, channels: 1, layout: .s16, significantBits: 16)
    private var rendered = 0
    let heardFrame = Atomic<Int>(0)

    func prepare(for format: DeviceFormat, maximumFrameCount: Int) {
        self.format = format
        rendered = 0
    }

    func isReady(frameCount: Int) -> Bool { true }
    func render(into destination: UnsafeMutableRawPointer, frameCount: Int) {
        let bytes = destination.assumingMemoryBound(to: UInt8.self)
        let size = format.bytesPerFrame
        for index in 0..<(frameCount * size) { bytes[index] = Self.byte(rendered * size + index) }
        rendered += frameCount
    }

    func heard(deviceFrame: Int64) { heardFrame.store(Int(deviceFrame), ordering: .releasing) }

    static func byte(_ index: Int) -> UInt8 {
        var mixed = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 29
        return UInt8(truncatingIfNeeded: mixed &* 0xBF58_476D_1CE4_E5B9 >> 56)
    }
}

/// Waits for conditions that another thread brings about; only a fault makes it run out.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<4000 {
        if condition() { return true }
        usleep(5000)
    }
    return false
}

@Suite("real libasound")
struct ALSAPortTests {
    private static let formats: [(Int, Int, SampleLayout)] = [
        (16, 44_100, .s16), (24, 48_000, .s24in3), (32, 96_000, .s32), (24, 192_000, .s24in3), (16, 88_200, .s16),
    ]

    @Test("a capture to a file holds the source byte for byte, a pause in its middle included", arguments: formats)
    func byteExact(bits: Int, rate: Int, layout: SampleLayout) throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/capture.raw"
        let source = HashSource()
        let log = EventLog()
        let output = PCMOutput(device: "file:'\(path)',raw", source: source, log: { _ in }, events: { log.append($0) })
        output.open(OutputRequest(rate: rate, channels: 2, bits: bits), serial: 7)
        output.run()
        #expect(eventually { source.heardFrame.load(ordering: .acquiring) > rate / 5 })
        output.pause()
        output.run()
        #expect(eventually { source.heardFrame.load(ordering: .acquiring) > rate / 2 })
        output.shutDown()
        let description = try #require(log.descriptions.first)
        #expect(
            description.format == DeviceFormat(rate: rate, channels: 2, layout: layout, significantBits: layout.bits))
        #expect(description.formatName == layout.alsaName)
        #expect(description.isDirect == false && description.indirectReason == nil)
        #expect(description.resampled == nil)
        #expect(description.link == .virtual)
        #expect(description.bufferFrameCount >= 2 * description.periodFrameCount)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(bytes.count >= rate / 2 * 2 * layout.bytesPerSample)
        #expect(bytes.indices.allSatisfy { bytes[$0] == HashSource.byte($0) })
        #expect(output.underrunCount == 0)
    }

    @Test("ALSA's null device is paced by the clock, not taken as fast as it goes")
    func nullIsPaced() throws {
        let source = HashSource()
        let log = EventLog()
        var start = timespec()
        clock_gettime(CLOCK_MONOTONIC, &start)
        let output = PCMOutput(device: "null", source: source, log: { _ in }, events: { log.append($0) })
        output.open(OutputRequest(rate: 48_000, channels: 2, bits: nil), serial: 1)
        output.run()
        #expect(eventually { source.heardFrame.load(ordering: .acquiring) > 10_000 })
        let heard = source.heardFrame.load(ordering: .acquiring)
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        output.shutDown()
        let elapsed = Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
        #expect(Double(heard) <= elapsed * 48_000)
        #expect(try #require(log.descriptions.first).format.layout == .s32)
    }

    @Test("a device that resamples by itself is named as such")
    func resampler() throws {
        let port = ALSAPort(device: "speexrate:null,48000", bell: Bell())
        let configuration: PortConfiguration
        do throws(AudioError) {
            configuration = try port.open(OutputRequest(rate: 44_100, channels: 2, bits: 16), bufferMilliseconds: 120)
        } catch {
            // Part of libasound2-plugins, which a computer need not have.
            #expect(error.code == .device)
            return
        }
        #expect(configuration.format.rate == 44_100)
        #expect(configuration.resampled == OutputResampling(from: 44_100, to: 48_000, by: "alsa:libspeex"))
        #expect(configuration.isDirect == false)
        #expect(!configuration.canRewind)
    }

    @Test("plug converts nothing by itself")
    func plug() throws {
        let port = ALSAPort(device: "plug:null", bell: Bell())
        let configuration = try port.open(OutputRequest(rate: 44_100, channels: 1, bits: 24), bufferMilliseconds: 250)
        #expect(configuration.format == DeviceFormat(rate: 44_100, channels: 1, layout: .s24in3, significantBits: 24))
        #expect(configuration.isDirect == false && configuration.indirectReason == nil)
        #expect(port.formatFor(OutputRequest(rate: 96_000, channels: 2, bits: 16))?.layout == .s16)
        #expect(configuration.bufferFrameCount == 11_025)
    }

    @Test(
        "what is not there is refused in one line that names it",
        arguments: ["hw:CARD=Nowhere,DEV=0", "no such thing", "", "file:", "hw:99,99"])
    func refused(device: String) {
        let port = ALSAPort(device: device, bell: Bell())
        do throws(AudioError) {
            _ = try port.open(OutputRequest(rate: 44_100, channels: 2, bits: 16), bufferMilliseconds: 120)
            Issue.record("\(device) opened")
        } catch {
            #expect(error.code == .device && error.path == device)
            #expect(!error.message.isEmpty && !error.message.contains("\n"))
        }
        #expect(port.state() == .open)
        #expect(port.prepare() == Int(-ENODEV))
    }

    @Test("without a card, auto says what it looked for, or takes ALSA's default")
    func automatic() {
        let log = EventLog()
        let output = PCMOutput(device: "auto", source: HashSource(), log: { _ in }, events: { log.append($0) })
        output.open(OutputRequest(rate: 44_100, channels: 2, bits: 16), serial: 3)
        #expect(eventually { !log.names.isEmpty })
        output.shutDown()
        if let error = log.errors.first, SoundCards.installed().isEmpty {
            #expect(error.path == "auto")
            #expect(error.message.hasPrefix("no sound card (looked for USB, I2S, analogue and HDMI)"))
        } else if let description = log.descriptions.first {
            #expect(description.device != "auto")
        }
    }

    @Test("device names of random bytes are refused or opened, and nothing else", arguments: 0..<20)
    func randomNames(seed: UInt64) {
        var random = SplitMix(state: seed)
        let alphabet = Array("hw:plugnulCARD=,'\"{}[]@ \\\n$éx0129")
        let name = String((0..<(1 + random.next(below: 30))).map { _ in alphabet[random.next(below: alphabet.count)] })
        let port = ALSAPort(device: name, bell: Bell())
        do throws(AudioError) {
            _ = try port.open(OutputRequest(rate: 44_100, channels: 2, bits: 16), bufferMilliseconds: 120)
        } catch {
            #expect(error.code == .device)
        }
        port.close()
        #expect(port.state() == .open)
    }
}
