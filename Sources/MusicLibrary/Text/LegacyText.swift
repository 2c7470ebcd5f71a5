// Text of single bytes whose code page nobody wrote down: ID3v1, ID3v2 "Latin-1", RIFF INFO, old cue sheets.

/// Guesses what undeclared text is written in, and decodes it.
public enum LegacyText {
    /// What some bytes are taken for.
    public enum Charset: Sendable {
        case utf8
        case windows1251
        case windows1252
        case shiftJIS
        case gbk
    }

    /// The text of `bytes`: UTF-8 when they are that, else Shift-JIS or GBK when they read as Japanese or Chinese,
    /// Windows-1251 when they look Cyrillic, else Windows-1252.
    /// A UTF-8 character cut off by the end (a field of fixed length) is dropped.
    public static func decode(_ bytes: [UInt8]) -> String {
        decode(bytes, as: charset(of: bytes))
    }

    /// The text of `bytes` in a charset that was found over more text than these bytes alone.
    public static func decode(_ bytes: [UInt8], as charset: Charset) -> String {
        switch charset {
        case .utf8:
            let survey = UTF8Survey(bytes)
            return String(decoding: survey.isCutAtEnd ? bytes[..<survey.validPrefix] : bytes[...], as: UTF8.self)
        case .windows1251: return CodePage.windows1251.decode(bytes)
        case .windows1252: return CodePage.windows1252.decode(bytes)
        case .shiftJIS: return DoubleByteText.decode(bytes, as: .shiftJIS) ?? CodePage.windows1252.decode(bytes)
        case .gbk: return DoubleByteText.decode(bytes, as: .gbk) ?? CodePage.windows1252.decode(bytes)
        }
    }

    /// The text of bytes that were declared UTF-8. Ill-formed stretches show as U+FFFD, unless nothing in them is
    /// UTF-8 and everything looks like Windows-1251.
    public static func decodeDeclaredUTF8(_ bytes: [UInt8]) -> String {
        let survey = UTF8Survey(bytes)
        if survey.errorCount > 0, survey.multibyteCount == 0, looksCyrillic(bytes) {
            return CodePage.windows1251.decode(bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The charset of undeclared bytes. ASCII counts as UTF-8.
    public static func charset(of bytes: [UInt8]) -> Charset {
        let survey = UTF8Survey(bytes)
        if survey.errorCount == 0 || (survey.isCutAtEnd && survey.multibyteCount > 0) { return .utf8 }
        if DoubleByteSurvey(bytes, .shiftJIS).isPlausible { return .shiftJIS }
        let looksCyrillic = looksCyrillic(bytes)
        // Chinese in GBK falls on Cyrillic letters too, but with capitals in the middle of words.
        if DoubleByteSurvey(bytes, .gbk).isPlausible, !looksCyrillic || hasCapitalsInside(bytes) { return .gbk }
        return looksCyrillic ? .windows1251 : .windows1252
    }

    /// True when, taken for Windows-1251, more than a few capital letters follow small ones.
    private static func hasCapitalsInside(_ bytes: [UInt8]) -> Bool {
        let faults = zip(bytes, bytes.dropFirst()).count { $0 >= 0xE0 && (0xC0...0xDF).contains($1) }
        let letters = bytes.count { $0 >= 0xC0 }
        return faults * 16 > letters
    }

    /// True when the bytes above ASCII read as Windows-1251 words.
    ///
    /// Both code pages have letters at 0xC0-0xFF, so the letters alone tell nothing. Words do: a Cyrillic word has no
    /// ASCII letter in it (or a look-alike typed by mistake), a western one is mostly ASCII with an accent here and there.
    private static func looksCyrillic(_ bytes: [UInt8]) -> Bool {
        var census = WordCensus()
        for byte in bytes { census.add(byte) }
        census.endWord()
        guard census.highLetters * 4 >= census.highBytes * 3 else { return false }
        if census.cyrillicLetters + census.mixedLetters == 0 {
            // Single letters only: a word of one letter in ASCII surroundings is "à" sooner than "а".
            return census.highLetters > 0 && census.asciiLetters == 0
        }
        return census.cyrillicLetters > census.mixedLetters
    }

    private struct WordCensus {
        var highBytes = 0
        var highLetters = 0
        var asciiLetters = 0
        /// Letters above ASCII in words of two or more that have at most a quarter of ASCII letters.
        var cyrillicLetters = 0
        /// Letters above ASCII in words that have more ASCII letters.
        var mixedLetters = 0
        private var wordHigh = 0
        private var wordASCII = 0

        mutating func add(_ byte: UInt8) {
            if byte >= 0x80 { highBytes += 1 }
            if Self.isCyrillicLetter(byte) {
                highLetters += 1
                wordHigh += 1
            } else if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) {
                asciiLetters += 1
                wordASCII += 1
            } else {
                endWord()
            }
        }

        mutating func endWord() {
            if wordASCII * 3 > wordHigh {
                mixedLetters += wordHigh
            } else if wordHigh > 1 {
                cyrillicLetters += wordHigh
            }
            wordHigh = 0
            wordASCII = 0
        }

        /// Russian, Ukrainian and Belarusian letters of Windows-1251.
        private static func isCyrillicLetter(_ byte: UInt8) -> Bool {
            switch byte {
            case 0xC0...0xFF, 0xA8, 0xB8, 0xAA, 0xBA, 0xAF, 0xBF, 0xB2, 0xB3, 0xA1, 0xA2, 0xA5, 0xB4: true
            default: false
            }
        }
    }
}
