// What the words of a cue sheet give, and what broken ones are told as.

import AudioCore
import MusicLibrary
import TestSupport
import Testing

@Suite("Cue sheets")
struct CueSheetTests {
    static let album = """
        REM GENRE "Post Rock"
        REM DATE 1988-12-29
        REM DISCNUMBER 1
        REM TOTALDISCS 2
        REM REPLAYGAIN_ALBUM_GAIN -8.10 dB
        REM REPLAYGAIN_ALBUM_PEAK 1.000000
        REM COMMENT "ExactAudioCopy v1.3"
        CATALOG 0000000000000
        PERFORMER "Кино"
        SONGWRITER "Цой"
        TITLE "Группа "крови""
        FILE "Album.wav" WAVE
          TRACK 01 AUDIO
            TITLE "Группа крови"
            FLAGS DCP
            ISRC ABCDE1234567
            REM REPLAYGAIN_TRACK_GAIN -7.03 dB
            REM REPLAYGAIN_TRACK_PEAK 0.988553
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE Закрой за мной дверь
            PERFORMER "AC/DC"
            PREGAP 00:02:00
            INDEX 00 04:46:20
            INDEX 01 04:47:74
            INDEX 02 05:00:00
          TRACK 03 AUDIO
            INDEX 01 100:00:01
            POSTGAP 00:02:00
        """

    @Test("an album in one file: fields, bounds, gains", arguments: ["\n", "\r\n", "\r"])
    func single(lineEnd: String) {
        let text = Self.album.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd)
        let sheet = CueSheet(text: text, name: "a.cue")
        #expect(sheet.problems == [])
        #expect(sheet.title == "Группа \"крови\"")
        #expect(sheet.performers == ["Кино"])
        #expect(sheet.songwriter == "Цой")
        #expect(sheet.genre == "Post Rock")
        #expect(sheet.year == 1988 && sheet.disc == 1 && sheet.discTotal == 2)
        #expect(sheet.tracks.map(\.title) == ["Группа крови", "Закрой за мной дверь", nil])
        #expect(sheet.tracks.map(\.performers) == [["Кино"], ["AC/DC"], ["Кино"]])
        #expect(sheet.tracks.map(\.songwriter) == ["Цой", "Цой", "Цой"])
        let second = (4 * 60 + 47) * 75 + 74
        let third = 100 * 60 * 75 + 1
        #expect(
            sheet.places == [
                Place(1, "Album.wav", 0, second), Place(2, "Album.wav", second, third),
                Place(3, "Album.wav", third, nil),
            ])
        #expect(
            sheet.tracks[0].gain == TrackGain(track: -7.03, trackPeak: 0.988553, album: -8.1, albumPeak: 1))
        #expect(sheet.tracks[1].gain == TrackGain(album: -8.1, albumPeak: 1))
    }

    static let encodings: [(String, [UInt8])] = [
        ("UTF-8", ascii(album)), ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + ascii(album)),
        ("UTF-16 little-endian", utf16(album)), ("UTF-16 big-endian", utf16(album, bigEndian: true)),
        ("UTF-16 without a mark", utf16(album, mark: false)), ("Windows-1251", cp1251(album)),
    ]

    @Test("every charset in use gives the same sheet", arguments: encodings)
    func encoding(name: String, bytes: [UInt8]) {
        #expect(CueSheet(bytes, name: "a.cue") == CueSheet(text: Self.album, name: "a.cue"))
    }

    @Test("western text without a mark is Windows-1252")
    func western() {
        let text = "PERFORMER \"Sigur Rós\"\nFILE \"a.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"Svefn-g-englar, Starálfur\"\n"
        #expect(CueSheet(latin1(text), name: "a.cue").performers == ["Sigur Rós"])
    }

    static let files: [(String, String)] = [
        ("FILE \"a b.wav\" WAVE", "a b.wav"), ("FILE a b.wav WAVE", "a b.wav"), ("FILE a.mp3 MP3", "a.mp3"),
        ("file \"a.flac\" flac", "a.flac"), ("FILE \"a \"b\".wav\" WAVE", "a \"b\".wav"), ("FILE \"a.wav\"", "a.wav"),
        ("FILE a.wav", "a.wav"), ("FILE \"a b.wav WAVE", "a b.wav"), ("FILE \"a.aiff\" AIFF", "a.aiff"),
        ("FILE\t\"C:\\Music\\a.wav\"\tWAVE", "C:\\Music\\a.wav"), ("FILE my song", "my song"),
    ]

    @Test("file names in quotes or not", arguments: files)
    func fileName(line: String, expected: String) {
        let sheet = sheet(line, "TRACK 01 AUDIO", "INDEX 01 00:00:00")
        #expect(sheet.files == [expected])
        #expect(sheet.problems == [])
    }

    static let broken: [(line: String, problem: String)] = [
        ("INDEX 01 00:60:00", "a.cue:5: 00:60:00 is no position (MM:SS:FF, seconds below 60, frames below 75)"),
        ("INDEX 01 00:00:75", "a.cue:5: 00:00:75 is no position (MM:SS:FF, seconds below 60, frames below 75)"),
        ("INDEX 01 00:00", "a.cue:5: 00:00 is no position (MM:SS:FF, seconds below 60, frames below 75)"),
        ("INDEX 01 -1:00:00", "a.cue:5: -1:00:00 is no position (MM:SS:FF, seconds below 60, frames below 75)"),
        ("INDEX", "a.cue:5: INDEX  is not readable (INDEX 01 MM:SS:FF)"),
        ("INDEX 01 123456:00:00", "a.cue:5: 123456:00:00 is no position (MM:SS:FF, seconds below 60, frames below 75)"),
        ("SONG 3", "a.cue:5: SONG is no word of a cue sheet (FILE, TRACK, INDEX, TITLE, REM ...)"),
    ]

    @Test("a broken line is told and the rest is read", arguments: broken)
    func brokenLine(line: String, problem: String) {
        let sheet = sheet(
            "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", line, "TITLE \"Second\"",
            "INDEX 00 01:00:00", "TRACK 03 AUDIO", "INDEX 01 02:00:00")
        #expect(sheet.problems.contains(problem))
        #expect(sheet.tracks.map(\.number) == [1, 2, 3])
        #expect(sheet.tracks[1].title == "Second")
        #expect(sheet.tracks[2].startFrame == 9000)
    }

    @Test("a TRACK line that cannot be read still begins a track")
    func brokenTrack() {
        let sheet = sheet(
            "FILE \"a.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK two AUDIO", "INDEX 01 01:00:00",
            "TRACK 03",
            "INDEX 01 02:00:00")
        #expect(sheet.places.map(\.number) == [1, 2, 3])
        #expect(sheet.places.map(\.end) == [4500, 9000, nil])
        #expect(sheet.problems.count == 2)
    }

    @Test("a sheet without FILE is a sheet embedded somewhere")
    func embedded() {
        let sheet = sheet("TRACK 01 AUDIO", "INDEX 01 00:00:00", "TRACK 02 AUDIO", "INDEX 01 01:00:00")
        #expect(sheet.places == [Place(1, "", 0, 4500), Place(2, "", 4500, nil)])
        #expect(sheet.problems == ["a.cue:1: TRACK 1 in front of any FILE (FILE \"name.wav\" WAVE)"])
    }

    @Test("what is no sheet has no tracks and says so", arguments: ["", "hello", "FILE \"a.wav\" WAVE", "\0\0\0"])
    func noSheet(text: String) {
        let sheet = CueSheet(ascii(text), name: "a.cue")
        #expect(sheet.tracks.isEmpty)
        #expect(sheet.problems.last?.contains("no audio track (TRACK 01 AUDIO with INDEX 01 00:00:00)") == true)
    }

    @Test("more than 99 tracks are read, more than 999 and more than a megabyte are not")
    func limits() {
        func text(_ count: Int) -> String {
            "FILE a.wav WAVE\n"
                + (1...count).map { "TRACK \($0) AUDIO\nINDEX 01 \($0 - 1):00:00\n" }.joined()
        }
        #expect(CueSheet(text: text(999), name: "a.cue").tracks.count == 999)
        #expect(CueSheet(text: text(999), name: "a.cue").problems == [])
        let over = CueSheet(text: text(1002), name: "a.cue")
        #expect(over.tracks.count == 999)
        #expect(over.tracks.last?.endFrame == nil)
        #expect(over.problems == ["a.cue:2000: too many tracks (at most 999)"])
        let huge = [UInt8](repeating: 0x20, count: CueSheet.maximumTextLength + 1)
        #expect(CueSheet(huge, name: "a.cue").problems.count == 1)
        let noise = CueSheet(text: String(repeating: "NOISE\n", count: 5000), name: "a.cue")
        #expect(noise.problems.count == 100)
    }

    @Test("a damaged sheet is read to its end and its tracks stay in order of time")
    func fuzz() {
        damage(ascii(Self.album), flips: 800) { bytes in
            let sheet = CueSheet(bytes, name: "a.cue")
            for track in sheet.tracks { #expect(track.endFrame ?? .max > track.startFrame) }
        }
        damage(utf16(Self.album), flips: 300) { _ = CueSheet($0, name: "a.cue") }
    }

    @Test("a sheet on disk is read, a missing or huge one is an error")
    func disk() throws {
        let folder = TemporaryFolder()
        let path = try folder.write(ascii(Self.album), to: "a.cue")
        #expect(try CueSheet.read(path).tracks.count == 3)
        #expect(throws: AudioError.self) { try CueSheet.read(folder.file("b.cue")) }
        try folder.write([UInt8](repeating: 0x20, count: CueSheet.maximumTextLength + 1), to: "c.cue")
        #expect(throws: AudioError.self) { try CueSheet.read(folder.file("c.cue")) }
    }
}
