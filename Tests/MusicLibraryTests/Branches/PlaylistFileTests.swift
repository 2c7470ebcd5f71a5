// M3U files: what they say, and which tracks they mean.

import AudioCore
import Glibc
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Playlist files")
struct PlaylistFileTests {
    private func texts(_ bytes: [UInt8], isUTF8: Bool = false) -> [String] {
        M3UPlaylist(bytes, isUTF8: isUTF8).entries.map(\.text)
    }

    @Test(
        "lines that name something are taken, whatever ends them and whatever stands between",
        arguments: [
            ("a.mp3\nb.mp3\n", ["a.mp3", "b.mp3"]), ("a.mp3\r\nb.mp3", ["a.mp3", "b.mp3"]),
            ("a.mp3\rb.mp3", ["a.mp3", "b.mp3"]), ("\n\n  a b.mp3\t\n", ["a b.mp3"]),
            ("#EXTM3U\n#EXTINF:12,Artist - Title\na.mp3\n# nothing\n", ["a.mp3"]), ("", []), ("#EXTM3U", []),
        ])
    func lines(_ text: String, _ expected: [String]) {
        #expect(texts(Array(text.utf8)) == expected)
    }

    @Test("its own name is taken from #PLAYLIST")
    func name() {
        #expect(M3UPlaylist(Array("#EXTM3U\n#PLAYLIST: Дорога \na.mp3".utf8), isUTF8: false).name == "Дорога")
        #expect(M3UPlaylist(Array("#PLAYLIST:\na.mp3".utf8), isUTF8: false).name == nil)
    }

    @Test("the encoding is told from the marks, from the file's name, and else from the text")
    func encodings() {
        let text = "Группа крови/Спокойная ночь.mp3"
        #expect(texts(Array(text.utf8), isUTF8: true) == [text])
        #expect(texts([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == [text])
        let units = Array(text.utf16)
        #expect(texts([0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == [text])
        #expect(texts([0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == [text])
        // Windows-1251: А is 0xC0, а is 0xE0.
        let windows = text.unicodeScalars.map { scalar -> UInt8 in
            switch scalar.value {
            case 0x410...0x44F: UInt8(scalar.value - 0x410 + 0xC0)
            default: UInt8(scalar.value)
            }
        }
        #expect(texts(windows) == [text])
        #expect(texts(Array("Caf".utf8) + [0xE9] + Array("/a.mp3".utf8)) == ["Café/a.mp3"])
    }

    /// What each line means, seen from `music/lists`.
    @Test(
        "a line finds its track: beside it, above it, absolute, with backslashes and drives, in another case",
        arguments: [
            ("../Blue Album/01 Sea.flac", "Sea"), ("..\\Blue Album\\01 Sea.flac", "Sea"), ("here.flac", "Here"),
            ("./here.flac", "Here"), ("../BLUE ALBUM/01 sea.FLAC", "Sea"),
            ("C:\\Music\\Blue Album\\01 Sea.flac", "Sea"),
            ("D:/Users/me/Blue Album/01 Sea.flac", "Sea"), ("/volume1/music/Blue Album/01 Sea.flac", "Sea"),
            ("\\Blue Album\\01 Sea.flac", "Sea"), ("Blue Album/01 Sea.flac", "Sea"), ("../Café/Été.flac", "Été"),
            ("../Cafe\u{301}/E\u{301}te\u{301}.flac", "Été"), ("../Blue Album/02 Gone.flac", nil),
            ("http://radio.example/stream", nil), ("..", nil), ("/", nil), ("C:", nil),
        ] as [(String, String?)])
    func matching(_ line: String, _ title: String?) throws {
        let rig = Rig()
        try rig.add("Blue Album/01 Sea.flac", "TITLE=Sea")
        try rig.add("lists/here.flac", "TITLE=Here")
        try rig.add("Café/Été.flac", "TITLE=Été")
        rig.scan()
        let matcher = PlaylistMatcher(rig.snapshot, roots: [rig.root])
        let playlist = M3UPlaylist(Array(line.utf8), isUTF8: true)
        let found = matcher.tracks(playlist, in: rig.root.appending("lists"))
        #expect(found.keys.compactMap { rig.snapshot.track($0)?.title } == (title.map { [$0] } ?? []), "\(line)")
        #expect(found.missingCount == (title == nil ? 1 : 0), "\(line)")
    }

    @Test("absolute paths and file addresses of this computer, and names that are no text at all")
    func absolute() throws {
        let rig = Rig()
        let path = try rig.add("a b/1.flac", "TITLE=One")
        let raw = rig.root.appending([0x66, 0xFF, 0xFE] + Array(".flac".utf8))
        try rig.add("x.flac", "TITLE=Raw")
        #expect(rename(rig.root.appending("x.flac").shown, to: raw))
        rig.scan()
        let matcher = PlaylistMatcher(rig.snapshot, roots: [rig.root])
        func titles(_ line: [UInt8]) -> [String] {
            matcher.tracks(M3UPlaylist(line, isUTF8: false), in: rig.root).keys
                .compactMap { rig.snapshot.track($0)?.title }
        }
        #expect(titles(path.bytes) == ["One"])
        #expect(titles(Array(path.uri.utf8)) == ["One"])
        #expect(titles(raw.lastComponent) == ["Raw"])
    }

    @Test("a track named twice is there twice, and a file that a cue sheet cuts is all of its tracks in order")
    func order() throws {
        let rig = Rig()
        try rig.add("1.flac", "TITLE=One")
        try rig.add("all.flac", "TITLE=All")
        let sheet =
            "FILE \"all.flac\" WAVE\nTRACK 01 AUDIO\nTITLE \"A\"\nINDEX 01 00:00:00\n"
            + "TRACK 02 AUDIO\nTITLE \"B\"\nINDEX 01 00:05:00\n"
        try rig.folder.write(Array(sheet.utf8), to: "music/all.cue")
        rig.scan()
        let matcher = PlaylistMatcher(rig.snapshot, roots: [rig.root])
        let list = M3UPlaylist(Array("1.flac\nall.flac\n1.flac\nno.flac".utf8), isUTF8: true)
        let found = matcher.tracks(list, in: rig.root)
        #expect(found.keys.compactMap { rig.snapshot.track($0)?.title } == ["One", "A", "B", "One"])
        #expect(found.missingCount == 1)
    }

    @Test("playlist files are found below the folders in natural order, hidden ones are not")
    func finder() throws {
        let folder = TemporaryFolder()
        for name in ["b/10.m3u", "b/2.M3U8", "a.m3u", ".hidden.m3u", ".x/no.m3u", "b/song.flac", "c/d/e.m3u"] {
            try folder.write([], to: name)
        }
        let found = PlaylistFinder.files(under: [RawPath(folder.path), folder.file("missing"), RawPath(folder.path)])
        let names = found.map { String(decoding: $0.bytes.dropFirst(folder.path.utf8.count + 1), as: UTF8.self) }
        #expect(names == ["a.m3u", "b/2.M3U8", "b/10.m3u", "c/d/e.m3u"])
        #expect(PlaylistFinder.files(under: [RawPath(folder.path)], isCancelled: { true }) == [])
    }

    @Test("any bytes are read without harm", arguments: 0..<200)
    func anyBytes(_ seed: Int) {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        let bytes = (0..<300).map { _ -> UInt8 in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return seed % 2 == 0 ? UInt8(truncatingIfNeeded: state) : [0, 10, 35, 46, 47, 92, 58, 65][Int(state % 8)]
        }
        let playlist = M3UPlaylist(bytes, isUTF8: seed % 3 == 0)
        let matcher = PlaylistMatcher(.empty, roots: [RawPath("/music")])
        let found = matcher.tracks(playlist, in: RawPath("/music"))
        #expect(found.keys.isEmpty && found.missingCount == playlist.entries.count)
    }

    private func rename(_ old: String, to new: RawPath) -> Bool {
        new.withCString { Glibc.rename(old, $0) } == 0
    }
}
