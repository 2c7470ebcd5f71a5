// Rows that are all known. Main thread; the array may be read from any.

/// A source made of an array.
@MainActor
public final class StaticRows: RowSource {
    public nonisolated let rows: [Row]
    public let keys: [Int32]
    public let index: [IndexLetter]
    public var onChange: (@MainActor () -> Void)?

    /// Throws when two rows have one key.
    public init(_ rows: [Row], index: [IndexLetter] = []) throws(TemplateError) {
        self.rows = rows
        self.keys = rows.map(\.key)
        self.index = index
        try Check.unique(keys.map(String.init), "list", "rows")
    }

    public var count: Int { rows.count }
    public var revision: Int { 0 }
    public var identity: SourceIdentity { .rows(rows) }
    public func row(at index: Int) -> Row? { rows.indices.contains(index) ? rows[index] : nil }
}
