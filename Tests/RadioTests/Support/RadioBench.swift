// A radio on an output that a test turns by hand, with a clock of its own. Main thread.

import AudioCore
import Codecs
import Glibc
import Synchronization
import TestSupport

@testable import Radio

/// A device of 16-bit stereo at whatever rate is asked for; it renders when it is told to.
final class TurnedOutput: AudioOutput, @unchecked Sendable {
    // Unchecked: every call is made by the main thread.
    private let source: any RenderSource
    var events: [OutputEvent] = []
    private(set) var format: DeviceFormat?
    private(set) var isRunning = false
    private(set) var openCount = 0
    private var rendered: Int64 = 0
    /// Everything that sounded, interleaved, silence left out.
    var samples: [Int16] = []
    /// Opens fail.
    var isMissing = false

    init(source: any RenderSource) { self.source = source }

    func open(_ request: OutputRequest, serial: Int) {
        if isMissing {
            format = nil
            return events.append(.failed(serial: serial, AudioError(.device, "is not there")))
        }
        let wanted = DeviceFormat(rate: request.rate, channels: 2, layout: .s16, significantBits: 16)
        if wanted != format { openCount += 1 }
        format = wanted
        // As the real one does: frames are numbered from 0, kept device or not.
        rendered = 0
        source.prepare(for: wanted, maximumFrameCount: 4096)
        isRunning = false
        events.append(
            .opened(
                serial: serial,
                OutputDescription(
                    device: "turned:", format: wanted, formatName: "S16_LE", link: .virtual, resampled: nil,
                    isDirect: true, indirectReason: nil, isRealtime: false, bufferFrameCount: 4096,
                    periodFrameCount: 1024)))
    }

    func run() { isRunning = format != nil }
    func pause() { isRunning = false }
    func discard() { source.discarded() }

    func close() {
        isRunning = false
        format = nil
    }

    func shutDown() {}
    var underrunCount: Int { 0 }

    /// So many frames sound and are heard at once.
    func turn(_ frameCount: Int) {
        guard isRunning else { return }
        var block = [Int16](repeating: 0, count: frameCount * 2)
        block.withUnsafeMutableBytes { source.render(into: $0.baseAddress!, frameCount: frameCount) }
        rendered += Int64(frameCount)
        for frame in 0..<frameCount where block[frame * 2] != 0 || block[frame * 2 + 1] != 0 {
            samples += block[(frame * 2)..<(frame * 2 + 2)]
        }
        source.heard(deviceFrame: rendered)
    }
}

extension FetchLimits {
    /// For tests that are not about a server that takes long: a busy machine is no such server.
    static let patient = FetchLimits(connectSeconds: 86_400, silentSeconds: 86_400, dripSeconds: 86_400)
}

@MainActor
final class RadioBench {
    let radio: RadioPlayer
    let output: TurnedOutput
    let server = ScriptedServer()
    private(set) var errors: [AudioError] = []
    private(set) var endCount = 0
    /// Each phase that was seen, without repetitions.
    private(set) var phases: [RadioState.Phase] = []
    /// Titles as they changed, with the frames that had been heard by then.
    private(set) var titles: [(title: String?, frame: Int)] = []
    let coordinator: AudioCoordinator
    private let clock: BenchClock
    private let inbox = BenchInbox()

    init(limits: FetchLimits = .patient, openCodec: @escaping CodecOpener = CodecTable.open) {
        let clock = BenchClock()
        self.clock = clock
        let renderer = AudioRenderer(bell: Bell())
        output = TurnedOutput(source: renderer)
        coordinator = AudioCoordinator(now: { clock.now }, schedule: { clock.schedule($0, $1) })
        let inbox = inbox
        radio = RadioPlayer(
            output: output, renderer: renderer, coordinator: coordinator, openCodec: openCodec,
            makeResampler: { _, _, _ throws(AudioError) in throw AudioError(.notSupported, "no resampler here") },
            schedule: { clock.schedule($0, $1) }, limits: limits, random: { 0 }, post: { inbox.post($0) })
        radio.onError = { [weak self] in self?.errors.append($0) }
        radio.onEnd = { [weak self] in self?.endCount += 1 }
        radio.onChange = { [weak self] in self?.note() }
    }

    func end() {
        radio.shutDown()
        server.end()
    }

    func play(_ path: String) { radio.play(Station(address: server.address(path), name: "Test")) }

    private func note() {
        let state = radio.state
        if phases.last != state.phase { phases.append(state.phase) }
        let isNew = titles.last.map { $0.title != state.title } ?? (state.title != nil)
        if isNew { titles.append((state.title, output.samples.count / 2)) }
    }

    /// Turns until `condition` holds: messages, what was heard, a moment of the clock, a little music.
    /// - Returns: false when it does not within ten minutes and as many turns as that takes, which only a fault needs:
    ///   beside many other tests of the main thread a turn may be minutes behind the one before.
    @discardableResult
    func turn(frames: Int = 441, until condition: () -> Bool) async -> Bool {
        let deadline = SteadyClock.now + .seconds(600)
        var stretches = 0
        while SteadyClock.now < deadline || stretches < 5000 {
            stretches += 1
            // Some turns at once: between two stretches all other tests of the main thread may have theirs.
            for _ in 0..<32 {
                for message in inbox.drain() { radio.receive(message) }
                let events = output.events
                output.events = []
                for event in events { radio.receive(event) }
                radio.takeHeard()
                if condition() { return true }
                output.turn(frames)
                radio.takeHeard()
                clock.pass(0.01)
                // The network and the decoder are threads of their own.
                usleep(500)
            }
            try? await Task.sleep(for: .milliseconds(1))
        }
        return false
    }
}

/// Time that passes when a test says so.
@MainActor
final class BenchClock {
    private(set) var now = 0.0
    private var entries: [(due: Double, action: @MainActor () -> Void)] = []

    func schedule(_ seconds: Double, _ action: @escaping @MainActor () -> Void) {
        entries.append((now + seconds, action))
    }

    func pass(_ seconds: Double) {
        now += seconds
        let now = now
        let due = entries.filter { $0.due <= now }
        entries.removeAll { $0.due <= now }
        for entry in due { entry.action() }
    }
}

private final class BenchInbox: Sendable {
    private let messages = Mutex<[RadioMessage]>([])

    func post(_ message: RadioMessage) { messages.withLock { $0.append(message) } }

    func drain() -> [RadioMessage] {
        messages.withLock { queue in
            defer { queue = [] }
            return queue
        }
    }
}

/// WAV without end: what is sent is what sounds, sample for sample, and no sample is silent.
enum EndlessWAV {
    static func header(rate: Int = 44100) -> [UInt8] {
        func four(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
        var bytes: [UInt8] = Array("RIFF".utf8) + four(0xFFFF_FFFF) + Array("WAVEfmt ".utf8) + four(16)
        bytes += [1, 0, 2, 0] + four(rate) + four(rate * 4) + [4, 0, 16, 0]
        bytes += Array("data".utf8) + four(0xFFFF_FFFF)
        return bytes
    }

    /// Frames `range` of a stream whose every sample tells which it is.
    static func samples(_ range: Range<Int>, seed: Int = 0) -> [Int16] {
        range.flatMap { frame -> [Int16] in
            let value = (frame &* 7 &+ seed &* 1013) % 30_000
            return [Int16(value + 1), Int16(-(value + 1))]
        }
    }

    static func bytes(_ samples: [Int16]) -> [UInt8] {
        samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}
