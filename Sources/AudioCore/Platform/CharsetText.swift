// Text in a charset of old, by the tables of the C library. Any thread.

import Glibc

/// Decodes bytes whose charset is known by its name.
public enum CharsetText {
    /// What becomes of a character that the end of the bytes cuts off.
    public enum CutEnd: Sendable {
        /// A field of a fixed width ends where it ends: nothing is shown.
        case dropped
        /// Shows as U+FFFD, as what cannot be read does.
        case replaced
    }

    /// The text of `bytes`; what cannot be read shows as U+FFFD.
    /// - Parameter charset: a name that `iconv_open` knows: `windows-1251`, `CP932`, `GB18030`, `UTF-16LE`.
    /// - Returns: nil for a charset that the C library does not know, or a name that asks for more than a charset.
    public static func decode(_ bytes: [UInt8], from charset: String, cutEnd: CutEnd) -> String? {
        guard charset.utf8.count < 64, !charset.contains("/"),
            let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1
        else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(truncatingIfNeeded: $0) }
        var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
        let unreadable = Array("\u{FFFD}".utf8)
        var text: [UInt8] = []
        input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                guard let first = source.baseAddress, let start = target.baseAddress else { return }
                var next: UnsafeMutablePointer<CChar>? = first
                var left = source.count
                while left > 0 {
                    var place: UnsafeMutablePointer<CChar>? = start
                    var room = target.count
                    let hasStopped = iconv(converter, &next, &left, &place, &room) == -1
                    let code = errno
                    text += target[..<(target.count - room)].map { UInt8(truncatingIfNeeded: $0) }
                    guard hasStopped, left > 0 else { return }
                    switch code {
                    // The characters that did not fit are next.
                    case E2BIG: continue
                    case EILSEQ:
                        text += unreadable
                        next = next.map { $0 + 1 }
                        left -= 1
                    default:
                        if cutEnd == .replaced { text += unreadable }
                        return
                    }
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
