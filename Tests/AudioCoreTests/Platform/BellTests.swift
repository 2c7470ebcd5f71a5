import Glibc
import Synchronization
import Testing

@testable import AudioCore

/// What the handler of the test rings; a C function can hold nothing.
private let handledRingDescriptor = Atomic<Int32>(-1)

private func ringFromHandler(_ number: Int32) {
    Bell.ring(handledRingDescriptor.load(ordering: .acquiring))
}

extension Bell {
    /// True when a loop would wake up within so many milliseconds.
    fileprivate func wakes(within milliseconds: Int32 = 0) -> Bool {
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) == 1
    }
}

@Suite("The bell")
struct BellTests {
    @Test("is silent until it is rung, rings until it is silenced")
    func rings() {
        let bell = Bell()
        #expect(!bell.wakes())
        bell.silence()
        bell.ring()
        #expect(bell.wakes())
        #expect(bell.wakes())
        bell.silence()
        #expect(!bell.wakes())
    }

    @Test(
        "many rings are one wake-up, and no number of them blocks who rings", arguments: [1, 63, 64, 65, 128, 100_000])
    func manyRings(count: Int) {
        let bell = Bell()
        for _ in 0..<count { bell.ring() }
        #expect(bell.wakes())
        bell.silence()
        #expect(!bell.wakes())
        bell.ring()
        #expect(bell.wakes())
    }

    @Test("wakes a loop that sleeps, from another thread")
    func otherThread() {
        let bell = Bell()
        let thread = NamedThread("ringer") { bell.ring() }
        #expect(bell.wakes(within: 60_000))
        thread.join()
    }

    @Test("can be rung by a signal handler, which holds a descriptor only")
    func signalHandler() {
        let bell = Bell()
        handledRingDescriptor.store(bell.ringDescriptor, ordering: .releasing)
        let before = signal(SIGUSR1, ringFromHandler)
        // To the process: the threads that run tests may have their signals blocked.
        kill(getpid(), SIGUSR1)
        #expect(bell.wakes(within: 60_000))
        signal(SIGUSR1, before)
    }

    @Test("nothing of it is handed to another program, and nothing is left open")
    func descriptors() {
        var ends: (Int32, Int32)
        do {
            let bell = Bell()
            ends = (bell.descriptor, bell.ringDescriptor)
            for end in [ends.0, ends.1] {
                #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0)
                #expect(fcntl(end, F_GETFL) & O_NONBLOCK != 0)
            }
        }
        #expect(ends.0 != ends.1)
    }
}
