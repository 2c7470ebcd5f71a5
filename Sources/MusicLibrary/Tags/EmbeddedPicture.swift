// A picture inside an audio file: where it lies, read only when it is wanted. Values; any thread.

public import AudioCore

/// Where a picture lies in its file. Scanning keeps this and leaves the bytes on disk.
public struct EmbeddedPicture: Hashable, Sendable {
    /// Byte offset in the file.
    public var offset: Int64
    /// Bytes in the file, at most 16 MiB.
    public var storedLength: Int
    /// What stands between the bytes in the file and the picture, which `read` takes away.
    public var packing: Packing
    /// As the tag states it, lower case; nil when it does not. The bytes themselves decide what it is.
    public var mimeType: String?
    /// The ID3v2 picture type (ID3v2.4 frames, section 4.14): 3 is the front cover.
    public var pictureType: Int

    /// How a picture's bytes stand in a file; raw values are kept in the index.
    public enum Packing: Int, Sendable {
        case plain
        /// With ID3v2 unsynchronisation.
        case unsynchronised
        /// Inside an Ogg stream, in whose bytes `offset` counts.
        case ogg
        /// As `ogg`, a FLAC picture block in base64 (`METADATA_BLOCK_PICTURE`).
        case oggBase64
        /// A FLAC picture block in base64 among comments that no Ogg page parts.
        case base64
    }

    public init(
        offset: Int64, storedLength: Int, packing: Packing = .plain, mimeType: String? = nil, pictureType: Int
    ) {
        self.offset = offset
        self.storedLength = storedLength
        self.packing = packing
        self.mimeType = mimeType
        self.pictureType = pictureType
    }

    public static let frontCover = 3

    /// The picture's bytes; empty when the file has become shorter than it was.
    /// - Throws: what the source throws when it cannot be read.
    public func read(from source: any ByteSource) throws(AudioError) -> [UInt8] {
        guard let size = source.size else { return [] }
        var window = SourceWindow(source, size: size)
        if packing == .ogg || packing == .oggBase64 {
            let start = try ID3v2Reader.readLeading(window).end
            guard let inside = try OggByteSource.sound(in: window, name: source.name, at: start) else { return [] }
            window = SourceWindow(inside.stream, size: OggByteSource.reach)
        }
        let bytes = try window.bytes(at: offset, count: storedLength)
        guard bytes.count == storedLength else { return [] }
        switch packing {
        case .plain, .ogg: return bytes
        case .unsynchronised: return Unsynchronisation.decode(bytes)
        case .base64, .oggBase64: return FLACPictureBlock.data(Base64.decode(bytes))
        }
    }

    /// The picture to show for a track: a front cover, else one of no stated kind, else any, file icons last.
    static func best(of pictures: [EmbeddedPicture]) -> EmbeddedPicture? {
        func rank(_ picture: EmbeddedPicture) -> Int {
            switch picture.pictureType {
            case frontCover: 0
            case 0: 1
            case 1, 2: 3
            default: 2
            }
        }
        return pictures.enumerated().min { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }?.element
    }
}
