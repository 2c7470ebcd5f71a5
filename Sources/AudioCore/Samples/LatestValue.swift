// A mailbox for one writing and one reading thread in which the newest value wins. No locks, no waiting.

import Synchronization

/// Hands plain values from one thread to another. The writer (main) never waits for the reader and overwrites what
/// was not taken; the reader (output) gets the newest value once, whole, or nothing.
///
/// A triple buffer: each side owns one slot, the third lies in the middle, and both only ever exchange their slot for
/// the middle one. `publish` from one thread at a time, `take` from one thread at a time.
public final class LatestValue<Value: BitwiseCopyable & Sendable>: @unchecked Sendable {
    /// The number of the middle slot in the low two bits, `fresh` when its value was not taken.
    private let middle = Atomic<UInt8>(0)
    private let slots = UnsafeMutablePointer<Value>.allocate(capacity: 3)
    /// The writer's own.
    private var writing: UInt8 = 1
    /// The reader's own.
    private var reading: UInt8 = 2

    private static var fresh: UInt8 { 4 }
    private static var slotMask: UInt8 { 3 }

    public init() {}

    deinit { slots.deallocate() }

    /// Makes `value` the one taken next. Writing thread.
    public func publish(_ value: Value) {
        (slots + Int(writing)).initialize(to: value)
        writing = middle.exchange(writing | Self.fresh, ordering: .acquiringAndReleasing) & Self.slotMask
    }

    /// The newest value, if one was published since the last take. Reading thread; real-time.
    public func take() -> Value? {
        guard middle.load(ordering: .relaxed) & Self.fresh != 0 else { return nil }
        reading = middle.exchange(reading, ordering: .acquiringAndReleasing) & Self.slotMask
        return slots[Int(reading)]
    }
}
