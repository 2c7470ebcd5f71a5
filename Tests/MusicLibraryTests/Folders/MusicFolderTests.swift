// The walk over folders: order, links, raw names, cue sheets, faults.

import AudioCore
import Glibc
import MusicLibrary
import TestSupport
import Testing

@Suite("The walk over music folders")
struct MusicFolderTests {
    private static let extensions = ["flac", "mp3", "wav"]

    private func walk(_ folder: TemporaryFolder, _ names: String...) -> MusicFolder.Contents {
        let roots = names.isEmpty ? [RawPath(folder.path)] : names.map { folder.file($0) }
        return MusicFolder.files(under: roots, extensions: Self.extensions)
    }

    /// Entries as names below the folder, cue sheets in brackets.
    private func names(_ contents: MusicFolder.Contents, in folder: TemporaryFolder) -> [String] {
        contents.entries.map { entry in
            let name = String(entry.path.shown.dropFirst(folder.path.count + 1))
            if case .cue = entry { return "[\(name)]" }
            return name
        }
    }

    private static func cue(_ files: String...) -> [UInt8] {
        var text = ""
        for (index, file) in files.enumerated() {
            text += "FILE \"\(file)\" WAVE\nTRACK \(index + 1) AUDIO\nINDEX 01 00:00:00\n"
        }
        return ascii(text)
    }

    @Test("gives audio in natural order, files and folders among each other")
    func order() throws {
        let folder = TemporaryFolder()
        let expected = [
            "1 intro.mp3", "2.flac", "02 b.FLAC", "10.flac", "album.flac", "Album 2.flac", "b.flac", "CD 1/1.mp3",
            "CD 2/1.mp3", "CD 10/1.mp3", "d.flac", "Ария.flac", "кино.flac",
        ]
        for name in expected.reversed() { try folder.write([1], to: name) }
        for name in ["cover.jpg", "notes.txt", "noextension", ".hidden.flac", "._b.flac", ".trash/x.flac"] {
            try folder.write([1], to: name)
        }
        let contents = walk(folder)
        #expect(names(contents, in: folder) == expected)
        #expect(contents.problems == [])
    }

    @Test("natural order is total and independent of case and leading zeros")
    func naturalOrder() {
        let sorted = [
            "01", "1", "1a", "2", "10", "010b", "99999999999999999999998", "99999999999999999999999", "a", "B", "b1",
            "b02",
            "c",
        ]
        let keys = sorted.map { NaturalOrder(Array($0.utf8)) }
        for (i, left) in keys.enumerated() {
            for (j, right) in keys.enumerated() {
                #expect((left < right) == (i < j), "\(sorted[i]) \(sorted[j])")
            }
        }
        #expect(NaturalOrder(Array("A".utf8)) < NaturalOrder(Array("a".utf8)))
    }

    @Test("names that are not UTF-8 come back byte for byte")
    func rawNames() throws {
        let folder = TemporaryFolder()
        let raw = RawPath(folder.path).appending(cp1251("Кино"))
        try makeFolder(raw)
        try makeFile(raw.appending(cp1251("Пачка сигарет.mp3")))
        try makeFile(RawPath(folder.path).appending([0xFF, 0xFE] + ascii(".flac")))
        let found = Set(walk(folder).entries.map(\.path))
        #expect(
            found == [
                raw.appending(cp1251("Пачка сигарет.mp3")),
                RawPath(folder.path).appending([0xFF, 0xFE] + ascii(".flac")),
            ])
        #expect(found.allSatisfy { (try? FileByteSource($0)) != nil })
    }

    @Test("links are followed once, loops and broken links end nothing")
    func links() throws {
        let folder = TemporaryFolder()
        let other = TemporaryFolder()
        try other.write([1], to: "far.flac")
        try folder.write([1], to: "a/1.flac")
        try makeLink(folder.file("a/loop"), to: "..")
        try makeLink(folder.file("self"), to: ".")
        try makeLink(folder.file("b"), to: other.path)
        try makeLink(folder.file("c"), to: other.path)
        try makeLink(folder.file("linked.flac"), to: "a/1.flac")
        try makeLink(folder.file("nowhere.flac"), to: "missing.flac")
        let contents = walk(folder)
        #expect(names(contents, in: folder) == ["a/1.flac", "b/far.flac", "linked.flac"])
        #expect(contents.problems == [])
    }

    @Test("a root named twice or inside another is walked once")
    func roots() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "b/1.flac")
        try folder.write([1], to: "a/1.flac")
        let contents = walk(folder, "b", "", "b")
        #expect(contents.entries.map(\.path.shown.count).count == 2)
        #expect(contents.entries.first?.path == folder.file("b/1.flac"))
    }

    @Test("a root may be a file or a sheet; one that is missing is a problem")
    func fileRoots() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "song.weird")
        try folder.write(Self.cue("song.weird"), to: "a.CUE")
        let contents = walk(folder, "song.weird", "a.CUE", "missing")
        #expect(names(contents, in: folder) == ["song.weird", "[a.CUE]"])
        #expect(contents.problems.map(\.path) == [folder.file("missing").shown])
    }

    @Test("a folder without permission is one problem and the rest goes on")
    func permission() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "a/1.flac")
        try folder.write([1], to: "b/1.flac")
        let closed = folder.file("a")
        _ = closed.withCString { chmod($0, 0) }
        defer { _ = closed.withCString { chmod($0, 0o755) } }
        // Permission does not stop root.
        let contents = walk(folder)
        if geteuid() == 0 {
            #expect(names(contents, in: folder) == ["a/1.flac", "b/1.flac"])
        } else {
            #expect(names(contents, in: folder) == ["b/1.flac"])
            #expect(contents.problems.map(\.path) == [closed.shown])
        }
    }

    @Test("a folder deeper than the limit is one problem")
    func depth() throws {
        let folder = TemporaryFolder()
        let deepest = Array(repeating: "d", count: 64).joined(separator: "/")
        try folder.write([1], to: deepest + "/in.flac")
        try folder.write([1], to: deepest + "/d/out.flac")
        try folder.write([1], to: "z.flac")
        let contents = walk(folder)
        #expect(names(contents, in: folder) == [deepest + "/in.flac", "z.flac"])
        #expect(contents.problems.count == 1)
    }

    @Test("a cue sheet stands for the audio it names, and only for that")
    func cueReplaces() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "one/Album.flac")
        try folder.write([1], to: "one/bonus.flac")
        try folder.write(Self.cue("album.wav"), to: "one/Album.cue")
        try folder.write([1], to: "two/1.wav")
        try folder.write([1], to: "two/2.wav")
        try folder.write(Self.cue("1.wav", "2.wav"), to: "two/both.cue")
        try folder.write([1], to: "three/CD1/a.flac")
        try folder.write(Self.cue("CD1/a.flac"), to: "three/z.cue")
        let contents = walk(folder)
        #expect(
            names(contents, in: folder) == ["[one/Album.cue]", "one/bonus.flac", "[three/z.cue]", "[two/both.cue]"])
        #expect(contents.problems == [])
    }

    @Test("of two sheets for the same audio the exact one wins; a sheet without its audio or tracks replaces nothing")
    func cueRivals() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "Album.flac")
        try folder.write(Self.cue("Album.wav"), to: "a.cue")
        try folder.write(Self.cue("Album.flac"), to: "b.cue")
        try folder.write([1], to: "Other.flac")
        try folder.write(Self.cue("Missing.wav"), to: "c.cue")
        try folder.write(ascii("FILE \"Other.flac\" WAVE\n"), to: "d.cue")
        try folder.write([], to: "e.cue")
        let contents = walk(folder)
        #expect(names(contents, in: folder) == ["[b.cue]", "Other.flac"])
        #expect(contents.problems.map(\.path) == ["c.cue", "d.cue", "e.cue"].map { folder.file($0).shown })
    }
}
