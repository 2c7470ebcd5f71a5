// JSON with places: what is read, what is refused, and that nothing makes it crash or hang.

import TestSupport
import Testing

@testable import TemplateKit

@Suite("JSON is read with the place of every value")
struct JSONParserTests {
    static func parse(_ bytes: [UInt8]) -> (root: JSONNode?, faults: [String]) {
        let outcome = JSONParser.parse(SourceText(file: "f.json", bytes: bytes))
        return (outcome.root, outcome.faults.map { "\($0.line):\($0.column): \($0.message)" })
    }

    static func parse(_ text: String) -> (root: JSONNode?, faults: [String]) { parse(Array(text.utf8)) }

    @Test("values and their places")
    func values() throws {
        let text =
            "\u{FEFF}{\n\t\"a\": [1, -2.5e1, true, false, null],\r\n  \"ключ\": \"\\u0041\\n\\uD83C\\uDFB5é\\/\" }\n"
        let source = SourceText(file: "f.json", bytes: Array(text.utf8))
        let root = try #require(JSONParser.parse(source).root)
        guard case .array(let items)? = root["a"]?.value else {
            Issue.record("no list")
            return
        }
        #expect(items.map(\.value) == [.number(1), .number(-25), .bool(true), .bool(false), .null])
        #expect(root["ключ"]?.string == "A\n🎵é/")
        #expect(source.place(of: root.offset) == (1, 1))
        #expect(source.place(of: items[1].offset) == (2, 11))
        let member = try #require(root["ключ"])
        #expect(source.place(of: member.offset) == (3, 11), "columns count characters, not bytes")
        #expect(source.place(of: 10_000) == (4, 1))
        #expect(source.place(of: -1) == (1, 1))
    }

    @Test(
        "what is wrong is said with its place",
        arguments: [
            ("", "1:1: the file is empty (an object, \"{ }\")"),
            (" \n ", "2:2: the file is empty (an object, \"{ }\")"),
            ("{\"a\": 1,}", "1:9: a key is missing (remove the comma before \"}\")"),
            ("[1, ]", "1:5: a value is missing (remove the comma or colon before it)"),
            ("{\"a\" 1}", "1:6: \"1\" after a key (a colon)"),
            (#"{"a" "b"}"#, "1:6: a quote after a key (a colon)"),
            ("{a: 1}", "1:2: \"a\" cannot begin a key (a text in double quotes)"),
            ("[1 2]", "1:4: \"2\" after a value (a comma, or \"]\")"),
            ("{\"a\": 1 é}", "1:9: \"é\" after a value (a comma, or \"}\")"),
            ("{\n\"a\": [1,", "2:9: the file ends too early (a \"]\" for the one at 2:6)"),
            ("{\"a\": ", "1:7: the file ends too early (a \"}\" for the one at 1:1)"),
            ("{} {}", "1:4: something stands behind the end (one value in a file)"),
            ("// x", "1:1: a comment (JSON has none; remove it)"),
            ("['x']", "1:2: a single quote (texts stand in double quotes)"),
            ("[yes]", "1:2: \"yes\" is no value (true, false, null, or a text in double quotes)"),
            ("[01]", "1:2: 01 is no number (as 12, -3.5 or 1e6)"),
            ("[1.]", "1:2: 1. is no number (as 12, -3.5 or 1e6)"),
            ("[-]", "1:2: - is no number (as 12, -3.5 or 1e6)"),
            ("[1e999]", "1:2: 1e999 is no number (as 12, -3.5 or 1e6)"),
            ("[\"a\nb\"]", "1:4: the text has no end on its line (a double quote)"),
            ("[\"a\tb\"]", "1:4: a control character in a text (written as \\u0009)"),
            ("[\"a", "1:2: the text has no end (a double quote)"),
            ("[\"\\q\"]", "1:3: an unknown escape in a text (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0041)"),
            ("[\"\\u12\"]", "1:3: \\u needs four hexadecimal digits (\\u0041)"),
            ("[\"\\uD800\"]", "1:3: half a character (a pair as \\uD83C\\uDFB5, or the character itself)"),
            ("[\"\\uDC00\"]", "1:3: half a character (a pair as \\uD83C\\uDFB5, or the character itself)"),
            ("{\"a\": 1, \"b\": 2, \"a\": 3}", "1:18: key \"a\" is there twice (each once)"),
        ])
    func faults(_ text: String, _ expected: String) {
        #expect(Self.parse(text).faults == [expected])
    }

    @Test("of a key that is there twice the first is kept")
    func duplicates() {
        let (root, faults) = Self.parse(#"{"a": 1, "a": 2, "a": {"b": 1, "b": 2}}"#)
        #expect(root?["a"]?.value == .number(1))
        #expect(faults.count == 3)
    }

    @Test(
        "bytes that are no UTF-8 are refused where they begin",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF],
            [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xE2, 0x28, 0xA1],
        ] as [[UInt8]])
    func encoding(_ bytes: [UInt8]) {
        #expect(Self.parse(Array("[\n\"é".utf8) + bytes).faults == ["2:3: not UTF-8 (save the file as UTF-8)"])
    }

    @Test("nesting has a limit and costs no stack", arguments: ["[", "{\"a\":"])
    func depth(_ opening: String) {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ depth: Int) -> String {
            String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
        }
        #expect(Self.parse(nested(64)).faults == [])
        let place = 64 * opening.utf8.count + 1
        let message = "1:\(place): nested more than 64 deep (a screen needs less than 20)"
        #expect(Self.parse(nested(65)).faults == [message])
        #expect(Self.parse(nested(10_000)).faults == [message])
        #expect(Self.parse(String(repeating: opening, count: 100_000)).faults == [message])
    }

    @Test("strings and files have a limit")
    func sizes() {
        let fits = "[\"" + String(repeating: "x", count: 10_000) + "\"]"
        #expect(Self.parse(fits).faults == [])
        let long = "[\"" + String(repeating: "x", count: 10_001) + "\"]"
        #expect(Self.parse(long).faults == ["1:2: a text of more than 10000 bytes (shorter)"])
        let huge = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
        #expect(Self.parse([0x22] + huge + [0x22]).faults == ["1:1: the file has 10000002 bytes (at most 1000000)"])
        let full = Array("[".utf8) + [UInt8](repeating: 0x20, count: 999_998) + Array("]".utf8)
        #expect(Self.parse(full).faults == [])
        #expect(Self.parse(full + [0x20]).faults.count == 1)
    }

    @Test("many keys that are there twice are not worth naming all")
    func manyDuplicates() {
        let text = "{" + Array(repeating: "\"a\":1", count: 5000).joined(separator: ",") + "}"
        #expect(Self.parse(text).faults.count == DocumentFault.mostPerFile + 1)
    }

    @Test("whatever is cut off or changed, the reading ends with a value or a fault")
    func fuzz() throws {
        let bytes = try Checkout.bytes("Templates/album.json")
        for end in 0..<bytes.count - 1 {
            let (root, faults) = Self.parse(Array(bytes[..<end]))
            if !bytes[end...].allSatisfy({ $0 == 0x0A }) {
                #expect(root == nil)
                #expect(faults.count == 1)
            }
        }
        var random = SeededNumbers(seed: 1)
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let (root, faults) = Self.parse(changed)
            #expect(root != nil || !faults.isEmpty)
        }
    }
}
