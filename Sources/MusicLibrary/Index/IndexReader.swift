// Reads the values of a saved index. What cannot be is noted once and reads as nothing. Workers.

import AudioCore

/// Walks over a payload; valid as long as its bytes are.
struct IndexReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var texts: [String] = []
    private var folders: [[UInt8]] = []
    /// Something did not fit: nothing that was read counts.
    private(set) var isDamaged = false
    /// Of the form that the payload is in.
    let version: UInt32

    init(_ bytes: UnsafeRawBufferPointer, version: UInt32) {
        self.bytes = bytes
        self.version = version
        let textCount = count()
        texts.reserveCapacity(textCount)
        for _ in 0..<textCount where !isDamaged { texts.append(String(decoding: slice(), as: UTF8.self)) }
        let folderCount = count()
        folders.reserveCapacity(folderCount)
        for _ in 0..<folderCount where !isDamaged { folders.append(Array(slice())) }
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        return fail(0)
    }

    /// A number that is not below 0.
    mutating func int() -> Int {
        let value = number()
        return value <= UInt64(Int.max) ? Int(value) : fail(0)
    }

    /// How many of something follow; each takes a byte at least.
    mutating func count() -> Int {
        let value = number()
        return value <= UInt64(bytes.count - position) ? Int(value) : fail(0)
    }

    mutating func signed() -> Int64 {
        let value = number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func optionalInt() -> Int? {
        let value = number()
        guard value > 0 else { return nil }
        return value <= UInt64(Int.max) ? Int(value - 1) : fail(nil)
    }

    mutating func key() -> Int32 {
        let value = number()
        return value <= UInt64(Int32.max) ? Int32(value) : fail(0)
    }

    mutating func byte() -> UInt8 {
        guard position < bytes.count else { return fail(0) }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func flag() -> Bool { byte() != 0 }

    mutating func double() -> Double {
        guard bytes.count - position >= 8 else { return fail(0) }
        defer { position += 8 }
        let bits = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
    }

    mutating func text() -> String {
        let number = number()
        return number < UInt64(texts.count) ? texts[Int(number)] : fail("")
    }

    mutating func optionalText() -> String? {
        let number = number()
        guard number > 0 else { return nil }
        return number <= UInt64(texts.count) ? texts[Int(number - 1)] : fail(nil)
    }

    mutating func list() -> [String] {
        let count = count()
        // Nearly every track has one artist and no album artist.
        if count == 0 { return [] }
        return (0..<count).map { _ in text() }
    }

    mutating func keys() -> [Int32] {
        let count = count()
        guard count <= (bytes.count - position) / 4 else { return fail([]) }
        defer { position += count * 4 }
        let start = position
        return (0..<count).map {
            Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + $0 * 4, as: Int32.self))
        }
    }

    mutating func fewKeys() -> [Int32] {
        let count = count()
        if count == 0 { return [] }
        return (0..<count).map { _ in key() }
    }

    mutating func path() -> RawPath {
        let folder = number()
        let name = slice()
        guard folder < UInt64(folders.count) else { return fail(RawPath("")) }
        var path: [UInt8] = []
        path.reserveCapacity(folders[Int(folder)].count + name.count)
        path += folders[Int(folder)]
        path += name
        return RawPath(bytes: path)
    }

    private mutating func slice() -> UnsafeRawBufferPointer {
        let length = count()
        defer { position += length }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
    }

    private mutating func fail<Value>(_ nothing: Value) -> Value {
        isDamaged = true
        position = bytes.count
        return nothing
    }
}
