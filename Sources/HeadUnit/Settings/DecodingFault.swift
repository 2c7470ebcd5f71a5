// The mistakes that a decoder of the standard library finds, for people. A value; any thread.

import TemplateKit

/// What a decoder found wrong, in our words.
struct DecodingFault {
    let path: [any CodingKey]
    let message: String

    init(_ failure: DecodingError) {
        switch failure {
        case .typeMismatch(let type, let context):
            path = context.codingPath
            message = "this is not \(Self.name(of: type))"
        case .valueNotFound(let type, let context):
            path = context.codingPath
            message = "there is nothing here (\(Self.name(of: type)))"
        case .keyNotFound(let key, let context):
            path = context.codingPath
            message = "“\(key.stringValue)” is missing"
        case .dataCorrupted(let context):
            path = context.codingPath
            message = context.debugDescription
        @unknown default:
            path = []
            message = "cannot be read"
        }
    }

    /// The path behind its first `count` keys and the message; nil when they say nothing.
    func words(after count: Int) -> String? {
        let names = Self.names(path.dropFirst(count))
        return names.isEmpty ? nil : "\(names): \(message)"
    }

    /// The fault with the line and column of the value it is about.
    func located(in source: SourceText, _ root: JSONNode?) -> DocumentFault {
        var node = root
        var offset = root?.offset ?? 0
        for key in path {
            switch node?.value {
            case .array(let nodes)?: node = key.intValue.flatMap { nodes.indices.contains($0) ? nodes[$0] : nil }
            case .object(let members)?:
                let member = members.first { $0.key == key.stringValue }
                offset = member?.keyOffset ?? offset
                node = member?.node
            default: node = nil
            }
            if let node { offset = node.offset }
        }
        let names = Self.names(path[...])
        return source.fault(at: offset, names.isEmpty ? message : "\(names): \(message)")
    }

    private static func names(_ path: ArraySlice<any CodingKey>) -> String {
        path.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ", ")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type, is Int.Type: "a number"
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        // The decoder's own name for what an object is read into.
        case is [String: Any].Type: "an object"
        case is any Collection.Type: "a list"
        default: "an object"
        }
    }
}
