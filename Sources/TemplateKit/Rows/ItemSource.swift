// Where the items of a grid come from. Main thread; the work behind it is done elsewhere.

/// Items of which only those on the screen are made.
@MainActor
public protocol ItemSource: KeyedSource {
    /// The item at `index`, below `count`. Never blocks: nil asks for its page, and the item is drawn blank in its
    /// place until `onChange` says that it has come.
    func item(at index: Int) -> GridItem?
}

/// A source made of an array.
@MainActor
public final class StaticItems: ItemSource {
    public nonisolated let items: [GridItem]
    public let keys: [Int32]
    public let index: [IndexLetter]
    public var onChange: (@MainActor () -> Void)?

    /// Throws when two items have one key.
    public init(_ items: [GridItem], index: [IndexLetter] = []) throws(TemplateError) {
        self.items = items
        self.keys = items.map(\.key)
        self.index = index
        try Check.unique(keys.map(String.init), "grid", "items")
    }

    public var count: Int { items.count }
    public var revision: Int { 0 }
    public func item(at index: Int) -> GridItem? { items.indices.contains(index) ? items[index] : nil }
}

/// A source inside a template, equal as that of rows is: the same source at the same revision, or the same known items.
public struct ItemSourceReference: Hashable, Sendable {
    public let source: any ItemSource
    /// The revision the template was made at.
    public let revision: Int

    @MainActor
    public init(_ source: any ItemSource) {
        self.source = source
        self.revision = source.revision
    }

    public static func == (left: Self, right: Self) -> Bool {
        if let mine = left.source as? StaticItems, let theirs = right.source as? StaticItems {
            return mine.items == theirs.items
        }
        return left.source === right.source && left.revision == right.revision
    }

    public func hash(into hasher: inout Hasher) {
        if let mine = source as? StaticItems {
            hasher.combine(mine.items.count)
        } else {
            hasher.combine(ObjectIdentifier(source))
            hasher.combine(revision)
        }
    }
}
