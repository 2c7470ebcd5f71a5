// The edits of a queue as they are kept for the next start, bounded. A value; any thread.

/// Collects edits for `QueueRecord`. What does not fit is left out in a way that keeps the rest true.
struct QueueJournal: Hashable, Sendable {
    private(set) var edits: [QueueEdit] = []
    private(set) var editsBeforeOrder = 0
    /// False when a change of the items did not fit: it lives until the program ends.
    private(set) var isComplete = true
    private var itemEditCount = 0
    private var itemCount = 0
    private var reorderCount = 0

    init() {}

    init(edits: [QueueEdit], editsBeforeOrder: Int) {
        for (index, edit) in edits.enumerated() {
            if index == editsBeforeOrder { self.editsBeforeOrder = self.edits.count }
            add(edit)
        }
        if editsBeforeOrder >= edits.count { self.editsBeforeOrder = self.edits.count }
    }

    mutating func add(_ edit: QueueEdit) {
        switch edit {
        case .reorder:
            // A lost change of order costs nothing but history: the current item is found by itself.
            guard reorderCount < PlayQueue.recordedEditLimit else { return }
            reorderCount += 1
        case .insert(let items, _, _):
            isComplete = isComplete && itemCount + items.count <= PlayQueue.recordedItemLimit
            itemCount += items.count
            itemEditCount += 1
        case .remove, .moveItem:
            itemEditCount += 1
        }
        isComplete = isComplete && itemEditCount <= PlayQueue.recordedEditLimit
        // Indices of later changes of the items count on the lost one.
        if case .reorder = edit {} else if !isComplete { return }
        edits.append(edit)
    }

    /// A new order was drawn: changes of the old one are without meaning.
    mutating func orderWasDrawn() {
        edits.removeAll { edit in
            if case .reorder = edit { true } else { false }
        }
        reorderCount = 0
        editsBeforeOrder = edits.count
    }
}
