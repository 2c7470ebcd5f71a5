// Which file on disk a FILE line means.

import AudioCore
import Glibc
import MusicLibrary
import TestSupport
import Testing

@Suite("The files a cue sheet names")
struct CueFileTests {
    static let cases: [(named: String, onDisk: String, found: String?)] = [
        ("Album.wav", "Album.wav", "Album.wav"),
        ("Album.wav", "ALBUM.WAV", "ALBUM.WAV"),
        ("КИНО.wav", "Кино.WAV", "Кино.WAV"),
        ("Album.wav", "Album.flac", "Album.flac"),
        ("album.wav", "Album.FLAC", "Album.FLAC"),
        ("Ёлка.wav", "Е\u{308}лка.flac", "Е\u{308}лка.flac"),
        ("Café.wav", "Cafe\u{301}.wav", "Cafe\u{301}.wav"),
        ("C:\\Rips\\Kino\\Album.wav", "Album.flac", "Album.flac"),
        ("/home/other/Album.wav", "Album.wav", "Album.wav"),
        ("..\\Album.wav", "Album.wav", "Album.wav"),
        ("CD1/Album.wav", "CD1/Album.flac", "CD1/Album.flac"),
        ("CD1\\Album.wav", "CD1/album.wav", "CD1/album.wav"),
        ("01. Intro", "01. Intro.flac", "01. Intro.flac"),
        ("Album.wav", "Album.txt", nil),
        ("Album.wav", "Other.wav", nil),
        ("", "Album.wav", nil),
        ("/", "Album.wav", nil),
        ("Album.wav", "._Album.wav", nil),
    ]

    @Test("are found exactly, else without case, else with another audio extension", arguments: cases)
    func found(_ example: (named: String, onDisk: String, found: String?)) throws {
        let folder = TemporaryFolder()
        let cue = try folder.write(ascii("x"), to: "album.cue")
        try folder.write([1], to: example.onDisk)
        let path = CueSheet.resolveFile(named: example.named, beside: cue, extensions: ["flac", "wav", "mp3"])
        #expect(path == example.found.map { folder.file($0) })
    }

    @Test("a file outside of the sheet's folder is never meant")
    func outside() throws {
        let folder = TemporaryFolder()
        let cue = try folder.write(ascii("x"), to: "inside/album.cue")
        try folder.write([1], to: "Album.wav")
        for name in ["../Album.wav", "..\\Album.wav", folder.path + "/Album.wav", "x/../../Album.wav"] {
            #expect(CueSheet.resolveFile(named: name, beside: cue, extensions: ["wav"]) == nil)
        }
    }

    @Test("the exact name stands in front of another case, another case in front of another extension")
    func order() throws {
        let folder = TemporaryFolder()
        let cue = try folder.write(ascii("x"), to: "album.cue")
        let names = ["album.mp3", "album.flac", "ALBUM.WAV", "Album.wav"]
        for (count, expected) in ["album.mp3", "album.flac", "ALBUM.WAV", "Album.wav"].enumerated() {
            try folder.write([1], to: names[count])
            let path = CueSheet.resolveFile(named: "Album.wav", beside: cue, extensions: ["flac", "mp3"])
            #expect(path == folder.file(expected))
        }
    }

    @Test("what cannot be played is told as what it is: nothing, a folder, a FIFO, a file elsewhere")
    func refused() throws {
        let folder = TemporaryFolder()
        let cue = try folder.write(ascii("x"), to: "in/album.cue")
        try folder.write([1], to: "in/sub/x.txt")
        try folder.write([1], to: "out.wav")
        #expect(folder.file("in/fifo.wav").withCString { mkfifo($0, 0o600) } == 0)
        var resolver = CueFileResolver(beside: cue, extensions: ["wav"])
        for (name, why) in [
            ("no.wav", "the sheet names “no.wav”, which is not there"),
            ("sub", "the sheet names “sub”, which is a folder, not a file"),
            ("fifo.wav", "the sheet names “fifo.wav”, which is not a regular file"),
            ("../out.wav", "the sheet names “../out.wav”, which lies outside its folder"),
        ] {
            #expect(throws: AudioError(.notSupported, path: cue.shown, why)) { try resolver.file(named: name) }
        }
    }

    @Test("a name on disk that is not UTF-8 is found by its text")
    func rawName() throws {
        let folder = TemporaryFolder()
        let cue = try folder.write(ascii("x"), to: "album.cue")
        let raw = folder.file("").directory.appending(cp1251("Кино.flac"))
        try makeFile(raw)
        #expect(CueSheet.resolveFile(named: "Кино.wav", beside: cue, extensions: ["flac"]) == raw)
    }
}
