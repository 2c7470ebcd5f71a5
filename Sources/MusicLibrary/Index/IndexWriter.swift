// Writes the values of a saved index: small numbers in few bytes, each text once. Workers.

import AudioCore

/// A growing payload with the tables of texts and folders in front of it.
struct IndexWriter {
    private(set) var body: [UInt8] = []
    private var texts: [String: Int] = [:]
    private var textBytes: [UInt8] = []
    private var folders: [RawPath: Int] = [:]
    private var folderBytes: [UInt8] = []

    /// Tables and body.
    var payload: [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(textBytes.count + folderBytes.count + body.count + 20)
        Self.append(UInt64(texts.count), to: &all)
        all += textBytes
        Self.append(UInt64(folders.count), to: &all)
        all += folderBytes
        return all + body
    }

    /// Seven bits a byte, the lowest first (LEB128).
    mutating func put(_ value: UInt64) { Self.append(value, to: &body) }

    /// A number that is not below 0.
    mutating func put(_ value: Int) { put(UInt64(max(0, value))) }

    /// Any number, its sign in the lowest bit.
    mutating func put(signed value: Int64) { put(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    /// 0 for nil, else the number and 1.
    mutating func put(_ value: Int?) { put(value.map { UInt64(max(0, $0)) + 1 } ?? 0) }

    mutating func put(_ flag: Bool) { body.append(flag ? 1 : 0) }

    mutating func put(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { body += $0 }
    }

    mutating func put(_ text: String) { put(UInt64(reference(text))) }

    mutating func put(_ text: String?) { put(text.map { UInt64(reference($0)) + 1 } ?? 0) }

    mutating func put(_ list: [String]) {
        put(list.count)
        for text in list { put(text) }
    }

    /// Keys, four bytes each.
    mutating func put(_ keys: [Int32]) {
        put(keys.count)
        for key in keys { withUnsafeBytes(of: key.littleEndian) { body += $0 } }
    }

    /// Keys in as few bytes as they need.
    mutating func putFew(_ keys: [Int32]) {
        put(keys.count)
        for key in keys { put(Int(key)) }
    }

    /// The folder by its number, and the name in it.
    mutating func put(_ path: RawPath) {
        let cut = path.bytes.lastIndex(of: UInt8(ascii: "/"))
        let folder = RawPath(bytes: cut.map { Array(path.bytes[...$0]) } ?? [])
        if let number = folders[folder] {
            put(number)
        } else {
            put(folders.count)
            folders[folder] = folders.count
            Self.append(UInt64(folder.bytes.count), to: &folderBytes)
            folderBytes += folder.bytes
        }
        let name = path.bytes[folder.bytes.count...]
        put(name.count)
        body += name
    }

    private mutating func reference(_ text: String) -> Int {
        if let number = texts[text] { return number }
        let number = texts.count
        texts[text] = number
        Self.append(UInt64(text.utf8.count), to: &textBytes)
        textBytes += text.utf8
        return number
    }

    private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
