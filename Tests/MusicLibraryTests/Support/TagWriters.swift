// Writers of APE tags, FLAC metadata and WAV chunks.

import TestSupport

struct APEItem {
    var key: String
    var value: [UInt8]
    var kind = 0

    static func text(_ key: String, _ value: String) -> APEItem { APEItem(key: key, value: ascii(value)) }
}

func apeTag(_ items: [APEItem], version: Int = 2000, hasHeader: Bool = true, claimedSize: Int? = nil) -> [UInt8] {
    var body: [UInt8] = []
    for item in items {
        body += joined(little(item.value.count), little(item.kind << 1), ascii(item.key), [0], item.value)
    }
    func frame(_ flags: Int) -> [UInt8] {
        joined(
            ascii("APETAGEX"), little(version), little(claimedSize ?? body.count + 32), little(items.count),
            little(flags), little(0, 8))
    }
    let present = hasHeader ? 0x8000_0000 : 0
    return joined(hasHeader ? frame(present | 0x2000_0000) : [], body, frame(present))
}

func vorbisComments(_ comments: [[UInt8]], count: Int? = nil) -> [UInt8] {
    let vendor = ascii("a writer of tests")
    let list = comments.flatMap { little($0.count) + $0 }
    return joined(little(vendor.count), vendor, little(count ?? comments.count), list)
}

func flacPicture(_ data: [UInt8], type: Int = 3, mime: String = "image/jpeg", claimedLength: Int? = nil) -> [UInt8] {
    joined(
        big(type), big(mime.utf8.count), ascii(mime), big(4), ascii("desc"), big(600), big(400), big(24), big(0),
        big(claimedLength ?? data.count), data)
}

/// A FLAC file of these blocks: STREAMINFO first, padding last, no audio worth the name.
/// A FLAC file of one frame whose STREAMINFO says this rate.
func flacFile(_ blocks: [(type: UInt8, bytes: [UInt8])], rate: Int = 44_100) -> [UInt8] {
    func block(_ type: UInt8, _ bytes: [UInt8]) -> [UInt8] { joined([type], big(bytes.count, 3), bytes) }
    var streamInfo = [UInt8](repeating: 1, count: 34)
    streamInfo.replaceSubrange(10..<13, with: big(rate << 4 | 2, 3))
    let between = blocks.flatMap { block($0.type, $0.bytes) }
    return joined(ascii("fLaC"), block(0, streamInfo), between, block(0x81, big(0, 8)), [0xFF, 0xF8, 0x69, 0x0C])
}

func flacFile(_ comments: [String]) -> [UInt8] {
    flacFile([(4, vorbisComments(comments.map(ascii)))])
}

func chunk(_ id: String, _ bytes: [UInt8]) -> [UInt8] {
    joined(ascii(id), little(bytes.count), bytes, bytes.count % 2 == 1 ? [0] : [])
}

func wavFile(_ chunks: [[UInt8]], kind: String = "RIFF") -> [UInt8] {
    let body = ascii("WAVE") + chunks.flatMap { $0 }
    return joined(ascii(kind), little(body.count), body)
}
