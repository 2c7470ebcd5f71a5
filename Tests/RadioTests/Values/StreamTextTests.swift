import Testing

@testable import Radio

@Suite("What a stream says, in whatever charset")
struct StreamTextTests {
    /// „Кино“ in three charsets.
    private static let windows1251: [UInt8] = [0xCA, 0xE8, 0xED, 0xEE]
    private static let koi8: [UInt8] = [0xEB, 0xC9, 0xCE, 0xCF]

    @Test(
        "UTF-8 is believed, then the station's charset, then a guess",
        arguments: [
            (Array("Кино".utf8), nil, "Кино"), (Array("Кино".utf8), "koi8-r", "Кино"), (windows1251, nil, "Кино"),
            (koi8, "koi8-r", "Кино"), (koi8, "no-such-charset", "лЙОП"),
            ([0x42, 0x6A, 0xF6, 0x72, 0x6B], nil, "Björk"),
            ([0x83, 0x4C, 0x83, 0x6D], "shift_jis", "キノ"), ([0x80], nil, "€"), ([0x41], "../../etc", "A"),
            ([], nil, ""),
            ([0xCA, 0x81], "utf-8", "\u{FFFD}\u{FFFD}"),
        ] as [([UInt8], String?, String)])
    func decoding(bytes: [UInt8], charset: String?, text: String) {
        if charset == "utf-8" {
            // What is declared and is not true is still shown, without more characters than bytes.
            #expect(StreamText.decode(bytes, charset: charset).unicodeScalars.count <= bytes.count)
        } else {
            #expect(StreamText.decode(bytes, charset: charset) == text)
        }
    }

    @Test(
        "characters written as on a web page are characters",
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry"), ("&#1050;&#x438;", "Ки"), ("R&B", "R&B"),
            ("&lt;&gt;&quot;&apos;", "<>\"'"),
            ("&#0;&#55296;&#99999999999;", "&#0;&#55296;&#99999999999;"), ("&;&x;", "&;&x;"), ("a&amp", "a&amp"),
        ])
    func entities(text: String, plain: String) {
        #expect(StreamText.unescaped(text) == plain)
    }
}
