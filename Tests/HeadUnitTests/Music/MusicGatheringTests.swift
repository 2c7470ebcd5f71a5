import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("From names to things to play")
struct MusicGatheringTests {
    private let folder = TemporaryFolder()

    private func gather(_ names: String...) -> MusicGathering { MusicGathering(names.map { folder.file($0) }) }

    /// Names of the items below the folder, with the number of the cue track.
    private func names(_ music: MusicGathering) -> [String] {
        music.items.map { item in
            let path = item.path.shown.replacing(folder.path + "/", with: "")
            return item.cueTrack.map { "\(path)#\($0)" } ?? path
        }
    }

    private func problems(_ music: MusicGathering) -> [String] {
        music.problems.map { $0.description.replacing(folder.path + "/", with: "") }
    }

    private static let short = Sound.noisy(frames: 2000)

    private static func sheet(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\r\n").utf8) }

    @Test("files keep the order they were named in; what is no music is the player's to refuse")
    func files() throws {
        for name in ["b.flac", "a.mp3", "notes.txt"] { try folder.write([1], to: name) }
        let music = gather("b.flac", "a.mp3", "notes.txt", "missing.flac")
        #expect(names(music).prefix(2) == ["b.flac", "a.mp3"])
        #expect(names(music).contains("notes.txt") || problems(music).contains { $0.contains("notes.txt") })
        #expect(names(music).contains("missing.flac") || problems(music).contains { $0.contains("missing.flac") })
    }

    @Test("a folder gives the music below it in natural order, and nothing else")
    func folders() throws {
        for name in [
            "m/10.flac", "m/2.mp3", "m/1.wav", "m/disc 2/1.flac", "m/cover.jpg", "m/.hidden.flac", "m/list.m3u",
        ] {
            try folder.write([1], to: name)
        }
        let music = gather("m")
        #expect(names(music) == ["m/1.wav", "m/2.mp3", "m/10.flac", "m/disc 2/1.flac"])
        #expect(problems(music) == [])
    }

    @Test("a folder that is not there is a problem of its own, the others are gathered")
    func missingFolder() throws {
        try folder.write([1], to: "m/a.flac")
        let music = gather("gone/", "m")
        #expect(names(music).contains("m/a.flac"))
        #expect(music.items.count + music.problems.count == 2)
    }

    @Test("names that are no UTF-8 are gathered by their bytes")
    func rawNames() throws {
        try folder.write([1], to: "m/plain.flac")
        let name: [UInt8] = [0xFF, 0xFE] + Array(".flac".utf8)
        let path = folder.file("m").appending(name)
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(write(descriptor, [1] as [UInt8], 1) == 1)
        close(descriptor)
        let music = gather("m")
        #expect(music.items.map(\.path).contains(path))
        #expect(music.items.count == 2)
    }

    @Test("a cue sheet stands for its audio: tracks with numbers, regions and words, the file itself not again")
    func external() throws {
        try Self.short.write(to: "m/album.wav", in: folder)
        try folder.write(
            Self.sheet(
                "PERFORMER \"Kino\"", "TITLE \"Zvezda\"", "FILE \"album.wav\" WAVE", "  TRACK 01 AUDIO",
                "    TITLE \"One\"", "    INDEX 01 00:00:00", "  TRACK 02 AUDIO", "    TITLE \"Two\"",
                "    PERFORMER \"Guest\"", "    INDEX 00 00:00:01", "    INDEX 01 00:00:02"), to: "m/album.cue")
        let music = gather("m")
        #expect(names(music) == ["m/album.wav#1", "m/album.wav#2"])
        #expect(problems(music) == [])
        #expect(
            music.items.map(\.region) == [
                CueRegion(startFrame: 0, endFrame: 2), CueRegion(startFrame: 2, endFrame: nil),
            ])
        let facts = music.items.map { music.facts[$0] }
        #expect(
            facts == [
                TrackFacts(title: "One", artist: "Kino", album: "Zvezda"),
                TrackFacts(title: "Two", artist: "Guest", album: "Zvezda"),
            ])
        // Named by hand it is the same.
        #expect(gather("m/album.cue").items == music.items)
    }

    @Test("a sheet that says .wav means the FLAC that is there")
    func otherExtension() throws {
        try Self.short.write(to: "m/album.flac", in: folder)
        try folder.write(
            Self.sheet("FILE \"ALBUM.WAV\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00"), to: "m/a.cue")
        #expect(names(gather("m/a.cue")) == ["m/album.flac#1"])
    }

    @Test("a sheet of several files gives each track in its own; a missing file costs its tracks and one line")
    func severalFiles() throws {
        try Self.short.write(to: "m/1.wav", in: folder)
        try Self.short.write(to: "m/3.wav", in: folder)
        try folder.write(
            Self.sheet(
                "FILE \"1.wav\" WAVE", "TRACK 01 AUDIO", "INDEX 01 00:00:00", "FILE \"2.wav\" WAVE", "TRACK 02 AUDIO",
                "INDEX 01 00:00:00", "TRACK 03 AUDIO", "INDEX 01 00:00:01", "FILE \"3.wav\" WAVE", "TRACK 04 AUDIO",
                "INDEX 01 00:00:00"), to: "m/album.cue")
        let music = gather("m/album.cue")
        #expect(names(music) == ["m/1.wav#1", "m/3.wav#4"])
        #expect(problems(music) == ["m/album.cue: the sheet names “2.wav”, which is not there"])
    }

    @Test("a sheet without a track to play is said, and one that is no sheet too")
    func emptySheets() throws {
        try folder.write(Self.sheet("TITLE \"Nothing\""), to: "empty.cue")
        try folder.write([0xFF, 0, 1, 2], to: "noise.cue")
        for name in ["empty.cue", "noise.cue", "missing.cue"] {
            let music = gather(name)
            #expect(music.items.isEmpty)
            #expect(music.problems.count >= 1, "\(name)")
            #expect(problems(music).allSatisfy { $0.contains(name) })
        }
    }

    @Test("a sheet inside a FLAC named by hand is followed; found in a folder a small file is left whole")
    func embedded() throws {
        let cue =
            "TITLE \"Album\"\nFILE \"x.flac\" WAVE\nTRACK 01 AUDIO\nTITLE \"One\"\nINDEX 01 00:00:00\nTRACK 02 AUDIO\nTITLE \"Two\"\nINDEX 01 00:00:02\n"
        let cueFile = try folder.write(Array(cue.utf8), to: "sheet")
        try Self.short.write(to: "m/a.flac", in: folder, "--tag-from-file=CUESHEET=\(cueFile.shown)")
        let named = gather("m/a.flac")
        #expect(names(named) == ["m/a.flac#1", "m/a.flac#2"])
        #expect(named.items.compactMap { named.facts[$0]?.title } == ["One", "Two"])
        #expect(names(gather("m")) == ["m/a.flac"])
    }

    @Test("the same thing named twice is played twice")
    func twice() throws {
        try folder.write([1], to: "a.flac")
        #expect(names(gather("a.flac", "a.flac")) == ["a.flac", "a.flac"])
    }

    @Test("nothing named is nothing to play, without a word")
    func nothing() {
        let music = MusicGathering([])
        #expect(music.items.isEmpty && music.problems.isEmpty && music.facts.isEmpty)
    }
}

@Suite("Opening what was gathered")
struct TrackOpeningTests {
    private let folder = TemporaryFolder()

    @Test("the regions of an album are together its file, sample for sample")
    func regions() throws {
        let sound = Sound.noisy(frames: 4000)
        let path = try sound.write(to: "album.flac", in: folder)
        var words: [UInt32] = []
        for (start, end) in [(0, 2), (2, 5), (5, nil)] as [(Int, Int?)] {
            let item = QueueItem(path: path, cueTrack: 1, region: CueRegion(startFrame: start, endFrame: end))
            let codec = try TrackOpening.open(item)
            var block = [UInt32](repeating: 0, count: 1000)
            while true {
                let got = try block.withUnsafeMutableBufferPointer {
                    try codec.read(into: $0.baseAddress!, frameCount: 500)
                }
                if got == 0 { break }
                words += block[..<(got * 2)]
            }
        }
        #expect(words == sound.words)
    }

    @Test("a region behind the end of its file names the file")
    func behind() throws {
        let path = try Sound.noisy(frames: 1000).write(to: "a.wav", in: folder)
        let item = QueueItem(path: path, cueTrack: 9, region: CueRegion(startFrame: 75, endFrame: nil))
        #expect(throws: AudioError(.decode, path: path.shown, "the track starts behind the end of the file")) {
            try TrackOpening.open(item)
        }
    }
}

@Suite("The words of a track")
struct TrackFactsTests {
    @Test(
        "without a title the file's name stands for it, without its extension",
        arguments: [
            ("/m/a.flac", "a"), ("/m/.flac", ".flac"), ("/m/a.b.mp3", "a.b"), ("/m/noext", "noext"), ("/m/a.", "a"),
        ])
    func stems(path: String, title: String) {
        #expect(TrackFacts.stem(of: RawPath(path)) == title)
        #expect(TrackFacts.read(RawPath(path)) == TrackFacts(title: title, artist: "", album: ""))
    }

    @Test("tags are read from the file; a name that is no UTF-8 is repaired for showing")
    func tags() throws {
        let folder = TemporaryFolder()
        let path = try Sound.noisy(frames: 500).write(
            to: "a.flac", in: folder, "-T", "TITLE=Title", "-T", "ARTIST=One", "-T", "ARTIST=Two", "-T", "ALBUM=Album")
        #expect(TrackFacts.read(path) == TrackFacts(title: "Title", artist: "One, Two", album: "Album"))
        #expect(TrackFacts.stem(of: RawPath(bytes: [0x2F, 0xFF, 0x2E, 0x61])) == "\u{FFFD}")
    }
}

@Suite("A render's size")
struct RenderSizeTests {
    private let folder = TemporaryFolder()

    private func line(_ paths: RawPath...) -> RenderLine {
        let feeder = TrackFeeder(openTrack: TrackOpening.open) { _, _, _ throws(AudioError) in
            throw AudioError(.notSupported, "no resampler")
        } report: { _ in
        }
        return RenderLine(paths.map { QueueItem(path: $0) }, feeder)
    }

    @Test("what a small file unpacks to is known from its own length, however well it was packed")
    func sizes() throws {
        let path = try Sound.noisy(frames: 3000).write(to: "a.flac", in: folder)
        let format = DeviceFormat(rate: 44_100, channels: 2, layout: .s16, significantBits: 16)
        let files = OpenedAhead { item throws(AudioError) in try TrackOpening.open(item) }
        let first = try TrackOpening.open(QueueItem(path: path)).info
        #expect(!line(folder.file("missing.flac")).survey(first, format, files).mayExceedFourGiB)
        // The same file, whose header says that it is seven hours long: 36 bits of STREAMINFO from byte 21 on.
        var bytes = Array(try Data(contentsOf: URL(filePath: path.shown)))
        let frames: UInt64 = 7 * 3600 * 44_100
        bytes[21] = bytes[21] & 0xF0 | UInt8(frames >> 32 & 0xF)
        for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: frames >> UInt64(24 - 8 * index)) }
        let long = try folder.write(bytes, to: "long.flac")
        #expect(line(long).survey(first, format, files).mayExceedFourGiB)
        let longFirst = try TrackOpening.open(QueueItem(path: long)).info
        #expect(line(path).survey(longFirst, format, files).mayExceedFourGiB)
    }
}
