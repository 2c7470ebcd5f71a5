// The frames last rendered, kept until they were heard: what a pause cuts off plays again. The output thread.

import AudioCore

/// A ring of device frames addressed by their number since `prepare`. It owns its memory.
struct FrameHistory: ~Copyable {
    /// A multiple of the period, so that a period never wraps.
    let frameCount: Int
    private let bytesPerFrame: Int
    private let memory: UnsafeMutableRawPointer

    /// - Parameter atLeast: frames that must be kept; rounded up to whole periods.
    init(atLeast: Int, periodFrameCount: Int, format: DeviceFormat) {
        precondition(atLeast > 0 && periodFrameCount > 0 && format.bytesPerFrame > 0)
        frameCount = (atLeast + periodFrameCount - 1) / periodFrameCount * periodFrameCount
        bytesPerFrame = format.bytesPerFrame
        let byteCount = frameCount * bytesPerFrame
        memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
        // Touched here, so that the first pass through it takes no page fault.
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { memory.deallocate() }

    func pointer(toFrame frame: Int) -> UnsafeMutableRawPointer {
        memory + frame % frameCount * bytesPerFrame
    }

    /// Frames from `frame` on that lie in one piece.
    func contiguousFrameCount(from frame: Int) -> Int {
        frameCount - frame % frameCount
    }
}
