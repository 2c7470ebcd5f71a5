// Shift-JIS and GBK to text, by the C library's tables. Any thread.

import Glibc

/// Decodes text of two bytes a character.
enum DoubleByteText {
    /// The text of `bytes`; what cannot be read shows as U+FFFD, a character cut off by the end is dropped. Nil when the
    /// C library has no table for the coding.
    static func decode(_ bytes: [UInt8], as coding: DoubleByteSurvey.Coding) -> String? {
        let name = coding == .shiftJIS ? "CP932" : "GB18030"
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(truncatingIfNeeded: $0) }
        // A character of two bytes becomes at most four.
        var output = [CChar](repeating: 0, count: bytes.count * 3 + 16)
        var text: [UInt8] = []
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                guard var next = source.baseAddress, let start = target.baseAddress else { return }
                var left = source.count
                while left > 0 {
                    var place: UnsafeMutablePointer<CChar>? = start
                    var room = target.count
                    var from: UnsafeMutablePointer<CChar>? = next
                    let status = iconv(converter, &from, &left, &place, &room)
                    let code = errno
                    text += target[..<(target.count - room)].map { UInt8(truncatingIfNeeded: $0) }
                    guard status == Int.max || status == -1, code != EINVAL, left > 0, let stopped = from else {
                        return
                    }
                    next = stopped
                    guard code == EILSEQ else { continue }
                    text += Array("\u{FFFD}".utf8)
                    next += 1
                    left -= 1
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
