// The ring between the decoder thread and the output thread: one writer, one reader, no lock.

import Synchronization

/// A ring of interleaved 32-bit words, addressed by frames counted since it was made.
///
/// The reader's frames stay in the ring until it releases them: what was handed to a device but not heard can be
/// read again after a pause, an unplugged DAC or a closed device.
public final class RingBuffer: @unchecked Sendable {
    // Unchecked: the storage in `released ..< written` is only read, the rest is only touched by the writer, and the
    // two counters are published with release and read with acquire order.
    public let channels: Int
    /// Frames it holds; a power of two.
    public let frameCapacity: Int
    private let storage: UnsafeMutablePointer<UInt32>
    private let writtenFrames = Atomic<Int64>(0)
    private let releasedFrames = Atomic<Int64>(0)

    /// - Parameter minimumFrameCount: rounded up to a power of two.
    public init(channels: Int, minimumFrameCount: Int) {
        precondition(channels > 0 && minimumFrameCount > 0)
        self.channels = channels
        frameCapacity = 1 << (Int.bitWidth - (minimumFrameCount - 1).leadingZeroBitCount)
        storage = .allocate(capacity: frameCapacity * channels)
    }

    deinit { storage.deallocate() }

    /// Frames written so far: the address of the next one.
    public var written: Int64 { writtenFrames.load(ordering: .acquiring) }

    /// Frames that are not needed again.
    public var released: Int64 { releasedFrames.load(ordering: .acquiring) }

    /// Frames that can be written now. Writer's thread.
    public var writableFrameCount: Int {
        frameCapacity - Int(writtenFrames.load(ordering: .relaxed) - releasedFrames.load(ordering: .acquiring))
    }

    /// Copies up to `frameCount` frames in. Writer's thread.
    /// - Returns: frames taken; fewer when the ring is full.
    public func write(_ words: UnsafePointer<UInt32>, frameCount: Int) -> Int {
        let count = min(frameCount, writableFrameCount)
        let start = writtenFrames.load(ordering: .relaxed)
        var done = 0
        while done < count {
            let slot = Int((start + Int64(done)) & Int64(frameCapacity - 1))
            let run = min(count - done, frameCapacity - slot)
            (storage + slot * channels).update(from: words + done * channels, count: run * channels)
            done += run
        }
        writtenFrames.store(start + Int64(count), ordering: .releasing)
        return count
    }

    /// The longest run of words that lie side by side from `frame` on, at most `frameCount` frames. Reader's thread.
    @inline(__always)
    func run(at frame: Int64, frameCount: Int) -> (words: UnsafePointer<UInt32>, frameCount: Int) {
        let readable = Int(max(0, writtenFrames.load(ordering: .acquiring) - frame))
        let slot = Int(frame & Int64(frameCapacity - 1))
        return (UnsafePointer(storage + slot * channels), min(frameCount, readable, frameCapacity - slot))
    }

    /// Gives the writer all frames before `frame`. Reader's thread; never falls.
    @inline(__always)
    func release(before frame: Int64) {
        if frame > releasedFrames.load(ordering: .relaxed) {
            releasedFrames.store(frame, ordering: .releasing)
        }
    }
}
