// What the text frames of ID3v2 say, in every encoding.

import MusicLibrary
import TestSupport
import Testing

@Suite("Text of ID3v2")
struct ID3v2TextTests {
    static let encodings: [(bytes: [UInt8], expected: String)] = [
        ([0] + latin1("Café del Mar"), "Café del Mar"),
        ([0] + cp1251("Группа крови"), "Группа крови"),
        ([0] + ascii("Группа крови"), "Группа крови"),
        ([0] + utf16("Кино"), "Кино"),
        ([1] + utf16("Кино 🎸"), "Кино 🎸"),
        ([1] + utf16("Кино 🎸", bigEndian: true), "Кино 🎸"),
        ([1] + utf16("Кино", mark: false), "Кино"),
        (joined([1], utf16("Кино"), [0x41]), "Кино"),
        (joined([1], utf16("Кино"), [0, 0]), "Кино"),
        (joined([1, 0xFF, 0xFE], little(0xD83C, 2), little(0x41, 2)), "\u{FFFD}A"),
        ([2] + utf16("Кино", bigEndian: true, mark: false), "Кино"),
        ([2] + utf16("Кино", bigEndian: true), "Кино"),
        ([3] + ascii("Кино 🎸"), "Кино 🎸"),
        ([3] + cp1251("Виктор Цой"), "Виктор Цой"),
        (joined([3], ascii("Ким\u{44C} "), [0xFF]), "Кимь \u{FFFD}"),
        (ascii("no encoding byte"), "no encoding byte"),
    ]

    @Test("text is read in every encoding, declared rightly or not", arguments: encodings)
    func encoding(bytes: [UInt8], expected: String) throws {
        #expect(try tags(id3v2(3, [ID3Frame(id: "TIT2", payload: bytes)]) + audio).title == expected)
        #expect(try tags(id3v2(4, [ID3Frame(id: "TIT2", payload: bytes)]) + audio).title == expected)
    }

    @Test(
        "blank texts are not stated",
        arguments: [[0], [1, 0xFF, 0xFE], [3, 0x20, 0x20], [], [3, 0, 0], [9, 65]] as [[UInt8]])
    func blank(payload: [UInt8]) throws {
        let tags = try tags(id3v2(4, [ID3Frame(id: "TIT2", payload: payload), .utf8("TALB", "Album")]) + audio)
        #expect(tags.title == nil)
        #expect(tags.album == "Album")
    }

    @Test("several values are several artists; a slash is part of a name", arguments: [3, 4])
    func values(version: Int) throws {
        let frames = [
            ID3Frame.utf8("TPE1", "AC/DC\0Simon & Garfunkel\0AC/DC"),
            .text("TPE2", joined(utf16("Один"), [0, 0], utf16("Два", mark: false), [0, 0]), encoding: 1),
            .text("TCOM", ascii("Bach; Gounod/Liszt\0Busoni")),
        ]
        let tags = try tags(id3v2(version, frames) + audio)
        #expect(tags.artists == ["AC/DC", "Simon & Garfunkel"])
        #expect(tags.albumArtists == ["Один", "Два"])
        #expect(tags.composer == "Bach; Gounod/Liszt, Busoni")
    }

    static let genres: [(String, [String])] = [
        ("(17)", ["Rock"]), ("17", ["Rock"]), ("(51)(39)", ["Techno-Industrial", "Noise"]),
        ("(4)Eurodisco", ["Disco", "Eurodisco"]), ("(17)Rock", ["Rock"]), ("((Foo)", ["(Foo)"]), ("(RX)", ["Remix"]),
        ("CR", ["Cover"]), ("191", ["Psybient"]), ("192", ["192"]), ("(0)", ["Blues"]), ("147", ["Synthpop"]),
        ("17\u{0}31\u{0}Шансон", ["Rock", "Trance", "Шансон"]), ("(((", ["(("]), ("()", ["()"]), ("1984", ["1984"]),
        ("(banana) Pop", ["(banana) Pop"]),
    ]

    @Test("genres are names, numbers are looked up", arguments: genres)
    func genre(text: String, expected: [String]) throws {
        #expect(try tags(id3v2(4, [.utf8("TCON", text)]) + audio).genres == expected)
    }

    @Test("free text holds gains, cue sheet, album artist and gapless data, behind the frames made for it")
    func described() throws {
        let frames = [
            ID3Frame.described("replaygain_track_gain", "-7.03 dB"), .described("REPLAYGAIN_TRACK_PEAK", "0.988553"),
            .described("ALBUM ARTIST", "Shown"), .described("ARTIST", "not shown"), .utf8("TPE1", "Artist"),
            ID3Frame(id: "TXXX", payload: joined([1], utf16("CUESHEET"), [0, 0], utf16("TITLE \"Альбом\"\r\n"))),
            .comment("", "words of love"), .described("TCMP", "1"), .comment("TITLE", "not a title"),
            .comment("iTunSMPB", " 00000000 00000210 000007E0 000000000022A7F0"),
        ]
        let tags = try tags(id3v2(3, frames) + audio)
        #expect(tags.gain == TrackGain(track: -7.03, trackPeak: 0.988553))
        #expect(tags.albumArtists == ["Shown"])
        #expect(tags.artists == ["Artist"])
        #expect(tags.compilation)
        #expect(tags.title == nil)
        #expect(tags.cueSheet == "TITLE \"Альбом\"")
        #expect(tags.gaplessInfo == "00000000 00000210 000007E0 000000000022A7F0")
    }
}
