// Whether bytes are UTF-8. Pure function; any thread.

extension JSONParser {
    /// Where the first ill-formed sequence begins (Unicode 15, table 3-7).
    static func firstInvalidUTF8(_ bytes: [UInt8]) -> Int? {
        var position = 0
        while position < bytes.count {
            let lead = bytes[position]
            if lead < 0x80 {
                position += 1
                continue
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: length = 3
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            case 0xF1...0xF3: length = 4
            default: return position
            }
            guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return position }
            for byte in bytes[position + 1..<position + length] where byte & 0xC0 != 0x80 { return position }
            position += length
        }
        return nil
    }
}
