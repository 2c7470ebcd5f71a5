// What FLAC promises: every bit, every seek, and the right place after damage.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("FLAC")
struct FLACCodecTests {
    @Test(
        "every bit comes out at every rate and width", arguments: [4, 8, 12, 16, 20, 24, 32],
        [(44100, 2), (48000, 1), (96000, 6), (192_000, 2)])
    func exact(bits: Int, shape: (rate: Int, channels: Int)) throws {
        let signal = Signal.music(frames: 10000, rate: shape.rate, channels: shape.channels, bits: bits)
        let bytes = try Encoding.flac(signal, "--lax")
        let played = try play(bytes)
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
        #expect(played.info.rate == shape.rate)
        #expect(played.info.channels == shape.channels)
        #expect(played.info.bits == bits)
        #expect(played.info.frameCount == 10000)
        #expect(played.info.isLossless)
    }

    @Test("8 channels, odd rates and blocks of any size are exact", arguments: ["16", "576", "4608", "65535"])
    func blocks(size: String) throws {
        let signal = Signal.music(frames: 70000, rate: 11025, channels: 8)
        let played = try play(try Encoding.flac(signal, "--lax", "-b", size, "-0"))
        #expect(played.words == signal.words)
    }

    @Test(
        "a seek gives the same frames as playing there, with a seek table and without",
        arguments: [["-S", "1s"], ["--no-seektable"], ["--no-seektable", "--no-padding", "-b", "1024"]])
    func seek(options: [String]) throws {
        let signal = Signal.music(frames: 200_000)
        let bytes = try Encoding.convert(WAVWriter(signal).bytes, to: "flac") {
            ["flac", "-s"] + options + ["-o", $1, $0]
        }
        try expectExactSeeks(open(bytes), signal)
    }

    @Test("a stream that does not say how long it is plays, and seeks exactly")
    func unknownLength() throws {
        let signal = Signal.music(frames: 150_000)
        let bytes = withoutLength(try Encoding.flac(signal))
        let played = try play(bytes)
        #expect(played.info.frameCount == nil)
        #expect(played.words == signal.words)
        #expect(played.failure == nil)
        try expectExactSeeks(open(bytes), signal)
    }

    @Test("tags in front and behind are passed over")
    func tags() throws {
        let signal = Signal.music(frames: 20000)
        let plain = try Encoding.flac(signal)
        let bytes = Tags.id3v2(bodyLength: 300) + Tags.id3v2(bodyLength: 100_000) + plain + Tags.ape + Tags.id3v1
        for name in ["song.flac", "song.mp3", "song"] {
            let played = try play(bytes, name: name)
            #expect(played.words == signal.words)
            #expect(played.failure == nil)
            #expect(played.info.codec == "flac")
            #expect(try played.info.bitrate == play(plain).info.bitrate)
        }
        try expectExactSeeks(open(bytes), signal)
    }

    @Test("a big cover is passed over, not read")
    func cover() throws {
        let signal = Signal.music(frames: 5000)
        var bytes = try Encoding.flac(signal, "--no-padding", "--no-seektable")
        let picture = [UInt8](repeating: 0xFF, count: 5_000_000)
        let length = picture.count
        bytes.insert(
            contentsOf: [6, UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255)] + picture, at: 42)
        let source = CountingByteSource(bytes)
        let codec = try CodecTable.open(source)
        #expect(source.bytesRead < 600_000)
        #expect(play(codec).words == signal.words)
    }

    @Test("two files cut from one are, joined, the one")
    func join() throws {
        let signal = Signal.music(frames: 100_000, bits: 24)
        let cut = 45_678
        let first = try play(try Encoding.flac(signal.cut(0..<cut)))
        let second = try play(try Encoding.flac(signal.cut(cut..<100_000)))
        #expect(first.words + second.words == signal.words)
    }

    @Test("a cut file plays to its last whole block, then says where it was cut")
    func truncated() throws {
        let signal = Signal.music(frames: 44100 * 4)
        let whole = try Encoding.flac(signal, "--no-padding")
        let codec = try open(Array(whole.prefix(whole.count / 2)), name: "cut.flac")
        let played = play(codec)
        #expect(played.frameCount % 4096 == 0)
        #expect(played.frameCount > 44100)
        #expect(played.words == signal.cut(0..<played.frameCount).words)
        let place = PlayTime.text(frame: Int64(played.frameCount), rate: 44100)
        #expect(played.failure == AudioError(.decode, path: "cut.flac", "cut off at \(place) of 0:04"))
        try codec.seek(toFrame: 4000)
        #expect(play(codec, limit: 100).words == signal.cut(4000..<4100).words)
    }

    @Test("a cut stream of unknown length says so too")
    func truncatedUnknown() throws {
        let whole = withoutLength(try Encoding.flac(.music(frames: 100_000), "--no-padding"))
        let played = try play(Array(whole.dropLast(1000)), name: "cut.flac")
        #expect(played.failure?.message.hasPrefix("cut off at ") == true)
        #expect(played.frameCount < 100_000)
    }

    @Test("garbage behind the sound is not searched to its end", arguments: [true, false])
    func garbage(hasLength: Bool) throws {
        let signal = Signal.music(frames: 60_000)
        let encoded = try Encoding.flac(signal, "--no-padding")
        let source = GarbageByteSource(hasLength ? encoded : withoutLength(encoded), garbage: 400 << 20)
        let codec = try CodecTable.open(source)
        let played = play(codec)
        #expect(played.words == signal.words)
        // What is known to be complete is not searched for long; else a hole in the middle must be bridged.
        #expect(source.bytesRead < (hasLength ? 4 << 20 : 70 << 20))
        #expect((played.failure == nil) == hasLength)
        guard hasLength else { return }
        try codec.seek(toFrame: 20_000)
        #expect(play(codec, limit: 1000).words == signal.cut(20_000..<21_000).words)
        #expect(source.bytesRead < 60 << 20)
    }

    @Test("a damaged block is silence, and what follows stands at its place", arguments: [1, 300, 20_000])
    func damaged(length: Int) throws {
        let signal = Signal.music(frames: 200_000)
        var bytes = try Encoding.flac(signal, "--no-padding")
        let middle = bytes.count / 2
        var numbers = SeededNumbers(seed: UInt64(length))
        for index in middle..<(middle + length) { bytes[index] ^= UInt8.random(in: 1...255, using: &numbers) }
        let codec = try open(bytes, name: "hurt.flac")
        let played = play(codec)
        #expect(played.frameCount == 200_000)
        let wrong = (0..<200_000).filter { played.words[$0 * 2] != signal.words[$0 * 2] }
        let (first, last) = (try #require(wrong.first), try #require(wrong.last))
        #expect(last - first < 4096 * (2 + length / 4000))
        #expect(wrong.allSatisfy { played.words[$0 * 2] == 0 })
        let place = PlayTime.text(frame: Int64(first / 4096 * 4096), rate: 44100)
        #expect(played.failure == AudioError(.decode, path: "hurt.flac", "is damaged at \(place)"))
        for frame in [last + 5000, 100, last + 1] {
            try codec.seek(toFrame: Int64(frame))
            #expect(play(codec, limit: 100).words == signal.cut(frame..<(frame + 100)).words)
        }
        try codec.seek(toFrame: 0)
        #expect(play(codec).failure == nil, "damage is told once")
    }

    @Test("another stream behind the first ends with an error when it is of another rate, else with the first")
    func joinedInOneFile() throws {
        let signal = Signal.music(frames: 50_000)
        let first = try Encoding.flac(signal)
        let other = try play(first + Encoding.flac(.music(frames: 20_000, rate: 48000)), name: "two.flac")
        #expect(other.words == signal.words)
        let message = "changes its rate, channels or bits inside, which is not played"
        #expect(other.failure == AudioError(.decode, path: "two.flac", message))
        let same = try play(first + Encoding.flac(.music(frames: 20_000, seed: 2)))
        #expect(same.words == signal.words)
        #expect(same.failure == nil)
    }

    @Test("a stream that cannot be sought plays, says so when asked to seek, and plays on")
    func stream() throws {
        let signal = Signal.music(frames: 60_000)
        let bytes = Tags.id3v2(bodyLength: 100_000) + (try Encoding.flac(signal))
        let source = MemoryByteSource(bytes, name: "net", isSeekable: false, knowsSize: false)
        source.largestRead = 1000
        let codec = try CodecTable.open(source)
        let front = play(codec, limit: 5000)
        #expect(throws: AudioError(.notSupported, path: "net", "is a stream, which cannot be sought")) {
            try codec.seek(toFrame: 10)
        }
        #expect(front.words + play(codec).words == signal.words)
    }

    @Test("a damaged last block is silence of the right length")
    func damagedEnd() throws {
        let signal = Signal.music(frames: 50_000)
        var bytes = try Encoding.flac(signal, "--no-padding")
        bytes[bytes.count - 100] ^= 0x55
        let played = try play(bytes)
        #expect(played.frameCount == 50_000)
        #expect(played.failure?.message == "is damaged at 0:01")
    }

    @Test("a header that cannot be is refused")
    func header() throws {
        let bytes = try Encoding.flac(.music(frames: 1000))
        var noRate = bytes
        noRate.replaceSubrange(18..<21, with: [0, 0, bytes[20] & 15])
        #expect(
            refusal(noRate, name: "a.flac")
                == AudioError(.notSupported, path: "a.flac", "says its rate is 0 Hz, not 1000 to 1536000 Hz"))
        var noInfo = bytes
        noInfo[4] = 4
        #expect(refusal(noInfo, name: "a.flac")?.code == .decode)
        let cut = AudioError(.decode, path: "a.flac", "is cut off inside its header")
        #expect(refusal(Array(bytes.prefix(20)), name: "a.flac") == cut)
        #expect(refusal(Array(bytes.prefix(60)), name: "a.flac") == cut)
    }

    @Test("an error of the source comes through as it is, once, and the rest is silent")
    func sourceFails() throws {
        let bytes = try Encoding.flac(.music(frames: 400_000))
        let source = MemoryByteSource(bytes, name: "stick/a.flac")
        let codec = try CodecTable.open(source)
        source.failsAt = 200_000
        let played = play(codec)
        #expect(played.failure == AudioError(.decode, path: "stick/a.flac", "cannot be read: input/output error"))
        #expect(played.frameCount > 0)
        source.failsAt = 0
        #expect(throws: AudioError.self) { try codec.seek(toFrame: 290_000) }
        #expect(play(codec).frameCount == 0, "after a seek that failed there is nothing to read")
        source.failsAt = nil
        try codec.seek(toFrame: 0)
        #expect(play(codec).frameCount == 400_000)
    }

    /// Sets the length in STREAMINFO to 0, as an encoder does that writes to a pipe.
    private func withoutLength(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[21] &= 0xF0
        for index in 22..<26 { bytes[index] = 0 }
        return bytes
    }
}

/// Seeks to the ends, to block edges and to frames by chance, and compares with the signal.
func expectExactSeeks(_ codec: any AudioCodec, _ signal: Signal, sourceLocation: SourceLocation = #_sourceLocation)
    throws
{
    var numbers = SeededNumbers(seed: 11)
    var frames = [0, 1, 4095, 4096, signal.frameCount - 1]
    frames += (0..<40).map { _ in Int.random(in: 0..<signal.frameCount, using: &numbers) }
    for frame in frames where frame < signal.frameCount {
        try codec.seek(toFrame: Int64(frame))
        let count = min(3000, signal.frameCount - frame)
        let isExact = play(codec, limit: count).words == signal.cut(frame..<(frame + count)).words
        #expect(isExact, "frame \(frame)", sourceLocation: sourceLocation)
    }
    try codec.seek(toFrame: Int64(signal.frameCount))
    #expect(play(codec).frameCount == 0, sourceLocation: sourceLocation)
    try codec.seek(toFrame: 10)
    #expect(play(codec, limit: 10).words == signal.cut(10..<20).words, sourceLocation: sourceLocation)
}
