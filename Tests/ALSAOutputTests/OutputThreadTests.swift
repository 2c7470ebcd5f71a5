// The output on its real thread.

import AudioCore
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import ALSAOutput

/// Silence that counts.
final class SilentSource: RenderSource {
    let rendered = Atomic<Int>(0)
    let heardFrame = Atomic<Int>(0)
    let threads = Mutex<Set<UInt>>([])

    func prepare(for format: DeviceFormat, maximumFrameCount: Int) { note() }

    func isReady(frameCount: Int) -> Bool { true }
    func render(into destination: UnsafeMutableRawPointer, frameCount: Int) {
        note()
        rendered.wrappingAdd(frameCount, ordering: .relaxed)
    }

    func heard(deviceFrame: Int64) { heardFrame.store(Int(deviceFrame), ordering: .releasing) }

    private func note() { _ = threads.withLock { $0.insert(UInt(pthread_self())) } }
}

@Suite("the output thread")
struct OutputThreadTests {
    private func text(_ path: String) -> String {
        SystemTree().read(path) ?? ""
    }

    private func switches(_ thread: Int) -> Int? {
        SystemTree.fields(of: text("/proc/self/task/\(thread)/status"))["voluntary_ctxt_switches"].flatMap { Int($0) }
    }

    @Test("everything happens on one thread, named output, and every command is answered in order")
    func oneThread() {
        let source = SilentSource()
        let log = EventLog()
        let output = PCMOutput(device: "null:", source: source, log: { _ in }, events: { log.append($0) })
        output.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: 1)
        output.run()
        output.open(OutputRequest(rate: 44_100, channels: 2, bits: 16), serial: 2)
        output.run()
        #expect(eventually { source.heardFrame.load(ordering: .acquiring) > 4000 })
        #expect(text("/proc/self/task/\(output.threadID)/comm") == "output\n")
        output.pause()
        output.discard()
        output.close()
        output.open(OutputRequest(rate: 0, channels: 2, bits: 16), serial: 3)
        #expect(eventually { log.names.count == 4 })
        #expect(log.names == ["opened 1", "opened 2", "closed 2", "failed 3"])
        output.shutDown()
        #expect(source.threads.withLock { $0.count } == 1)
        #expect(!source.threads.withLock { $0.contains(UInt(pthread_self())) })
    }

    @Test("paused or closed, the thread does not wake up")
    func noWakeUps() throws {
        let source = SilentSource()
        let log = EventLog()
        let output = PCMOutput(device: "null:", source: source, log: { _ in }, events: { log.append($0) })
        let request = OutputRequest(rate: 48_000, channels: 2, bits: 16)
        output.open(request, serial: 1)
        output.run()
        #expect(eventually { source.heardFrame.load(ordering: .acquiring) > 4000 })
        output.pause()
        output.open(request, serial: 2)
        #expect(eventually { log.names.count == 2 })
        let rendered = source.rendered.load(ordering: .relaxed)
        usleep(50_000)
        let before = try #require(switches(output.threadID))
        usleep(600_000)
        // A thread that looked around once a period would have woken some twenty times.
        #expect(try #require(switches(output.threadID)) == before)
        #expect(source.rendered.load(ordering: .relaxed) == rendered)
        output.close()
        #expect(eventually { log.names.count == 3 })
        usleep(50_000)
        let closed = try #require(switches(output.threadID))
        usleep(300_000)
        #expect(try #require(switches(output.threadID)) == closed)
        output.shutDown()
    }

    @Test("real-time priority is granted, or its refusal is logged once and the buffer is longer")
    func priority() throws {
        let log = EventLog()
        let lines = LineLog()
        let output = PCMOutput(
            device: "null:", source: SilentSource(), log: { lines.append($0) }, events: { log.append($0) })
        for serial in 1...3 {
            output.open(OutputRequest(rate: 48_000 * serial, channels: 2, bits: 16), serial: serial)
        }
        #expect(eventually { log.names.count == 3 })
        let description = try #require(log.descriptions.first)
        #expect(description.isRealtime == lines.all.isEmpty)
        #expect(lines.all.count <= 1)
        #expect(description.bufferFrameCount == (description.isRealtime ? 5760 : 12_000))
        if description.isRealtime {
            #expect(sched_getscheduler(pid_t(output.threadID)) & 0xFF == SCHED_FIFO)
        }
        output.shutDown()
    }

    @Test("shutDown ends a sounding output, may be called twice, and later commands do nothing")
    func shutDown() {
        let source = SilentSource()
        let output = PCMOutput(device: "null:", source: source, log: { _ in }, events: { _ in })
        output.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: 1)
        output.run()
        #expect(eventually { source.rendered.load(ordering: .relaxed) > 0 })
        let thread = output.threadID
        output.shutDown()
        #expect(text("/proc/self/task/\(thread)/comm") != "output\n")
        output.shutDown()
        output.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: 2)
        output.run()
    }

    @Test("an output that is let go of ends its thread by itself, and lets go of its source")
    func letGo() {
        weak var released: SilentSource?
        var thread = 0
        do {
            let source = SilentSource()
            released = source
            let log = EventLog()
            let output = PCMOutput(device: "null:", source: source, log: { _ in }, events: { log.append($0) })
            output.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: 1)
            #expect(eventually { !log.names.isEmpty })
            thread = output.threadID
        }
        #expect(eventually { text("/proc/self/task/\(thread)/comm") != "output\n" })
        #expect(eventually { released == nil })
    }

    @Test("commands from many threads are all obeyed")
    func manySenders() {
        let log = EventLog()
        let output = PCMOutput(device: "null:", source: SilentSource(), log: { _ in }, events: { log.append($0) })
        let commands = Commands(output)
        var threads: [pthread_t] = []
        for _ in 0..<4 {
            var thread = pthread_t()
            #expect(pthread_create(&thread, nil, sendCommands, Unmanaged.passUnretained(commands).toOpaque()) == 0)
            threads.append(thread)
        }
        for thread in threads { pthread_join(thread, nil) }
        #expect(eventually { log.names.count == 200 })
        output.shutDown()
    }
}

/// Hands an output to C threads.
private final class Commands: Sendable {
    let output: PCMOutput
    init(_ output: PCMOutput) { self.output = output }
}

private func sendCommands(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let output = Unmanaged<Commands>.fromOpaque(argument).takeUnretainedValue().output
    for serial in 0..<50 {
        output.open(OutputRequest(rate: 48_000, channels: 2, bits: 16), serial: serial)
        if serial % 3 == 0 { output.pause() } else { output.discard() }
    }
    return nil
}

final class LineLog: Sendable {
    private let lines = Mutex<[String]>([])
    func append(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}
