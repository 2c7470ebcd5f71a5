// Every tag reader on files cut at every byte and changed at random.

import AudioCore
import Glibc
import MusicLibrary
import TestSupport
import Testing

@Suite("Damaged tags")
struct TagFuzzTests {
    static let files: [[UInt8]] = {
        let picture = jpegBytes()
        let gain = ID3Frame.described("REPLAYGAIN_TRACK_GAIN", "-7 dB")
        var unsynchronised = ID3Frame.picture(picture, description: utf16("ÿ") + [0, 0], encoding: 1)
        unsynchronised.isUnsynchronised = true
        let texts = [
            ID3Frame.text("TIT2", utf16("Кино ÿ"), encoding: 1), .text("TPE1", cp1251("Кино")), .utf8("TCON", "(17)x"),
            gain, .comment("iTunSMPB", " 0000"),
        ]
        let short = [
            ID3Frame.text("TT2", utf16("Кино ÿ"), encoding: 1),
            ID3Frame(id: "PIC", payload: joined([0], ascii("JPG"), [3, 0], picture)),
        ]
        let ape = apeTag([
            .text("Title", "Title"), APEItem(key: "Cover Art (Front)", value: ascii("a.jpg\0") + picture, kind: 1),
        ])
        let comments = vorbisComments([ascii("TITLE=Title"), ascii("ARTIST=Кино"), ascii("CUESHEET=TITLE a")])
        let pictured = vorbisComments([
            ascii("TITLE=Title"), ascii("METADATA_BLOCK_PICTURE=") + base64(flacPicture(picture)),
        ])
        let info = joined(ascii("INFO"), chunk("INAM", ascii("Title")), chunk("IART", ascii("Artist")))
        let end = id3v1(title: cp1251("Кино"), track: 3)
        return [
            id3v2(2, short, flags: 0x80) + end,
            id3v2(3, texts + [.picture(picture)], flags: 0xC0, extendedHeader: joined(big(6), [0, 0], big(0))) + end,
            id3v2(4, texts + [unsynchronised], flags: 0x80, padding: 20) + audio,
            joined(audio, ape, ascii("LYRICSBEGINx000012LYRICS200"), end),
            audio + id3v2(4, texts, flags: 0x10),
            flacFile([(4, comments), (6, flacPicture(picture))]),
            wavFile([chunk("LIST", info), chunk("data", [1, 2, 3]), chunk("id3 ", id3v2(3, texts))]),
            wavFile([chunk("ds64", little(0, 28)), chunk("LIST", info)], kind: "RF64"),
            mp4File([
                mp4Item("\u{A9}nam", ascii("Title")), mp4Item("trkn", [0, 0, 0, 3, 0, 12, 0, 0]),
                mp4Item("covr", picture, type: 13), mp4FreeForm("REPLAYGAIN_TRACK_GAIN", "-7 dB"),
            ]),
            oggFile(vorbisPackets(pictured)), oggFile(oggFLACPackets(comments, picture: flacPicture(picture))),
            aiffFile([("NAME", ascii("Title")), ("SSND", [1, 2, 3]), ("ID3 ", id3v2(3, texts))]),
            flacFile([(5, flacCueSheet([0, 588 * 75, 588 * 150]))]),
        ]
    }()

    @Test("are read to an end, whatever was cut or changed, and so are their covers", arguments: 0..<13)
    func survives(index: Int) throws {
        let whole = Self.files[index]
        #expect(try tags(whole) != TrackTags())
        try damage(whole, seed: UInt64(index)) { bytes in
            let source = MemoryByteSource(bytes)
            let tags = try TagReader.read(source)
            for picture in tags.pictures { #expect(try picture.read(from: source).count <= bytes.count) }
            #expect(tags.artists.allSatisfy { !$0.isEmpty })
        }
    }

    @Test(
        "for as many seconds as CARILLON_FUZZ_SECONDS says, chance changes tags, covers and cue sheets of all kinds",
        .enabled(if: fuzzSeconds > 0))
    func long() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        let end = SteadyClock.now + .seconds(Self.fuzzSeconds)
        var round: UInt64 = 0
        while SteadyClock.now < end {
            for whole in Self.files {
                try Self.change(whole, seed: seed &+ round) { bytes in
                    let tags = try TagReader.read(MemoryByteSource(bytes))
                    for picture in tags.pictures {
                        #expect(try picture.read(from: MemoryByteSource(bytes)).count <= bytes.count)
                    }
                    #expect(tags.artists.allSatisfy { !$0.isEmpty })
                }
            }
            Self.change(ascii(CueSheetTests.album), seed: seed &+ round) { bytes in
                for track in CueSheet(bytes, name: "a.cue").tracks {
                    #expect(track.endFrame ?? .max > track.startFrame)
                }
            }
            for bytes in [jpegBytes(), pngBytes()] {
                Self.change(bytes, seed: seed &+ round) { _ = ImageHeader.read($0) }
            }
            round += 1
        }
        print("\(round * 100) changes of each of \(Self.files.count) files")
    }

    private static let fuzzSeconds = getenv("CARILLON_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) } ?? 0

    /// Bytes changed by chance a hundred times, and now and then the file is cut there.
    private static func change(_ bytes: [UInt8], seed: UInt64, body: ([UInt8]) throws -> Void) rethrows {
        var random = SeededNumbers(seed: seed)
        for _ in 0..<100 {
            var broken = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                broken.removeLast(Int.random(in: 0..<broken.count, using: &random))
            }
            try body(broken)
        }
    }

    @Test("random bytes behind every kind of mark are survived")
    func noise() throws {
        var random = SeededNumbers(seed: 3)
        let marks = ["ID3\u{2}\0\0", "ID3\u{3}\0@", "ID3\u{4}\0@", "fLaC", "RIFF....WAVE", "RF64....WAVELIST", ""]
        for round in 0..<700 {
            let noise = (0..<Int.random(in: 0..<400, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = try tags(ascii(marks[round % marks.count]) + noise)
            _ = try tags(noise + ascii("APETAGEX") + little(2000) + noise.prefix(20))
        }
    }
}
