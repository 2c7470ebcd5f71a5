// What libFLAC's callbacks read from and write to. Touched only inside calls of libFLAC, on the codec's thread.

import AudioCore

/// The bytes libFLAC sees, and the block it decoded last.
///
/// libFLAC is shown a short stream made of the marker, STREAMINFO and the frames: no tag, no cover, no seek table that
/// could lie. Offsets in it are called virtual. FLAC in Ogg it is shown as it stands.
final class FLACStream {
    let reader: SourceReader
    let header: FLACHeader
    /// The offset in the source behind the last byte of sound; nil when unknown.
    let soundEnd: Int64?
    private let front: [UInt8]
    /// The virtual offset of the next byte.
    private(set) var position: Int64 = 0
    /// Why a callback gave up; libFLAC only knows that it did.
    var failure: AudioError?
    /// A place is being looked for, rather than the next block.
    var isSeeking = false
    /// Bytes given since the last sound block or the last jump, and the frame behind that block.
    private var searchedBytes: Int64 = 0
    private var soundFrame: Int64 = 0
    /// Since the last `forgetErrors`: libFLAC told of an error; of a block that failed its checksum; of that last.
    private(set) var hasError = false
    private(set) var hasFailedChecksum = false
    private(set) var isBlockDoubtful = false

    /// The block decoded last: words interleaved and left-justified, and the number of its first frame.
    private(set) var block: UnsafeMutablePointer<UInt32>
    private(set) var blockCount = 0
    private(set) var blockFirst: Int64 = 0
    private var blockCapacity: Int

    init(_ reader: SourceReader, _ header: FLACHeader, soundEnd: Int64?) {
        self.reader = reader
        self.header = header
        self.soundEnd = soundEnd
        front = header.isOgg ? [] : Array("fLaC".utf8) + [0x80, 0, 0, 34] + header.streamInfo
        blockCapacity = max(header.largestBlock, 4096)
        block = .allocate(capacity: blockCapacity * header.channels)
    }

    deinit { block.deallocate() }

    /// Bytes of the virtual stream; nil when unknown.
    var length: Int64? {
        soundEnd.map { max(0, $0 - header.soundStart) + Int64(front.count) }
    }

    var isAtEnd: Bool {
        length.map { position >= $0 } ?? false
    }

    func forgetBlock() {
        blockCount = 0
    }

    func forgetErrors() {
        hasError = false
        hasFailedChecksum = false
        isBlockDoubtful = false
    }

    func noteError(isChecksum: Bool) {
        hasError = true
        hasFailedChecksum = hasFailedChecksum || isChecksum
        // Up to 1.3 libFLAC gives a block that failed its checksum as silence, right behind the error; since 1.4 it
        // searches on, and what it gives then is sound.
        isBlockDoubtful = isChecksum
    }

    func seek(toVirtual offset: Int64) {
        position = offset
        searchedBytes = 0
    }

    /// Bytes in which the next block has to begin; what has none in so many is not searched to its end. Where all frames
    /// have come, or a jump led into it, little is enough.
    private var longestSearch: Int64 {
        let isComplete = header.frameCount.map { soundFrame >= $0 } ?? false
        let block = Int64(header.largestBlock * header.channels * 4)
        return (isComplete || isSeeking ? 1 << 20 : 64 << 20) + 2 * block
    }

    /// Reads up to `destination.count` bytes; 0 at the end.
    func read(into destination: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        guard searchedBytes <= longestSearch else { return 0 }
        var count = destination.count
        if let length { count = Int(min(Int64(count), max(0, length - position))) }
        if position < front.count {
            let start = Int(position)
            count = min(count, front.count - start)
            front.withUnsafeBytes { bytes in
                destination.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
            }
        } else {
            let offset = header.soundStart + position - Int64(front.count)
            if reader.position != offset { try reader.seek(to: offset) }
            count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: destination[..<count]))
        }
        position += Int64(count)
        searchedBytes += Int64(count)
        return count
    }

    /// Takes a decoded block; `plane` gives the samples of a channel.
    func take(first: Int64, count: Int, plane: (Int) -> UnsafePointer<Int32>?) {
        let channels = header.channels
        if count > blockCapacity {
            block.deallocate()
            block = .allocate(capacity: count * channels)
            blockCapacity = count
        }
        let shift = UInt32(32 - header.bits)
        if channels == 2, let left = plane(0), let right = plane(1) {
            for index in 0..<count {
                block[index &* 2] = UInt32(bitPattern: left[index]) &<< shift
                block[index &* 2 &+ 1] = UInt32(bitPattern: right[index]) &<< shift
            }
        } else {
            for channel in 0..<channels {
                guard let samples = plane(channel) else { continue }
                for index in 0..<count {
                    block[index &* channels &+ channel] = UInt32(bitPattern: samples[index]) &<< shift
                }
            }
        }
        blockFirst = first
        blockCount = count
        searchedBytes = 0
        soundFrame = first &+ Int64(count)
    }
}
