// What a device says it can send. A value; main thread.

import CLinux

/// The codes of a device, by type.
struct DeviceCapabilities: Hashable, Sendable {
    var keys: Set<UInt16> = []
    var relatives: Set<UInt16> = []
    var absolutes: Set<UInt16> = []
    var switches: Set<UInt16> = []
    var properties: Set<UInt16> = []

    init() {}

    /// Asks the device; nil when it is not an evdev device (a FIFO).
    init?(descriptor: Int32) {
        guard let types = Self.codes(count: 32, { evdev_capabilities(descriptor, 0, $0, $1) }) else { return nil }
        func codes(_ type: UInt16, _ count: Int) -> Set<UInt16> {
            guard types.contains(type) else { return [] }
            return Self.codes(count: count) { evdev_capabilities(descriptor, UInt32(type), $0, $1) } ?? []
        }
        keys = codes(EventType.key, 768)
        relatives = codes(EventType.relative, 16)
        absolutes = codes(EventType.absolute, 64)
        switches = codes(EventType.switches, 32)
        properties = Self.codes(count: 32) { evdev_properties(descriptor, $0, $1) } ?? []
    }

    /// The numbers of the set bits that `ask` fills in; nil when it fails.
    static func codes(count: Int, _ ask: (UnsafeMutablePointer<UInt8>?, Int) -> Int32) -> Set<UInt16>? {
        var bits = [UInt8](repeating: 0, count: count / 8)
        let answer = bits.withUnsafeMutableBufferPointer { ask($0.baseAddress, $0.count) }
        guard answer >= 0 else { return nil }
        var codes: Set<UInt16> = []
        for code in 0..<count {
            let mask = UInt8(1) << UInt8(code % 8)
            if bits[code / 8] & mask != 0 { codes.insert(UInt16(code)) }
        }
        return codes
    }

    /// A panel under the picture, with slots or for one finger; not a touch pad.
    var isTouchPanel: Bool {
        if properties.contains(UInt16(DeviceProperty.pointer)) { return false }
        let buttonTouch: UInt16 = 0x14A
        let hasSlots = absolutes.isSuperset(of: [AbsoluteCode.slot, AbsoluteCode.slotX, AbsoluteCode.slotY])
        let isSingle = absolutes.isSuperset(of: [AbsoluteCode.x, AbsoluteCode.y]) && keys.contains(buttonTouch)
        return hasSlots || isSingle
    }

    /// It has slots; else it knows one finger.
    var hasSlots: Bool { absolutes.contains(AbsoluteCode.slot) }

    var isMouse: Bool { relatives.isSuperset(of: [RelativeCode.x, RelativeCode.y]) }

    /// The axis of something that only turns.
    var knobAxis: KnobConfiguration.Axis? {
        if relatives.contains(RelativeCode.dial) { return .dial }
        if relatives.contains(RelativeCode.wheel) || relatives.contains(RelativeCode.horizontalWheel) { return .wheel }
        return relatives.contains(RelativeCode.x) ? .x : nil
    }
}
