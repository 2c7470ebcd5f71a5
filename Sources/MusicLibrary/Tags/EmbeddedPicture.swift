// A picture inside an audio file: where it lies, read only when it is wanted. Values; any thread.

public import AudioCore

/// Where a picture lies in its file. Scanning keeps this and leaves the bytes on disk.
public struct EmbeddedPicture: Hashable, Sendable {
    /// Byte offset in the file.
    public var offset: Int64
    /// Bytes in the file, at most 16 MiB.
    public var storedLength: Int
    /// The bytes carry ID3v2 unsynchronisation, which `read` removes.
    public var isUnsynchronised: Bool
    /// As the tag states it, lower case; nil when it does not. The bytes themselves decide what it is.
    public var mimeType: String?
    /// The ID3v2 picture type (ID3v2.4 frames, section 4.14): 3 is the front cover.
    public var pictureType: Int

    public init(
        offset: Int64, storedLength: Int, isUnsynchronised: Bool = false, mimeType: String? = nil, pictureType: Int
    ) {
        self.offset = offset
        self.storedLength = storedLength
        self.isUnsynchronised = isUnsynchronised
        self.mimeType = mimeType
        self.pictureType = pictureType
    }

    public static let frontCover = 3

    /// The picture's bytes; empty when the file has become shorter than it was.
    /// - Throws: what the source throws when it cannot be read.
    public func read(from source: any ByteSource) throws(AudioError) -> [UInt8] {
        guard let size = source.size else { return [] }
        let bytes = try SourceWindow(source, size: size).bytes(at: offset, count: storedLength)
        guard bytes.count == storedLength else { return [] }
        return isUnsynchronised ? Unsynchronisation.decode(bytes) : bytes
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
