// The smallest of the last so many numbers. Output thread; all memory is taken in `init`.

/// A monotonic queue (Lemire, "Streaming maximum-minimum filter", 2006): each number is put in once and taken out once.
/// Points to memory that its owner frees by `free`.
struct SlidingMinimum {
    private let width: Int
    private let mask: Int
    private let values: UnsafeMutablePointer<Int64>
    private let times: UnsafeMutablePointer<Int>
    private var head = 0
    private var tail = 0
    private var now = 0

    /// - Parameter width: how many numbers count, the newest included; at least 1.
    init(width: Int) {
        precondition(width > 0, "a window of nothing")
        self.width = width
        let capacity = 1 << (Int.bitWidth - width.leadingZeroBitCount)
        mask = capacity - 1
        values = .allocate(capacity: capacity)
        values.initialize(repeating: 0, count: capacity)
        times = .allocate(capacity: capacity)
        times.initialize(repeating: 0, count: capacity)
    }

    func free() {
        values.deallocate()
        times.deallocate()
    }

    mutating func reset() {
        (head, tail, now) = (0, 0, 0)
    }

    /// Takes the next number.
    /// - Returns: the smallest of the last `width`.
    mutating func next(_ value: Int64) -> Int64 {
        while tail > head, values[(tail - 1) & mask] >= value { tail -= 1 }
        values[tail & mask] = value
        times[tail & mask] = now
        tail += 1
        if times[head & mask] <= now - width { head += 1 }
        now += 1
        return values[head & mask]
    }
}
