// The order in which people expect names: "2" in front of "10", "a" beside "A". Values; any thread.

public import AudioCore

/// A name prepared for comparing: letters without case, runs of digits by value; names that differ in nothing else
/// follow their bytes, so the order is total.
public struct NaturalOrder: Comparable, Sendable {
    private let folded: [UInt8]
    private let bytes: [UInt8]

    /// - Parameter name: raw bytes, UTF-8 or not.
    public init(_ name: [UInt8]) {
        bytes = name
        var folded = Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
        // The dot of the extension sorts in front of everything: "album.flac", then "album 2.flac".
        if let dot = folded.lastIndex(of: UInt8(ascii: ".")), dot > 0 { folded[dot] = 0 }
        self.folded = folded
    }

    /// By the path's last component.
    public init(_ path: RawPath) {
        self.init(path.lastComponent)
    }

    public static func == (left: NaturalOrder, right: NaturalOrder) -> Bool {
        left.bytes == right.bytes
    }

    public static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
        var (i, j) = (0, 0)
        let (a, b) = (left.folded, right.folded)
        while i < a.count, j < b.count {
            if isDigit(a[i]), isDigit(b[j]) {
                let (first, second) = (number(a, at: &i), number(b, at: &j))
                if first.count != second.count { return first.count < second.count }
                if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            } else if a[i] != b[j] {
                return a[i] < b[j]
            } else {
                i += 1
                j += 1
            }
        }
        if a.count - i != b.count - j { return a.count - i < b.count - j }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// The digits at `index` without leading zeros; `index` moves behind them.
    private static func number(_ text: [UInt8], at index: inout Int) -> ArraySlice<UInt8> {
        while index < text.count, text[index] == UInt8(ascii: "0") { index += 1 }
        let start = index
        while index < text.count, isDigit(text[index]) { index += 1 }
        return text[start..<index]
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
