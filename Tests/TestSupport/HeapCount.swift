// What code takes from the heap and which locks it takes. Counted on the calling thread alone.

import CAllocationCounter

/// The sums over several pieces of code.
public struct HeapCount {
    /// Blocks taken, made larger and given back.
    public private(set) var allocations = 0
    /// Blocks of more than 48 bytes taken or made larger: arrays and texts, but not the iterators and closures that an
    /// unoptimised build keeps on the heap.
    public private(set) var largeAllocations = 0
    /// Mutexes and read-write locks, and waits in the kernel.
    public private(set) var locks = 0

    public init() {}

    /// Runs the code and adds what it took.
    public mutating func add(_ body: () -> Void) {
        counter_start()
        body()
        counter_stop()
        allocations += counter_allocations()
        largeAllocations += counter_large_allocations()
        locks += counter_locks()
    }
}
