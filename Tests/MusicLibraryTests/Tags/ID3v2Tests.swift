// ID3v2 tags as they are laid out: versions, sizes, flags, unsynchronisation, damage.

import AudioCore
import MusicLibrary
import TestSupport
import Testing

@Suite("ID3v2")
struct ID3v2Tests {
    @Test("every version gives every field", arguments: [2, 3, 4])
    func everyField(version: Int) throws {
        let ids =
            version == 2
            ? ["TT2", "TP1", "TAL", "TP2", "TRK", "TPA", "TYE", "TCO", "TCP", "TCM", "TST", "TSP", "TSA"]
            : [
                "TIT2", "TPE1", "TALB", "TPE2", "TRCK", "TPOS", version == 3 ? "TYER" : "TDRC", "TCON", "TCMP", "TCOM",
                "TSOT", "TSOP", "TSOA",
            ]
        let texts = [
            "Title", "Artist", "Album", "Album Artist", "3/12", "1/2", version == 4 ? "1998-05-03" : "1998", "(17)",
            "1",
            "Composer", "S Title", "S Artist", "S Album",
        ]
        let frames = zip(ids, texts).map { ID3Frame.text($0, ascii($1)) }
        let tags = try tags(id3v2(version, frames, padding: 100) + audio)
        var expected = TrackTags()
        expected.title = "Title"
        expected.artists = ["Artist"]
        expected.album = "Album"
        expected.albumArtists = ["Album Artist"]
        (expected.track, expected.trackTotal, expected.disc, expected.discTotal) = (3, 12, 1, 2)
        expected.year = 1998
        expected.genres = ["Rock"]
        expected.compilation = true
        expected.composer = "Composer"
        (expected.sortTitle, expected.sortArtist, expected.sortAlbum) = ("S Title", "S Artist", "S Album")
        #expect(tags == expected)
    }

    @Test("unsynchronisation over the whole tag of 2.2 and 2.3 is taken off", arguments: [2, 3])
    func wholeTag(version: Int) throws {
        let picture = jpegBytes()
        // UTF-16 begins in FF FE, which unsynchronisation splits; frame sizes count without it.
        var frames = [
            ID3Frame.text(version == 2 ? "TT2" : "TIT2", utf16("ÿĀ Кино"), encoding: 1),
            .text(version == 2 ? "TAL" : "TALB", ascii("Album")),
        ]
        frames.append(
            version == 2
                ? ID3Frame(id: "PIC", payload: joined([0], ascii("JPG"), [3, 0], picture)) : .picture(picture))
        frames.append(.text(version == 2 ? "TP1" : "TPE1", ascii("behind the picture")))
        let file = id3v2(version, frames, flags: 0x80, padding: 50) + audio
        #expect(try tags(file).title == "ÿĀ Кино")
        #expect(try tags(file).album == "Album")
        #expect(try tags(file).artists == ["behind the picture"])
        #expect(try coverBytes(file) == picture)
    }

    @Test(
        "unsynchronisation of single frames of 2.4 is taken off, with or without a data length",
        arguments: [0, 1] as [UInt8])
    func singleFrames(flag: UInt8) throws {
        let picture = jpegBytes()
        let extra: [UInt8] = flag == 1 ? syncsafe(picture.count + 14) : []
        var title = ID3Frame.text("TIT2", utf16("ÿĀ Кино"), encoding: 1)
        title.isUnsynchronised = true
        var cover = ID3Frame.picture(picture)
        (cover.flags, cover.extra, cover.isUnsynchronised) = (flag, extra, true)
        let file = id3v2(4, [title, cover, .utf8("TALB", "Album")], flags: 0x80) + audio
        #expect(try tags(file).title == "ÿĀ Кино")
        #expect(try tags(file).album == "Album")
        #expect(try coverBytes(file) == picture)
    }

    @Test("the flag of a 2.4 tag stands for all its frames, also those that do not repeat it")
    func tagFlagAlone() throws {
        let picture = jpegBytes()
        let frames = [ID3Frame.text("TIT2", utf16("ÿĀ Кино"), encoding: 1), .picture(picture)].map {
            ID3Frame(id: $0.id, payload: unsynchronised($0.payload))
        }
        let file = id3v2(4, frames, flags: 0x80) + audio
        #expect(try tags(file).title == "ÿĀ Кино")
        #expect(try coverBytes(file) == picture)
    }

    @Test("a flag of unsynchronisation over data that has none changes nothing", arguments: [3, 4])
    func untrueFlag(version: Int) throws {
        let picture = jpegBytes()
        var tag = id3v2(version, [.text("TIT2", utf16("Кино"), encoding: 1), .picture(picture)])
        tag[5] = 0x80
        #expect(try tags(tag + audio).title == "Кино")
        #expect(try coverBytes(tag + audio) == picture)
    }

    @Test("sizes of the other version are understood: iTunes wrote plain ones into 2.4", arguments: [3, 4])
    func swappedSizes(version: Int) throws {
        // Above 127 the two ways differ; 300 reads as a valid number both ways, 200 has a top bit.
        for length in [200, 300, 20_000] {
            let album = ascii(String(repeating: "x", count: length - 1))
            var frame = ID3Frame.text("TALB", album)
            frame.size = version == 4 ? big(length) : syncsafe(length)
            let file = id3v2(version, [frame, .text("TIT2", ascii("Title"))], padding: 20) + audio
            #expect(try tags(file).title == "Title")
            if length <= 300 { #expect(try tags(file).album?.utf8.count == length - 1) }
            let last = id3v2(version, [.text("TIT2", ascii("Title")), frame]) + audio
            #expect(try tags(last).title == "Title")
            if length <= 300 { #expect(try tags(last).album?.utf8.count == length - 1) }
            let padded = id3v2(version, [.text("TIT2", ascii("Title")), frame], padding: 500) + audio
            if length <= 300 { #expect(try tags(padded).album?.utf8.count == length - 1) }
        }
    }

    @Test("sizes of the right version are taken as they are", arguments: [3, 4])
    func rightSizes(version: Int) throws {
        for length in [127, 128, 200, 300, 16_000] {
            let frame = ID3Frame.text("TALB", ascii(String(repeating: "x", count: length - 1)))
            let tags = try tags(id3v2(version, [frame, .text("TIT2", ascii("Title"))], padding: 20) + audio)
            #expect(tags.title == "Title")
            #expect(tags.album?.utf8.count == length - 1)
        }
    }

    static let extendedHeaders: [(Int, [UInt8])] = [
        (3, joined(big(6), [0, 0], big(0))), (3, joined(big(10), [0x80, 0], big(0, 8))), (4, syncsafe(6) + [1, 0]),
        (4, syncsafe(12) + [1, 0x20, 5, 0, 0, 0, 0, 0]), (3, []), (4, []),
    ]

    @Test("an extended header is stepped over, and its flag may lie", arguments: extendedHeaders)
    func extendedHeader(version: Int, header: [UInt8]) throws {
        let file = id3v2(version, [.text("TIT2", ascii("Title"))], flags: 0x40, extendedHeader: header)
        #expect(try tags(file + audio).title == "Title")
    }

    @Test("frames that are compressed or encrypted are passed over, grouped ones are read", arguments: [3, 4])
    func frameFlags(version: Int) throws {
        let (compressed, encrypted, grouped): (UInt8, UInt8, UInt8) = version == 3 ? (0x80, 0x40, 0x20) : (8, 4, 0x40)
        let frames = [
            ID3Frame(id: "TPE1", payload: [0] + ascii("garbage"), flags: compressed, extra: big(100)),
            ID3Frame(id: "TALB", payload: [0] + ascii("garbage"), flags: encrypted, extra: [7]),
            ID3Frame(id: "TIT2", payload: [0] + ascii("Title"), flags: grouped, extra: [7]),
        ]
        let tags = try tags(id3v2(version, frames) + audio)
        #expect(tags.artists.isEmpty)
        #expect(tags.album == nil)
        #expect(tags.title == "Title")
    }

    @Test("a data length indicator is stepped over")
    func dataLength() throws {
        let frame = ID3Frame(id: "TIT2", payload: [3] + ascii("Title"), flags: 1, extra: syncsafe(6))
        #expect(try tags(id3v2(4, [frame]) + audio).title == "Title")
    }

    @Test("the three letters of 2.2 in a later tag are understood")
    func shortNames() throws {
        let frames = [ID3Frame.text("TT2\0", ascii("Title")), .text("TP1 ", ascii("Artist"))]
        let tags = try tags(id3v2(3, frames) + audio)
        #expect(tags.title == "Title")
        #expect(tags.artists == ["Artist"])
    }

    @Test("what frames without content or with absurd sizes leave readable stays")
    func absurdFrames() throws {
        let zero = ID3Frame(id: "TPE1", payload: [])
        let beyond = ID3Frame(id: "TALB", payload: [0] + ascii("Album"), size: [0x7F, 0x7F, 0x7F, 0x7F])
        for version in [3, 4] {
            let tags = try tags(id3v2(version, [zero, .text("TIT2", ascii("Title")), beyond]) + audio)
            #expect(tags.title == "Title")
            #expect(tags.album == nil)
        }
    }

    @Test("a tag that claims 256 MB in a small file gives what is there, and the tags at the end too")
    func claimedSize() throws {
        let tag = id3v2(4, [.text("TIT2", ascii("Title"))], claimedSize: (1 << 28) - 1)
        let ape = apeTag([.text("Composer", "Composer")])
        let tags = try tags(tag + audio + ape + id3v1(album: ascii("Album")))
        #expect(tags.title == "Title")
        #expect(tags.composer == "Composer")
        #expect(tags.album == "Album")
    }

    @Test("a second tag behind the first fills what the first left out")
    func twoTags() throws {
        let first = id3v2(3, [.text("TIT2", ascii("First"))], padding: 30)
        let second = id3v2(4, [.text("TIT2", ascii("Second")), .text("TALB", ascii("Album"))])
        let tags = try tags(first + second + audio)
        #expect(tags.title == "First")
        #expect(tags.album == "Album")
    }

    @Test("a footer is part of the tag, and an appended tag is found by it")
    func appended() throws {
        let tag = id3v2(4, [.utf8("TIT2", "Title"), .picture(pngBytes())], flags: 0x10)
        #expect(try tags(tag + flacFile(["ALBUM=behind the footer"])).album == "behind the footer")
        let file = audio + tag + id3v1(title: ascii("Shortened"), album: ascii("Album"))
        #expect(try tags(file).title == "Title")
        #expect(try tags(file).album == "Album")
        #expect(try coverBytes(file) == pngBytes())
    }

    @Test("a source that fails is an error, one that cannot seek has no tags")
    func sources() throws {
        let file = id3v2(4, [.text("TIT2", ascii("Title"))]) + audio
        let failing = MemoryByteSource(file)
        failing.failsAt = 0
        #expect(throws: AudioError.self) { try TagReader.read(failing) }
        let sequential = MemoryByteSource(file, isSeekable: false)
        #expect(try TagReader.read(sequential) == TrackTags())
        let dripping = MemoryByteSource(file)
        dripping.largestRead = 3
        #expect(try TagReader.read(dripping).title == "Title")
    }

    @Test("a picture of megabytes is not read while scanning")
    func largePicture() throws {
        let picture = jpegBytes() + [UInt8](repeating: 7, count: 5_000_000)
        let file = id3v2(3, [.picture(picture), .text("TIT2", ascii("Title"))]) + audio
        let source = CountingSource(file)
        #expect(try TagReader.read(source).title == "Title")
        #expect(source.bytesRead < 100_000)
        #expect(try coverBytes(file) == picture)
    }
}

/// Counts what is read of it.
private final class CountingSource: ByteSource {
    let inner: MemoryByteSource
    private(set) var bytesRead = 0
    init(_ bytes: [UInt8]) { inner = MemoryByteSource(bytes) }
    var name: String { inner.name }
    var size: Int64? { inner.size }
    var isSeekable: Bool { true }
    var position: Int64 { inner.position }
    func seek(to offset: Int64) throws(AudioError) { try inner.seek(to: offset) }
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        let count = try inner.read(into: buffer)
        bytesRead += count
        return count
    }
}
