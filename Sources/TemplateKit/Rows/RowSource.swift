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
    /// What tells it, as it is now, from other sources; the default is the object with its revision.
    var identity: SourceIdentity { get }
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

    public var identity: SourceIdentity { .changing(ObjectIdentifier(self), part: nil, revision: revision) }

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
