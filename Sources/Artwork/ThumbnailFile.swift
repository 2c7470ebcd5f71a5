// One thumbnail on disk: pixels as they are drawn, so that reading is one copy. Workers.
//
// Little-endian words: magic, version, width, height, bytes of the key, CRC-32 of what follows; the key; the pixels.

import Glibc

/// The form of a thumbnail file.
enum ThumbnailFile {
    static let suffix = ".thumb"
    private static let magic: UInt32 = 0x4252_4143
    private static let version: UInt32 = 1
    private static let headerSize = 24
    /// A path is at most PATH_MAX bytes; the numbers of a key take 48.
    private static let largestIdentity = 48 + 4096

    /// Bytes of a file in all.
    static func size(width: Int, height: Int, identityCount: Int) -> Int {
        headerSize + identityCount + width * height * 4
    }

    /// Header and key of a file with these pixels.
    static func prefix(of bitmap: Bitmap, identity: [UInt8]) -> [UInt8] {
        let words = [
            magic, version, UInt32(bitmap.width), UInt32(bitmap.height), UInt32(identity.count),
            checksum(identity, bitmap.pixels),
        ]
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } } + identity
    }

    /// The picture in an opened file, or nil when it is not one of ours, damaged or of another key.
    ///
    /// - Parameters:
    ///   - size: bytes of the file.
    ///   - identity: the key it must hold; nil takes any.
    static func read(_ descriptor: Int32, size: Int, identity: [UInt8]?) -> Bitmap? {
        var start = [UInt8](repeating: 0, count: min(size, headerSize + largestIdentity))
        let got = start.withUnsafeMutableBytes { readFully(descriptor, into: $0, at: 0) }
        guard got, start.count >= headerSize else { return nil }
        func word(_ index: Int) -> UInt32 {
            start.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)) }
        }
        let (width, height, identityCount) = (Int(word(2)), Int(word(3)), Int(word(4)))
        let allowed = 1...ImageLimits.largestTarget
        guard word(0) == magic, word(1) == version, allowed.contains(width), allowed.contains(height),
            identityCount <= largestIdentity,
            size == Self.size(width: width, height: height, identityCount: identityCount)
        else { return nil }
        let found = Array(start[headerSize..<(headerSize + identityCount)])
        if let identity, identity != found { return nil }
        var isWhole = false
        let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)
            isWhole = readFully(descriptor, into: room, at: headerSize + identityCount)
            count = isWhole ? width * height : 0
        }
        guard isWhole, checksum(found, pixels) == word(5) else { return nil }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    private static func checksum(_ identity: [UInt8], _ pixels: [UInt32]) -> UInt32 {
        var crc = CRC32()
        identity.withUnsafeBytes { crc.update($0) }
        pixels.withUnsafeBytes { crc.update($0) }
        return crc.value
    }

    private static func readFully(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) -> Bool {
        guard let base = buffer.baseAddress else { return buffer.isEmpty }
        var filled = 0
        while filled < buffer.count {
            let got = pread(descriptor, base + filled, buffer.count - filled, offset + filled)
            if got < 0, errno == EINTR { continue }
            if got <= 0 { return false }
            filled += got
        }
        return true
    }
}
