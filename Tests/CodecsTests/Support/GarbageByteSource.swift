// A source with a head of real bytes and hundreds of megabytes of noise behind, made as they are read.

import AudioCore

final class GarbageByteSource: ByteSource {
    let name = "long.flac"
    let isSeekable = true
    private(set) var position: Int64 = 0
    private(set) var bytesRead: Int64 = 0
    private let head: [UInt8]
    private let total: Int64

    init(_ head: [UInt8], garbage: Int64) {
        self.head = head
        total = Int64(head.count) + garbage
    }

    var size: Int64? { total }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        let count = Int(min(Int64(buffer.count), total - position))
        for index in 0..<count {
            let place = position + Int64(index)
            buffer[index] =
                place < head.count
                ? head[Int(place)] : UInt8(truncatingIfNeeded: (UInt64(place) &* 0x9E37_79B9_7F4A_7C15) >> 40)
        }
        position += Int64(count)
        bytesRead += Int64(count)
        return count
    }

    func seek(to offset: Int64) throws(AudioError) { position = offset }
}
