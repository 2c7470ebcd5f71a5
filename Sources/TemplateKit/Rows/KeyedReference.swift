// A source inside a template, and when two of them are the same. Made on the main thread, compared on any.

/// What a template compares a source by.
public enum SourceIdentity: Hashable, Sendable {
    /// Rows or items that come and change: the object, the part of it, and its revision.
    case changing(ObjectIdentifier, part: Range<Int>?, revision: Int)
    /// Rows that are all known.
    case rows([Row])
    /// Items that are all known.
    case items([GridItem])

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .changing(let source, _, let revision):
            hasher.combine(source)
            hasher.combine(revision)
        case .rows(let rows): hasher.combine(rows.count)
        case .items(let items): hasher.combine(items.count)
        }
    }
}

/// A source as it was when its template was made. Equal when it is the same source at the same revision, so that a
/// template says by itself whether anything has to be drawn again; what is all known is compared by content.
public struct KeyedReference<Source: Sendable>: Hashable, Sendable {
    public let source: Source
    private let identity: SourceIdentity

    private init(_ source: Source, identity: SourceIdentity) {
        self.source = source
        self.identity = identity
    }

    public static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

/// The rows of a section.
public typealias RowSourceReference = KeyedReference<any RowSource>
/// The items of a grid.
public typealias ItemSourceReference = KeyedReference<any ItemSource>

extension KeyedReference where Source == any RowSource {
    @MainActor
    public init(_ source: any RowSource) { self.init(source, identity: source.identity) }
}

extension KeyedReference where Source == any ItemSource {
    @MainActor
    public init(_ source: any ItemSource) { self.init(source, identity: source.identity) }
}
