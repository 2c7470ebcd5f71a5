// Writers of MP4, Ogg and AIFF files that hold tags and next to no sound.

import TestSupport

func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    joined(big(body.count + 8), latin1(kind), body)
}

func mp4Item(_ kind: String, _ value: [UInt8], type: Int = 1) -> [UInt8] {
    box(kind, box("data", big(type) + big(0) + value))
}

func mp4FreeForm(_ name: String, _ value: String) -> [UInt8] {
    var body = box("mean", big(0) + ascii("com.apple.iTunes"))
    body += box("name", big(0) + ascii(name))
    body += box("data", big(1) + big(0) + ascii(value))
    return box("----", body)
}

func mp4File(_ items: [[UInt8]], isQuickTime: Bool = false) -> [UInt8] {
    let handler = box("hdlr", [UInt8](repeating: 0, count: 25))
    let meta = box("meta", joined(isQuickTime ? [] : big(0), handler, box("ilst", Array(items.joined()))))
    let movie = joined(box("mvhd", [UInt8](repeating: 0, count: 100)), box("udta", meta))
    return joined(box("ftyp", joined(ascii("M4A "), big(0))), box("moov", movie))
}

/// The first packet of Ogg Vorbis, and the second with these comments.
func vorbisPackets(_ comments: [UInt8]) -> [[UInt8]] {
    [joined([1], ascii("vorbis"), [UInt8](repeating: 0, count: 23)), joined([3], ascii("vorbis"), comments)]
}

func opusPackets(_ comments: [UInt8]) -> [[UInt8]] {
    let head = joined(ascii("OpusHead"), [1, 2, 0x38, 1], [UInt8](repeating: 0, count: 7))
    return [head, joined(ascii("OpusTags"), comments)]
}

/// The packets of FLAC in Ogg: STREAMINFO, comments, a picture block.
func oggFLACPackets(_ comments: [UInt8], picture: [UInt8]) -> [[UInt8]] {
    let mapping = joined([0x7F], ascii("FLAC"), [1, 0, 0, 2], ascii("fLaC"))
    let streamInfo = joined([0], big(34, 3), [UInt8](repeating: 1, count: 34))
    return [
        joined(mapping, streamInfo), joined([4], big(comments.count, 3), comments),
        joined([0x86], big(picture.count, 3), picture),
    ]
}

/// Packets in pages of at most `segments` segments each; checksums are zero, which no reader of tags minds.
func oggFile(_ packets: [[UInt8]], segments: Int = 3) -> [UInt8] {
    var pages: [[UInt8]] = []
    for (number, packet) in packets.enumerated() {
        var lacing: [Int] = Array(repeating: 255, count: packet.count / 255)
        lacing.append(packet.count % 255)
        var offset = 0
        for start in stride(from: 0, to: lacing.count, by: segments) {
            let part = lacing[start..<min(start + segments, lacing.count)]
            let length = part.reduce(0, +)
            let flags: UInt8 = (number == 0 && start == 0 ? 2 : 0) | (start > 0 ? 1 : 0)
            var page = joined(
                ascii("OggS"), [0, flags], little(0, 8), little(77), little(pages.count), little(0), [UInt8(part.count)]
            )
            for segment in part { page.append(UInt8(segment)) }
            page += packet[offset..<(offset + length)]
            pages.append(page)
            offset += length
        }
    }
    return Array(pages.joined())
}

func aiffFile(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var body = ascii("AIFF")
    for (name, bytes) in chunks {
        body += joined(ascii(name), big(bytes.count), bytes, bytes.count % 2 == 1 ? [0] : [])
    }
    return ascii("FORM") + big(body.count) + body
}

/// A cue sheet block, of a disc or not, whose tracks begin at these samples.
func flacCueSheet(_ starts: [Int], isOfDisc: Bool = true) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 136 + 1 + 258)
    if isOfDisc { bytes[136] = 0x80 }
    bytes.append(UInt8(starts.count + 1))
    for (index, start) in starts.enumerated() {
        bytes += joined(big(0), big(start), [UInt8(index + 1)], [UInt8](repeating: 0, count: 26), [1])
        bytes += joined(big(0), big(0), [1, 0, 0, 0])
    }
    let end = (starts.last ?? 0) + 588 * 75
    bytes += joined(big(0), big(end), [isOfDisc ? 170 : 255], [UInt8](repeating: 0, count: 27))
    return bytes
}

func base64(_ bytes: [UInt8]) -> [UInt8] {
    let letters = ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let part = Array(bytes[start..<min(start + 3, bytes.count)])
        let value = part.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
        for place in 0..<4 {
            text.append(place <= part.count ? letters[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
        }
    }
    return text
}
