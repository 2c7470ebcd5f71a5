// The device `null:`: no hardware, any format, paced by a clock. The output thread.

import AudioCore
import Glibc

/// A device that plays to nobody in real time; like a real one it underruns when it is fed too late.
final class ClockPort<Clock: OutputClock>: PCMPort {
    private let clock: Clock
    private let bell: Bell
    private var buffer: VirtualBuffer?
    private var periodFrameCount = 1
    private var wakingSpace = 1
    private var current = PortState.open

    init(clock: Clock, bell: Bell) {
        self.clock = clock
        self.bell = bell
    }

    func open(_ request: OutputRequest, bufferMilliseconds: Int) throws(AudioError) -> PortConfiguration {
        guard let format = formatFor(request) else {
            throw AudioError(
                .device, path: DeviceName.clock,
                "cannot play \(request.rate) Hz in \(request.channels) channels; "
                    + "it takes 1 Hz to 1 MHz and 1 to 64 channels")
        }
        let periodCount = BufferShape.periodCount(bufferMilliseconds: bufferMilliseconds)
        periodFrameCount = max(format.rate * bufferMilliseconds / (1000 * periodCount), 1)
        wakingSpace = periodFrameCount
        buffer = VirtualBuffer(rate: format.rate, frameCount: periodCount * periodFrameCount)
        current = .prepared
        return PortConfiguration(
            device: DeviceName.clock, format: format, formatName: format.layout.alsaName,
            isWidest: format.layout.bits == 32,
            mixer: DeviceName.clock, bufferFrameCount: periodCount * periodFrameCount,
            periodFrameCount: periodFrameCount, wakesAtSpace: true,
            isCoarse: false,
            canRewind: true,
            keepsWhatItTakes: false, link: .virtual, resampled: nil, isDirect: false, indirectReason: nil)
    }

    func formatFor(_ request: OutputRequest) -> DeviceFormat? {
        guard (1...1_000_000).contains(request.rate), (1...64).contains(request.channels) else { return nil }
        let layout = Negotiation.layouts(forBits: request.bits)[0]
        return DeviceFormat(
            rate: request.rate, channels: request.channels, layout: layout, significantBits: layout.bits)
    }

    func close() {
        buffer = nil
        current = .open
    }

    func prepare() -> Int {
        guard buffer != nil else { return Int(-EBADFD) }
        buffer?.reset()
        current = .prepared
        return 0
    }

    func start() -> Int {
        guard current == .prepared else { return Int(-EBADFD) }
        buffer?.start(at: clock.now())
        current = .running
        return 0
    }

    func drop() -> Int {
        guard buffer != nil else { return Int(-EBADFD) }
        buffer?.reset()
        current = .setup
        return 0
    }

    func resume() -> Int { Int(-ENOSYS) }

    func state() -> PortState {
        noticeUnderrun()
        return current
    }

    func available(exact: Bool) -> Int {
        noticeUnderrun()
        guard let buffer else { return Int(-EBADFD) }
        return current == .underrun ? Int(-EPIPE) : buffer.space(at: clock.now())
    }

    func delay() -> Int {
        buffer?.filled(at: clock.now()) ?? 0
    }

    func write(_ frames: UnsafeRawPointer, frameCount: Int) -> Int {
        let space = available(exact: false)
        if space < 0 { return space }
        guard current == .prepared || current == .running else { return Int(-EBADFD) }
        guard space > 0 else { return Int(-EAGAIN) }
        let taken = min(space, frameCount)
        buffer?.write(taken)
        return taken
    }

    func rewindable() -> Int { current == .running ? delay() : 0 }

    func rewind(_ frameCount: Int) -> Int {
        let taken = min(frameCount, rewindable())
        buffer?.takeBack(taken)
        return taken
    }

    func wait(forSpace: Bool, timeout: Int64?) -> PortReadiness {
        var limit = timeout
        if forSpace, let free = buffer?.time(untilFree: wakingSpace, at: clock.now()) {
            limit = min(free, timeout ?? free)
        }
        var readiness: PortReadiness = clock.sleep(limit, orUntil: bell) ? .bell : []
        if forSpace, let buffer, buffer.space(at: clock.now()) >= wakingSpace { readiness.insert(.space) }
        return readiness
    }

    func wakeUp(atSpace frameCount: Int) { wakingSpace = frameCount }

    func now() -> Int64 { clock.now() }

    private func noticeUnderrun() {
        if current == .running, let buffer, buffer.hasRunDry(at: clock.now()) { current = .underrun }
    }
}
