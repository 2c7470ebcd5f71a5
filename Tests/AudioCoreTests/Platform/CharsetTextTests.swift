import AudioCore
import Testing

@Suite("Text in a charset of old")
struct CharsetTextTests {
    @Test(
        "is read by the charset's table",
        arguments: [
            ("windows-1251", [0xCA, 0xE8, 0xED, 0xEE], "Кино"), ("koi8-r", [0xEB, 0xC9, 0xCE, 0xCF], "Кино"),
            ("CP932", [0x96, 0xE9, 0x82, 0xCC], "夜の"), ("GB18030", [0xB5, 0xC6, 0xCB, 0xFE], "灯塔"),
            ("UTF-16LE", [0x1A, 0x04, 0x3D, 0xD8, 0x00, 0xDE], "К😀"), ("windows-1252", [], ""),
        ] as [(String, [UInt8], String)])
    func tables(charset: String, bytes: [UInt8], text: String) {
        for end in [CharsetText.CutEnd.dropped, .replaced] {
            #expect(CharsetText.decode(bytes, from: charset, cutEnd: end) == text)
        }
    }

    @Test("what has no meaning shows as U+FFFD, and what is behind it is read")
    func illFormed() {
        #expect(CharsetText.decode([0x41, 0x98, 0x42], from: "windows-1251", cutEnd: .dropped) == "A\u{FFFD}B")
        #expect(CharsetText.decode([0xFF, 0xFF, 0x41], from: "CP932", cutEnd: .dropped) == "\u{FFFD}\u{FFFD}A")
    }

    @Test("a character that the end cuts off is dropped or shown, as is asked")
    func cutOff() {
        #expect(CharsetText.decode([0x41, 0x96], from: "CP932", cutEnd: .dropped) == "A")
        #expect(CharsetText.decode([0x41, 0x96], from: "CP932", cutEnd: .replaced) == "A\u{FFFD}")
    }

    @Test("characters that become much longer are all there")
    func growing() {
        // Tamil: a byte becomes up to three characters of three bytes.
        let bytes = [UInt8](repeating: 0x87, count: 2000)
        guard let text = CharsetText.decode(bytes, from: "TSCII", cutEnd: .dropped) else { return }
        #expect(text.unicodeScalars.count == 6000)
        #expect(!text.unicodeScalars.contains("\u{FFFD}"))
    }

    @Test("a name that is no charset gives nothing", arguments: ["", "no such", "UTF-8//IGNORE", "a/b"])
    func unknown(charset: String) {
        #expect(CharsetText.decode([0x41], from: charset, cutEnd: .replaced) == (charset.isEmpty ? "A" : nil))
    }
}
