// What MP3 promises: the source's own length, exact seeks, no ear for junk.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("MP3")
struct MP3CodecTests {
    /// Ways of encoding that differ in what they tell about themselves.
    static let kinds: [[String]] = [
        ["-b", "128"], ["-b", "320"], ["-b", "64", "-m", "m"], ["-V", "2"], ["-V", "9", "--resample", "44.1"],
        ["--abr", "160"], ["-b", "32", "-m", "m", "-t", "--resample", "44.1"], ["-b", "128", "-t"],
        ["-b", "192", "-t", "--nores"], ["-V", "4", "-t"], ["-p", "-b", "128"], ["-p", "-V", "3", "-t"],
    ]

    @Test("a track shorter than the decoder's delay is as long as it was", arguments: [1, 100, 441, 529, 540, 2000])
    func shortTracks(frames: Int) throws {
        let played = try play(encode(Signal.music(frames: frames, channels: 2), ["-b", "128"]))
        #expect(played.frameCount == frames && played.info.frameCount == Int64(frames))
    }

    @Test("with an info tag the length is the source's, and the sound stands in its place", arguments: kinds)
    func gapless(options: [String]) throws {
        guard !options.contains("-t") else { return }
        let signal = Signal.music(frames: 123_457, channels: options.contains("m") ? 1 : 2)
        let played = try play(try encode(signal, options))
        #expect(played.info.frameCount == 123_457)
        #expect(played.frameCount == 123_457)
        #expect(played.failure == nil)
        #expect(played.info.words == .float32)
        #expect(played.info.bits == nil)
        #expect(bestShift(played, signal) == 0)
    }

    @Test("without an info tag the length is what is there, known before playing", arguments: kinds)
    func counted(options: [String]) throws {
        guard options.contains("-t") else { return }
        let played = try play(try encode(.music(frames: 123_457), options))
        #expect(played.info.frameCount == Int64(played.frameCount))
        #expect(played.frameCount % 1152 == 0)
        #expect(played.frameCount >= 123_457)
        #expect(played.failure == nil)
    }

    @Test("a seek gives the same samples as playing there", arguments: kinds)
    func seek(options: [String]) throws {
        let bytes = try encode(.music(frames: 150_000), options)
        try expectSeeksLikePlaying(bytes)
    }

    @Test(
        "lower rates play and seek, in mono and stereo",
        arguments: [8000, 11025, 12000, 16000, 22050, 24000, 32000, 48000], [1, 2])
    func rates(rate: Int, channels: Int) throws {
        let signal = Signal.music(frames: 60_000, rate: rate, channels: channels)
        let bytes = try encode(signal, ["-b", "64", "--resample", "\(Double(rate) / 1000)"])
        let played = try play(bytes)
        #expect(played.info.rate == rate)
        #expect(played.info.channels == channels)
        #expect(played.frameCount == 60_000)
        #expect(bestShift(played, signal) == 0)
        try expectSeeksLikePlaying(bytes)
    }

    @Test("the lowest bitrate, whose reservoir reaches back over many frames, seeks exactly")
    func reservoir() throws {
        try expectSeeksLikePlaying(try encode(.music(frames: 80_000, rate: 24000), ["-b", "8", "--resample", "24"]))
    }

    @Test("Layer II plays as mp2")
    func layer2() throws {
        let signal = Signal.music(frames: 50_000)
        let bytes = try Encoding.ffmpeg(signal, to: "mp2", "-b:a", "192k")
        let played = try play(bytes)
        #expect(played.info.codec == "mp2")
        #expect(played.info.frameCount == Int64(played.frameCount))
        #expect((50_000..<53_000).contains(played.frameCount))
        #expect(played.failure == nil)
        try expectSeeksLikePlaying(bytes)
    }

    @Test("files of ffmpeg's writer are gapless too")
    func ffmpegWriter() throws {
        let signal = Signal.music(frames: 77_777)
        let played = try play(try Encoding.ffmpeg(signal, to: "mp3", "-q:a", "3"))
        #expect(played.frameCount == 77_777)
        #expect(bestShift(played, signal) == 0)
    }

    @Test(
        "tags in front and behind change neither sound nor length nor bitrate",
        arguments: [["-V", "2"], ["-b", "128", "-t"], ["-V", "4", "-t"]])
    func tags(options: [String]) throws {
        let bytes = try encode(.music(frames: 50_000), options)
        let plain = try play(bytes)
        let fronts: [[UInt8]] = [
            [], Tags.id3v2(bodyLength: 77), Tags.id3v2(bodyLength: 9) + Tags.id3v2(bodyLength: 200_000),
        ]
        let backs: [[UInt8]] = [
            Tags.id3v1, Tags.ape, Tags.ape + Tags.id3v1, Tags.lyrics3 + Tags.id3v1,
            Tags.id3v2(bodyLength: 500, footer: true), Tags.id3v2(bodyLength: 700),
            Tags.ape + Tags.lyrics3 + Tags.id3v1,
        ]
        for front in fronts {
            for back in backs {
                let played = try play(front + bytes + back)
                #expect(played.words == plain.words)
                #expect(played.failure == nil)
                #expect(played.info.frameCount == plain.info.frameCount)
            }
        }
        #expect(try play(fronts[2] + bytes + backs[2]).info == plain.info)
    }

    @Test("junk in front is passed over", arguments: [1, 1000, 200_000])
    func junk(length: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(length))
        let bytes = try encode(.music(frames: 50_000), ["-b", "128"])
        let junk = (0..<length).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        let played = try play(junk + bytes, name: "song.mp3")
        #expect(try played.words == play(bytes).words)
        #expect(played.failure == nil)
    }

    @Test("damage inside is told once, at the end, and little is lost")
    func damaged() throws {
        let bytes = try encode(.music(frames: 400_000), ["-b", "128"])
        let middle = bytes.count / 2
        let junk = [UInt8](repeating: 0x55, count: 700)
        let codec = try open(Array(bytes[..<middle]) + junk + Array(bytes[middle...]), name: "hurt.mp3")
        let played = play(codec)
        #expect(played.frameCount > 400_000 - 3 * 1152)
        #expect(played.failure?.code == .decode)
        #expect(played.failure?.message == "is damaged at 0:04; about 3 frames are lost")
        try codec.seek(toFrame: 0)
        #expect(play(codec).failure == nil)
    }

    @Test("a hole of zeros in the middle of a frame is told with what it has cost, and the rest plays")
    func hole() throws {
        var bytes = try encode(.music(frames: 400_000), ["-b", "128"])
        let middle = bytes.count / 2
        // 128 kbit/s at 44.1 kHz: 417 or 418 bytes a frame.
        for index in middle..<(middle + 20 * 418) { bytes[index] = 0 }
        let played = try play(bytes, name: "hole.mp3")
        // Of one bitrate: what is lost is silence in its place.
        #expect(played.frameCount == 400_000)
        let whole = try play(encode(.music(frames: 400_000), ["-b", "128"]))
        #expect(played.words.suffix(100_000).elementsEqual(whole.words.suffix(100_000)))
        #expect(played.words.prefix(300_000).elementsEqual(whole.words.prefix(300_000)))
        let message = try #require(played.failure?.message)
        #expect(message.contains(/^is damaged at 0:04; about (19|20|21) frames are lost$/), "\(message)")
    }

    @Test("a file that ends in zeros says so, with or without a declared length", arguments: [true, false])
    func zeroTail(isDeclared: Bool) throws {
        let bytes = try encode(.music(frames: 300_000), ["-b", "128"] + (isDeclared ? [] : ["-t"]))
        let half = bytes.count / 2
        let cut = Array(bytes[..<half]) + [UInt8](repeating: 0, count: 66_000)
        let played = try play(cut, name: "half.mp3")
        #expect((140_000...160_000).contains(played.frameCount))
        let message = try #require(played.failure?.message)
        #expect(
            message.contains(
                isDeclared ? /^cut off at 0:03 of 0:06$/ : /^is damaged at 0:03; about 15\d frames are lost$/),
            "\(message)")
    }

    @Test("a cut file plays what is there, then says where it was cut")
    func truncated() throws {
        let bytes = try encode(.music(frames: 44100 * 5), ["-V", "3"])
        let played = try play(Array(bytes.prefix(bytes.count / 2)), name: "cut.mp3")
        #expect((44100..<(44100 * 4)).contains(played.frameCount))
        let place = PlayTime.text(frame: Int64(played.frameCount), rate: 44100)
        #expect(played.failure == AudioError(.decode, path: "cut.mp3", "cut off at \(place) of 0:05"))
    }

    @Test("frames missing in the middle are told where they are missing, with their number")
    func missingInside() throws {
        var bytes = try encode(.music(frames: 44100 * 10), ["-V", "3"])
        let middle = bytes.count / 2
        bytes.removeSubrange(middle..<(middle + 20_000))
        let played = try play(bytes, name: "gap.mp3")
        #expect(played.frameCount < 44100 * 10 - 20 * 1152)
        let lost = (44100 * 10 - played.frameCount) / 1152
        let message = try #require(played.failure?.message)
        #expect(message.contains(/^is damaged at 0:0[45]; about \d+ frames are lost$/), "\(message)")
        #expect(message.contains(" \(lost) frames"), "\(message), \(lost)")
    }

    @Test(
        "without a declared length too a file that ends inside a frame says so",
        arguments: [["-b", "128"], ["-V", "3"]])
    func endsInsideFrame(options: [String]) throws {
        let bytes = try encode(.music(frames: 44100 * 5), options + ["-t"])
        #expect(try play(bytes).failure == nil)
        let played = try play(Array(bytes.dropLast(100)), name: "cut.mp3")
        #expect(played.frameCount > 44100 * 5 - 2 * 1152)
        let place = PlayTime.text(frame: Int64(played.frameCount), rate: 44100)
        #expect(played.failure == AudioError(.decode, path: "cut.mp3", "cut off at \(place)"))
    }

    @Test(
        "a change of rate or channels inside ends with an error, not with noise", arguments: [(48000, 2), (44100, 1)])
    func change(rate: Int, channels: Int) throws {
        let first = try encode(.music(frames: 100_000), ["-b", "128", "-t"])
        let second = try encode(.music(frames: 100_000, rate: rate, channels: channels), ["-b", "96", "-t"])
        let played = try play(first + second, name: "two.mp3")
        #expect(try played.frameCount == play(first).frameCount)
        #expect(
            played.failure
                == AudioError(.decode, path: "two.mp3", "changes its rate or channels at 0:02, which is not played"))
    }

    @Test("two files in one play through, whatever the first tag says")
    func joined() throws {
        let first = try encode(.music(frames: 100_000), ["-V", "3"])
        let second = try encode(.music(frames: 100_000, seed: 2), ["-V", "5"])
        let played = try play(first + Tags.id3v1 + Tags.id3v2(bodyLength: 40) + second)
        #expect(played.frameCount > 199_000)
        #expect(played.info.frameCount == Int64(played.frameCount))
    }

    @Test(
        "what iTunes writes in its comment is cut as well, in any encoding of text", arguments: [false, true],
        [["-b", "128", "-t"], ["-V", "4", "-t"]])
    func iTunes(isWide: Bool, options: [String]) throws {
        let signal = Signal.music(frames: 60_000)
        let bytes = try encode(signal, options)
        let total = (try play(bytes)).frameCount
        let padding = total - 576 - 60_000
        let hex = { (number: Int) in
            String(repeating: "0", count: 8 - String(number, radix: 16).count) + String(number, radix: 16)
        }
        let value = "iTunSMPB\0 00000000 \(hex(576)) \(hex(padding)) 00000000\(hex(60_000)) 00000000"
        let text = isWide ? value.utf16.flatMap { little($0) as [UInt8] } : Array(value.utf8)
        var tag = Tags.id3v2(bodyLength: 1000)
        tag.replaceSubrange(40..<(40 + text.count), with: text)
        let played = try play(tag + bytes)
        #expect(played.frameCount == 60_000)
        #expect(played.info.frameCount == 60_000)
        #expect(bestShift(played, signal) == 0)
    }

    @Test("a tag that claims to be longer than the file does not hide the sound")
    func longTag() throws {
        let bytes = try encode(.music(frames: 50_000), ["-b", "128"])
        var tag = Tags.id3v2(bodyLength: 5000)
        tag[6] = 0x7F
        #expect(try play(tag + bytes, name: "a.mp3").frameCount == 50_000)
    }

    @Test("an error of the source comes through as it is, once")
    func sourceFails() throws {
        let bytes = try encode(.music(frames: 300_000), ["-b", "320"])
        let source = MemoryByteSource(bytes, name: "stick/a.mp3")
        let codec = try CodecTable.open(source)
        source.failsAt = 150_000
        #expect(play(codec).failure == AudioError(.decode, path: "stick/a.mp3", "cannot be read: input/output error"))
        source.failsAt = 0
        #expect(throws: AudioError.self) { try codec.seek(toFrame: 290_000) }
        #expect(play(codec).frameCount == 0, "after a seek that failed there is nothing to read")
        source.failsAt = nil
        try codec.seek(toFrame: 0)
        #expect(play(codec).frameCount == 300_000)
    }

    @Test("free format is refused by name")
    func freeFormat() throws {
        let bytes = try encode(.music(frames: 50_000), ["--freeformat", "-b", "200", "-t"])
        #expect(
            refusal(bytes, name: "f.mp3")
                == AudioError(.notSupported, path: "f.mp3", "is free-format MP3, not MP3 with a stated bitrate"))
    }

    @Test(
        "opening reads little: the tag or the bitrate tells the length",
        arguments: [["-V", "0"], ["-b", "320", "-t"]])
    func opensFast(options: [String]) throws {
        let bytes = try encode(.music(frames: 1_500_000), options)
        let source = CountingByteSource(bytes)
        let codec = try CodecTable.open(source)
        #expect(source.bytesRead < 700_000)
        #expect(codec.info.frameCount != nil)
        #expect(codec.info.frameCount == Int64(play(codec).frameCount))
    }

    @Test("a long seek in a stream of one bitrate does not read what lies between")
    func seeksFast() throws {
        let source = CountingByteSource(try encode(.music(frames: 1_500_000), ["-b", "320"]))
        let codec = try CodecTable.open(source)
        try codec.seek(toFrame: 1_400_000)
        #expect(source.bytesRead < 900_000)
    }

    @Test("a stream without end or seek plays, and refuses to seek")
    func stream() throws {
        let bytes = try encode(.music(frames: 100_000), ["-b", "128", "-t"])
        let source = MemoryByteSource(bytes, name: "radio", isSeekable: false, knowsSize: false)
        source.largestRead = 700
        let codec = try CodecTable.open(source)
        #expect(codec.info.frameCount == nil)
        #expect(throws: AudioError.self) { try codec.seek(toFrame: 10) }
        #expect(try play(codec).words == play(bytes).words)
    }

    private func encode(_ signal: Signal, _ options: [String]) throws -> [UInt8] {
        try Encoding.convert(WAVWriter(signal).bytes, to: "mp3") { ["lame", "--quiet"] + options + [$0, $1] }
    }

    /// The shift of the decoded sound against the signal, within 1200 frames, at which they differ least.
    private func bestShift(_ played: Played, _ signal: Signal) -> Int {
        let channels = signal.channels
        let range = 18_000..<30_000
        let decoded = range.map { Float(bitPattern: played.words[$0 * channels]) }
        let original = range.map { Float(Int32(bitPattern: signal.words[$0 * channels])) / 0x1p31 }
        let (core, most) = (2000..<10_000, 1200)
        var best = (shift: Int.max, difference: Float.infinity)
        for shift in -most...most {
            var difference: Float = 0
            for frame in core { difference += abs(decoded[frame + shift] - original[frame]) }
            if difference < best.difference { best = (shift, difference) }
        }
        return best.shift
    }

    /// Seeks by chance, and compares with a play from the start, up to float rounding.
    private func expectSeeksLikePlaying(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let whole = try play(bytes)
        let channels = whole.info.channels
        let codec = try open(bytes)
        var numbers = SeededNumbers(seed: 5)
        var frames = [0, 1, 622, 623, 1151, 1152, 40_000, 39_000, whole.frameCount - 1]
        frames += (0..<15).map { _ in Int.random(in: 0..<whole.frameCount, using: &numbers) }
        for frame in frames {
            try codec.seek(toFrame: Int64(frame))
            let count = min(2000, whole.frameCount - frame)
            let words = whole.words[(frame * channels)..<((frame + count) * channels)]
            let sought = play(codec, limit: count).words
            #expect(sought.count == words.count, "frame \(frame)", sourceLocation: sourceLocation)
            let difference = zip(sought, words).map { abs(Float(bitPattern: $0) - Float(bitPattern: $1)) }.max() ?? 0
            #expect(difference < 0x1p-20, "frame \(frame)", sourceLocation: sourceLocation)
        }
        try codec.seek(toFrame: Int64(whole.frameCount))
        #expect(play(codec).frameCount == 0, sourceLocation: sourceLocation)
    }
}
