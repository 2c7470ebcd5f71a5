// The refusal of a screen that cannot be drawn. A value; any thread.

/// Thrown by the initialisers of the templates: names the field and the limit it breaks.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with the field.
    public enum Problem: Hashable, Sendable {
        /// More than the limit; `most` is what fits.
        case tooMany(count: Int, most: Int)
        /// Fewer than the limit; `least` is what is needed.
        case tooFew(count: Int, least: Int)
        /// A text without a single character, or a list entry that says nothing.
        case empty
        /// Two fields of which only one can be there.
        case conflict(with: String)
        /// The same name or key twice in one list.
        case repeated(String)
        /// A number outside its range, both written as they are shown to people.
        case outOfRange(value: String, range: String)
    }

    /// The template or part, as documents spell it: `list`, `row`, `alert`.
    public let template: String
    /// The field of it, as documents spell it: `buttons`.
    public let field: String
    public let problem: Problem

    public init(template: String, field: String, problem: Problem) {
        self.template = template
        self.field = field
        self.problem = problem
    }

    /// What is wrong and what would be right, without the name of the field.
    public var reason: String {
        switch problem {
        case .tooMany(let count, let most): "\(count) given (at most \(most))"
        case .tooFew(let count, let least): "\(count) given (at least \(least))"
        case .empty: "is empty"
        case .conflict(let other): "cannot stand beside \"\(other)\" (one of the two)"
        case .repeated(let name): "\"\(name)\" is there twice (each once)"
        case .outOfRange(let value, let range): "\(value) is out of range (\(range))"
        }
    }

    /// One line: `alert.actions: 4 given (at most 3)`.
    public var description: String { "\(template).\(field): \(reason)" }
}

/// The checks that several templates share.
enum Check {
    static func count(
        _ count: Int, within range: ClosedRange<Int>, _ template: String, _ field: String
    ) throws(TemplateError) {
        if count > range.upperBound {
            throw TemplateError(
                template: template, field: field, problem: .tooMany(count: count, most: range.upperBound))
        }
        if count < range.lowerBound {
            throw TemplateError(
                template: template, field: field, problem: .tooFew(count: count, least: range.lowerBound))
        }
    }

    static func notEmpty(_ text: Text?, _ template: String, _ field: String) throws(TemplateError) {
        if let text, text.isEmpty { throw TemplateError(template: template, field: field, problem: .empty) }
    }

    /// A share of a whole: 0 to 1, and a number at all.
    static func share(_ value: Double?, _ template: String, _ field: String) throws(TemplateError) {
        guard let value, !(value >= 0 && value <= 1) else { return }
        throw TemplateError(
            template: template, field: field, problem: .outOfRange(value: "\(value)", range: "0 to 1"))
    }

    static func unique(_ names: [String], _ template: String, _ field: String) throws(TemplateError) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            throw TemplateError(template: template, field: field, problem: .repeated(name))
        }
    }
}
