// Which picture stands for a track: one inside its file, else one beside it. Workers.

public import AudioCore

/// Finds covers.
public enum CoverFinder {
    /// Where a cover comes from.
    public enum Cover: Hashable, Sendable {
        case embedded(EmbeddedPicture)
        case folder(RawPath)
    }

    /// Bytes read of a picture to find its size: metadata in front of it may be long.
    private static let headerLength = 256 * 1024
    /// Pictures of a folder that are looked at.
    private static let maximumImageCount = 200
    private static let names = ["cover", "folder", "front", "album"]
    private static let endings = ["jpg", "jpeg", "png"]

    /// The cover of a track: the embedded front cover, another embedded picture, the picture of its folder.
    ///
    /// - Parameters:
    ///   - tags: of the track's file.
    ///   - file: the track's file.
    public static func cover(_ tags: TrackTags, of file: RawPath) -> Cover? {
        tags.cover.map(Cover.embedded) ?? folderImage(in: file.directory).map(Cover.folder)
    }

    /// The picture that stands for a folder: `cover`, `folder`, `front` or `album` as .jpg, .jpeg or .png in any case,
    /// else the one with the most pixels. Hidden files, empty ones, thumbnails of other players and what is no picture
    /// are passed over. Nil without one, and for a folder that cannot be listed.
    public static func folderImage(in folder: RawPath) -> RawPath? {
        guard let listing = try? FolderListing.read(folder) else { return nil }
        let images = listing.entries.filter { $0.kind == .file && isCandidate($0.name) }
            .sorted { NaturalOrder($0.name) < NaturalOrder($1.name) }
            .map { folder.appending($0.name) }
        for name in names {
            for ending in endings {
                let wanted = "\(name).\(ending)"
                if let image = images.first(where: { folded($0.lastComponent) == wanted && header(of: $0) != nil }) {
                    return image
                }
            }
        }
        var best: (path: RawPath, pixels: Int)?
        for path in images.prefix(maximumImageCount) {
            guard let header = header(of: path) else { continue }
            let (pixels, overflows) = header.width.multipliedReportingOverflow(by: header.height)
            if !overflows, pixels > best?.pixels ?? 0 { best = (path, pixels) }
        }
        return best?.path
    }

    /// The kind and size of a picture file; nil when it is none or cannot be read.
    public static func header(of path: RawPath) -> ImageHeader? {
        guard let source = try? FileByteSource(path), let bytes = try? source.readBytes(headerLength) else {
            return nil
        }
        return ImageHeader.read(bytes)
    }

    private static func isCandidate(_ name: [UInt8]) -> Bool {
        guard name.first != UInt8(ascii: ".") else { return false }
        let name = folded(name)
        guard let dot = name.lastIndex(of: "."), endings.contains(String(name[name.index(after: dot)...])) else {
            return false
        }
        // Windows Media Player leaves these: AlbumArtSmall.jpg, AlbumArt_{GUID}_Small.jpg.
        return !(name.hasPrefix("albumart") && name[..<dot].hasSuffix("small"))
    }

    private static func folded(_ name: [UInt8]) -> String {
        String(decoding: name, as: UTF8.self).lowercased()
    }
}
