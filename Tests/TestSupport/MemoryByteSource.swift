// A ByteSource over bytes in memory, with faults on demand.

public import AudioCore

public final class MemoryByteSource: ByteSource {
    public let name: String
    public let size: Int64?
    public let isSeekable: Bool
    public private(set) var position: Int64 = 0
    /// Reads at or behind this offset throw.
    public var failsAt: Int64?
    /// No read gives more than this.
    public var largestRead = Int.max
    private let bytes: [UInt8]

    public init(_ bytes: [UInt8], name: String = "memory", isSeekable: Bool = true, knowsSize: Bool = true) {
        self.bytes = bytes
        self.name = name
        self.isSeekable = isSeekable
        size = knowsSize ? Int64(bytes.count) : nil
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        if let failsAt, position >= failsAt {
            throw AudioError(.decode, path: name, "cannot be read: input/output error")
        }
        guard position < bytes.count else { return 0 }
        let count = min(buffer.count, bytes.count - Int(position), largestRead)
        bytes.withUnsafeBytes { all in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[Int(position)..<(Int(position) + count)]))
        }
        position += Int64(count)
        return count
    }

    public func seek(to offset: Int64) throws(AudioError) {
        guard isSeekable, offset >= 0 else { throw AudioError(.decode, path: name, "cannot seek") }
        position = offset
    }
}
