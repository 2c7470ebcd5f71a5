// The kind and size of a picture from its first bytes, before anything is decoded. Values; any thread.

/// What the header of a JPEG or PNG says.
public struct ImageHeader: Hashable, Sendable {
    /// The kinds of picture that are shown; raw values are part of the JSON contract.
    public enum Kind: String, Sendable {
        case jpeg
        case png
    }

    public var type: Kind
    /// Pixels, at least 1.
    public var width: Int
    /// Pixels, at least 1.
    public var height: Int

    public init(type: Kind, width: Int, height: Int) {
        self.type = type
        self.width = width
        self.height = height
    }

    /// Reads a header out of the first bytes of a picture; nil when they are of another kind, damaged, or too few to
    /// reach the size.
    public static func read(_ bytes: [UInt8]) -> ImageHeader? {
        let header = bytes.starts(with: [0xFF, 0xD8]) ? jpeg(bytes) : png(bytes)
        guard let header, header.width > 0, header.height > 0 else { return nil }
        return header
    }

    /// The IHDR chunk, which comes first (PNG third edition, section 11.2.1).
    private static func png(_ bytes: [UInt8]) -> ImageHeader? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.hasASCII("IHDR", at: 12),
            let width = bytes.bigEndian(at: 16), let height = bytes.bigEndian(at: 20), width < 1 << 31,
            height < 1 << 31
        else { return nil }
        return ImageHeader(type: .png, width: width, height: height)
    }

    /// Walks the segments to the first frame header (ITU-T T.81, annex B, table B.1).
    private static func jpeg(_ bytes: [UInt8]) -> ImageHeader? {
        var offset = 2
        while offset + 1 < bytes.count {
            guard bytes[offset] == 0xFF else { return nil }
            let marker = bytes[offset + 1]
            switch marker {
            case 0xFF:
                // Fill bytes.
                offset += 1
            case 0x01, 0xD0...0xD8:
                // Markers that stand alone.
                offset += 2
            case 0xD9, 0xDA:
                // The end, or samples, without a frame header.
                return nil
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = bytes.bigEndian(at: offset + 5, count: 2),
                    let width = bytes.bigEndian(at: offset + 7, count: 2)
                else { return nil }
                return ImageHeader(type: .jpeg, width: width, height: height)
            default:
                guard let length = bytes.bigEndian(at: offset + 2, count: 2), length >= 2 else { return nil }
                offset += 2 + length
            }
        }
        return nil
    }
}
