// One opened device or FIFO: its descriptor and its bytes. Main thread.

import CLinux
import Glibc

/// What a file is, beyond its path: a device that came back, or a FIFO made anew, is another one.
struct FileIdentity: Hashable {
    let device: UInt
    let inode: UInt
    let isCharacterDevice: Bool

    /// Nil when there is nothing, or something that is neither a character device nor a FIFO.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(_ status: stat) {
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFCHR || kind == S_IFIFO else { return nil }
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        isCharacterDevice = kind == S_IFCHR
    }
}

/// Owner of one descriptor.
final class EvdevDevice {
    let path: String
    /// What the device calls itself; empty for a FIFO.
    let name: String
    let descriptor: Int32
    let identity: FileIdentity
    /// Nil for a FIFO.
    let capabilities: DeviceCapabilities?
    /// The device stamps its events by the monotonic clock.
    let isMainClock: Bool
    /// What is taken in one turn of the main loop: 512 events, far more than a hand makes. The rest keeps `poll` awake.
    private var buffer = [UInt8](repeating: 0, count: 512 * RawInput.byteCount)
    /// Bytes at its start: of an event whose end has not come through the FIFO yet.
    private var partialCount = 0

    /// Opens without blocking.
    /// - Returns: nil with the error number in `failure`; 0 means that it is not a device.
    init?(path: String, failure: inout Int32) {
        let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else {
            failure = errno
            return nil
        }
        var status = stat()
        guard fstat(opened, &status) == 0, let identity = FileIdentity(status) else {
            failure = 0
            close(opened)
            return nil
        }
        self.path = path
        self.identity = identity
        descriptor = opened
        capabilities = identity.isCharacterDevice ? DeviceCapabilities(descriptor: opened) : nil
        isMainClock = capabilities != nil && evdev_use_monotonic_clock(opened) == 0
        if capabilities == nil {
            name = ""
        } else {
            var bytes = [UInt8](repeating: 0, count: 256)
            _ = bytes.withUnsafeMutableBufferPointer { evdev_name(opened, $0.baseAddress, $0.count) }
            name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    deinit { close(descriptor) }

    /// Keeps the events from everybody else.
    /// - Returns: 0, or the error number.
    func grab() -> Int32 { evdev_grab(descriptor) == 0 ? 0 : errno }

    enum Reading {
        case events([RawInput])
        /// Unplugged, or the last writer of the FIFO has closed it.
        case gone
    }

    /// Takes what is there.
    func read() -> Reading {
        var got = 0
        buffer.withUnsafeMutableBytes { bytes in
            let room = UnsafeMutableRawBufferPointer(rebasing: bytes[partialCount...])
            repeat { got = Glibc.read(descriptor, room.baseAddress, room.count) } while got < 0 && errno == EINTR
        }
        if got < 0 { return errno == EAGAIN ? .events([]) : .gone }
        if got == 0 { return isHungUp ? .gone : .events([]) }
        let end = partialCount + got
        let whole = end - end % RawInput.byteCount
        let events = buffer.withUnsafeBytes { bytes in
            stride(from: 0, to: whole, by: RawInput.byteCount).map { offset in
                RawInput(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + RawInput.byteCount)]))
            }
        }
        partialCount = end - whole
        for index in 0..<partialCount { buffer[index] = buffer[whole + index] }
        return .events(events)
    }

    /// Passes over everything that waits, before the state is asked for.
    func drain() {
        for _ in 0..<64 {
            guard case .events(let events) = read(), !events.isEmpty else { return }
        }
    }

    /// What is down, on and touched now.
    func snapshot() -> DeviceDecoder.Snapshot {
        var snapshot = DeviceDecoder.Snapshot()
        guard let capabilities else { return snapshot }
        if !capabilities.keys.isEmpty {
            snapshot.keysDown = DeviceCapabilities.codes(count: 768) { evdev_keys_down(descriptor, $0, $1) }
        }
        if !capabilities.switches.isEmpty {
            snapshot.switchesOn = DeviceCapabilities.codes(count: 32) { evdev_switches_on(descriptor, $0, $1) }
        }
        guard capabilities.hasSlots, let slot = axis(AbsoluteCode.slot) else { return snapshot }
        let count = min(TouchTracker.slotCount, max(1, Int(slot.range.upperBound) + 1))
        if let ids = slots(AbsoluteCode.trackingID, count), let xs = slots(AbsoluteCode.slotX, count),
            let ys = slots(AbsoluteCode.slotY, count)
        {
            snapshot.slots = (0..<count).map { TouchTracker.SlotState(trackingID: ids[$0], x: xs[$0], y: ys[$0]) }
            snapshot.currentSlot = Int(slot.value)
        }
        return snapshot
    }

    /// The coordinates a panel can send; nil when it does not say.
    func touchRange() -> (x: ClosedRange<Int32>, y: ClosedRange<Int32>)? {
        guard let capabilities else { return nil }
        let codes =
            capabilities.hasSlots ? (AbsoluteCode.slotX, AbsoluteCode.slotY) : (AbsoluteCode.x, AbsoluteCode.y)
        guard let x = axis(codes.0)?.range, let y = axis(codes.1)?.range, x.count > 1, y.count > 1 else { return nil }
        return (x, y)
    }

    private func axis(_ code: UInt16) -> (value: Int32, range: ClosedRange<Int32>)? {
        var (value, minimum, maximum): (Int32, Int32, Int32) = (0, 0, 0)
        guard evdev_axis(descriptor, UInt32(code), &value, &minimum, &maximum) == 0, minimum <= maximum else {
            return nil
        }
        return (value, minimum...maximum)
    }

    private func slots(_ code: UInt16, _ count: Int) -> [Int32]? {
        var values = [Int32](repeating: 0, count: count)
        let result = values.withUnsafeMutableBufferPointer {
            evdev_slots(descriptor, UInt32(code), $0.baseAddress, $0.count)
        }
        return result == 0 ? values : nil
    }

    /// A FIFO that nobody has opened yet also gives nothing; only one that was left says so.
    private var isHungUp: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }
}
