// What can go wrong with a state file. A value; any thread.

import AudioCore

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
        code == 0 ? operation : SystemError.reason(code)
    }

    public var description: String {
        code == 0 ? "\(path) \(operation)" : "\(path) \(operation): \(reason)"
    }
}
