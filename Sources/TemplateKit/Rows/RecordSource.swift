// What the program publishes to documents: records of typed fields. Main thread; fetching is done elsewhere.

/// The fields of one row by name. A field that is not there says nothing.
public typealias Record = [String: FieldValue]

/// Rows before a document says how they look.
@MainActor
public protocol RecordSource: KeyedSource {
    /// The record at `index`, below `count`. Never blocks: nil asks for its page.
    func record(at index: Int) -> Record?
    /// Rows that stand under headers of their own, in order and all of them; empty for rows that are of one kind.
    var groups: [RowGroup] { get }
}

extension RecordSource {
    public var groups: [RowGroup] { [] }
}

/// Whoever has the data: gives the sources of the catalogue, and the records a screen is about.
@MainActor
public protocol RecordProvider: AnyObject {
    /// A source of its own for each call; the document has been checked against the catalogue, so the name and the
    /// arguments are among those it describes.
    func records(for reference: SourceReference) -> any RecordSource
}

/// Records that are all known.
@MainActor
public final class StaticRecords: RecordSource {
    public private(set) var records: [Record]
    public private(set) var keys: [Int32]
    public private(set) var index: [IndexLetter]
    public private(set) var revision = 0
    public var onChange: (@MainActor () -> Void)?

    /// Keys are those of the field `id`, else the place in the array.
    public init(_ records: [Record], index: [IndexLetter] = []) {
        self.records = records
        self.keys = Self.keys(of: records)
        self.index = index
    }

    public var count: Int { records.count }
    public func record(at index: Int) -> Record? { records.indices.contains(index) ? records[index] : nil }

    /// Other records in their place.
    public func replace(_ records: [Record], index: [IndexLetter] = []) {
        self.records = records
        self.keys = Self.keys(of: records)
        self.index = index
        revision += 1
        onChange?()
    }

    private static func keys(of records: [Record]) -> [Int32] {
        records.enumerated().map { position, record in
            if case .key(let key) = record["id"] { return key }
            return Int32(truncatingIfNeeded: position)
        }
    }
}
