// Everything one device means, as a value: fed with raw events, tested without a device. Main thread.

import Scene

/// What came out of a device.
struct DeviceOutput: Hashable, Sendable {
    var events: [InputEvent] = []
    /// Switches that are known now; nil: not known any more.
    var switches: [SwitchName: Bool?] = [:]
    /// A press has begun that no event will end.
    var isPressCancelled = false
}

/// The rules of one device, put together by its role.
struct DeviceDecoder: Sendable {
    /// What the kernel says is down, on or touched; nil parts cannot be asked.
    struct Snapshot: Sendable {
        var slots: [TouchTracker.SlotState]?
        var currentSlot = 0
        var keysDown: Set<UInt16>?
        var switchesOn: Set<UInt16>?
    }

    /// Finger numbers of a device start at its number times this.
    static let fingersPerDevice = TouchTracker.slotCount

    let number: Int
    private var clock: StampClock
    private var keys: KeyDecoder
    private var knob: KnobDecoder?
    private let knobRole: KnobConfiguration.Role
    private var touch: TouchTracker?
    var transform: TouchTransform
    private let switchKeys: [UInt16: SwitchName]
    private let switchCodes: [UInt16: SwitchName]
    private var isDropping = false
    /// Events were lost, and the gap has ended: `resync` must be called.
    private(set) var needsResync = false

    init(
        number: Int, role: DeviceRole, keyMap: KeyMap, transform: TouchTransform,
        switchKeys: [UInt16: SwitchName] = [:], switchCodes: [UInt16: SwitchName] = [:], isMainClock: Bool,
        warnings: inout [String]
    ) {
        self.number = number
        self.transform = transform
        self.switchKeys = switchKeys
        self.switchCodes = switchCodes
        clock = StampClock(isMainClock: isMainClock)
        var turns = KnobConfiguration.Role.focus
        if case .knob(let configuration, _) = role {
            knob = KnobDecoder(configuration, warnings: &warnings)
            turns = configuration.role
        }
        knobRole = turns
        if role == .touch { touch = TouchTracker() }
        keys = KeyDecoder(map: keyMap, pressAction: knobRole == .volume ? .key(.mute) : .press)
    }

    mutating func take(_ raw: RawInput, now: Double, isTextEntry: Bool, into output: inout DeviceOutput) {
        let time = clock.time(stamp: raw.stamp, now: now)
        if raw.type == EventType.synchronise {
            if raw.code == SynchroniseCode.dropped { isDropping = true }
            if raw.code == SynchroniseCode.report, isDropping {
                isDropping = false
                needsResync = true
            }
        }
        takeTouches(raw, time: time, into: &output)
        if isDropping || raw.type == EventType.synchronise { return }
        if takeSwitch(raw, into: &output) { return }
        if knob?.isMine(raw) == true {
            let ticks = knob?.take(raw, time: time) ?? 0
            if ticks != 0 {
                output.events.append(InputEvent(knobRole == .volume ? .volume(ticks) : .rotate(ticks), time: time))
            }
        } else if raw.type == EventType.key {
            output.events += keys.take(raw.code, value: raw.value, time: time, isTextEntry: isTextEntry)
        }
    }

    /// After a gap: fingers, keys and switches become what the device says; what it does not say ends.
    mutating func resync(_ snapshot: Snapshot, now: Double, into output: inout DeviceOutput) {
        isDropping = false
        needsResync = false
        let time = clock.time(stamp: 0, now: now)
        if let changes = touch?.resync(snapshot.slots, current: snapshot.currentSlot) {
            tell(changes, time: time, into: &output)
        }
        knob?.forget()
        if keys.forget(stillDown: snapshot.keysDown ?? []) { output.isPressCancelled = true }
        adoptSwitches(snapshot, into: &output)
    }

    /// At the opening: what is down already is not ours, except switches.
    mutating func begin(_ snapshot: Snapshot, into output: inout DeviceOutput) {
        if snapshot.slots != nil {
            _ = touch?.resync(snapshot.slots, current: snapshot.currentSlot, tellsNew: false)
        }
        adoptSwitches(snapshot, into: &output)
    }

    /// The device is gone: its fingers and its press are cancelled, its switches unknown.
    mutating func end(now: Double, into output: inout DeviceOutput) {
        let time = clock.time(stamp: 0, now: now)
        if let changes = touch?.cancelAll() { tell(changes, time: time, into: &output) }
        if keys.forget() { output.isPressCancelled = true }
        for name in switchKeys.values { output.switches.updateValue(nil, forKey: name) }
        for name in switchCodes.values { output.switches.updateValue(nil, forKey: name) }
    }

    private mutating func takeTouches(_ raw: RawInput, time: Double, into output: inout DeviceOutput) {
        guard let changes = touch?.take(raw), !changes.isEmpty else { return }
        tell(changes, time: time, into: &output)
    }

    private func tell(_ changes: [TouchTracker.Change], time: Double, into output: inout DeviceOutput) {
        for change in changes {
            let pixel = transform.pixel(x: change.x, y: change.y)
            let finger = number * Self.fingersPerDevice + change.contact
            output.events.append(
                InputEvent(.touch(finger: finger, phase: change.phase, x: pixel.x, y: pixel.y), time: time))
        }
    }

    /// A key that is a wire of the car does nothing else.
    private func takeSwitch(_ raw: RawInput, into output: inout DeviceOutput) -> Bool {
        let name: SwitchName? =
            switch raw.type {
            case EventType.key: switchKeys[raw.code]
            case EventType.switches: switchCodes[raw.code]
            default: nil
            }
        guard let name else { return false }
        if raw.value != 2 { output.switches.updateValue(raw.value != 0, forKey: name) }
        return true
    }

    private func adoptSwitches(_ snapshot: Snapshot, into output: inout DeviceOutput) {
        if let keysDown = snapshot.keysDown {
            for (code, name) in switchKeys { output.switches.updateValue(keysDown.contains(code), forKey: name) }
        }
        if let switchesOn = snapshot.switchesOn {
            for (code, name) in switchCodes { output.switches.updateValue(switchesOn.contains(code), forKey: name) }
        }
    }
}
