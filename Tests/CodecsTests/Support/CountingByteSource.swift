// A ByteSource that knows how much was taken from it, or that is a stream.

import AudioCore
import TestSupport

final class CountingByteSource: ByteSource {
    private let inner: MemoryByteSource
    private(set) var bytesRead = 0

    init(_ bytes: [UInt8], name: String = "counted") {
        inner = MemoryByteSource(bytes, name: name)
    }

    var name: String { inner.name }
    var size: Int64? { inner.size }
    var isSeekable: Bool { inner.isSeekable }
    var position: Int64 { inner.position }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        let got = try inner.read(into: buffer)
        bytesRead += got
        return got
    }

    func seek(to offset: Int64) throws(AudioError) {
        try inner.seek(to: offset)
    }
}
