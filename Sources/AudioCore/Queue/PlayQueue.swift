// The queue: items and the order they are played in. A value, owned by the player on the main thread.

/// What is played, now and next. Every edit keeps the current item current, unless it is the one removed.
public struct PlayQueue: Hashable, Sendable {
    /// Edits kept in `record`: so many of the items, and so many of the shuffled order.
    public static let recordedEditLimit = 500
    /// Inserted items kept in `record`.
    public static let recordedItemLimit = 1000

    /// The items in natural order.
    public private(set) var items: [QueueItem]
    public private(set) var order: QueueOrder
    private let baseCount: Int
    private var journal = QueueJournal()

    /// The items of a source, in natural order from `index` (clamped) on.
    public init(items: [QueueItem], startingAt index: Int = 0) {
        self.items = items
        order = QueueOrder(count: items.count, position: index)
        baseCount = items.count
    }

    /// The queue as it was: `items` are what the source gives now. If the source has changed, edits that make no
    /// sense any more are left out. When `current` is given and stands in the queue, it becomes the current item.
    public init(items: [QueueItem], record: QueueRecord, current: QueueItem? = nil) {
        self.init(items: items)
        let before = max(0, min(record.editsBeforeOrder, record.edits.count))
        for edit in record.edits[..<before] where replay(edit) { journal.add(edit) }
        if record.isShuffled {
            order = QueueOrder(
                count: self.items.count, seed: record.seed, lap: max(0, record.lap), position: 0, first: record.first)
        } else {
            order.lap = max(0, record.lap)
        }
        journal.orderWasDrawn()
        order.repeatMode = record.repeatMode
        for edit in record.edits[before...] where replay(edit) { journal.add(edit) }
        order.position = QueueOrder.clamped(record.position, order.count)
        if let current, self.current != current, let index = self.items.firstIndex(of: current) {
            order.position = order.position(of: index)
        }
    }

    public var count: Int { items.count }
    /// The index of the current item in `items`; nil when the queue is empty.
    public var currentIndex: Int? { order.current }
    public var current: QueueItem? { order.current.map { items[$0] } }
    public var isShuffled: Bool { order.isShuffled }
    public var repeatMode: RepeatMode {
        get { order.repeatMode }
        set { order.repeatMode = newValue }
    }

    /// What is kept for the next start.
    public var record: QueueRecord {
        var record = QueueRecord(baseCount: baseCount)
        record.position = order.position
        record.repeatMode = order.repeatMode
        record.isShuffled = order.isShuffled
        record.seed = order.seed
        record.lap = order.lap
        record.first = order.first
        record.edits = journal.edits
        record.editsBeforeOrder = journal.editsBeforeOrder
        return record
    }

    /// False when edits exceeded the limits, so that `record` gives the queue without the later ones.
    public var isFullyRecorded: Bool { journal.isComplete }

    /// The item played at a place of the order (0 ..< `count`): the rows of "Up next".
    public func item(at place: Int) -> QueueItem { items[order.index(at: place)] }

    /// What `advance` will give: the track to preload. Constant time.
    public func peekNext(_ step: QueueStep = .trackEnded) -> QueueItem? {
        order.peekNext(step).map { items[$0] }
    }

    /// What several `advance` in a row will give, as far as it can be told; at most `limit`.
    public func peekNext(atMost limit: Int) -> [QueueItem] {
        order.peekNext(atMost: limit).map { items[$0] }
    }

    /// Moves on.
    /// - Returns: the item to play, or nil at the end of the queue, where nothing moves.
    public mutating func advance(_ step: QueueStep) -> QueueItem? {
        let lap = order.lap
        let next = order.advance(step)
        if order.lap != lap { journal.orderWasDrawn() }
        return next.map { items[$0] }
    }

    /// Goes back to the item heard before.
    /// - Returns: the item to play, or nil when there is none, where nothing moves.
    public mutating func previous() -> QueueItem? {
        order.previous().map { items[$0] }
    }

    /// Makes the item at `index` (0 ..< `count`) current.
    public mutating func jump(to index: Int) {
        if let moved = order.jump(to: index) { journal.add(.reorder(from: moved.from, to: moved.to)) }
    }

    /// Switches shuffle on with the current item first, or off from the current item on.
    public mutating func setShuffled(_ wanted: Bool, seed: UInt64) {
        guard wanted != order.isShuffled else { return }
        order.setShuffled(wanted, seed: seed)
        journal.orderWasDrawn()
    }

    /// Plays `added` right behind the current item.
    public mutating func insertNext(_ added: [QueueItem]) {
        perform(.insert(added, index: order.current.map { $0 + 1 } ?? 0, place: min(order.position + 1, count)))
    }

    /// Plays `added` behind everything else.
    public mutating func append(_ added: [QueueItem]) {
        perform(.insert(added, index: count, place: count))
    }

    /// Takes the item at `index` (0 ..< `count`) out.
    /// - Returns: true when it was the current one, so that another is current now.
    @discardableResult
    public mutating func remove(at index: Int) -> Bool {
        let wasCurrent = order.current == index
        perform(.remove(index: index))
        return wasCurrent
    }

    /// Moves a row of "Up next" to another place (both 0 ..< `count`). Shuffled, the natural order stays.
    public mutating func move(from: Int, to: Int) {
        guard from != to else { return }
        perform(order.isShuffled ? .reorder(from: from, to: to) : .moveItem(from: from, to: to))
    }

    private mutating func perform(_ edit: QueueEdit) {
        if case .insert(let added, _, _) = edit, added.isEmpty { return }
        guard replay(edit) else { preconditionFailure("an edit outside the queue") }
        journal.add(edit)
    }

    /// Does an edit, or nothing when it does not fit the queue.
    private mutating func replay(_ edit: QueueEdit) -> Bool {
        switch edit {
        case .insert(let added, let index, let place):
            guard (0...count).contains(index), (0...count).contains(place), added.count <= Int(Int32.max) - count else {
                return false
            }
            items.insert(contentsOf: added, at: index)
            order.insert(added.count, at: index, place: place)
        case .remove(let index):
            guard items.indices.contains(index) else { return false }
            items.remove(at: index)
            order.remove(at: index)
        case .moveItem(let from, let to):
            guard !order.isShuffled, items.indices.contains(from), items.indices.contains(to) else { return false }
            items.insert(items.remove(at: from), at: to)
            order.move(from: from, to: to)
        case .reorder(let from, let to):
            guard order.isShuffled, items.indices.contains(from), items.indices.contains(to) else { return false }
            order.move(from: from, to: to)
        }
        return true
    }
}
