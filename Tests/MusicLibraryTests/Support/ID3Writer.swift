// A writer of ID3v1 and ID3v2 tags, good and bad ones.

import TestSupport

struct ID3Frame {
    var id: String
    var payload: [UInt8]
    /// The second flag byte.
    var flags: UInt8 = 0
    /// What the flags put in front of the payload.
    var extra: [UInt8] = []
    /// Writes the size as this instead of as the version asks for.
    var size: [UInt8]?
    /// Inserts unsynchronisation into the payload (2.4).
    var isUnsynchronised = false

    static func text(_ id: String, _ bytes: [UInt8], encoding: UInt8 = 0) -> ID3Frame {
        ID3Frame(id: id, payload: [encoding] + bytes)
    }

    static func utf8(_ id: String, _ text: String) -> ID3Frame {
        ID3Frame(id: id, payload: [3] + ascii(text))
    }

    static func described(_ name: String, _ value: String, id: String = "TXXX") -> ID3Frame {
        ID3Frame(id: id, payload: joined([0], ascii(name), [0], ascii(value)))
    }

    static func comment(_ name: String, _ value: String, id: String = "COMM") -> ID3Frame {
        ID3Frame(id: id, payload: joined([0], ascii("eng"), ascii(name), [0], ascii(value)))
    }

    static func picture(
        _ data: [UInt8], type: UInt8 = 3, mime: String = "image/jpeg", description: [UInt8] = [0], encoding: UInt8 = 0
    ) -> ID3Frame {
        ID3Frame(id: "APIC", payload: joined([encoding], ascii(mime), [0, type], description, data))
    }
}

func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
        result.append(byte)
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if byte == 0xFF, next >= 0xE0 || next == 0 { result.append(0) }
    }
    return result
}

func id3v2(
    _ version: Int, _ frames: [ID3Frame], flags: UInt8 = 0, extendedHeader: [UInt8] = [], padding: Int = 0,
    claimedSize: Int? = nil
) -> [UInt8] {
    var body = extendedHeader
    for frame in frames {
        var stored = frame.payload
        if frame.isUnsynchronised { stored = unsynchronised(stored) }
        stored = frame.extra + stored
        let frameFlags = frame.flags | (frame.isUnsynchronised ? 0x02 : 0)
        switch version {
        case 2: body += joined(ascii(frame.id), frame.size ?? big(stored.count, 3), stored)
        case 3: body += joined(ascii(frame.id), frame.size ?? big(stored.count), [0, frameFlags], stored)
        default: body += joined(ascii(frame.id), frame.size ?? syncsafe(stored.count), [0, frameFlags], stored)
        }
    }
    body += [UInt8](repeating: 0, count: padding)
    if version < 4, flags & 0x80 != 0 { body = unsynchronised(body) }
    let size = syncsafe(claimedSize ?? body.count)
    let rest = [UInt8(version), 0, flags] + size
    let footer = flags & 0x10 != 0 ? ascii("3DI") + rest : []
    return joined(ascii("ID3"), rest, body, footer)
}

func id3v1(
    title: [UInt8] = [], artist: [UInt8] = [], album: [UInt8] = [], year: String = "", track: UInt8? = nil,
    genre: UInt8 = 255
) -> [UInt8] {
    func field(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
    }
    let number: UInt8 = track ?? 0
    return joined(
        ascii("TAG"), field(title, 30), field(artist, 30), field(album, 30), field(ascii(year), 4),
        field(ascii("a comment"), 28), [0, number, genre])
}

/// Bytes that stand for MPEG audio.
let audio = [UInt8]((0..<64).flatMap { _ in [0xFF, 0xFB, 0x90, 0x64] as [UInt8] })
