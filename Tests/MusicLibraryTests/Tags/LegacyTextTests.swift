// The guess at text whose charset nobody wrote down.

import MusicLibrary
import TestSupport
import Testing

@Suite("Text without a stated charset")
struct LegacyTextTests {
    static let russian = [
        "Группа крови", "Я", "а я и ты", "Кино - Звезда по имени Солнце (live)", "ДДТ", "Best of Ария", "Ёлка, ёж",
        "«Машина времени» — Поворот", "Кiно",
    ]

    @Test("Cyrillic words are Windows-1251", arguments: russian)
    func cyrillic(text: String) {
        #expect(LegacyText.decode(cp1251(text)) == text)
    }

    static let western = [
        "Café", "Motörhead", "Mötley Crüe", "À la carte", "Où est la fête à Noël", "Señor Coconut",
        "Sigur Rós - Ágætis",
        "Für Elise", "Ça plane pour moi", "Été", "Håkan Hellström", "plain ASCII", "10° ½ ©",
    ]

    @Test("accents among ASCII letters are Windows-1252", arguments: western)
    func latin(text: String) {
        #expect(LegacyText.decode(latin1(text)) == text)
    }

    @Test("what is UTF-8 stays UTF-8, also cut in its last character", arguments: ["Кино", "Café", "日本", "🎸 Rock"])
    func utf8(text: String) {
        #expect(LegacyText.decode(ascii(text)) == text)
        #expect(LegacyText.decode(ascii("é" + text + "ы").dropLast()) == "é" + text)
    }

    @Test("the upper halves of both pages")
    func pages() {
        #expect(
            CodePage.windows1251.decode([0x80, 0x88, 0x98, 0xA8, 0xB9, 0xC0, 0xDF, 0xE0, 0xFF]) == "Ђ€\u{FFFD}Ё№АЯая")
        #expect(
            CodePage.windows1252.decode([0x80, 0x81, 0x8A, 0x92, 0x99, 0x9F, 0xA0, 0xFF]) == "€\u{FFFD}Š’™Ÿ\u{A0}ÿ")
    }

    @Test("any bytes give some text")
    func anything() {
        var random = SeededNumbers(seed: 7)
        for length in 0..<300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = LegacyText.decode(bytes)
            _ = LegacyText.decodeDeclaredUTF8(bytes)
            #expect(UTF16Text.decode(bytes, order: .littleEndian).utf16.count <= length)
        }
    }
}

extension LegacyText {
    fileprivate static func decode(_ bytes: ArraySlice<UInt8>) -> String { decode(Array(bytes)) }
}

@Suite("Japanese and Chinese without a stated charset")
struct DoubleByteTextTests {
    /// Titles with their bytes in Shift-JIS and GBK, as `iconv` gives them.
    static let japanese: [(text: String, bytes: [UInt8])] = [
        ("さくら", [0x82, 0xB3, 0x82, 0xAD, 0x82, 0xE7]),
        ("上を向いて歩こう", [0x8F, 0xE3, 0x82, 0xF0, 0x8C, 0xFC, 0x82, 0xA2, 0x82, 0xC4, 0x95, 0xE0, 0x82, 0xB1, 0x82, 0xA4]),
        ("CD 1 - ソング (live)", Array("CD 1 - ".utf8) + [0x83, 0x5C, 0x83, 0x93, 0x83, 0x4F] + Array(" (live)".utf8)),
    ]
    static let chinese: [(text: String, bytes: [UInt8])] = [
        ("月亮代表我的心", [0xD4, 0xC2, 0xC1, 0xC1, 0xB4, 0xFA, 0xB1, 0xED, 0xCE, 0xD2, 0xB5, 0xC4, 0xD0, 0xC4]),
        ("甜蜜蜜 (Live)", [0xCC, 0xF0, 0xC3, 0xDB, 0xC3, 0xDB] + Array(" (Live)".utf8)),
        ("《茉莉花》", [0xA1, 0xB6, 0xDC, 0xD4, 0xC0, 0xF2, 0xBB, 0xA8, 0xA1, 0xB7]),
    ]

    @Test("kana and kanji are Shift-JIS", arguments: japanese.indices)
    func shiftJIS(index: Int) {
        #expect(LegacyText.decode(Self.japanese[index].bytes) == Self.japanese[index].text)
    }

    @Test("common hanzi are GBK", arguments: chinese.indices)
    func gbk(index: Int) {
        #expect(LegacyText.decode(Self.chinese[index].bytes) == Self.chinese[index].text)
    }

    @Test("capitals and short words in Russian stay Russian", arguments: ["РОДИНА МАТЬ", "МИР", "ДОМ СТОИТ", "Она"])
    func russian(text: String) {
        #expect(LegacyText.decode(cp1251(text)) == text)
    }

    @Test("typographic marks in English stay English")
    func marks() {
        let text: [[UInt8]] = [[0x93], Array("Don".utf8), [0x92], Array("t Can".utf8), [0x92], Array("t".utf8), [0x94]]
        #expect(LegacyText.decode(Array(text.joined())) == "“Don’t Can’t”")
    }

    @Test("a character that the end of a field cut is dropped, a broken one shows")
    func broken() {
        #expect(LegacyText.decode(Self.japanese[0].bytes.dropLast() + []) == "さく")
        #expect(LegacyText.decode(Array(Self.chinese[0].bytes.dropLast())) == "月亮代表我的")
        let broken = Self.japanese[0].bytes + [0xFF] + Self.japanese[0].bytes
        #expect(LegacyText.decode(broken, as: .shiftJIS) == "さくら\u{FFFD}さくら")
    }
}
