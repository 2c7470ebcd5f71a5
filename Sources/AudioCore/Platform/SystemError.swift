// What the C library says about an error of the system. Any thread.

import Glibc

/// Words for people.
public enum SystemError {
    /// The text of `strerror_r` for `code`, lower-cased at its start so that it reads inside a line:
    /// "no space left on device".
    public static func reason(_ code: Int32) -> String {
        var text = [CChar](repeating: 0, count: 256)
        // The thread-safe one; its XSI form fills the buffer.
        guard strerror_r(code, &text, text.count) == 0 else { return "system error \(code)" }
        let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}
