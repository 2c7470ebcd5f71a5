// One `struct input_event` as a value, and the codes that have a meaning here. Any thread.

/// What the kernel or a FIFO says: 24 bytes (Linux, `linux/input.h`, 64 bit).
public struct RawInput: Hashable, Sendable {
    public var seconds: Int64
    public var microseconds: Int64
    public var type: UInt16
    public var code: UInt16
    public var value: Int32

    public static let byteCount = 24

    public init(type: UInt16, code: UInt16, value: Int32, seconds: Int64 = 0, microseconds: Int64 = 0) {
        self.type = type
        self.code = code
        self.value = value
        self.seconds = seconds
        self.microseconds = microseconds
    }

    /// Reads the first 24 bytes.
    /// - Precondition: there are as many.
    public init(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count >= Self.byteCount, "an input event has 24 bytes")
        seconds = bytes.loadUnaligned(fromByteOffset: 0, as: Int64.self)
        microseconds = bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self)
        type = bytes.loadUnaligned(fromByteOffset: 16, as: UInt16.self)
        code = bytes.loadUnaligned(fromByteOffset: 18, as: UInt16.self)
        value = bytes.loadUnaligned(fromByteOffset: 20, as: Int32.self)
    }

    /// The 24 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: seconds) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: microseconds) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: type) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: code) { bytes.append(contentsOf: $0) }
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Seconds of whatever clock stamped it.
    var stamp: Double { Double(seconds) + Double(microseconds) / 1_000_000 }
}

/// Numbers of `linux/input-event-codes.h`.
enum EventType {
    static let synchronise: UInt16 = 0x00
    static let key: UInt16 = 0x01
    static let relative: UInt16 = 0x02
    static let absolute: UInt16 = 0x03
    static let switches: UInt16 = 0x05
}

enum SynchroniseCode {
    static let report: UInt16 = 0
    static let dropped: UInt16 = 3
}

enum RelativeCode {
    static let x: UInt16 = 0x00
    static let y: UInt16 = 0x01
    static let horizontalWheel: UInt16 = 0x06
    static let dial: UInt16 = 0x07
    static let wheel: UInt16 = 0x08
}

enum AbsoluteCode {
    static let x: UInt16 = 0x00
    static let y: UInt16 = 0x01
    static let slot: UInt16 = 0x2F
    static let slotX: UInt16 = 0x35
    static let slotY: UInt16 = 0x36
    static let toolType: UInt16 = 0x37
    static let trackingID: UInt16 = 0x39
}

enum DeviceProperty {
    static let pointer = 0
    static let direct = 1
}
