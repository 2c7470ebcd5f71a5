// A place in the JSON of `state` or `tree`: `tree.elements[label=Play].focused`. A value.

import TemplateKit

/// `state` or `tree`, then `.key`, `[n]`, `[key=text]`, `.count`.
struct DrivePath: Equatable {
    enum Part: Equatable {
        case key(String)
        case index(Int)
        /// The first object of an array whose member has this text.
        case match(key: String, text: String)
    }

    /// `state` or `tree`.
    var root: String
    var parts: [Part]
    /// As it was written.
    var text: String

    /// Nil with a reason when the text is no path.
    static func parse(_ text: String) -> Result<DrivePath, UsageError> {
        var rest = Substring(text)
        let root = String(rest.prefix { $0 != "." && $0 != "[" })
        guard root == "state" || root == "tree" else {
            let hint = Nearest.question(for: root, among: ["state", "tree"])
            return .failure(UsageError("a path starts with state or tree, not “\(root)”\(hint)"))
        }
        rest = rest.dropFirst(root.count)
        var parts: [Part] = []
        while let first = rest.first {
            rest.removeFirst()
            if first == "." {
                let key = String(rest.prefix { $0 != "." && $0 != "[" })
                guard !key.isEmpty else { return .failure(UsageError("“\(text)” has an empty key")) }
                rest = rest.dropFirst(key.count)
                parts.append(.key(key))
            } else {
                guard first == "[", let end = rest.firstIndex(of: "]") else {
                    return .failure(UsageError("“\(text)” has a bracket that does not end"))
                }
                let inside = rest[..<end]
                rest = rest[rest.index(after: end)...]
                if let index = Int(inside) {
                    parts.append(.index(index))
                } else if let equals = inside.firstIndex(of: "=") {
                    parts.append(
                        .match(key: String(inside[..<equals]), text: String(inside[inside.index(after: equals)...])))
                } else {
                    return .failure(UsageError("“[\(inside)]” is neither a number nor key=text"))
                }
            }
        }
        return .success(DrivePath(root: root, parts: parts, text: text))
    }

    /// What stands there; null where nothing does.
    func value(in root: LooseJSON) -> LooseJSON {
        parts.reduce(root) { value, part in
            switch (value, part) {
            case (.array(let values), .key("count")): .number(Double(values.count))
            case (.object(let members), .key(let key)):
                members[key] ?? (key == "count" ? .number(Double(members.count)) : .null)
            case (.array(let values), .index(let index)):
                values.indices.contains(index) ? values[index] : .null
            case (.array(let values), .match(let key, let text)):
                values.first { candidate in
                    guard case .object(let members) = candidate else { return false }
                    return members[key]?.plain == text
                } ?? .null
            default: .null
            }
        }
    }
}

extension LooseJSON {
    /// The value as a person would write it in a path.
    fileprivate var plain: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        case .string(let text): text
        case .array, .object: ""
        }
    }
}
