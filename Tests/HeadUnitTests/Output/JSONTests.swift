import FoundationEssentials
import Testing

@testable import HeadUnit

@Suite("JSON as it is printed")
struct JSONTests {
    @Test(
        "numbers: no more decimals than asked for, never in a form that JSON does not know",
        arguments: [
            (0.0, 3, "0"), (1.0, 3, "1"), (1.5, 3, "1.5"), (12.3456, 3, "12.346"), (-6.0, 2, "-6"), (0.0004, 3, "0"),
            (-0.0004, 3, "0"), (1e14, 3, "100000000000000"), (0.1, 1, "0.1"), (.nan, 3, "null"), (.infinity, 3, "null"),
            (-.infinity, 3, "null"), (1e300, 3, "null"), (2.675, 2, "2.68"), (123456.789, 0, "123457"),
        ])
    func numbers(value: Double, decimals: Int, wanted: String) {
        #expect(JSON.number(value, decimals: decimals).text == wanted)
    }

    @Test("any number reads back as what it was, to its decimals", arguments: 0..<100)
    func numberRoundTrip(seed: Int) throws {
        let value = (Double(seed) - 50) * 0.123456789 * Double(1 << (seed % 20))
        let text = JSON.number(value, decimals: 6).text
        let read = try JSONDecoder().decode([Double].self, from: Data("[\(text)]".utf8))
        #expect(abs(read[0] - value) <= 0.5e-6 + abs(value) * 1e-15)
    }

    @Test("texts are escaped so that a line stays a line")
    func escapes() throws {
        let text = "\u{0}\u{1F}\u{7F}\"\\/\n\r\t\u{8}é\u{2028}😀\u{FFFD}"
        let line = JSON.string(text).text
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
        #expect(line.hasPrefix("\"\\u0000\\u001f\\u007f\\\"\\\\/\\n\\r\\t\\u0008é"))
        #expect(try JSONDecoder().decode([String].self, from: Data("[\(line)]".utf8)) == [text])
    }

    @Test("an unknown value is null and its key is there")
    func nulls() {
        let json = JSON.object([
            ("a", JSON(nil as String?)), ("b", JSON(nil as Int?)), ("c", JSON(nil as Bool?)),
            ("d", JSON(nil as Int64?)),
            ("e", JSON(nil as Double?, decimals: 1)), ("f", nil),
        ])
        #expect(json.text == #"{"a":null,"b":null,"c":null,"d":null,"e":null,"f":null}"#)
    }

    @Test("keys keep the order of the contract; lists and objects nest; empty ones are empty")
    func order() {
        let json = JSON.object([
            ("z", 1), ("a", .array([true, "x", .object([]), .array([])])), ("\"", JSON(Int64.min)),
        ])
        #expect(json.text == #"{"z":1,"a":[true,"x",{},[]],"\"":-9223372036854775808}"#)
        #expect(json == json)
        #expect(json != JSON.null)
    }
}
