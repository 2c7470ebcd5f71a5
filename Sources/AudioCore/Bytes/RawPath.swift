// A file name as the kernel knows it: raw bytes, which need not be UTF-8. Values; any thread.

/// A path of raw bytes. Two paths are equal when their bytes are; a repaired string is only for showing.
public struct RawPath: Hashable, Sendable {
    /// The bytes as the kernel takes them, without the terminating zero.
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    public init(_ string: String) {
        bytes = Array(string.utf8)
    }

    /// The path for people: invalid UTF-8 shows as U+FFFD. Never opened again.
    public var shown: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Runs `body` with the path as a C string.
    public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        var terminated = bytes.map { CChar(truncatingIfNeeded: $0) }
        terminated.append(0)
        return try terminated.withUnsafeBufferPointer { buffer in
            // An array that holds at least the terminator has a base address.
            try body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }
}

extension RawPath {
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// The bytes behind the last slash; empty for `/`.
    public var lastComponent: [UInt8] {
        guard let cut = bytes.lastIndex(of: Self.slash) else { return bytes }
        return Array(bytes[(cut + 1)...])
    }

    /// The folder the path is in: `/a/b` gives `/a`, `a` gives `.`, `/a` gives `/`.
    public var directory: RawPath {
        guard let cut = bytes.lastIndex(of: Self.slash) else { return RawPath(".") }
        return RawPath(bytes: cut == 0 ? [Self.slash] : Array(bytes[..<cut]))
    }

    /// The ASCII-lowercased extension without its dot; empty when there is none or the name starts with its only dot.
    public var lowercasedExtension: String {
        let name = lastComponent
        guard let cut = name.lastIndex(of: Self.dot), cut > 0 else { return "" }
        return String(decoding: name[(cut + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }

    /// The path of `name` inside this folder.
    public func appending(_ name: [UInt8]) -> RawPath {
        bytes.last == Self.slash ? RawPath(bytes: bytes + name) : RawPath(bytes: bytes + [Self.slash] + name)
    }

    public func appending(_ name: String) -> RawPath {
        appending(Array(name.utf8))
    }

    /// Whether it is `folder`, or lies below it, by its spelling.
    public func isWithin(_ folder: RawPath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        return bytes.count == folder.bytes.count || folder.bytes.last == Self.slash
            || bytes[folder.bytes.count] == Self.slash
    }

    public var isAbsolute: Bool {
        bytes.first == Self.slash
    }
}
