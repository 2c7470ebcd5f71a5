// Writes AIFF files of every shape the codec claims.

import TestSupport

/// An AIFF or AIFF-C file in the making; every field that can be wrong can be made wrong.
struct AIFFWriter {
    var signal: Signal
    /// Four letters of AIFF-C; nil writes AIFF.
    var kind: String?
    /// Bytes of a sample in the file.
    var container: Int
    var isLittleEndian = false
    var isFloat = false
    var frameCount: UInt32?
    var dataSize: UInt32?
    var offset = 0
    var before: [UInt8] = []
    var hasSoundFirst = false

    init(_ signal: Signal, kind: String? = nil) {
        self.signal = signal
        self.kind = kind
        container = (signal.bits + 7) / 8
    }

    var bytes: [UInt8] {
        var common = big(UInt16(signal.channels)) + big(frameCount ?? UInt32(signal.frameCount))
        common += big(UInt16(isFloat ? container * 8 : signal.bits)) + Self.extended(signal.rate)
        if let kind { common += Array(kind.utf8) + [0, 0] }
        var body = big(UInt32(offset)) + big(0 as UInt32)
        body += [UInt8](repeating: 0xAA, count: offset)
        body += samples
        var sound = Self.chunk("SSND", body)
        if let dataSize { sound.replaceSubrange(4..<8, with: big(dataSize)) }
        let parts = hasSoundFirst ? sound + Self.chunk("COMM", common) : Self.chunk("COMM", common) + sound
        let form = Array((kind == nil ? "AIFF" : "AIFC").utf8) + before + parts
        return Array("FORM".utf8) + big(UInt32(form.count)) + form
    }

    private var samples: [UInt8] {
        signal.words.flatMap { word -> [UInt8] in
            if isFloat, container == 8 {
                let bytes = big(Double(Float(bitPattern: word)).bitPattern)
                return isLittleEndian ? bytes.reversed() : bytes
            }
            let bytes = Array(big(word).prefix(container))
            return isLittleEndian ? bytes.reversed() : bytes
        }
    }

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        joined(Array(name.utf8), big(UInt32(body.count)), body, body.count % 2 == 1 ? [0] : [])
    }

    /// A whole number as an 80-bit float.
    static func extended(_ number: Int) -> [UInt8] {
        let shift = number.leadingZeroBitCount
        return big(UInt16(16_383 + 63 - shift)) + big(UInt64(number) << UInt64(shift))
    }
}

func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
}
