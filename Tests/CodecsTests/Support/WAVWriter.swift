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

    /// The same with big-endian numbers. Chunks of others keep their bodies.
    var bigEndianBytes: [UInt8] {
        let plain = bytes
        let size = container ?? (signal.bits + 7) / 8
        var turned = joined(Array("RIFX".utf8), plain[4..<8].reversed(), Array("WAVE".utf8))
        var offset = 12
        while offset < plain.count {
            let name = Array(plain[offset..<(offset + 4)])
            let length = Int(UInt32(plain[(offset + 4)..<(offset + 8)].reversed().reduce(0) { $0 << 8 | UInt32($1) }))
            var body = Array(plain[(offset + 8)..<(offset + 8 + length)])
            if name == Array("fmt ".utf8) {
                let fields = [2, 2, 4, 4, 2, 2] + (isExtensible ? [2, 2, 4, 2] : [])
                body = Self.turned(body, fields)
            } else if name == Array("data".utf8) {
                body = Self.turned(body, Array(repeating: size, count: length / size))
            }
            turned += joined(name, big(UInt32(length)), body, length % 2 == 1 ? [0] : [])
            offset += 8 + length + length % 2
        }
        return turned
    }

    /// The bytes of the fields in front, each in reverse.
    private static func turned(_ bytes: [UInt8], _ fields: [Int]) -> [UInt8] {
        var turned: [UInt8] = []
        for field in fields { turned += bytes[turned.count..<(turned.count + field)].reversed() }
        return turned + bytes[turned.count...]
    }

    /// The same as Wave64: the format, a chunk of nobody and the samples.
    var wave64Bytes: [UInt8] {
        let plain = bytes
        let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
        let list: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
        var chunks: [UInt8] = []
        var offset = 12
        while offset < plain.count {
            let length = Int(UInt32(plain[(offset + 4)..<(offset + 8)].reversed().reduce(0) { $0 << 8 | UInt32($1) }))
            let body = Array(plain[(offset + 8)..<(offset + 8 + length)])
            let head = joined(Array(plain[offset..<(offset + 4)]), tail, little(UInt64(24 + length)))
            chunks += joined(head, body, [UInt8](repeating: 0, count: (8 - length % 8) % 8))
            if chunks.count < 100 {
                chunks += joined(Array("levl".utf8), tail, little(UInt64(27)), [1, 2, 3, 0, 0, 0, 0, 0])
            }
            offset += 8 + length + length % 2
        }
        let front = joined(Array("riff".utf8), list, little(UInt64(40 + chunks.count)), Array("wave".utf8))
        return joined(front, tail, chunks)
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
