import AudioCore
import TestSupport
import Testing

@testable import MusicLibrary

/// An index of the form before tracks of a sheet had what is in front of the first one.
@Suite struct EarlierIndexTests {
    private static func sheet(_ start: String, of file: String = "x") -> String {
        """
        TITLE "Album"
        FILE "\(file)" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:\(start)
          TRACK 02 AUDIO
            TITLE "Two"
            INDEX 01 00:08:00
        """
    }

    /// A scanned library with the bounds that were read before: no hidden track, no head of the first one. Everything
    /// came in 1970, and has been measured.
    private static func earlier(_ rig: Rig) throws -> [UInt8] {
        try rig.add("hidden.flac", "CUESHEET=\(sheet("05:00"))")
        try rig.add("head.flac", "CUESHEET=\(sheet("02:00"))")
        try rig.add("plain.flac", "TITLE=Plain", "ALBUM=Other")
        try rig.folder.write(wavFile([]), to: "music/sound.wav")
        rig.scan()
        for place in rig.contents.index.entries.indices {
            if rig.contents.index.entries[place].path.lastComponent == Array("sound.wav".utf8) {
                rig.contents.index.entries[place].tracks[0].format.container = "wav"
            }
            rig.contents.index.entries[place].tracks.removeAll { $0.cueTrack == 0 }
            for number in rig.contents.index.entries[place].tracks.indices {
                rig.contents.index.entries[place].tracks[number].added = 7
                rig.contents.index.entries[place].tracks[number].measured = MeasuredGain(lufs: -10, peak: 1)
                if rig.contents.index.entries[place].tracks[number].region?.startFrame == 0 {
                    rig.contents.index.entries[place].tracks[number].region = CueRegion(startFrame: 150, endFrame: 600)
                }
            }
        }
        rig.contents.snapshot = rig.contents.index.makeSnapshot()
        var bytes = rig.contents.encoded
        bytes[8] = 3
        _ = rig.probe.take()
        return bytes
    }

    private static func track(_ rig: Rig, _ file: String, _ number: Int?) throws -> LibraryTrack {
        try #require(rig.snapshot.tracks.first { $0.path == rig.root.appending(file) && $0.cueTrack == number })
    }

    @Test("what may hold a cue sheet is read again once, and nothing else")
    func readAgain() throws {
        let rig = Rig()
        rig.contents = try LibraryContents(Self.earlier(rig))
        #expect(rig.snapshot.tracks.count == 6, "until then it is shown as it was")
        rig.scan()
        #expect(rig.probe.take() == ["head.flac", "hidden.flac", "plain.flac"])
        #expect(try Self.track(rig, "hidden.flac", 0).region == CueRegion(startFrame: 0, endFrame: 375))
        #expect(try Self.track(rig, "head.flac", 1).region == CueRegion(startFrame: 0, endFrame: 600))
        rig.scan()
        #expect(rig.probe.take().isEmpty)
    }

    @Test("keys and dates are kept, and measurements of what is the same part of its file")
    func kept() throws {
        let rig = Rig()
        rig.contents = try LibraryContents(Self.earlier(rig))
        let before = Set(rig.snapshot.tracks.map(\.key))
        let album = try Self.track(rig, "hidden.flac", 1).albumKey
        rig.scan()
        #expect(before.isSubset(of: rig.snapshot.tracks.map(\.key)) && rig.snapshot.tracks.count == 7)
        #expect(rig.snapshot.tracks.allSatisfy { $0.added == 7 }, "a track that was there all along is not new")
        #expect(try Self.track(rig, "hidden.flac", 0).albumKey == album)
        let measured = rig.snapshot.tracks.filter { $0.measured != nil }
        #expect(measured.map(\.title).sorted() == ["One", "Plain", "Two", "Two", "sound"])
        #expect(try Self.track(rig, "hidden.flac", 0).measured == nil)
        #expect(try Self.track(rig, "head.flac", 1).measured == nil, "it begins elsewhere now")
    }

    @Test("saved before it was read again, it is still read again")
    func savedBetween() throws {
        let rig = Rig()
        let bytes = try LibraryContents(Self.earlier(rig)).encoded
        #expect(bytes[8] == 4)
        rig.contents = try LibraryContents(bytes)
        rig.scan()
        #expect(rig.probe.take() == ["head.flac", "hidden.flac", "plain.flac"])
    }

    @Test("a sheet in a file of its own is read again with its audio")
    func sheetFile() throws {
        let rig = Rig()
        try rig.add("x.flac")
        try rig.folder.write(
            Array(Self.sheet("05:00", of: "x.flac").utf8), to: "music/x.cue")
        rig.scan()
        var bytes = rig.contents.encoded
        _ = rig.probe.take()
        #expect(rig.snapshot.tracks.count == 3)
        bytes[8] = 3
        rig.contents = try LibraryContents(bytes)
        rig.scan()
        #expect(rig.probe.take() == ["x.flac"])
    }
}
