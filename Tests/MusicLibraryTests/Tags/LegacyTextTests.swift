// The guess at text whose charset nobody wrote down.

import MusicLibrary
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
        var random = SeededRandom(state: 7)
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
