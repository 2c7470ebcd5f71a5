// Shift-JIS and GBK to text, by the C library's tables. Any thread.

import AudioCore

/// Decodes text of two bytes a character.
enum DoubleByteText {
    /// The text of `bytes`; what cannot be read shows as U+FFFD, a character cut off by the end is dropped. Nil when the
    /// C library has no table for the coding.
    static func decode(_ bytes: [UInt8], as coding: DoubleByteSurvey.Coding) -> String? {
        CharsetText.decode(bytes, from: coding == .shiftJIS ? "CP932" : "GB18030", cutEnd: .dropped)
    }
}
