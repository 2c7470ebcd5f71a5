// What one opened screen is made of again and again: its parameters and its sources. Main thread.

/// One for each screen that is opened from a document; it lives as long as the screen is on the stack, so that rows
/// keep their identity from one making of the template to the next.
@MainActor
public final class ScreenContext {
    /// What the screen was opened with.
    public let parameters: Record
    /// Called when anything the screen shows has changed: make its template again.
    public var onChange: (@MainActor () -> Void)?

    private let provider: any RecordProvider
    private var sources: [SourceReference: any RecordSource] = [:]
    private var rows: [Slot: BoundRows] = [:]
    private var usedSources: Set<SourceReference> = []
    private var usedRows: Set<Slot> = []

    private struct Slot: Hashable {
        let number: Int
        let reference: SourceReference
    }

    public init(parameters: Record = [:], provider: any RecordProvider) {
        self.parameters = parameters
        self.provider = provider
    }

    /// Whatever the last making did not ask for is let go.
    func make<Result>(_ body: () throws(TemplateError) -> Result) throws(TemplateError) -> Result {
        usedSources = []
        usedRows = []
        let result = try body()
        rows = rows.filter { usedRows.contains($0.key) }
        for (reference, source) in sources where !usedSources.contains(reference) {
            source.onChange = nil
            sources[reference] = nil
        }
        return result
    }

    func records(for reference: SourceReference) -> any RecordSource {
        usedSources.insert(reference)
        if let source = sources[reference] { return source }
        let source = provider.records(for: reference)
        source.onChange = { [weak self] in self?.changed(reference) }
        sources[reference] = source
        return source
    }

    /// The rows of one `each`, the same object as long as its source is the same.
    func rows(_ each: EachPattern<RowPattern>, in scope: Scope) -> BoundRows {
        let reference = each.source.reference(in: scope)
        let slot = Slot(number: each.slot, reference: reference)
        usedRows.insert(slot)
        let source = records(for: reference)
        if let bound = rows[slot], bound.source === source {
            bound.update(pattern: each.item, scope: scope)
            return bound
        }
        let bound = BoundRows(source: source, pattern: each.item, scope: scope)
        rows[slot] = bound
        return bound
    }

    private func changed(_ reference: SourceReference) {
        for (slot, bound) in rows where slot.reference == reference { bound.onChange?() }
        onChange?()
    }
}

/// Rows made from the records of a source as they are looked at. Main thread.
@MainActor
final class BoundRows: RowSource {
    let source: any RecordSource
    private var pattern: RowPattern
    private var scope: Scope
    /// Changes of the pattern or of what is around the rows, on top of those of the source.
    private var ownChanges = 0
    var onChange: (@MainActor () -> Void)?

    init(source: any RecordSource, pattern: RowPattern, scope: Scope) {
        self.source = source
        self.pattern = pattern
        self.scope = scope
    }

    func update(pattern: RowPattern, scope: Scope) {
        guard self.pattern != pattern || self.scope != scope else { return }
        self.pattern = pattern
        self.scope = scope
        ownChanges += 1
    }

    var count: Int { source.count }
    var keys: [Int32] { source.keys }
    var index: [IndexLetter] { source.index }
    var isLoading: Bool { source.isLoading }
    var revision: Int { source.revision + ownChanges }

    func row(at index: Int) -> Row? {
        guard index >= 0, index < source.count, let record = source.record(at: index) else { return nil }
        var scope = scope
        scope.row = record
        return try? pattern.row(key: source.keys[index], in: scope)
    }
}
