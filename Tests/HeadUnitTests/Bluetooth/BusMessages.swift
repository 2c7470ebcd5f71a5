// As much of D-Bus's wire format as a service needs that answers one call (D-Bus Specification 0.41, "Message Protocol").

import Glibc

/// Values in little endian, each at a multiple of its size.
struct BusBytes {
    var bytes: [UInt8] = []

    mutating func align(_ size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    mutating func number(_ value: UInt32) {
        align(4)
        withUnsafeBytes(of: value.littleEndian) { bytes += Array($0) }
    }

    /// A string or an object path.
    mutating func text(_ text: String) {
        number(UInt32(text.utf8.count))
        bytes += Array(text.utf8)
        bytes.append(0)
    }

    mutating func signature(_ text: String) {
        bytes.append(UInt8(text.utf8.count))
        bytes += Array(text.utf8)
        bytes.append(0)
    }

    /// Its length does not count what is filled in front of the first element.
    mutating func array(aligned size: Int, _ body: (inout BusBytes) -> Void) {
        number(0)
        let place = bytes.count - 4
        align(size)
        let start = bytes.count
        body(&self)
        withUnsafeBytes(of: UInt32(bytes.count - start).littleEndian) { length in
            bytes.replaceSubrange(place..<(place + 4), with: length)
        }
    }

    /// A name and its value in a variant.
    mutating func entry(_ name: String, _ type: String, _ value: (inout BusBytes) -> Void) {
        align(8)
        text(name)
        signature(type)
        value(&self)
    }
}

/// A message on its way out.
struct BusMessage {
    private var fields = BusBytes()

    /// A header field of one of the types that are text.
    mutating func field(_ code: UInt8, _ type: String, _ text: String) {
        fields.align(8)
        fields.bytes.append(code)
        fields.signature(type)
        if type == "g" { fields.signature(text) } else { fields.text(text) }
    }

    mutating func field(_ code: UInt8, number: UInt32) {
        fields.align(8)
        fields.bytes.append(code)
        fields.signature("u")
        fields.number(number)
    }

    func bytes(type: UInt8, serial: UInt32, body: [UInt8]) -> [UInt8] {
        var whole = BusBytes(bytes: [UInt8(ascii: "l"), type, 0, 1])
        whole.number(UInt32(body.count))
        whole.number(serial)
        // The fields begin at a multiple of 8, as they were written.
        whole.number(UInt32(fields.bytes.count))
        whole.bytes += fields.bytes
        whole.align(8)
        return whole.bytes + body
    }
}

/// A connection to a bus.
struct BusWire: Sendable {
    let descriptor: Int32

    struct Incoming {
        var type: UInt8
        var serial: UInt32
        var sender = ""
        var answered: UInt32?
    }

    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { part in
                send(descriptor, part.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Nil at the end of the connection.
    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = bytes.withUnsafeMutableBytes { room in
                recv(descriptor, room.baseAddress.map { $0 + got }, count - got, 0)
            }
            guard more > 0 else { return nil }
            got += more
        }
        return bytes
    }

    /// A line of the introduction, without its end.
    func line() -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(2).elementsEqual([13, 10]) {
            guard let byte = read(1) else { return nil }
            bytes += byte
        }
        return String(decoding: bytes.dropLast(2), as: UTF8.self)
    }

    /// Reads until the answer to a call has come.
    func answers(to serial: UInt32) -> Bool {
        while let message = message() {
            if message.answered == serial { return message.type == 2 }
        }
        return false
    }

    /// The next message; nil at the end of the connection.
    func message() -> Incoming? {
        guard let head = read(16) else { return nil }
        let number = { (bytes: [UInt8], place: Int) -> UInt32 in
            bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let length = Int(number(head, 12))
        guard let fields = read((length + 7) / 8 * 8), read(Int(number(head, 4))) != nil else { return nil }
        var message = Incoming(type: head[1], serial: number(head, 8))
        var place = 0
        while place < length {
            place = (place + 7) / 8 * 8
            let code = fields[place]
            let type = fields[place + 2]
            place += 4
            if type == UInt8(ascii: "g") {
                place += Int(fields[place]) + 2
                continue
            }
            place = (place + 3) / 4 * 4
            let value = number(fields, place)
            place += 4
            if type == UInt8(ascii: "u") {
                if code == 5 { message.answered = value }
            } else {
                let text = String(decoding: fields[place..<(place + Int(value))], as: UTF8.self)
                if code == 7 { message.sender = text }
                place += Int(value) + 1
            }
        }
        return message
    }
}
