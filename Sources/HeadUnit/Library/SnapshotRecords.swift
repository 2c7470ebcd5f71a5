// Records straight out of a snapshot: every row is there at once. Main thread.

import MusicLibrary
import TemplateKit

/// Rows of the library in one order; refreshed in place, so that a list keeps its focus by key.
@MainActor
final class SnapshotRecords: RecordSource {
    /// What the rows are made of.
    struct View {
        var order: LibraryOrder
        var isLoading: Bool
        var record: @MainActor (Int32) -> Record?
    }

    private(set) var keys: [Int32] = []
    private(set) var index: [IndexLetter] = []
    private(set) var isLoading = true
    private(set) var revision = 0
    var onChange: (@MainActor () -> Void)?

    private let view: @MainActor () -> View
    private var record: @MainActor (Int32) -> Record? = { _ in nil }

    init(_ view: @escaping @MainActor () -> View) {
        self.view = view
        take()
    }

    var count: Int { keys.count }

    func record(at index: Int) -> Record? { keys.indices.contains(index) ? record(keys[index]) : nil }

    /// Asks for everything again.
    func refresh() {
        take()
        revision += 1
        onChange?()
    }

    private func take() {
        let view = view()
        keys = view.order.keys
        index = view.order.letters.map { IndexLetter($0.letter, row: $0.row) }
        isLoading = view.isLoading
        record = view.record
    }
}
