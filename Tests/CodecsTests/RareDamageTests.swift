// Blocks of WavPack and True Audio that are lost or changed: silence in their place, and one line.

import AudioCore
import TestSupport
import Testing

@testable import Codecs
@testable import RareCodecs

@Suite("Damage in what FFmpeg plays")
struct RareDamageTests {
    private static let frames = 44100 * 8

    static func make(_ container: String) throws -> [UInt8] {
        let signal = Signal.music(frames: frames)
        guard container == "wv" else { return try RareCodecTests.encode(signal, to: "tta", ["-c:a", "tta"]) }
        return try Encoding.convert(WAVWriter(signal).bytes, to: "wv") { ["wavpack", "-q", "-y", $0, "-o", $1] }
    }

    @Test(
        "a changed block fails its checksum and is silence; what follows stands at its place", arguments: ["wv", "tta"])
    func changed(container: String) throws {
        var bytes = try Self.make(container)
        bytes[bytes.count / 2] ^= 0x10
        try check(bytes, container, places: 1)
        bytes[bytes.count / 5] ^= 0x10
        try check(bytes, container, places: 2)
    }

    @Test("a changed last block is silence of the right length", arguments: ["wv", "tta"])
    func changedEnd(container: String) throws {
        var bytes = try Self.make(container)
        bytes[bytes.count - 600] ^= 0x10
        try check(bytes, container, places: 1)
    }

    enum Harm: Sendable, CaseIterable {
        case mark, size, version, flags, removed, removedPart, noise
    }

    @Test("a block of WavPack whose head is lost is silence, and the next one is found", arguments: Harm.allCases)
    func head(harm: Harm) throws {
        var bytes = try Self.make("wv")
        let starts = bytes.indices.dropLast(4).filter { bytes[$0...].starts(with: Array("wvpk".utf8)) }
        let start = starts[starts.count / 2]
        switch harm {
        case .mark: bytes[start] = 0
        case .size: bytes.replaceSubrange((start + 4)..<(start + 8), with: little(3000 as UInt32))
        case .version: bytes[start + 9] = 0xFF
        case .flags: bytes[start + 24] ^= 0x04
        case .removed: bytes.removeSubrange(start..<starts[starts.count / 2 + 1])
        case .removedPart: bytes.removeSubrange((start + 500)..<(start + 5500))
        case .noise:
            var numbers = SeededNumbers(seed: 3)
            for index in (start - 100)..<(start + 4000) { bytes[index] = UInt8.random(in: 0...255, using: &numbers) }
        }
        try check(bytes, "wv", places: 1)
    }

    @Test("marks without blocks behind them are not searched for ever")
    func marks() throws {
        let sound = try Self.make("wv")
        let block: [UInt8] = Array(sound[0..<32])
        var bytes = Array(sound.prefix(sound.count / 3))
        for _ in 0..<20_000 { bytes += block }
        let played = try RareCodecTests.playRare(bytes)
        #expect(played.failure?.code == .decode)
        #expect(played.frameCount <= Self.frames)
    }

    @Test("IMA4 in AIFF-C is as long as its packets, whatever its header counts")
    func packets() throws {
        let bytes = try RareCodecTests.encode(
            .music(frames: 4992, channels: 1), to: "aifc", ["-f", "aiff", "-c:a", "adpcm_ima_qt"])
        let common = try #require(bytes.firstRange(of: Array("COMM".utf8))).lowerBound + 10
        for (stated, frames) in [(78, 4992), (5000, 4992), (4992, 4992), (4970, 4970), (0, 4992)] as [(UInt32, Int)] {
            var changed = bytes
            changed.replaceSubrange(common..<(common + 4), with: big(stated))
            let played = try RareCodecTests.playRare(changed, name: "a.aifc")
            #expect(played.info.codec == "adpcm_ima_qt")
            #expect(played.frameCount == frames, "COMM says \(stated)")
            #expect(played.info.frameCount == Int64(frames))
            #expect(played.failure == nil, "COMM says \(stated)")
        }
        let cut = try RareCodecTests.playRare(Array(bytes.prefix(bytes.count / 2)), name: "a.aifc")
        #expect(cut.frameCount > 0 && cut.frameCount < 3000)
        #expect(cut.failure?.message.hasPrefix("cut off at") == true)
    }

    /// Plays all, and checks that what is wrong is silence, and what is said.
    private func check(_ bytes: [UInt8], _ container: String, places: Int) throws {
        let signal = Signal.music(frames: Self.frames)
        let codec = try RareCodecTests.openRare(bytes, name: "hurt.\(container)")
        let played = play(codec)
        #expect(played.frameCount == Self.frames)
        func samples(_ words: [UInt32], _ frame: Int) -> [UInt32] { Array(words[(frame * 2)..<(frame * 2 + 2)]) }
        let both = 0..<min(played.frameCount, Self.frames)
        let wrong: [Int] = both.filter { samples(played.words, $0) != samples(signal.words, $0) }
        let first: Int = try #require(wrong.first)
        let last: Int = try #require(wrong.last)
        #expect(wrong.allSatisfy { samples(played.words, $0) == [0, 0] })
        #expect(wrong.count < 47_000 * places)
        let place = PlayTime.text(frame: Int64(first), rate: 44100)
        let line = places == 1 ? "is damaged at \(place)" : "is damaged in \(places) places, the first at \(place)"
        #expect(played.failure == AudioError(.decode, path: "hurt.\(container)", line))
        for frame in [last + 2000, 100, last + 1, first - 50] where frame + 100 <= Self.frames && frame >= 0 {
            try codec.seek(toFrame: Int64(frame))
            let expected = frame < first ? 50 : 100
            let part = play(codec, limit: expected).words
            #expect(part == signal.cut(frame..<(frame + expected)).words, "frame \(frame)")
        }
        try codec.seek(toFrame: 0)
        #expect(play(codec).failure == nil, "damage is told once")
    }
}
