// A JSON value that knows where it stands. A value; any thread.

/// A value with the place of its first byte in its file.
public struct JSONNode: Hashable, Sendable {
    /// Bytes from the start of the file.
    public let offset: Int
    public let value: JSONValue

    public init(offset: Int, value: JSONValue) {
        self.offset = offset
        self.value = value
    }

    /// The value under `key` of an object; nil for other values and other keys.
    public subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.key == key }?.node
    }

    public var string: String? {
        guard case .string(let string) = value else { return nil }
        return string
    }
}

/// What JSON can say. Nested at most as deep as the parser allows.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// In the order of the file; no key is there twice (the parser keeps the first and reports the others).
    case object([JSONMember])

    /// What it is called in a message.
    public var name: String {
        switch self {
        case .null: "null"
        case .bool: "a flag"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A key of an object with its value.
public struct JSONMember: Hashable, Sendable {
    public let key: String
    /// Bytes from the start of the file to the quote before the key.
    public let keyOffset: Int
    public let node: JSONNode

    public init(key: String, keyOffset: Int, node: JSONNode) {
        self.key = key
        self.keyOffset = keyOffset
        self.node = node
    }
}
