// Damaged JSON is refused, never a reason to stop.

import TestSupport
import Testing

@testable import HeadUnit

@Suite("Reading JSON")
struct JSONReadingTests {
    private struct Head: Decodable {
        var version: Int
    }

    static let unreadable: [(name: String, text: [UInt8])] = [
        ("half a character", [0xC3]), ("a byte of no character", [0x61, 0xFF]), ("a surrogate", [0xED, 0xA0, 0x80]),
        ("a control character", [0x61, 0x01]), ("a line feed behind an escape", Array("\\n\n".utf8)),
        ("an unknown escape", Array("\\q".utf8)), ("an escape without digits", Array("\\u".utf8)),
        ("three digits", Array("\\u004".utf8)), ("no digits", Array("\\u00g1".utf8)),
        ("half a pair", Array("\\uD83C".utf8)), ("half a pair before a letter", Array("\\uD83Cx".utf8)),
        ("two first halves", Array("\\uD83C\\uD83C".utf8)), ("a second half alone", Array("\\uDFB5".utf8)),
        ("an escaped end", Array("\\".utf8)),
    ]

    @Test("a key, a text and a text nobody asks for are refused when they cannot be read", arguments: unreadable)
    func refused(name: String, text: [UInt8]) {
        for (front, back) in [("{\"version\":1,\"", "\":1}"), ("{\"version\":1,\"a\":\"", "\"}"), ("[\"", "\"]")] {
            let file = joined(Array(front.utf8), text, Array(back.utf8))
            #expect(throws: (any Error).self, "\(front)") { try JSONReading.decode(Head.self, from: file) }
        }
    }

    @Test("every escape and every character is read, in keys too")
    func read() throws {
        let json = #"{"\"\\\/\b\f\n\r\t":"é椎🎵","\u00e9\uD83C\uDFB5\u0000":"\\","":"\\\""}"#
        let found = try JSONReading.decode([String: String].self, from: Array(json.utf8))
        #expect(found == ["\"\\/\u{8}\u{C}\n\r\t": "é椎🎵", "é🎵\0": "\\", "": "\\\""])
    }
}
