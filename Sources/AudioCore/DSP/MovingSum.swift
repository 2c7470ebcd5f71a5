// The sum of the last so many numbers. Output thread; all memory is taken in `init`.

/// Exact in integers, so that it never drifts. Points to memory that its owner frees by `free`.
struct MovingSum {
    let width: Int
    private let values: UnsafeMutablePointer<Int64>
    private var place = 0
    private var sum: Int64 = 0

    /// - Parameter width: how many numbers are added, at least 1.
    init(width: Int) {
        precondition(width > 0, "a sum of nothing")
        self.width = width
        values = .allocate(capacity: width)
        values.initialize(repeating: 0, count: width)
    }

    func free() {
        values.deallocate()
    }

    /// As if every number so far had been `value`.
    mutating func reset(to value: Int64) {
        values.update(repeating: value, count: width)
        sum = value * Int64(width)
    }

    /// Takes the next number.
    /// - Returns: the sum of the last `width`.
    mutating func next(_ value: Int64) -> Int64 {
        sum += value - values[place]
        values[place] = value
        place = place + 1 == width ? 0 : place + 1
        return sum
    }
}
