// Writes JSON with its keys in the order they are given, so that the same tables make the same file. Any thread.

/// A value to be written.
indirect enum JSONText: Sendable {
    case bool(Bool)
    case number(Double)
    case string(String)
    case list([JSONText])
    case object([(String, JSONText)])

    /// Two spaces a level; lists of plain values on one line.
    func written(_ indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .bool(let flag): return flag ? "true" : "false"
        case .number(let number): return ShapeChecker.number(number)
        case .string(let string): return Self.quoted(string)
        case .list(let items) where items.allSatisfy(\.isPlain):
            return "[" + items.map { $0.written() }.joined(separator: ", ") + "]"
        case .list(let items):
            return "[\n" + items.map { inner + $0.written(inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where members.isEmpty: return "{}"
        case .object(let members):
            let lines = members.map { "\(inner)\(Self.quoted($0)): \($1.written(inner))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private var isPlain: Bool {
        switch self {
        case .bool, .number, .string: true
        case .list, .object: false
        }
    }

    private static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default:
                if scalar.value < 0x20 {
                    let hex = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}
