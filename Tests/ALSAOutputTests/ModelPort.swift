// A device in memory on a clock of its own: it plays what it was given, keeps what sounded, and fails on demand.

import AudioCore
import Glibc

@testable import ALSAOutput

final class ModelPort: PCMPort {
    // The device.
    var configuration = PortConfiguration(
        device: "model", format: DeviceFormat(rate: 48_000, channels: 2, layout: .s32, significantBits: 24),
        formatName: "S32_LE", isWidest: true, mixer: "model", bufferFrameCount: 5760, periodFrameCount: 1440,
        wakesAtSpace: true,
        isCoarse: false,
        canRewind: true,
        keepsWhatItTakes: false, link: .usb, resampled: nil, isDirect: true, indirectReason: nil)
    /// Frames between the buffer and the loudspeaker.
    var pipeline = 0
    /// What `open` does instead of opening.
    var refusal: AudioError?
    /// What the device takes, for an `open` and a `formatFor` that negotiate; nil leaves both to the test.
    var offers: ListedSpace?
    /// What `formatFor` answers; nil gives the format of `configuration` at the request's rate and channels.
    var otherFormat: DeviceFormat?

    // Faults: each replaces the call's own result when it gives one.
    var onWrite: (Int) -> Int? = { _ in nil }
    var onPrepare: () -> Int? = { nil }
    var onStart: () -> Int? = { nil }
    var onResume: () -> Int? = { nil }
    var onAvailable: () -> Int? = { nil }
    var onDelay: () -> Int? = { nil }
    var onRewindable: () -> Int? = { nil }
    var onWait: () -> PortReadiness? = { nil }

    // What happened.
    private(set) var instant: Int64 = 0
    /// Frames of the left channel that reached the loudspeaker.
    private(set) var sounded: [Int32] = []
    /// Bytes of the frames written and not taken back, silence included, over all times it was open.
    private(set) var given: [UInt8] = []
    private(set) var calls: [String] = []
    private(set) var waits = 0
    /// Waits that only the bell could end.
    private(set) var endlessSleeps = 0
    var current = PortState.open

    private(set) var wakingSpace = 1
    private var buffer: [Int32] = []
    private var inPipeline: [Int32] = []
    private var remainder: Int64 = 0
    private let bell: Bell

    init(bell: Bell) {
        self.bell = bell
    }

    func open(_ request: OutputRequest, bufferMilliseconds: Int) throws(AudioError) -> PortConfiguration {
        calls.append("open \(request.rate)")
        if let refusal { throw refusal }
        if var space = offers, let agreed = Negotiation.choose(request, from: &space) {
            configuration.format = Self.format(agreed)
            configuration.formatName = agreed.layout.alsaName
            configuration.isWidest = agreed.isWidest
        } else {
            configuration.format.rate = request.rate
            configuration.format.channels = request.channels
        }
        current = .prepared
        wakingSpace = configuration.periodFrameCount
        return configuration
    }

    func formatFor(_ request: OutputRequest) -> DeviceFormat? {
        if let otherFormat { return otherFormat }
        if var space = offers { return Negotiation.choose(request, from: &space).map(Self.format) }
        var format = configuration.format
        format.rate = request.rate
        format.channels = request.channels
        return format
    }

    private static func format(_ agreed: Negotiation.Agreement) -> DeviceFormat {
        DeviceFormat(
            rate: agreed.rate, channels: agreed.channels, layout: agreed.layout, significantBits: agreed.layout.bits)
    }

    func close() {
        if current != .open { calls.append("close") }
        empty()
        current = .open
    }

    func prepare() -> Int {
        calls.append("prepare")
        if let code = onPrepare() { return code }
        empty()
        current = .prepared
        return 0
    }

    func start() -> Int {
        calls.append("start")
        if let code = onStart() { return code }
        current = .running
        remainder = 0
        return 0
    }

    func drop() -> Int {
        calls.append("drop")
        if current == .disconnected { return Int(-ENODEV) }
        empty()
        current = .setup
        return 0
    }

    func resume() -> Int {
        calls.append("resume")
        if let code = onResume() { return code }
        current = .running
        return 0
    }

    func state() -> PortState { current }

    func available(exact: Bool) -> Int {
        if let code = onAvailable() { return code }
        switch current {
        case .underrun: return Int(-EPIPE)
        case .suspended: return Int(-ESTRPIPE)
        case .disconnected, .open: return Int(-ENODEV)
        case .setup: return Int(-EBADFD)
        default: return configuration.bufferFrameCount - buffer.count
        }
    }

    func delay() -> Int { onDelay() ?? buffer.count + inPipeline.count }

    func write(_ frames: UnsafeRawPointer, frameCount: Int) -> Int {
        var count = min(frameCount, configuration.bufferFrameCount - buffer.count)
        if let scripted = onWrite(count) {
            if scripted <= 0 { return scripted }
            count = min(count, scripted)
        }
        guard current == .prepared || current == .running else {
            return current == .underrun ? Int(-EPIPE) : Int(-EBADFD)
        }
        guard count > 0 else { return Int(-EAGAIN) }
        let format = configuration.format
        let size = format.layout.bytesPerSample
        let bytes = UnsafeRawBufferPointer(start: frames, count: count * format.bytesPerFrame)
        given += bytes
        for start in stride(from: 0, to: bytes.count, by: format.bytesPerFrame) {
            if size == 4 {
                buffer.append(bytes.loadUnaligned(fromByteOffset: start, as: Int32.self))
            } else {
                // The sample's bytes in the upper ones of a word, and then down to its own place.
                let word = (0..<size).reduce(UInt32(0)) { $0 >> 8 | UInt32(bytes[start + $1]) << 24 }
                buffer.append(Int32(bitPattern: word) >> Int32(32 - 8 * size))
            }
        }
        return count
    }

    func rewindable() -> Int { onRewindable() ?? buffer.count }

    func rewind(_ frameCount: Int) -> Int {
        calls.append("rewind")
        let taken = min(frameCount, buffer.count)
        buffer.removeLast(taken)
        given.removeLast(taken * configuration.format.bytesPerFrame)
        return taken
    }

    func wait(forSpace: Bool, timeout: Int64?) -> PortReadiness {
        waits += 1
        if let scripted = onWait() { return scripted }
        if isBellRinging { return .bell }
        guard forSpace, current == .running else {
            if let timeout { advance(timeout) } else { endlessSleeps += 1 }
            return []
        }
        let missing = wakingSpace - (configuration.bufferFrameCount - buffer.count)
        let untilSpace = max(Int64(missing) * 1_000_000_000 / Int64(configuration.format.rate) + 1, 0)
        advance(min(untilSpace, timeout ?? untilSpace))
        return configuration.bufferFrameCount - buffer.count >= wakingSpace ? .space : []
    }

    func wakeUp(atSpace frameCount: Int) { wakingSpace = frameCount }

    func now() -> Int64 { instant }

    /// Lets `nanoseconds` pass: a running device plays on, and runs dry when there is nothing left.
    func advance(_ nanoseconds: Int64) {
        instant += nanoseconds
        guard current == .running else { return }
        let scaled = remainder + nanoseconds * Int64(configuration.format.rate)
        remainder = scaled % 1_000_000_000
        let due = Int(scaled / 1_000_000_000)
        inPipeline += buffer.prefix(due)
        let runsDry = due > buffer.count
        buffer.removeFirst(min(due, buffer.count))
        let leaving = runsDry ? inPipeline.count : max(inPipeline.count - pipeline, 0)
        sounded += inPipeline.prefix(leaving)
        inPipeline.removeFirst(leaving)
        if runsDry { current = .underrun }
    }

    var bufferedFrameCount: Int { buffer.count }

    func forgetCalls() { calls.removeAll() }

    private func empty() {
        buffer.removeAll()
        inPipeline.removeAll()
    }

    private var isBellRinging: Bool {
        var waited = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waited, 1, 0) > 0
    }
}
