import AudioCore
import Glibc
import Testing

@testable import HeadUnit

/// A clock that only the test moves.
@MainActor
final class HandClock: MainClock {
    var now = 100.0
}

@Suite("Timers")
@MainActor
struct TimersTests {
    private let clock = HandClock()

    @Test("run once, when they are due and not before, the earliest first, equal ones in the order they were set")
    func order() {
        let timers = Timers(clock: clock)
        var log: [String] = []
        timers.schedule(after: 2) { log.append("two") }
        timers.schedule(after: 1) { log.append("one") }
        timers.schedule(after: 1) { log.append("one more") }
        timers.schedule(after: 0) { log.append("now") }
        timers.fire()
        #expect(log == ["now"])
        clock.now += 0.999
        timers.fire()
        #expect(log == ["now"])
        clock.now += 5
        timers.fire()
        timers.fire()
        #expect(log == ["now", "one", "one more", "two"])
    }

    @Test("the next one due is known, and nothing is due when none is set")
    func nextDue() {
        let timers = Timers(clock: clock)
        #expect(timers.nextDue == nil)
        let late = timers.schedule(after: 5) {}
        timers.schedule(after: 3) {}
        #expect(timers.nextDue == 103)
        clock.now = 104
        timers.fire()
        #expect(timers.nextDue == 105)
        timers.cancel(late)
        #expect(timers.nextDue == nil)
    }

    private final class Tokens {
        var second: Timers.Token?
    }

    @Test("a cancelled timer does not run, not even when an earlier one of the same turn cancels it")
    func cancelled() {
        let timers = Timers(clock: clock)
        var log: [String] = []
        let tokens = Tokens()
        timers.schedule(after: 1) {
            log.append("first")
            timers.cancel(tokens.second)
        }
        tokens.second = timers.schedule(after: 1) { log.append("second") }
        timers.cancel(nil)
        clock.now += 2
        timers.fire()
        #expect(log == ["first"])
        timers.cancel(tokens.second)
        #expect(timers.nextDue == nil)
    }

    @Test("a timer set by a timer waits for the next turn, so that none can hold the loop for ever")
    func nested() {
        let timers = Timers(clock: clock)
        var count = 0
        @MainActor func again() {
            count += 1
            timers.schedule(after: 0) { again() }
        }
        again()
        for turn in 2...5 {
            timers.fire()
            #expect(count == turn)
        }
    }
}

@Suite("The main loop")
@MainActor
struct MainLoopTests {
    @Test("takes a turn at once and another after every ring, until it is ended")
    func rings() {
        let bell = Bell()
        let loop = MainLoop(bell: bell, clock: HandClock())
        var turns = 0
        let inbox = Monitor(0)
        let ringer = NamedThread("ringer") {
            for ring in 1...3 {
                inbox.wait { $0 >= ring ? .done(()) : .sleep(until: nil) }
                bell.ring()
            }
        }
        loop.run {
            turns += 1
            inbox.change { $0 += 1 }
            if turns == 4 { loop.end() }
        }
        ringer.join()
        #expect(turns == 4)
    }

    @Test("runs timers that are due before the turn, and wakes up for them")
    func timers() {
        let clock = HandClock()
        let loop = MainLoop(bell: Bell(), clock: clock)
        var log: [String] = []
        loop.timers.schedule(after: 10) {
            log.append("due")
            loop.end()
        }
        loop.run {
            log.append("turn")
            // The clock jumps while the loop is awake, so it has not to sleep.
            clock.now += 10
        }
        #expect(log == ["turn", "due", "turn"])
    }

    @Test("wakes up by itself when a timer of the real clock is due")
    func realClock() {
        let loop = MainLoop(bell: Bell())
        let start = SystemClock.seconds
        loop.timers.schedule(after: 0.03) { loop.end() }
        var turns = 0
        loop.run { turns += 1 }
        #expect(SystemClock.seconds - start >= 0.03)
        #expect(turns == 2)
    }

    @Test("without timers it does not wake up at all")
    func quiet() {
        let bell = Bell()
        let loop = MainLoop(bell: bell)
        var turns = 0
        let ringer = NamedThread("ringer") {
            usleep(100_000)
            bell.ring()
        }
        loop.run {
            turns += 1
            if turns == 2 { loop.end() }
        }
        ringer.join()
        #expect(turns == 2)
    }
}

@Suite("The inbox")
struct InboxTests {
    @Test("gives everything posted, oldest first, once, and rings for it")
    func ordered() {
        let inbox = Inbox<Int>()
        #expect(inbox.isEmpty)
        for number in 0..<100 { inbox.post(number) }
        var descriptor = pollfd(fd: inbox.bell.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 0) == 1)
        #expect(inbox.drain() == Array(0..<100))
        #expect(inbox.drain() == [])
        #expect(inbox.isEmpty)
    }

    @Test("takes messages of many threads at once: none is lost or doubled, each thread's stay in order")
    func threads() {
        let inbox = Inbox<(thread: Int, number: Int)>()
        let threads = (0..<4).map { thread in
            NamedThread("poster \(thread)") {
                for number in 0..<2000 { inbox.post((thread, number)) }
            }
        }
        var next = [0, 0, 0, 0]
        while next.reduce(0, +) < 8000 {
            var descriptor = pollfd(fd: inbox.bell.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 10_000) == 1 else { break }
            inbox.bell.silence()
            for message in inbox.drain() {
                #expect(message.number == next[message.thread])
                next[message.thread] = message.number + 1
            }
        }
        for thread in threads { thread.join() }
        #expect(next == [2000, 2000, 2000, 2000])
    }
}

@Suite("Signals that end the program", .serialized)
struct TerminationSignalsTests {
    @Test(
        "SIGTERM and SIGINT ring the bell and are remembered, and a closed pipe kills nobody",
        arguments: [SIGTERM, SIGINT])
    func signals(number: Int32) {
        let bell = Bell()
        TerminationSignals.watch(ringing: bell)
        defer {
            signal(SIGTERM, SIG_DFL)
            signal(SIGINT, SIG_DFL)
        }
        kill(getpid(), number)
        var descriptor = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 10_000) == 1)
        #expect(TerminationSignals.received == number)
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        #expect(write(ends[1], "x", 1) == -1 && errno == EPIPE)
        close(ends[1])
    }
}
