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
    public var identity: SourceIdentity { .items(items) }
    public func item(at index: Int) -> GridItem? { items.indices.contains(index) ? items[index] : nil }
}
