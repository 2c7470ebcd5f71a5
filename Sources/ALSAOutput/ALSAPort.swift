// A PCM of libasound: the owner of a snd_pcm_t. The output thread.

import AudioCore
import CALSA
import Glibc

/// A device of ALSA, opened non-blocking, written interleaved, started by hand.
///
/// A chain that ends in ALSA's null device takes samples as fast as they come; it is paced by the clock, so that a
/// capture to a file holds what was played, in its time.
final class ALSAPort: PCMPort {
    private let choice: DeviceChoice
    private let bell: Bell
    private let tree: SystemTree
    private let clock = SystemClock()
    private var pcm: OpaquePointer?
    private var pacing: VirtualBuffer?
    private var periodFrameCount = 1
    /// Frames that end a wait for space.
    private var wakingSpace = 1
    /// Nanoseconds.
    private var halfPeriod: Int64 = 0
    /// The PCM's poll descriptors and, behind them, the bell's.
    private var descriptors = UnsafeMutableBufferPointer<pollfd>(start: nil, count: 0)

    /// - Parameter device: nil for the first choice of what is there when it is opened.
    convenience init(device: String?, bell: Bell, tree: SystemTree = SystemTree()) {
        self.init(choice: DeviceChoice(device), bell: bell, tree: tree)
    }

    init(choice: DeviceChoice, bell: Bell, tree: SystemTree = SystemTree()) {
        calsa_keep_messages()
        self.choice = choice
        self.bell = bell
        self.tree = tree
    }

    deinit { close() }

    func open(_ request: OutputRequest, bufferMilliseconds: Int) throws(AudioError) -> PortConfiguration {
        close()
        let name: String
        if let device = choice.device { name = device } else { name = try AutomaticDevice.choose(tree: tree) }
        let opened = try PCMOpening.open(name, tree: tree)
        let configuration: PortConfiguration
        do throws(AudioError) {
            configuration = try PCMSetup.configure(
                opened, request, name: name, bufferMilliseconds: bufferMilliseconds, tree: tree)
        } catch {
            snd_pcm_close(opened)
            throw error
        }
        pcm = opened
        periodFrameCount = configuration.periodFrameCount
        wakingSpace = periodFrameCount
        halfPeriod = Int64(periodFrameCount) * 500_000_000 / Int64(configuration.format.rate)
        pacing =
            configuration.keepsWhatItTakes
            ? VirtualBuffer(rate: configuration.format.rate, frameCount: configuration.bufferFrameCount) : nil
        let count = max(Int(snd_pcm_poll_descriptors_count(opened)), 0)
        descriptors = .allocate(capacity: count + 1)
        descriptors.initialize(repeating: pollfd(fd: -1, events: 0, revents: 0))
        return configuration
    }

    func formatFor(_ request: OutputRequest) -> DeviceFormat? {
        guard let pcm, var space = HardwareParameters(of: pcm),
            let agreed = Negotiation.choose(request, from: &space)
        else { return nil }
        return DeviceFormat(
            rate: agreed.rate, channels: agreed.channels, layout: agreed.layout, significantBits: agreed.layout.bits)
    }

    func close() {
        if let pcm { snd_pcm_close(pcm) }
        pcm = nil
        pacing = nil
        descriptors.deallocate()
        descriptors = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    func prepare() -> Int {
        guard let pcm else { return Int(-ENODEV) }
        pacing?.reset()
        return Int(snd_pcm_prepare(pcm))
    }

    func start() -> Int {
        guard let pcm else { return Int(-ENODEV) }
        pacing?.start(at: clock.now())
        return Int(snd_pcm_start(pcm))
    }

    func drop() -> Int {
        guard let pcm else { return Int(-ENODEV) }
        pacing?.reset()
        return Int(snd_pcm_drop(pcm))
    }

    func resume() -> Int {
        guard let pcm else { return Int(-ENODEV) }
        return Int(snd_pcm_resume(pcm))
    }

    func state() -> PortState {
        guard let pcm else { return .open }
        switch snd_pcm_state(pcm) {
        case SND_PCM_STATE_SETUP: return .setup
        case SND_PCM_STATE_PREPARED: return .prepared
        case SND_PCM_STATE_RUNNING: return .running
        case SND_PCM_STATE_XRUN: return .underrun
        case SND_PCM_STATE_DRAINING: return .draining
        case SND_PCM_STATE_PAUSED: return .paused
        case SND_PCM_STATE_SUSPENDED: return .suspended
        case SND_PCM_STATE_DISCONNECTED: return .disconnected
        default: return .open
        }
    }

    func available(exact: Bool) -> Int {
        guard let pcm else { return Int(-ENODEV) }
        let space = exact ? snd_pcm_avail(pcm) : snd_pcm_avail_update(pcm)
        guard pacing != nil, space >= 0 else { return space }
        pacing?.forgiveRunningDry(at: clock.now())
        return min(space, pacing?.space(at: clock.now()) ?? space)
    }

    func delay() -> Int {
        guard let pcm else { return Int.min }
        if let pacing { return pacing.filled(at: clock.now()) }
        var frames: snd_pcm_sframes_t = 0
        return snd_pcm_delay(pcm, &frames) >= 0 ? frames : Int.min
    }

    func write(_ frames: UnsafeRawPointer, frameCount: Int) -> Int {
        guard let pcm else { return Int(-ENODEV) }
        let taken = snd_pcm_writei(pcm, frames, snd_pcm_uframes_t(frameCount))
        if taken > 0 { pacing?.write(taken) }
        return taken
    }

    func rewindable() -> Int {
        guard let pcm, pacing == nil else { return 0 }
        return snd_pcm_rewindable(pcm)
    }

    func rewind(_ frameCount: Int) -> Int {
        guard let pcm, pacing == nil else { return 0 }
        return snd_pcm_rewind(pcm, snd_pcm_uframes_t(frameCount))
    }

    func wakeUp(atSpace frameCount: Int) {
        guard let pcm else { return }
        wakingSpace = frameCount
        // On the stack: this may come while the device runs.
        withUnsafeTemporaryAllocation(byteCount: snd_pcm_sw_params_sizeof(), alignment: 16) { memory in
            guard let base = memory.baseAddress else { return }
            memset(base, 0, memory.count)
            let software = OpaquePointer(base)
            guard snd_pcm_sw_params_current(pcm, software) >= 0,
                snd_pcm_sw_params_set_avail_min(pcm, software, snd_pcm_uframes_t(frameCount)) >= 0
            else { return }
            _ = snd_pcm_sw_params(pcm, software)
        }
    }

    func now() -> Int64 { clock.now() }

    func wait(forSpace: Bool, timeout: Int64?) -> PortReadiness {
        guard forSpace, let pcm else { return clock.sleep(timeout, orUntil: bell) ? .bell : [] }
        if let pacing {
            let free = pacing.time(untilFree: wakingSpace, at: clock.now())
            let limit = free.map { min($0, timeout ?? $0) } ?? timeout
            return clock.sleep(limit, orUntil: bell) ? [.bell] : [.space]
        }
        return waitForDescriptors(of: pcm, timeout: timeout)
    }

    private func waitForDescriptors(of pcm: OpaquePointer, timeout: Int64?) -> PortReadiness {
        guard let base = descriptors.baseAddress else { return [] }
        let count = descriptors.count - 1
        let filled = min(max(Int(snd_pcm_poll_descriptors(pcm, base, UInt32(count))), 0), count)
        base[filled] = pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0)
        // A PCM without descriptors is looked at twice a period.
        let limit = filled == 0 ? min(halfPeriod, timeout ?? halfPeriod) : timeout
        let ready = SystemClock.poll(base, count: filled + 1, timeout: limit)
        if ready <= 0 { return [] }
        var readiness: PortReadiness = base[filled].revents != 0 ? .bell : []
        // The descriptors' own events mean nothing until libasound has translated them.
        var events: UInt16 = 0
        if snd_pcm_poll_descriptors_revents(pcm, base, UInt32(filled), &events) < 0 { return readiness.union(.fault) }
        if events & UInt16(POLLERR | POLLHUP | POLLNVAL) != 0 { readiness.insert(.fault) }
        if events & UInt16(POLLOUT) != 0 { readiness.insert(.space) }
        return readiness
    }
}
