import AudioCore
import Glibc
import Synchronization
import Testing

@Suite("the latest-value mailbox")
struct LatestValueTests {
    @Test("gives the newest value once, and nothing before the first")
    func newest() {
        let box = LatestValue<Int>()
        #expect(box.take() == nil)
        box.publish(1)
        box.publish(2)
        box.publish(3)
        #expect(box.take() == 3)
        #expect(box.take() == nil)
        box.publish(4)
        #expect(box.take() == 4)
    }

    @Test("two threads: values come whole, in order, and the last one arrives")
    func threads() {
        let exchange = Exchange()
        let writer = Thread { exchange.write() }
        let reader = Thread { exchange.read() }
        writer.join()
        reader.join()
        #expect(exchange.faults.load(ordering: .relaxed) == 0)
        #expect(exchange.last.load(ordering: .relaxed) == Exchange.count)
        #expect(exchange.taken.load(ordering: .relaxed) > 0)
    }
}

/// A number many times over, 4 kB: a value taken while half written shows.
private struct Wide: BitwiseCopyable, Sendable {
    private struct Eight<Part: BitwiseCopyable & Sendable>: BitwiseCopyable, Sendable {
        var parts: (Part, Part, Part, Part, Part, Part, Part, Part)
        init(_ part: Part) { parts = (part, part, part, part, part, part, part, part) }
    }

    private var words: Eight<Eight<Eight<UInt64>>>

    init(_ number: UInt64) { words = Eight(Eight(Eight(number))) }

    /// The number, or nil when the parts differ.
    var number: UInt64? {
        withUnsafeBytes(of: words) { bytes in
            let numbers = bytes.bindMemory(to: UInt64.self)
            return numbers.allSatisfy { $0 == numbers[0] } ? numbers[0] : nil
        }
    }
}

private final class Exchange: Sendable {
    static let count: UInt64 = 20_000
    let box = LatestValue<Wide>()
    let faults = Atomic<Int>(0)
    let taken = Atomic<Int>(0)
    let last = Atomic<UInt64>(0)

    func write() {
        for number in 1...Self.count { box.publish(Wide(number)) }
    }

    func read() {
        var newest: UInt64 = 0
        while newest < Self.count {
            guard let value = box.take() else {
                sched_yield()
                continue
            }
            if let number = value.number, number > newest {
                newest = number
            } else {
                faults.add(1, ordering: .relaxed)
                return
            }
            taken.add(1, ordering: .relaxed)
        }
        last.store(newest, ordering: .relaxed)
    }
}

/// A real thread of its own, not a place in the pool.
private final class Thread {
    private var handle = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body: body))
        let status = pthread_create(&handle, nil, runWork, work.toOpaque())
        precondition(status == 0, "no thread")
    }

    func join() { pthread_join(handle, nil) }
}

private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
    return nil
}
