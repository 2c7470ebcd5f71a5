// Some of the rows of a source, as rows of their own. Main thread.

/// Rows of one source that stand together under a header.
public struct RowGroup: Hashable, Sendable {
    public let header: Text?
    /// Places in the source.
    public let rows: Range<Int>

    public init(header: Text?, rows: Range<Int>) {
        self.header = header
        self.rows = rows
    }
}

/// A part of a source. Two of the same part at the same revision are the same rows.
@MainActor
final class RowSlice: RowSource {
    let source: any RowSource
    let rows: Range<Int>
    let revision: Int
    let keys: [Int32]
    var onChange: (@MainActor () -> Void)?

    /// `rows` is cut where the source ends.
    init(of source: any RowSource, _ rows: Range<Int>) {
        self.source = source
        let rows = rows.clamped(to: 0..<source.count)
        self.rows = rows
        revision = source.revision
        keys = Array(source.keys[rows])
    }

    var count: Int { rows.count }
    var index: [IndexLetter] { [] }
    var isLoading: Bool { source.isLoading }
    var identity: SourceIdentity { .changing(ObjectIdentifier(source), part: rows, revision: revision) }

    /// Nil as well when the source has other rows by now.
    func row(at index: Int) -> Row? {
        guard index >= 0, index < rows.count, rows.upperBound <= source.count else { return nil }
        return source.row(at: rows.lowerBound + index)
    }
}
