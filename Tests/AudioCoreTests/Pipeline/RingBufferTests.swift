import Glibc
import Testing

@testable import AudioCore

@Suite("The ring between decoder and output")
struct RingBufferTests {
    @Test("holds what fits, tells how much it took, and keeps the order over many laps")
    func wraps() {
        let ring = RingBuffer(channels: 2, minimumFrameCount: 100)
        #expect(ring.frameCapacity == 128)
        var next: UInt32 = 0
        var read: Int64 = 0
        for turn in 0..<300 {
            var words = [UInt32](repeating: 0, count: 2 * (turn % 50 + 1))
            for index in words.indices { words[index] = next &+ UInt32(index) }
            let taken = words.withUnsafeBufferPointer { ring.write($0.baseAddress!, frameCount: words.count / 2) }
            #expect(taken <= words.count / 2)
            next &+= UInt32(2 * taken)
            while true {
                let run = ring.run(at: read, frameCount: 37)
                guard run.frameCount > 0 else { break }
                for index in 0..<(2 * run.frameCount) where run.words[index] != UInt32(2 * read) + UInt32(index) {
                    Issue.record("word \(index) behind frame \(read)")
                }
                read += Int64(run.frameCount)
            }
            ring.release(before: read)
        }
        #expect(read == ring.written)
        #expect(read == Int64(next / 2))
    }

    @Test("a full ring takes nothing until the reader releases, and what is not released can be read again")
    func releases() {
        let ring = RingBuffer(channels: 1, minimumFrameCount: 4)
        let words: [UInt32] = [1, 2, 3, 4, 5, 6]
        #expect(words.withUnsafeBufferPointer { ring.write($0.baseAddress!, frameCount: 6) } == 4)
        #expect(ring.writableFrameCount == 0)
        #expect(ring.run(at: 0, frameCount: 9).frameCount == 4)
        #expect(ring.run(at: 0, frameCount: 9).words[0] == 1)
        ring.release(before: 3)
        ring.release(before: 1)
        #expect(ring.released == 3)
        #expect(ring.writableFrameCount == 3)
        #expect(ring.run(at: 3, frameCount: 9).words[0] == 4)
    }

    @Test("two threads at full speed lose and double nothing")
    func threads() {
        let ring = RingBuffer(channels: 1, minimumFrameCount: 64)
        let total: UInt32 = 200_000
        let writer = NamedThread("ring-writer") {
            var next: UInt32 = 0
            while next < total {
                let words = (0..<17).map { next + UInt32($0) }
                let count = min(17, Int(total - next))
                next += UInt32(words.withUnsafeBufferPointer { ring.write($0.baseAddress!, frameCount: count) })
                sched_yield()
            }
        }
        var read: Int64 = 0
        var faults = 0
        while read < Int64(total) {
            let run = ring.run(at: read, frameCount: 29)
            for index in 0..<run.frameCount where run.words[index] != UInt32(read) + UInt32(index) { faults += 1 }
            read += Int64(run.frameCount)
            ring.release(before: read)
            if run.frameCount == 0 { sched_yield() }
        }
        writer.join()
        #expect(faults == 0)
    }
}

/// A number four times over: an element taken while half written shows.
private struct Four: BitwiseCopyable, Equatable, Sendable {
    private let numbers: (Int, Int, Int, Int)

    init(_ number: Int) { numbers = (number, number, number, number) }

    static func == (left: Four, right: Four) -> Bool { left.numbers == right.numbers }
}

@Suite("The queue of plain values")
struct FixedQueueTests {
    @Test("is first in, first out, and refuses what does not fit without losing what it holds")
    func order() {
        let queue = FixedQueue<Int>(capacity: 4)
        #expect(queue.pop() == nil)
        for value in 1...4 { #expect(queue.push(value)) }
        #expect(!queue.push(5))
        #expect(queue.count == 4)
        #expect(queue.peek() == 1)
        #expect(queue.pop() == 1)
        #expect(queue.push(5))
        #expect([queue.pop(), queue.pop(), queue.pop(), queue.pop(), queue.pop()] == [2, 3, 4, 5, nil])
    }

    @Test("two threads at full speed: every element comes once, whole and in order")
    func threads() {
        let queue = FixedQueue<Four>(capacity: 16)
        let total = 100_000
        let writer = NamedThread("queue-writer") {
            for value in 0..<total {
                while !queue.push(Four(value)) { sched_yield() }
            }
        }
        var next = 0
        var faults = 0
        while next < total {
            guard let element = queue.pop() else {
                sched_yield()
                continue
            }
            if element != Four(next) { faults += 1 }
            next += 1
        }
        writer.join()
        #expect(faults == 0)
    }
}
