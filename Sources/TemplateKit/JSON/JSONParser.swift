// Reads JSON (RFC 8259) and keeps the place of every value. Any thread; no recursion, so depth costs no stack.

/// The first fault of grammar ends the reading; keys that are there twice are reported and the first is kept.
public struct JSONParser {
    /// Bytes of a file that is read at all.
    public static let largestFile = 1_000_000
    /// Bytes of a string.
    public static let longestString = 10_000
    /// Objects and lists inside one another.
    public static let deepest = 64

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The value of a file, or nil when its grammar is broken, and what is wrong with it.
    public static func parse(_ source: SourceText) -> (root: JSONNode?, faults: [DocumentFault]) {
        var parser = JSONParser(source)
        do {
            let root = try parser.document()
            return (root, parser.faults)
        } catch {
            return (nil, parser.faults + [error])
        }
    }

    private let source: SourceText
    let bytes: [UInt8]
    var position = 0
    private var faults: [DocumentFault] = []
    private var open: [Container] = []

    private init(_ source: SourceText) {
        self.source = source
        self.bytes = source.bytes
    }

    /// An object or a list whose end has not come yet.
    private struct Container {
        let offset: Int
        let isObject: Bool
        var items: [JSONNode] = []
        var members: [JSONMember] = []
        var keys: Set<String> = []
        var key = ""
        var keyOffset = 0

        var node: JSONNode { JSONNode(offset: offset, value: isObject ? .object(members) : .array(items)) }
    }

    private mutating func document() throws(DocumentFault) -> JSONNode {
        guard bytes.count <= Self.largestFile else {
            throw fault(0, "the file has \(bytes.count) bytes (at most \(Self.largestFile))")
        }
        if let bad = Self.firstInvalidUTF8(bytes) { throw fault(bad, "not UTF-8 (save the file as UTF-8)") }
        if bytes.starts(with: Self.byteOrderMark) { position = 3 }
        skipSpace()
        guard position < bytes.count else { throw fault(position, "the file is empty (an object, \"{ }\")") }
        let root = try value()
        skipSpace()
        guard position == bytes.count else {
            throw fault(position, "something stands behind the end (one value in a file)")
        }
        return root
    }

    /// One value with all that is in it.
    private mutating func value() throws(DocumentFault) -> JSONNode {
        while true {
            var finished = try valueOrOpening()
            // A finished value goes into the container around it, which it may finish in turn.
            while let node = finished {
                if open.isEmpty { return node }
                finished = try take(node)
            }
        }
    }

    /// A scalar or an empty container; nil when a container has been opened and its first value comes next.
    private mutating func valueOrOpening() throws(DocumentFault) -> JSONNode? {
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < Self.deepest else {
                throw fault(start, "nested more than \(Self.deepest) deep (a screen needs less than 20)")
            }
            let isObject = bytes[position] == UInt8(ascii: "{")
            position += 1
            skipSpace()
            if position < bytes.count, bytes[position] == UInt8(ascii: isObject ? "}" : "]") {
                position += 1
                return JSONNode(offset: start, value: isObject ? .object([]) : .array([]))
            }
            open.append(Container(offset: start, isObject: isObject))
            if isObject { try key() }
            return nil
        case UInt8(ascii: "\""): return JSONNode(offset: start, value: .string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(offset: start, value: .number(try number()))
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return JSONNode(offset: start, value: try word())
        case UInt8(ascii: "/"): throw fault(start, "a comment (JSON has none; remove it)")
        case UInt8(ascii: "'"): throw fault(start, "a single quote (texts stand in double quotes)")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            throw fault(start, "a value is missing (remove the comma or colon before it)")
        default: throw fault(start, "\(character(at: start)) cannot begin a value (a text, number, list or object)")
        }
    }

    /// Puts a value into the innermost container; gives the container when this was its last.
    private mutating func take(_ node: JSONNode) throws(DocumentFault) -> JSONNode? {
        let last = open.count - 1
        if open[last].isObject {
            let key = open[last].key
            if open[last].keys.insert(key).inserted {
                open[last].members.append(JSONMember(key: key, keyOffset: open[last].keyOffset, node: node))
            } else {
                guard faults.count < DocumentFault.mostPerFile else {
                    throw fault(open[last].keyOffset, "many keys are there twice (each once)")
                }
                faults.append(fault(open[last].keyOffset, "key \"\(key.prefix(40))\" is there twice (each once)"))
            }
        } else {
            open[last].items.append(node)
        }
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        let isObject = open[last].isObject
        switch bytes[position] {
        case UInt8(ascii: ","):
            position += 1
            if isObject { try self.key() }
            return nil
        case UInt8(ascii: isObject ? "}" : "]"):
            position += 1
            return open.removeLast().node
        default:
            throw fault(
                position, "\(character(at: position)) after a value (a comma, or \"\(isObject ? "}" : "]")\")")
        }
    }

    private mutating func key() throws(DocumentFault) {
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        let start = position
        guard bytes[position] == UInt8(ascii: "\"") else {
            if bytes[position] == UInt8(ascii: "}") {
                throw fault(start, "a key is missing (remove the comma before \"}\")")
            }
            throw fault(start, "\(character(at: start)) cannot begin a key (a text in double quotes)")
        }
        open[open.count - 1].key = try string()
        open[open.count - 1].keyOffset = start
        skipSpace()
        guard position < bytes.count else { throw unexpectedEnd() }
        guard bytes[position] == UInt8(ascii: ":") else {
            throw fault(position, "\(character(at: position)) after a key (a colon)")
        }
        position += 1
    }

    // MARK: - Places

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    func fault(_ offset: Int, _ message: String) -> DocumentFault { source.fault(at: offset, message) }

    func unexpectedEnd() -> DocumentFault {
        guard let last = open.last else { return fault(bytes.count, "the file ends inside a value") }
        let (line, column) = source.place(of: last.offset)
        let closing = last.isObject ? "}" : "]"
        return fault(bytes.count, "the file ends too early (a \"\(closing)\" for the one at \(line):\(column))")
    }

    private func character(at offset: Int) -> String {
        var end = offset + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        if bytes[offset] < 0x20 { return "a control character" }
        if bytes[offset] == UInt8(ascii: "\"") { return "a quote" }
        return "\"\(String(decoding: bytes[offset..<end], as: UTF8.self))\""
    }
}
