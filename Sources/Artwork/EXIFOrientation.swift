// How a camera was held: the orientation tag of a JPEG. Values; any thread.

/// Where the stored rows and columns belong (EXIF 2.3, section 4.6.4 A, tag 0x0112).
enum EXIFOrientation: Int, CaseIterable, Sendable {
    case upright = 1
    case mirrored, turnedHalf, flipped, transposed, turnedRight, transversed, turnedLeft

    /// The stored width is the shown height.
    var swapsSides: Bool { rawValue >= 5 }

    /// The orientation found in the bytes of a JPEG; upright when there is none or it makes no sense.
    init(jpeg bytes: [UInt8]) {
        self = Self.find(in: bytes) ?? .upright
    }

    /// The picture as it is to be seen.
    func applied(to stored: Bitmap) -> Bitmap {
        if self == .upright { return stored }
        let (width, height) = (stored.width, stored.height)
        var shown =
            swapsSides ? Bitmap(width: height, height: width) : Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let (right, bottom) = (width - 1 - x, height - 1 - y)
                let (px, py) =
                    switch self {
                    case .upright: (x, y)
                    case .mirrored: (right, y)
                    case .turnedHalf: (right, bottom)
                    case .flipped: (x, bottom)
                    case .transposed: (y, x)
                    case .turnedRight: (bottom, x)
                    case .transversed: (bottom, right)
                    case .turnedLeft: (y, right)
                    }
                shown[x: px, y: py] = stored[x: x, y: y]
            }
        }
        return shown
    }

    /// Walks the segments of a JPEG up to its first scan.
    private static func find(in bytes: [UInt8]) -> EXIFOrientation? {
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if marker == 0xFF {
                at += 1
                continue
            }
            if marker == 0xDA || marker == 0xD9 { return nil }
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            let end = at + 2 + length
            guard length >= 2, end <= bytes.count else { return nil }
            if marker == 0xE1, bytes[(at + 4)..<end].starts(with: Array("Exif\0\0".utf8)) {
                return orientation(inTIFF: bytes[(at + 10)..<end])
            }
            at = end
        }
        return nil
    }

    /// Looks through the first directory of a TIFF header (TIFF 6.0, section 2).
    private static func orientation(inTIFF tiff: ArraySlice<UInt8>) -> EXIFOrientation? {
        let isBigEndian = tiff.starts(with: [0x4D, 0x4D, 0, 42])
        guard isBigEndian || tiff.starts(with: [0x49, 0x49, 42, 0]) else { return nil }
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, offset + count <= tiff.count else { return nil }
            let field = tiff[(tiff.startIndex + offset)..<(tiff.startIndex + offset + count)]
            let ordered = isBigEndian ? Array(field) : field.reversed()
            return ordered.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let entryCount = number(directory, 2) else { return nil }
        for entry in 0..<entryCount {
            let offset = directory + 2 + entry * 12
            guard let tag = number(offset, 2) else { return nil }
            // Type 3 is a 16-bit number, kept in the entry itself.
            if tag == 0x0112, number(offset + 2, 2) == 3, let value = number(offset + 8, 2) {
                return EXIFOrientation(rawValue: value)
            }
        }
        return nil
    }
}
