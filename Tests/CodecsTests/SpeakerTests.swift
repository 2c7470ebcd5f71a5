// Where the channels of a file belong, as each container says it.

import AudioCore
import TestSupport
import Testing

@testable import Codecs
@testable import RareCodecs

@Suite("where channels belong")
struct SpeakerTests {
    private static let quad = SpeakerLayout.standard(4)
    private static let surround = SpeakerLayout([.frontLeft, .frontRight, .frontCentre, .backCentre])

    @Test(
        "WAV says it by its mask, and without one is as usual",
        arguments: [(0x107, surround), (0x33, quad), (0, quad)] as [(UInt32, SpeakerLayout)])
    func wav(mask: UInt32, layout: SpeakerLayout) throws {
        var writer = WAVWriter(.music(frames: 500, channels: 4))
        writer.isExtensible = true
        writer.channelMask = mask
        #expect(try CodecTable.open(MemoryByteSource(writer.bytes)).info.speakers == layout)
    }

    @Test(
        "FLAC says it by a tag, in any case, however many tags stand in front of it",
        arguments: [
            ("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x107", surround),
            ("waveformatextensible_channel_mask=0X0107", surround),
            ("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=263", surround), ("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=rear", quad),
            ("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0xFFFFFFFFFFFF", quad), ("TITLE=0x107", quad),
        ])
    func flac(tag: String, layout: SpeakerLayout) throws {
        let input = WAVWriter(.music(frames: 500, channels: 4)).bytes
        let tags = (0..<50).flatMap { ["-T", "COMMENT=\($0) \(String(repeating: "x", count: 2000))"] } + ["-T", tag]
        let bytes = try Encoding.convert(input, to: "flac") { input, output in
            ["flac", "-s", "-f", "--channel-map=none"] + tags + ["-o", output, input]
        }
        #expect(try CodecTable.open(MemoryByteSource(bytes)).info.speakers == layout)
    }

    @Test("FLAC whose tags lie about their lengths plays as usual")
    func damagedTags() throws {
        let bytes = try Encoding.convert(WAVWriter(.music(frames: 500, channels: 4)).bytes, to: "flac") {
            input, output in
            ["flac", "-s", "-f", "--channel-map=none", "-T", "A=b", "-o", output, input]
        }
        let start = try #require(bytes.firstRange(of: Array("reference libFLAC".utf8))).lowerBound
        for (place, value) in [(start - 4, 0xFFFF_FFFF), (start - 4, 0x7FFF_FFFF), (start - 4, 900)] as [(Int, UInt32)]
        {
            var damaged = bytes
            damaged.replaceSubrange(place..<(place + 4), with: little(value))
            #expect(try CodecTable.open(MemoryByteSource(damaged)).info.speakers == Self.quad)
        }
    }

    @Test("FFmpeg's layouts are places too")
    func rare() throws {
        let bytes = try RareCodecTests.encode(
            .music(frames: 4000, channels: 4), to: "wv", ["-af", "channelmap=channel_layout=4.0", "-c:a", "wavpack"])
        #expect(try RareCodecTests.openRare(bytes).info.speakers == Self.surround)
    }
}
