// What a key types in a text field. A value; any thread.

/// The letters of a US keyboard (`linux/input-event-codes.h` numbers the keys by it).
enum TypedText {
    /// The character of a key; nil for one that types nothing.
    static func character(_ code: UInt16, isShifted: Bool) -> String? {
        (isShifted ? shifted : plain)[code].map(String.init)
    }

    static let shiftKeys: Set<UInt16> = [42, 54]
    /// Control, Alt and Meta: with one of them down, letters are commands and type nothing.
    static let commandKeys: Set<UInt16> = [29, 97, 56, 100, 125, 126]
    static let backspace: UInt16 = 14

    /// First key of a row, then what the row types.
    private static let rows: [(UInt16, String, String)] = [
        (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
        (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"), (57, " ", " "),
        (71, "789-456+1230.", "789-456+1230."), (98, "/", "/"), (55, "*", "*"),
    ]
    private static let plain = table { $0.1 }
    private static let shifted = table { $0.2 }

    private static func table(_ letters: ((UInt16, String, String)) -> String) -> [UInt16: Character] {
        var table: [UInt16: Character] = [:]
        for row in rows {
            for (offset, letter) in letters(row).enumerated() { table[row.0 + UInt16(offset)] = letter }
        }
        return table
    }
}
