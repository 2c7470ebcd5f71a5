// Tags as taggers write them, with nothing of use inside.

import TestSupport

enum Tags {
    /// An ID3v2.3 tag with a body of zeros; with `footer`, an ID3v2.4 tag for the end of a file.
    static func id3v2(bodyLength: Int, footer: Bool = false) -> [UInt8] {
        let size = [21, 14, 7, 0].map { UInt8(bodyLength >> $0 & 0x7F) }
        let rest: [UInt8] = footer ? [4, 0, 0x10] + size : [3, 0, 0] + size
        let body = [UInt8](repeating: 0, count: bodyLength)
        return joined(Array("ID3".utf8), rest, body, footer ? Array("3DI".utf8) + rest : [])
    }

    static let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

    /// An APEv2 tag with header and footer and one item that looks like MPEG frames.
    static let ape: [UInt8] = {
        let item = joined(
            little(UInt32(400)), little(UInt32(2)), Array("Cover\0".utf8), [UInt8](repeating: 0xFF, count: 400))
        func block(_ flags: UInt32) -> [UInt8] {
            joined(
                Array("APETAGEX".utf8), little(UInt32(2000)), little(UInt32(item.count + 32)), little(UInt32(1)),
                little(flags), [UInt8](repeating: 0, count: 8))
        }
        return joined(block(0xA000_0000), item, block(0x8000_0000))
    }()

    static let lyrics3: [UInt8] = {
        let body = Array("LYRICSBEGININD0000200".utf8)
        let size = String(body.count)
        return body + Array((String(repeating: "0", count: 6 - size.count) + size + "LYRICS200").utf8)
    }()
}
