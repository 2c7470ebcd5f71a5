// The thread that saves, and the values that live on it.

import AudioCore
import Glibc
import HeadUnit
import Synchronization
import TestSupport
import Testing

/// A gate a save waits at, so that a test decides when it ends.
private final class Gate: Sendable {
    private let entered = Signal()
    private let opened = Signal()

    func enterAndWait() {
        entered.give()
        opened.take()
    }

    func waitUntilEntered() { entered.take() }
    func open() { opened.give() }

    /// A token passed through a pipe.
    private final class Signal: Sendable {
        private let ends: (read: Int32, write: Int32)

        init() {
            var pair: [Int32] = [0, 0]
            precondition(pipe(&pair) == 0)
            ends = (pair[0], pair[1])
        }

        deinit {
            close(ends.read)
            close(ends.write)
        }

        func give() {
            var token: UInt8 = 1
            precondition(write(ends.write, &token, 1) == 1)
        }

        func take() {
            var token: UInt8 = 0
            while read(ends.read, &token, 1) != 1 {}
        }
    }
}

@Suite("State writer")
struct StateWriterTests {
    @Test("flush saves what waits, on another thread, and once for many changes")
    func flush() {
        let lines = Lines()
        let writer = StateWriter(report: lines.report)
        let saves = Mutex<[Bool]>([])
        let caller = pthread_self()
        let job = writer.add {
            saves.withLock { $0.append(pthread_equal(pthread_self(), caller) != 0) }
            return true
        }
        #expect(writer.flush(within: .patient))
        #expect(saves.withLock { $0 } == [])
        for _ in 0..<100 { writer.changed(job) }
        #expect(writer.flush(within: .patient))
        #expect(saves.withLock { $0 } == [false])
        #expect(writer.shutDown(within: .patient))
        #expect(lines.all == [])
    }

    @Test("without a flush a change is saved by itself")
    func byItself() {
        let writer = StateWriter(report: { _ in })
        let gate = Gate()
        let job = writer.add {
            gate.enterAndWait()
            return true
        }
        writer.changed(job)
        gate.waitUntilEntered()
        gate.open()
        #expect(writer.shutDown(within: .patient))
    }

    @Test("a change during a save is saved again, with the newest value only")
    func during() {
        let writer = StateWriter(report: { _ in })
        let gate = Gate()
        let value = Mutex(1)
        let saved = Mutex<[Int]>([])
        let job = writer.add {
            let present = value.withLock { $0 }
            if present == 1 { gate.enterAndWait() }
            saved.withLock { $0.append(present) }
            return true
        }
        writer.changed(job, urgently: true)
        gate.waitUntilEntered()
        for next in 2...5 {
            value.withLock { $0 = next }
            writer.changed(job, urgently: true)
        }
        gate.open()
        #expect(writer.flush(within: .patient))
        #expect(saved.withLock { $0 } == [1, 5])
        writer.shutDown(within: .patient)
    }

    @Test("a medium that hangs holds the end no longer than it may")
    func hanging() {
        let writer = StateWriter(report: { _ in })
        let gate = Gate()
        let job = writer.add {
            gate.enterAndWait()
            return true
        }
        writer.changed(job, urgently: true)
        gate.waitUntilEntered()
        #expect(!writer.shutDown(within: .milliseconds(20)))
        gate.open()
    }

    @Test("a failing save does not hold the others, and flush tells")
    func failing() {
        let writer = StateWriter(report: { _ in })
        let isBroken = Mutex(true)
        let saves = Mutex(0)
        let bad = writer.add { isBroken.withLock { !$0 } }
        let good = writer.add {
            saves.withLock { $0 += 1 }
            return true
        }
        writer.changed(bad)
        writer.changed(good)
        #expect(!writer.flush(within: .patient))
        #expect(saves.withLock { $0 } == 1)
        isBroken.withLock { $0 = false }
        #expect(writer.flush(within: .patient))
        writer.shutDown(within: .patient)
    }

    @Test("many threads change and flush at once, and the last value is the one saved")
    func storm() {
        let writer = StateWriter(report: { _ in })
        let value = Mutex(0)
        let saved = Mutex(0)
        let job = writer.add {
            let present = value.withLock { $0 }
            saved.withLock { $0 = present }
            return true
        }
        let threads = Threads(count: 4) {
            for _ in 0..<200 {
                value.withLock { $0 += 1 }
                writer.changed(job, urgently: true)
                if value.withLock({ $0 }) % 50 == 0 { writer.flush(within: .patient) }
            }
        }
        threads.join()
        #expect(writer.flush(within: .patient))
        #expect(saved.withLock { $0 } == 800)
        writer.shutDown(within: .patient)
    }

    @Test("settings changed on one thread are there after a restart")
    func snapshot() {
        let folder = TemporaryFolder()
        let lines = Lines()
        let writer = StateWriter(report: lines.report)
        func settings() -> Snapshot<OwnerSettings> {
            Snapshot(
                name: OwnerSettings.name, version: OwnerSettings.version, initial: OwnerSettings(),
                folder: RawPath(folder.path), writer: writer, report: lines.report)
        }
        let before = settings()
        #expect(before.value == OwnerSettings())
        for volume in stride(from: -40.0, through: -20, by: 0.5) { before.update { $0.volume = volume } }
        before.update { $0.device = "hw:CARD=DAC,DEV=0" }
        #expect(before.value.volume == -20)
        #expect(writer.shutDown(within: .patient))
        let after = settings()
        #expect(after.value == OwnerSettings(volume: -20, device: "hw:CARD=DAC,DEV=0"))
        #expect(lines.all == [])
    }

    @Test("the resume point of a run is the first thing the next one knows")
    func resume() {
        let folder = TemporaryFolder()
        let lines = Lines()
        let writer = StateWriter(report: lines.report)
        let keeper = ResumeKeeper(folder: RawPath(folder.path), writer: writer, report: lines.report)
        #expect(keeper.loaded == nil)
        var point = ResumePoint(item: QueueItem(path: RawPath("/music/a.flac")), status: .playing)
        keeper.note(point)
        #expect(writer.flush(within: .patient))
        point.position = 4000
        keeper.note(point, wasSought: true)
        #expect(writer.flush(within: .patient))
        point.position = 4700
        keeper.note(point)
        keeper.noteEnd()
        #expect(writer.shutDown(within: .patient))
        let next = StateWriter(report: lines.report)
        #expect(ResumeKeeper(folder: RawPath(folder.path), writer: next, report: lines.report).loaded == point)
        next.shutDown(within: .patient)
        #expect(lines.all == [])
    }
}

/// Threads that run one body each.
private final class Threads {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var threads: [pthread_t] = []

    init(count: Int, _ run: @escaping @Sendable () -> Void) {
        for _ in 0..<count {
            var thread = pthread_t()
            let body = Unmanaged.passRetained(Body(run))
            let result = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                    return nil
                }, body.toOpaque())
            precondition(result == 0)
            threads.append(thread)
        }
    }

    func join() {
        for thread in threads { pthread_join(thread, nil) }
    }
}
