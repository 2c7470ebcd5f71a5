// What a thumbnail is of, and how it is drawn. Values; any thread.

/// Where the bytes of a cover are: a picture file, or a place inside a music file.
public struct CoverSource: Hashable, Sendable {
    /// The path as the kernel takes it: raw bytes, which need not be UTF-8.
    public var path: [UInt8]
    /// Nanoseconds since 1970 of the last change, as `stat` gives them.
    public var modified: Int64
    /// Bytes of the file.
    public var size: Int64
    /// Where the picture starts in the file; 0 for a picture file.
    public var offset: Int64

    public init(path: [UInt8], modified: Int64, size: Int64, offset: Int64 = 0) {
        self.path = path
        self.modified = modified
        self.size = size
        self.offset = offset
    }
}

/// One cover at one size. A changed file is another source, so it gets another thumbnail.
public struct ThumbnailKey: Hashable, Sendable {
    public var source: CoverSource
    /// Pixels it is drawn at, 1 ... `ImageLimits.largestTarget`.
    public var width: Int
    public var height: Int
    /// Pixels of the round corners cut in.
    public var cornerRadius: Int

    public init(source: CoverSource, width: Int, height: Int, cornerRadius: Int = 0) {
        self.source = source
        self.width = width
        self.height = height
        self.cornerRadius = cornerRadius
    }

    /// The name of its file in the thumbnail folder: 16 hexadecimal digits and `.thumb`.
    public var name: String {
        // FNV-1a, 64 bits (Fowler, Noll, Vo). Two keys with one name take turns: the file holds its whole key.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in identity { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits + ThumbnailFile.suffix
    }

    /// Every field in a fixed order, little-endian, the path last.
    var identity: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(48 + source.path.count)
        for field in [
            source.modified, source.size, source.offset, Int64(width), Int64(height), Int64(cornerRadius),
        ] {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: field >> Int64(shift)))
            }
        }
        return bytes + source.path
    }
}
