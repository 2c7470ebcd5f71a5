// Collects the faults of one file. A value; any thread.

/// Faults in the order they are found, at most as many as are worth reading. Lines and columns are counted when they are
/// asked for: a document is compiled more than once, and a long line has many columns.
struct FaultLog {
    let source: SourceText
    /// Found by the parser.
    private let first: [DocumentFault]
    private var items: [Item] = []
    private var known: Set<Item> = []

    private struct Item: Hashable {
        let offset: Int
        let message: String
    }

    init(_ source: SourceText, _ faults: [DocumentFault] = []) {
        self.source = source
        first = Array(faults.prefix(DocumentFault.mostPerFile))
    }

    var faults: [DocumentFault] { first + items.map { source.fault(at: $0.offset, $0.message) } }
    var isEmpty: Bool { first.isEmpty && items.isEmpty }
    private var isFull: Bool { first.count + items.count >= DocumentFault.mostPerFile }

    mutating func add(_ offset: Int, _ message: @autoclosure () -> String) {
        guard !isFull else { return }
        add(Item(offset: offset, message: message()))
    }

    /// What another log of the same file has found, as far as it is meant.
    mutating func add(_ other: FaultLog, where isMeant: (_ message: String) -> Bool = { _ in true }) {
        for item in other.items where !isFull && isMeant(item.message) { add(item) }
    }

    private mutating func add(_ item: Item) {
        if known.insert(item).inserted { items.append(item) }
    }
}
