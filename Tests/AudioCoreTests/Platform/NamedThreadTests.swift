import Glibc
import Synchronization
import Testing

@testable import AudioCore

private func content(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    var filled = 0
    while filled < bytes.count {
        let got = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress! + filled, $0.count - filled) }
        guard got > 0 else { break }
        filled += got
    }
    return String(decoding: bytes[..<filled], as: UTF8.self)
}

@Suite("Threads with a name")
struct NamedThreadTests {
    private struct Seen {
        var task = ""
        var isOnOwnThread = false
        var blocked: [Bool] = []
        var mayEnd = false
    }

    @Test("the entry runs on a thread of its own, named for everybody to see, with signals left to the main thread")
    func entry() {
        let seen = Monitor(Seen())
        let creator = UInt(pthread_self())
        let thread = NamedThread("fifteen letters") {
            var target = [UInt8](repeating: 0, count: 128)
            let count = target.withUnsafeMutableBytes { buffer in
                readlink("/proc/thread-self", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
            }
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            seen.change { seen in
                seen.task = String(decoding: target[..<max(0, count)], as: UTF8.self)
                seen.isOnOwnThread = UInt(pthread_self()) != creator
                seen.blocked = [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE].map { sigismember(&mask, $0) == 1 }
            }
            seen.wait { $0.mayEnd ? .done(()) : .sleep(until: nil) }
        }
        seen.wait { $0.blocked.isEmpty ? .sleep(until: nil) : .done(()) }
        let found = seen.withLock { $0 }
        #expect(found.isOnOwnThread)
        #expect(found.blocked == [true, true, true, true, true])
        // `PID/task/TID`, so the name is read as `top -H` does.
        #expect(content(of: "/proc/" + found.task + "/comm") == "fifteen letters\n")
        seen.change { $0.mayEnd = true }
        thread.join()
    }

    @Test("the creator's own signals stay as they were")
    func creatorsSignals() {
        var before = sigset_t()
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        NamedThread("a") {}.join()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        for number in [SIGTERM, SIGINT, SIGUSR1] {
            #expect(sigismember(&before, number) == sigismember(&after, number))
        }
    }

    @Test("join returns when the body has, and not before")
    func join() {
        for _ in 0..<50 {
            let isDone = Monitor(false)
            NamedThread("worker") { isDone.change { $0 = true } }.join()
            #expect(isDone.withLock { $0 })
        }
    }

    @Test("a thread that nobody joins leaves nothing behind when it ends")
    func leavesNothing() {
        // A size of its own, so that the stacks can be told from all others: 776 KiB less the guard page.
        let stack = 776 * 1024
        let count = 300
        let ended = Monitor(0)
        for number in 1...count {
            _ = NamedThread("forgotten", stackBytes: stack) { ended.change { $0 += 1 } }
            ended.wait { $0 >= number ? .done(()) : .sleep(until: nil) }
        }
        let stacks = content(of: "/proc/self/maps").split(separator: "\n").filter { line in
            let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            return range.count == 2 && (stack - 8192...stack + 8192).contains(Int(range[1] - range[0]))
        }
        // The C library keeps some 40 MB of free stacks to use again.
        #expect(stacks.count < count / 2)
    }

    @Test("what the body holds is let go when it ends")
    func lets() {
        final class Held: Sendable {}
        weak var watched: Held?
        do {
            let held = Held()
            watched = held
            NamedThread("holder") { withExtendedLifetime(held) {} }.join()
        }
        #expect(watched == nil)
    }
}
