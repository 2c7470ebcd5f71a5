// The picture of a folder, and the size of a picture by its header.

import AudioCore
import MusicLibrary
import TestSupport
import Testing

@Suite("Covers")
struct CoverTests {
    static let folders: [(files: [(String, [UInt8])], chosen: String?)] = [
        ([("cover.jpg", jpegBytes()), ("folder.jpg", jpegBytes(width: 900))], "cover.jpg"),
        ([("FOLDER.JPG", jpegBytes()), ("front.png", pngBytes())], "FOLDER.JPG"),
        ([("album.png", pngBytes()), ("huge.jpg", jpegBytes(width: 5000))], "album.png"),
        ([("Front.jpeg", jpegBytes()), ("zzz.jpg", jpegBytes(width: 5000))], "Front.jpeg"),
        (
            [
                ("a.jpg", jpegBytes(width: 10)), ("b.png", pngBytes(width: 900, height: 900)),
                ("c.jpg", jpegBytes(width: 9)),
            ], "b.png"
        ),
        ([("cover.jpg", []), ("scan.jpg", jpegBytes())], "scan.jpg"),
        ([("cover.jpg", ascii("<html>not found</html>")), ("folder.png", pngBytes())], "folder.png"),
        ([("._cover.jpg", jpegBytes()), ("x.jpg", jpegBytes(width: 2))], "x.jpg"),
        ([("AlbumArtSmall.jpg", jpegBytes()), ("AlbumArt_{1-2}_Small.jpg", jpegBytes())], nil),
        (
            [("AlbumArt_{1-2}_Large.jpg", jpegBytes()), ("AlbumArtSmall.jpg", jpegBytes(width: 9000))],
            "AlbumArt_{1-2}_Large.jpg"
        ),
        ([("cover.gif", jpegBytes()), ("song.flac", [1])], nil),
        ([("cover.jpg", jpegBytes(metadata: 60_000) + [0])], "cover.jpg"),
        ([], nil),
    ]

    @Test("the picture of a folder: known names, then the largest, traps left out", arguments: folders)
    func folderImage(files: [(String, [UInt8])], chosen: String?) throws {
        let folder = TemporaryFolder()
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        #expect(CoverFinder.folderImage(in: RawPath(folder.path)) == chosen.map { folder.file($0) })
    }

    @Test("an embedded picture stands in front of the folder's")
    func embeddedFirst() throws {
        let folder = TemporaryFolder()
        let image = try folder.write(jpegBytes(), to: "cover.jpg")
        let song = folder.file("song.mp3")
        var tags = TrackTags()
        #expect(CoverFinder.cover(tags, of: song) == .folder(image))
        let back = EmbeddedPicture(offset: 100, storedLength: 10, pictureType: 4)
        tags.pictures = [back]
        #expect(CoverFinder.cover(tags, of: song) == .embedded(back))
        let front = EmbeddedPicture(offset: 200, storedLength: 10, pictureType: 3)
        tags.pictures = [back, front]
        #expect(CoverFinder.cover(tags, of: song) == .embedded(front))
    }

    @Test("a folder that cannot be listed has no picture")
    func noFolder() {
        #expect(CoverFinder.folderImage(in: RawPath("/nonexistent/folder")) == nil)
    }

    @Test("sizes of JPEG of every coding and of PNG", arguments: [0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xCF] as [UInt8])
    func header(marker: UInt8) {
        let jpeg = ImageHeader.read(jpegBytes(width: 640, height: 480, marker: marker))
        #expect(jpeg == ImageHeader(type: .jpeg, width: 640, height: 480))
        let png = ImageHeader.read(pngBytes(width: 70_000, height: 3))
        #expect(png == ImageHeader(type: .png, width: 70_000, height: 3))
    }

    static let none: [[UInt8]] = [
        [], [0xFF], [0xFF, 0xD8], ascii("GIF89a"), jpegBytes(width: 0), jpegBytes(height: 0), pngBytes(width: 0),
        pngBytes(width: 1 << 31), jpegBytes(marker: 0xC4), jpegBytes(marker: 0xDA),
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0],
        [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 100), [0xFF, 0xD8, 0x00, 0xC0, 0, 17, 8, 1, 0, 1, 0],
    ]

    @Test("what is no picture, or one without a size, is none", arguments: none)
    func noHeader(bytes: [UInt8]) {
        #expect(ImageHeader.read(bytes) == nil)
    }

    @Test("damaged headers are survived and never give an empty size")
    func fuzz() {
        for bytes in [jpegBytes(), pngBytes()] {
            damage(bytes, flips: 3000) { damaged in
                if let header = ImageHeader.read(damaged) { #expect(header.width > 0 && header.height > 0) }
            }
        }
    }
}
