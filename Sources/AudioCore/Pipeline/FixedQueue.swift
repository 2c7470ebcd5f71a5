// A queue of plain values between two threads: one writer, one reader, no lock, a fixed size.

import Synchronization

/// A single-writer, single-reader queue that never grows.
public final class FixedQueue<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: a slot is written before `tail` is published and read before `head` is.
    private let slots: UnsafeMutablePointer<Element>
    private let mask: Int
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)

    /// - Parameter capacity: a power of two.
    public init(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0)
        slots = .allocate(capacity: capacity)
        mask = capacity - 1
    }

    deinit { slots.deallocate() }

    /// Elements in the queue; exact when one thread is both writer and reader.
    public var count: Int { tail.load(ordering: .acquiring) - head.load(ordering: .acquiring) }

    /// Writer's thread. False when the queue is full; nothing is lost of what stands in it.
    @discardableResult
    public func push(_ element: Element) -> Bool {
        let end = tail.load(ordering: .relaxed)
        guard end - head.load(ordering: .acquiring) <= mask else { return false }
        (slots + (end & mask)).initialize(to: element)
        tail.store(end + 1, ordering: .releasing)
        return true
    }

    /// The oldest element, left in place. Reader's thread.
    public func peek() -> Element? {
        let start = head.load(ordering: .relaxed)
        guard start < tail.load(ordering: .acquiring) else { return nil }
        return slots[start & mask]
    }

    /// The oldest element. Reader's thread.
    public func pop() -> Element? {
        let start = head.load(ordering: .relaxed)
        guard start < tail.load(ordering: .acquiring) else { return nil }
        let element = slots[start & mask]
        head.store(start + 1, ordering: .releasing)
        return element
    }
}
