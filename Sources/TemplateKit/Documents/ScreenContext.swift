// What one opened screen is made of again and again: its parameters and its sources. Main thread.

/// One for each screen that is opened from a document; it lives as long as the screen is on the stack, so that rows
/// keep their identity from one making of the template to the next.
@MainActor
public final class ScreenContext {
    /// What the screen was opened with.
    public let parameters: Record
    /// What has been typed into a search.
    public var text = "" { didSet { if text != oldValue { onChange?() } } }
    /// Called when anything the screen shows has changed: make its template again.
    public var onChange: (@MainActor () -> Void)?

    private let provider: any RecordProvider
    private var sources: [SourceReference: any RecordSource] = [:]
    /// Rows and items.
    private var bound: [Slot: any KeyedSource] = [:]
    private var usedSources: Set<SourceReference> = []
    private var usedSlots: Set<Slot> = []

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
        usedSlots = []
        let result = try body()
        bound = bound.filter { usedSlots.contains($0.key) }
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
        bind(each, in: scope) { BoundRows(source: $0, pattern: each.item, scope: scope) }
    }

    /// The items of one `each`, in the same way.
    func items(_ each: EachPattern<ItemPattern>, in scope: Scope) -> BoundItems {
        bind(each, in: scope) { BoundItems(source: $0, pattern: each.item, scope: scope) }
    }

    private func bind<Pattern, Bound: BoundRecords<Pattern>>(
        _ each: EachPattern<Pattern>, in scope: Scope, _ make: (any RecordSource) -> Bound
    ) -> Bound {
        let reference = each.source.reference(in: scope)
        let slot = Slot(number: each.slot, reference: reference)
        usedSlots.insert(slot)
        let source = records(for: reference)
        if let known = bound[slot] as? Bound, known.source === source {
            known.update(pattern: each.item, scope: scope)
            return known
        }
        let made = make(source)
        bound[slot] = made
        return made
    }

    private func changed(_ reference: SourceReference) {
        for (slot, source) in bound where slot.reference == reference { source.onChange?() }
        onChange?()
    }
}
