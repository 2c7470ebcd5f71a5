// Pictures embedded by every kind of tag, and which one is shown.

import MusicLibrary
import TestSupport
import Testing

@Suite("Pictures inside files")
struct PictureTests {
    @Test("the front cover comes first, then a picture of no kind, then others, icons last")
    func preference() throws {
        let front = jpegBytes(width: 3)
        let other = jpegBytes(width: 1)
        let icon = pngBytes()
        let artist = jpegBytes(width: 8)
        func file(_ pictures: [(UInt8, [UInt8])]) -> [UInt8] {
            id3v2(3, pictures.map { ID3Frame.picture($0.1, type: $0.0) }) + audio
        }
        #expect(try coverBytes(file([(1, icon), (8, artist), (0, other), (3, front)])) == front)
        #expect(try coverBytes(file([(1, icon), (8, artist), (0, other)])) == other)
        #expect(try coverBytes(file([(1, icon), (8, artist)])) == artist)
        #expect(try coverBytes(file([(1, icon)])) == icon)
        #expect(try coverBytes(file([])) == nil)
    }

    static let descriptions: [(UInt8, [UInt8])] = [
        (0, ascii("front") + [0]), (1, utf16("обложка") + [0, 0]), (1, [0xFF, 0xFE, 0, 0]), (1, [0, 0]), (1, [0]),
        (2, utf16("ab", bigEndian: true, mark: false) + [0, 0]), (3, ascii("обложка") + [0]), (1, utf16("a") + [0]),
    ]

    @Test("the data is found behind a description in any encoding, and a badly ended one", arguments: descriptions)
    func description(encoding: UInt8, description: [UInt8]) throws {
        let picture = jpegBytes()
        for version in [3, 4] {
            let frame = ID3Frame.picture(picture, description: description, encoding: encoding)
            #expect(try coverBytes(id3v2(version, [frame]) + audio) == picture)
        }
    }

    @Test("a picture of another kind is found by the texts in front of it")
    func otherKind() throws {
        let picture = ascii("GIF89a, not shown but there")
        let frame = ID3Frame.picture(picture, mime: "image/gif", description: ascii("front") + [0])
        #expect(try coverBytes(id3v2(3, [frame]) + audio) == picture)
        #expect(try tags(id3v2(3, [frame]) + audio).cover?.mimeType == "image/gif")
    }

    @Test("a linked picture, an empty one and one without end of its texts are none")
    func none() throws {
        let frames = [
            ID3Frame.picture(ascii("http://example.org/a.jpg"), mime: "-->"), .picture([]),
            ID3Frame(id: "APIC", payload: [0] + ascii("image/jpeg")), ID3Frame(id: "APIC", payload: [0]),
        ]
        #expect(try tags(id3v2(3, frames) + audio).pictures.isEmpty)
    }

    @Test("a 2.2 picture says its kind in three letters")
    func shortKind() throws {
        let frame = ID3Frame(id: "PIC", payload: joined([0], ascii("PNG"), [3, 0], pngBytes()))
        let tags = try tags(id3v2(2, [frame]) + audio)
        #expect(tags.cover?.mimeType == "image/png")
        #expect(tags.cover?.pictureType == 3)
    }

    @Test("APE and FLAC pictures are found with their kinds")
    func others() throws {
        let front = jpegBytes()
        let back = pngBytes()
        let items = [
            APEItem(key: "Cover Art (Back)", value: joined(ascii("back.png"), [0], back), kind: 1),
            APEItem(key: "Cover Art (Front)", value: joined(ascii("front.jpg"), [0], front), kind: 1),
        ]
        #expect(try coverBytes(audio + apeTag(items)) == front)
        let flac = flacFile([(6, flacPicture(back, type: 4)), (6, flacPicture(front))])
        #expect(try coverBytes(flac) == front)
        #expect(try tags(flac).pictures.map(\.pictureType) == [4, 3])
    }

    @Test("a FLAC picture longer than its block is none, and the rest stays")
    func overlong() throws {
        let broken = flacPicture(jpegBytes(), claimedLength: 0x7FFF_FFFF)
        let file = flacFile([(6, broken), (4, vorbisComments([ascii("TITLE=Title")]))])
        #expect(try tags(file).pictures.isEmpty)
        #expect(try tags(file).title == "Title")
    }

    @Test("a file that has become shorter gives no picture")
    func shortened() throws {
        let file = flacFile([(6, flacPicture(jpegBytes()))])
        let cover = try #require(try tags(file).cover)
        #expect(try cover.read(from: MemoryByteSource(Array(file.prefix(60)))).isEmpty)
    }
}
