// Rows and items made from the records of a source as they are looked at. Main thread.

/// A source with the pattern that each of its records is put into.
@MainActor
class BoundRecords<Pattern: Hashable>: KeyedSource {
    let source: any RecordSource
    fileprivate var pattern: Pattern
    private var scope: Scope
    /// Changes of the pattern or of what is around the rows, on top of those of the source.
    private var ownChanges = 0
    var onChange: (@MainActor () -> Void)?

    init(source: any RecordSource, pattern: Pattern, scope: Scope) {
        self.source = source
        self.pattern = pattern
        self.scope = scope
    }

    func update(pattern: Pattern, scope: Scope) {
        guard self.pattern != pattern || self.scope != scope else { return }
        self.pattern = pattern
        self.scope = scope
        ownChanges += 1
    }

    var count: Int { source.count }
    var keys: [Int32] { source.keys }
    var index: [IndexLetter] { source.index }
    var groups: [RowGroup] { source.groups }
    var isLoading: Bool { source.isLoading }
    var revision: Int { source.revision + ownChanges }

    /// What names stand for in the record at `index`; nil while its page has not come.
    fileprivate func scope(at index: Int) -> Scope? {
        guard index >= 0, index < source.count, let record = source.record(at: index) else { return nil }
        var scope = scope
        scope.row = record
        return scope
    }
}

/// The rows of a list.
@MainActor
final class BoundRows: BoundRecords<RowPattern>, RowSource {
    func row(at index: Int) -> Row? {
        scope(at: index).flatMap { try? pattern.row(key: source.keys[index], in: $0) }
    }
}

/// The items of a grid.
@MainActor
final class BoundItems: BoundRecords<ItemPattern>, ItemSource {
    func item(at index: Int) -> GridItem? {
        scope(at: index).flatMap { try? pattern.item(key: source.keys[index], in: $0) }
    }
}
