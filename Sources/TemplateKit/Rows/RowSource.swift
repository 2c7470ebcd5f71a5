// Where the rows of a list come from. Main thread; the work behind it is done elsewhere.

/// A list of keyed things of any number. Built off the main thread; holds the count, the keys and the letters in
/// memory (400 kB for 100,000 rows).
@MainActor
public protocol KeyedSource: AnyObject, Sendable {
    /// As many as `keys`.
    var count: Int { get }
    /// One for each row, in order, none twice.
    var keys: [Int32] { get }
    /// Letters with their first rows, ascending by row; empty when the source has no order by letter.
    var index: [IndexLetter] { get }
    /// The rows are not known yet.
    var isLoading: Bool { get }
    /// Grows with every change of what is above or of any row.
    var revision: Int { get }
    /// Called on the main thread after `revision` has grown. One listener; a second screen takes a second source.
    var onChange: (@MainActor () -> Void)? { get set }
}

/// Rows of which only those on the screen are made.
@MainActor
public protocol RowSource: KeyedSource {
    /// The row at `index`, below `count`. Never blocks: nil asks for its page, and the row is drawn blank at its
    /// final height until `onChange` says that it has come.
    func row(at index: Int) -> Row?
}

extension KeyedSource {
    public var isLoading: Bool { false }

    /// Where the row with that key is now; nil when it has gone.
    public func index(ofKey key: Int32) -> Int? { keys.firstIndex(of: key) }
}

/// Rows a source fetches at once: `row(at:)` that gives nil asks for the page the row is in.
public enum RowPage {
    public static let size = 64
    /// The rows of the page that holds `index`, cut at `count`.
    public static func around(_ index: Int, count: Int) -> Range<Int> {
        let start = index / size * size
        return start..<min(start + size, count)
    }
}

/// A letter of the index at the edge, and the first row that begins with it.
public struct IndexLetter: Hashable, Sendable {
    /// One character.
    public let letter: String
    public let row: Int

    public init(_ letter: String, row: Int) {
        self.letter = letter
        self.row = row
    }
}

/// A source inside a template. Equal when it is the same source at the same revision, so that a template says by
/// itself whether anything has to be drawn again; rows that are all known are compared by content.
public struct RowSourceReference: Hashable, Sendable {
    public let source: any RowSource
    /// The revision the template was made at.
    public let revision: Int

    @MainActor
    public init(_ source: any RowSource) {
        self.source = source
        self.revision = source.revision
    }

    public static func == (left: Self, right: Self) -> Bool {
        if let mine = left.source as? StaticRows, let theirs = right.source as? StaticRows {
            return mine.rows == theirs.rows
        }
        if let mine = left.source as? RowSlice, let theirs = right.source as? RowSlice {
            return mine.source === theirs.source && mine.rows == theirs.rows && left.revision == right.revision
        }
        return left.source === right.source && left.revision == right.revision
    }

    public func hash(into hasher: inout Hasher) {
        if let mine = source as? StaticRows {
            hasher.combine(mine.rows.count)
        } else if let mine = source as? RowSlice {
            hasher.combine(ObjectIdentifier(mine.source))
            hasher.combine(revision)
        } else {
            hasher.combine(ObjectIdentifier(source))
            hasher.combine(revision)
        }
    }
}
