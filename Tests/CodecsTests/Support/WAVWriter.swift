// Writes WAV files of every shape the codec claims, and some it must survive.

import TestSupport

/// A WAV file in the making; every field that can be wrong can be made wrong.
struct WAVWriter {
    var signal: Signal
    /// 1 PCM, 3 float.
    var tag: UInt16 = 1
    /// Bytes of a sample in the file; nil takes the fewest that hold `signal.bits`.
    var container: Int?
    var isExtensible = false
    var marker = "RIFF"
    var riffSize: UInt32?
    var dataSize: UInt32?
    /// Chunks before `fmt `, between it and `data`, and behind.
    var before: [UInt8] = []
    var between: [UInt8] = []
    var after: [UInt8] = []
    var hasFormatBehindData = false
    var channelMask: UInt32 = 0

    init(_ signal: Signal) { self.signal = signal }

    var bytes: [UInt8] {
        let size = container ?? (signal.bits + 7) / 8
        let samples = signal.words.flatMap { sample($0, size) }
        var format = joined(
            little(isExtensible ? 0xFFFE : tag), little(UInt16(signal.channels)), little(UInt32(signal.rate)),
            little(UInt32(signal.rate * size * signal.channels)), little(UInt16(size * signal.channels)),
            little(UInt16(isExtensible || tag == 3 ? size * 8 : signal.bits)))
        if isExtensible {
            let rest: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
            format += joined(
                little(UInt16(22)), little(UInt16(signal.bits)), little(channelMask), little(tag), rest)
        }
        let formatChunk = Self.chunk("fmt ", format)
        var data = Self.chunk("data", samples)
        if let dataSize { data.replaceSubrange(4..<8, with: little(dataSize)) }
        let body =
            hasFormatBehindData
            ? joined(before, data, formatChunk) : joined(before, formatChunk, between, data)
        let whole = joined(Array("WAVE".utf8), body, after)
        return joined(Array(marker.utf8), little(riffSize ?? UInt32(whole.count)), whole)
    }

    /// A chunk with its padding byte.
    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        joined(Array(name.utf8), little(UInt32(body.count)), body, body.count % 2 == 1 ? [0] : [])
    }

    private func sample(_ word: UInt32, _ size: Int) -> [UInt8] {
        switch (tag, size) {
        case (3, 4): little(UInt32(word))
        case (3, 8): little(Double(Float(bitPattern: word)).bitPattern)
        case (_, 1): [UInt8(truncatingIfNeeded: word >> 24) ^ 0x80]
        default: Array(little(word).suffix(size))
        }
    }
}

func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
