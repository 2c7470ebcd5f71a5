// Puts iTunes' gapless comment into an M4A file.

import TestSupport

enum MP4Comment {
    /// Adds a second `udta` with the comment to the movie, which must stand behind the sound.
    static func add(_ text: String, to file: [UInt8]) -> [UInt8] {
        var bytes = file
        func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
            joined(big(UInt32(body.count + 8)), Array(kind.utf8), body)
        }
        let mean = box("mean", [0, 0, 0, 0] + Array("com.apple.iTunes".utf8))
        let name = box("name", [0, 0, 0, 0] + Array("iTunSMPB".utf8))
        let data = box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
        let item = box("----", Array([mean, name, data].joined()))
        let user = box("udta", box("meta", [0, 0, 0, 0] + box("ilst", item)))
        guard let mark = bytes.firstRange(of: Array("moov".utf8)) else { return file }
        // In front of what user data there is, so that it is found first.
        guard let movieHeader = bytes.firstRange(of: Array("mvhd".utf8)) else { return file }
        let start = mark.lowerBound - 4
        let length = bytes[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) } + UInt32(user.count)
        bytes.replaceSubrange(start..<(start + 4), with: big(length))
        let headerStart = movieHeader.lowerBound - 4
        let headerLength = bytes[headerStart..<(headerStart + 4)].reduce(0) { $0 << 8 | Int($1) }
        bytes.insert(contentsOf: user, at: headerStart + headerLength)
        return bytes
    }
}
