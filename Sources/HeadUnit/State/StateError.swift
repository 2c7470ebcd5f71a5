// What can go wrong with a state file. A value; any thread.

import Glibc

/// A failed operation on a state file or folder.
public struct StateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, for people: "cannot be written".
    public var operation: String
    /// The `errno` of the system; 0 when the system is not the reason.
    public var code: Int32
    /// The file or folder.
    public var path: String

    public init(_ operation: String, code: Int32, path: String) {
        self.operation = operation
        self.code = code
        self.path = path
    }

    /// The reason alone: "no space left on device".
    public var reason: String {
        guard code != 0 else { return operation }
        var text = [CChar](repeating: 0, count: 256)
        // strerror_r is the thread-safe one; the XSI form fills the buffer.
        guard strerror_r(code, &text, text.count) == 0 else { return "system error \(code)" }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let words = String(decoding: bytes, as: UTF8.self)
        return words.prefix(1).lowercased() + words.dropFirst()
    }

    public var description: String {
        code == 0 ? "\(path) \(operation)" : "\(path) \(operation): \(reason)"
    }
}
