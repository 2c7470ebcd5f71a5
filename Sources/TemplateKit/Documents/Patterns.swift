// The parts of a compiled document that wait for values. Values; any thread.

/// What names stand for while a screen is made: first the row's fields, then those of the records the screen is about,
/// then its parameters.
struct Scope: Hashable {
    var row: Record?
    var records: [Record] = []
    var parameters: Record

    func value(_ name: String) -> FieldValue {
        if let value = row?[name] { return value }
        for record in records {
            if let value = record[name] { return value }
        }
        return parameters[name] ?? .none
    }

    /// The first of that name and type: the argument of a source is a key, also where a text has the same name.
    func value(_ name: String, of type: FieldType) -> FieldValue {
        for fields in (row.map { [$0] } ?? []) + records + [parameters] {
            if let value = fields[name], value.type == type { return value }
        }
        return .none
    }
}

extension TextPattern {
    func text(in scope: Scope) -> Text {
        let resolved = pieces.map { piece -> Text.Piece in
            switch piece {
            case .literal(let text): return .literal(text)
            case .field(let name): return .value(scope.value(name))
            case .key(let key, let arguments):
                let values = arguments.map { ($0.place, scope.value($0.field)) }
                return .key(key, Dictionary(values) { first, _ in first })
            }
        }
        if resolved.count == 1 {
            switch resolved[0] {
            case .literal(let text), .value(.text(let text)): return .literal(text)
            case .key(let key, let values) where !values.values.contains(.none): return .key(key, values)
            default: break
            }
        }
        return .pattern(resolved)
    }

    /// For a title: what says nothing is a dash.
    func title(in scope: Scope) -> Text {
        let text = text(in: scope)
        return text.isEmpty ? .literal("—") : text
    }

    /// For what may be left out: nil when it says nothing.
    func optionalText(in scope: Scope) -> Text? {
        let text = text(in: scope)
        return text.isEmpty ? nil : text
    }
}

enum ImagePattern: Hashable, Sendable {
    case image(Image)
    case field(String)

    func image(in scope: Scope) -> Image? {
        switch self {
        case .image(let image): return image
        case .field(let name):
            guard case .image(let image) = scope.value(name) else { return nil }
            return image
        }
    }
}

enum FlagPattern: Hashable, Sendable {
    case constant(Bool)
    case field(String)

    func flag(in scope: Scope) -> Bool {
        switch self {
        case .constant(let flag): flag
        case .field(let name): scope.value(name).isTrue
        }
    }
}

enum NumberPattern: Hashable, Sendable {
    case constant(Double)
    case field(String)

    /// Nil for a field that says nothing.
    func number(in scope: Scope, range: ClosedRange<Double>) -> Double? {
        switch self {
        case .constant(let number): return number
        case .field(let name):
            guard case .count(let count) = scope.value(name) else { return nil }
            return min(max(Double(count), range.lowerBound), range.upperBound)
        }
    }
}

/// `when` and `unless`.
struct Condition: Hashable, Sendable {
    var when: String?
    var unless: String?

    static let always = Condition()

    func holds(in scope: Scope) -> Bool {
        if let when, !scope.value(when).isTrue { return false }
        if let unless, scope.value(unless).isTrue { return false }
        return true
    }

    /// The most and the fewest of these that can be there at once. Fields are taken as independent; with more than ten
    /// of them all are taken as there, or not there.
    static func counts(_ conditions: [Condition]) -> ClosedRange<Int> {
        let fields = Array(Set(conditions.flatMap { [$0.when, $0.unless] }.compactMap(\.self))).sorted()
        guard fields.count <= 10 else {
            return conditions.filter { $0 == .always }.count...conditions.count
        }
        var least = conditions.count
        var most = 0
        for bits in 0..<(1 << fields.count) {
            let pairs = fields.enumerated().map { ($1, FieldValue.flag(bits >> $0 & 1 == 1)) }
            let scope = Scope(parameters: Record(uniqueKeysWithValues: pairs))
            let count = conditions.filter { $0.holds(in: scope) }.count
            least = min(least, count)
            most = max(most, count)
        }
        return least...most
    }
}

/// A source with the name of its argument: `tracksOf(album)`.
struct SourcePattern: Hashable, Sendable {
    var name: String
    var argumentName: String?
    var argumentType: FieldType
    var sort: String?

    func reference(in scope: Scope) -> SourceReference {
        guard let argumentName else { return SourceReference(name, sort: sort) }
        return SourceReference(name, [argumentName: scope.value(argumentName, of: argumentType)], sort: sort)
    }
}

/// A record the screen is about.
struct AboutPattern: Hashable, Sendable {
    var source: SourcePattern
    /// Every field it publishes, saying nothing: one that it has no value for is not looked for in the next record.
    var silent: Record

    init(_ description: SourceDescription, _ source: SourcePattern) {
        self.source = source
        silent = description.fields.mapValues { _ in .none }
    }
}

struct ActionPattern: Hashable, Sendable {
    indirect enum Argument: Hashable, Sendable {
        case constant(Action.Argument)
        case field(String)
        case fields([String: Argument])
        case source(SourcePattern)
    }

    var name: String
    var arguments: [String: Argument]

    func action(in scope: Scope) -> Action {
        Action(name, arguments.compactMapValues { Self.argument($0, in: scope) })
    }

    private static func argument(_ argument: Argument, in scope: Scope) -> Action.Argument? {
        switch argument {
        case .constant(let constant): return constant
        case .field(let name):
            let value = scope.value(name)
            return value == .none ? nil : .value(value)
        case .source(let source): return .source(source.reference(in: scope))
        case .fields(let fields):
            return .fields(
                fields.compactMapValues {
                    guard case .value(let value) = Self.argument($0, in: scope) else { return nil }
                    return value
                })
        }
    }
}
