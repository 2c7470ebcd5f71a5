// File URIs of raw bytes (RFC 8089, percent-encoding by RFC 3986): the form in which state files keep music.

extension RawPath {
    /// The `file:` URI of an absolute path; every byte outside the unreserved set and `/` is percent-encoded.
    public var uri: String {
        var text = "file://"
        for byte in bytes {
            if Self.isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += Self.escape(byte)
            }
        }
        return text
    }

    /// The path of a `file:///…` URI, or nil when it is not one or an escape is broken.
    public init?(uri: String) {
        let utf8 = Array(uri.utf8)
        let scheme = Array("file://".utf8)
        guard utf8.starts(with: scheme), utf8.count > scheme.count, utf8[scheme.count] == UInt8(ascii: "/") else {
            return nil
        }
        var bytes: [UInt8] = []
        var index = scheme.count
        while index < utf8.count {
            if utf8[index] == UInt8(ascii: "%") {
                guard index + 2 < utf8.count, let high = Self.hexValue(utf8[index + 1]),
                    let low = Self.hexValue(utf8[index + 2])
                else { return nil }
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(utf8[index])
                index += 1
            }
        }
        guard !bytes.contains(0) else { return nil }
        self.init(bytes: bytes)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            true
        default:
            false
        }
    }

    private static func escape(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
