// What a person gets who runs `carillon demo`: files that any player reads.

import Artwork
import AudioCore
import Codecs
import FoundationEssentials
import Glibc
import MusicLibrary
import Synchronization
import TestSupport
import Testing

@testable import DemoCollection

@Suite("the demo collection")
struct CollectionTests {
    private let written = WrittenCollection.shared

    @Test(
        "three albums of own music: one in one file with a cue sheet, one of 96 kHz and 24 bits, covers of both kinds")
    func files() throws {
        #expect(written.failure == nil)
        #expect(DemoCollection.albumCount == 3)
        #expect(DemoCollection.pieceCount >= 8)
        let names = written.files.map { String(decoding: $0.path.lastComponent, as: UTF8.self) }
        #expect(names.filter { $0.hasSuffix(".cue") }.count == 1)
        #expect(names.filter { $0.hasPrefix("cover.") }.count == 2)
        #expect(written.sounds.count == 7)
        for file in written.files {
            var status = stat()
            #expect(file.path.withCString { stat($0, &status) } == 0)
            #expect(Int(status.st_size) == file.byteCount)
        }
        // Nothing is left over from writing.
        #expect(try everything(under: written.folder).count == written.files.count)
    }

    @Test("every file plays through, with the rate, bits and length it promises")
    func formats() throws {
        for album in Album.all {
            for file in sounds(of: album) {
                let (info, words) = try samples(of: file.path)
                #expect(info.codec == "flac" && info.channels == 2)
                #expect(info.rate == album.rate && info.bits == album.bits)
                #expect(info.frameCount == Int64(words.count / 2))
                let seconds = Double(words.count / 2) / Double(album.rate)
                #expect(seconds == file.seconds)
                #expect(album.isOneFile || (40...90).contains(seconds))
            }
        }
    }

    @Test("the checksum of the samples in each file is right, and seeking lands on the sample")
    func integrity() throws {
        if output(of: ["flac", "--version"]) != nil {
            for file in written.sounds {
                // Nil when the status is not 0.
                #expect(output(of: ["flac", "--test", "--silent", file.path.shown]) == "")
            }
        }
        let file = try #require(written.sounds.last)
        let (info, words) = try samples(of: file.path)
        let codec = try CodecTable.open(FileByteSource(file.path))
        let target = info.rate * 31 + 17
        try codec.seek(toFrame: Int64(target))
        var block = [UInt32](repeating: 0, count: 200)
        let count = try block.withUnsafeMutableBufferPointer { try codec.read(into: $0.baseAddress!, frameCount: 100) }
        #expect(count > 0)
        let shift = Int32(32 - (info.bits ?? 0))
        for index in 0..<(2 * count) {
            let sample = Int32(bitPattern: block[index]) >> shift
            #expect(sample == words[2 * target + index])
        }
    }

    @Test("tags are complete and read back as they were meant")
    func tags() throws {
        for album in Album.all where !album.isOneFile {
            for (index, file) in sounds(of: album).enumerated() {
                let tags = try TagReader.read(FileByteSource(file.path))
                #expect(tags.title == album.pieces[index].title)
                #expect(tags.artists == [album.artist] && tags.albumArtists == [album.artist])
                #expect(tags.album == album.title)
                #expect(tags.track == index + 1 && tags.trackTotal == album.pieces.count)
                #expect(tags.year.map(String.init) == album.date)
                #expect(tags.genres == [album.genre])
                #expect(tags.sortArtist == album.sortArtist)
                let gain = try #require(tags.gain)
                let trackGain = try #require(gain.track)
                let albumGain = try #require(gain.album)
                let expected = -18 - (file.loudness ?? 0)
                #expect(abs(trackGain - expected) < 0.006)
                #expect((0.01...1.5).contains(abs(albumGain - trackGain)))
                let (info, words) = try samples(of: file.path)
                let fullScale = 1 << ((info.bits ?? 0) - 1)
                let peak = Double(words.map(\.magnitude).max() ?? 0) / Double(fullScale)
                let trackPeak = try #require(gain.trackPeak)
                let albumPeak = try #require(gain.albumPeak)
                #expect(abs(trackPeak - peak) < 1e-6)
                #expect(albumPeak >= trackPeak - 1e-9)
            }
        }
    }

    @Test("titles and artists are written in Latin, Cyrillic and Japanese")
    func scripts() {
        func has(_ range: ClosedRange<UInt32>) -> Bool {
            Album.all.contains { $0.title.unicodeScalars.contains { range.contains($0.value) } }
        }
        #expect(has(0x41...0x7A))
        #expect(has(0x410...0x44F))
        #expect(has(0x3041...0x30FF))
    }

    @Test("the cue sheet names the pieces and begins each on a frame of a seventy-fifth of a second")
    func cueSheet() throws {
        let album = try #require(Album.all.first { $0.isOneFile })
        let path = try #require(written.files.first { $0.path.lowercasedExtension == "cue" }).path
        let sheet = try CueSheet.read(path)
        #expect(sheet.problems.isEmpty)
        #expect(sheet.title == album.title && sheet.performers == [album.artist])
        #expect(sheet.genre == album.genre)
        #expect(sheet.tracks.map(\.title) == album.pieces.map(\.title))
        let name = try #require(sheet.files.first)
        let sound = try #require(CueSheet.resolveFile(named: name, beside: path, extensions: ["flac"]))
        let (info, words) = try samples(of: sound)
        #expect(words.count / 2 % (info.rate / 75) == 0)
        var lengths: [Double] = []
        for (track, next) in zip(sheet.tracks, sheet.tracks.dropFirst()) {
            #expect(track.endFrame == next.startFrame)
            lengths.append(Double(next.startFrame - track.startFrame) / 75)
        }
        let seconds = Double(words.count / 2) / Double(info.rate)
        let lastStart = Double(sheet.tracks.last?.startFrame ?? 0) / 75
        lengths.append(seconds - lastStart)
        for length in lengths { #expect((40...90).contains(length)) }
        for track in sheet.tracks {
            let gain = try #require(track.gain)
            #expect(abs((gain.track ?? 0) + 2) < 1.2)
            #expect((0.2...1).contains(gain.trackPeak ?? 0))
            #expect(gain.album != nil && gain.albumPeak != nil)
        }
    }

    @Test("the pieces of the cue album join: nowhere before its end are there three tenths of a second of silence")
    func joins() throws {
        let path = try #require(written.files.first { $0.path.lowercasedExtension == "cue" }).path
        let sound = try #require(written.sounds.first { $0.path.directory == path.directory })
        let (info, words) = try samples(of: sound.path)
        let length = 2 * info.rate * 3 / 10
        for start in stride(from: 0, to: words.count - 2 * 5 * info.rate, by: length) {
            let energy = words[start..<(start + length)].reduce(0.0) { $0 + Double($1) * Double($1) }
            let power = energy / Double(length)
            #expect(10 * log10(power / 0x1p30) > -45, "at \(start / 2 / info.rate) s")
        }
    }

    @Test("one cover is inside the files, the others lie in the folder; each is 1000 pixels square")
    func covers() throws {
        for album in Album.all {
            let file = try #require(sounds(of: album).first)
            let tags = try TagReader.read(FileByteSource(file.path))
            let cover = try #require(CoverFinder.cover(tags, of: file.path))
            let bytes: [UInt8]
            switch (cover, album.coverPlace) {
            case (.embedded(let picture), .embedded):
                #expect(picture.pictureType == EmbeddedPicture.frontCover)
                bytes = try picture.read(from: FileByteSource(file.path))
            case (.folder(let path), .folder): bytes = try read(path)
            default:
                Issue.record("the cover of \(album.title) is in the wrong place")
                continue
            }
            let header = try ImageDecoder.header(of: bytes)
            #expect(header.width == 1000 && header.height == 1000)
            let picture = try ImageDecoder.decode(bytes, targetWidth: 64, targetHeight: 64)
            #expect(picture.pixels.allSatisfy { $0 >> 24 == 255 })
        }
    }

    @Test("written again into the same folder, the collection replaces its files and touches nothing else")
    func again() throws {
        let folder = TemporaryFolder()
        let cover = CoverFilesFixture.path(in: folder.file("demo"))
        try folder.write(Array("mine".utf8), to: "demo/mine.txt")
        try folder.write(Array("old".utf8), to: String(cover.dropFirst(folder.path.count + 1)))
        _ = try DemoCollection.write(to: folder.file("demo"), threads: 1)
        #expect(try read(folder.file("demo/mine.txt")) == Array("mine".utf8))
        let names = try everything(under: folder.file("demo"))
        #expect(names.count == written.files.count + 1)
        // Two runs, one with two threads and one with one, are equal byte for byte.
        for file in written.files {
            let name = Array(file.path.bytes[(written.folder.bytes.count + 1)...])
            #expect(try read(file.path) == read(folder.file("demo").appending(name)), "\(file.path.shown)")
        }
    }

    @Test("a folder that cannot be made is named in one line, before any work")
    func unwritable() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "file")
        do throws(AudioError) {
            _ = try DemoCollection.write(to: folder.file("file/demo")) { _ in Issue.record("work was done") }
            Issue.record("it was written")
        } catch {
            #expect(error.description.contains("file/demo"))
            #expect(!error.description.contains("\n"))
        }
    }

    @Test("progress counts every piece and cover once")
    func progress() {
        #expect(written.progress.map(\.done) == Array(1...written.progress.count))
        #expect(written.progress.allSatisfy { $0.total == DemoCollection.pieceCount + DemoCollection.albumCount })
        #expect(written.progress.last?.done == written.progress.last?.total)
        let titles = Set(written.progress.map(\.title))
        for album in Album.all { #expect(titles.isSuperset(of: album.pieces.map(\.title))) }
    }

    private func sounds(of album: Album) -> [DemoCollection.File] {
        let folder = AlbumWriter(album, in: written.folder).folder
        return written.sounds.filter { $0.path.directory == folder }
    }

    private func read(_ path: RawPath) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path.shown)))
    }

    private func everything(under folder: RawPath) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.shown).filter { name in
            var isFolder = false
            return FileManager.default.fileExists(atPath: folder.shown + "/" + name, isDirectory: &isFolder)
                && !isFolder
        }
    }
}

private enum CoverFilesFixture {
    /// Where an album keeps its cover in `collection`.
    static func path(in collection: RawPath) -> String {
        AlbumWriter(.winterGarden, in: collection).folder.shown + "/cover.png"
    }
}
