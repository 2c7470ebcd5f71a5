// Whether some bytes read as Japanese or Chinese of two bytes a character. Values; any thread.

/// Counts over bytes taken for Shift-JIS or GBK.
///
/// Shift-JIS: JIS X 0208:1997, appendix 1, with Microsoft's rows (code page 932). GBK: GB 2312-80 moved to the upper
/// half, with the extension's trails from 0x40 (code page 936).
struct DoubleByteSurvey {
    enum Coding {
        case shiftJIS, gbk
    }

    /// Characters of two bytes, and those of them that everyday text is made of.
    private(set) var pairs = 0
    private(set) var commonPairs = 0
    /// Bytes above ASCII that stand for a character alone: half-width katakana.
    private(set) var singles = 0
    /// Pairs right behind an ASCII letter: in western text every accent is.
    private var touchingPairs = 0
    private(set) var isValid = true

    init(_ bytes: [UInt8], _ coding: Coding) {
        var offset = 0
        var isBehindLetter = false
        while offset < bytes.count {
            let lead = bytes[offset]
            if lead < 0x80 {
                isBehindLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lead | 0x20)
                offset += 1
            } else if coding == .shiftJIS, (0xA1...0xDF).contains(lead) {
                singles += 1
                isBehindLetter = false
                offset += 1
            } else if offset + 1 == bytes.count, Self.isLead(lead, coding) {
                // A field of fixed length cuts its last character.
                return
            } else if offset + 1 < bytes.count, Self.isLead(lead, coding), Self.isTrail(bytes[offset + 1], coding) {
                pairs += 1
                if Self.isCommon(lead, bytes[offset + 1], coding) { commonPairs += 1 }
                if isBehindLetter { touchingPairs += 1 }
                isBehindLetter = false
                offset += 2
            } else {
                isValid = false
                return
            }
        }
    }

    /// The bytes read as everyday text of this coding.
    var isPlausible: Bool {
        isValid && pairs > 1 && commonPairs * 4 >= (pairs + singles) * 3 && touchingPairs * 4 <= pairs
    }

    private static func isLead(_ byte: UInt8, _ coding: Coding) -> Bool {
        switch coding {
        case .shiftJIS: (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte)
        case .gbk: (0x81...0xFE).contains(byte)
        }
    }

    private static func isTrail(_ byte: UInt8, _ coding: Coding) -> Bool {
        let last: UInt8 = coding == .shiftJIS ? 0xFC : 0xFE
        return (0x40...last).contains(byte) && byte != 0x7F
    }

    /// Shift-JIS: punctuation, kana and the kanji of level 1. GBK: punctuation, full-width letters and the hanzi of level 1.
    private static func isCommon(_ lead: UInt8, _ trail: UInt8, _ coding: Coding) -> Bool {
        switch coding {
        case .shiftJIS: (0x81...0x83).contains(lead) || (0x88...0x98).contains(lead)
        case .gbk: trail >= 0xA1 && ((0xA1...0xA3).contains(lead) || (0xB0...0xD7).contains(lead))
        }
    }
}
