// In which order the items of a queue are played: rules without items. A value; any thread.

/// The play order over the item indices 0 ..< `count`, natural or shuffled, and the place in it.
///
/// Shuffled, the order is a permutation drawn from `seed` and `lap`, so it can be drawn again after a restart.
/// The items in front of `position` are the history: `previous` walks back through them, `advance` returns.
/// A step costs constant time, except the one that opens a shuffled lap (a new permutation).
public struct QueueOrder: Hashable, Sendable {
    /// Items in the queue.
    public internal(set) var count: Int
    /// The place of the current item in the play order, 0 ..< `count`; 0 when the queue is empty.
    public internal(set) var position: Int
    public internal(set) var isShuffled: Bool
    /// What the shuffled order is drawn from; 0 in natural order.
    public internal(set) var seed: UInt64
    /// Times the queue began again since the order was chosen.
    public internal(set) var lap: Int
    /// The item exchanged to the front when the shuffled order was drawn, as it was numbered then; nil for none.
    public internal(set) var first: Int?
    public var repeatMode = RepeatMode.off
    /// Item indices in play order; empty in natural order, where the place is the index.
    var shuffled: [Int32] = []

    /// Natural order. `position` is clamped.
    public init(count: Int, position: Int = 0) {
        precondition((0...Int(Int32.max)).contains(count))
        self.count = count
        self.position = Self.clamped(position, count)
        isShuffled = false
        seed = 0
        lap = 0
    }

    /// The shuffled order of `seed` and `lap`, as it was before any edit or jump. `position` is clamped, a `first`
    /// that is no index counts as none.
    public init(count: Int, seed: UInt64, lap: Int, position: Int, first: Int? = nil) {
        self.init(count: count, position: position)
        isShuffled = true
        self.seed = seed
        self.lap = lap
        draw(first: first.flatMap { (0..<count).contains($0) ? $0 : nil })
    }

    /// The index of the current item; nil when the queue is empty.
    public var current: Int? { count == 0 ? nil : index(at: position) }

    /// The item played at a place of the order, 0 ..< `count`.
    public func index(at position: Int) -> Int {
        precondition((0..<count).contains(position))
        return isShuffled ? Int(shuffled[position]) : position
    }

    /// The place at which an item (0 ..< `count`) is played. Linear when shuffled.
    public func position(of index: Int) -> Int {
        precondition((0..<count).contains(index))
        guard isShuffled else { return index }
        guard let place = shuffled.firstIndex(of: Int32(index)) else { preconditionFailure("not a permutation") }
        return place
    }

    /// What `advance` will give. Constant time.
    public func peekNext(_ step: QueueStep = .trackEnded) -> Int? {
        guard let current else { return nil }
        if step == .trackEnded, repeatMode == .one { return current }
        if position + 1 < count { return index(at: position + 1) }
        if repeatMode == .off { return nil }
        return isShuffled ? firstOfNextLap(after: current) : 0
    }

    /// What several `advance` in a row will give, as far as it can be told: at most `limit`, and of the next shuffled lap
    /// only the first. Repeating one, that one.
    public func peekNext(atMost limit: Int) -> [Int] {
        guard limit > 0, let next = peekNext() else { return [] }
        var indices = [next]
        if repeatMode == .one { return indices }
        var place = position + 1
        while indices.count < limit {
            if place >= count {
                if isShuffled { break }
                place = 0
            }
            place += 1
            if place < count {
                indices.append(index(at: place))
            } else if repeatMode == .off {
                break
            } else {
                indices.append(isShuffled ? firstOfNextLap(after: index(at: count - 1)) : 0)
            }
        }
        return indices
    }

    private func firstOfNextLap(after last: Int) -> Int {
        SeededPermutation.first(count: count, seed: seed, lap: nextLap, justHeard: last)
    }

    /// Moves on.
    /// - Returns: the index to play, or nil at the end of the queue, where nothing moves.
    public mutating func advance(_ step: QueueStep) -> Int? {
        guard let next = peekNext(step) else { return nil }
        if step == .trackEnded, repeatMode == .one { return next }
        if position + 1 < count {
            position += 1
        } else {
            lap = nextLap
            position = 0
            if isShuffled { draw(first: next) }
        }
        return next
    }

    /// Goes back to the item heard before. In natural order `all` and `one` wrap to the last item; a shuffled lap
    /// has nothing in front of it.
    /// - Returns: the index to play, or nil when there is none, where nothing moves.
    public mutating func previous() -> Int? {
        if position > 0 {
            position -= 1
        } else if !isShuffled, repeatMode != .off, count > 0 {
            position = count - 1
        } else {
            return nil
        }
        return current
    }

    /// Switches shuffle. On: the current item keeps playing and stands first in a new order. Off: the order goes on
    /// from the current item as the items stand. Nothing changes when it is as asked already.
    public mutating func setShuffled(_ wanted: Bool, seed: UInt64) {
        guard wanted != isShuffled else { return }
        let playing = current
        isShuffled = wanted
        lap = 0
        self.seed = wanted ? seed : 0
        if wanted {
            position = 0
            draw(first: playing)
        } else {
            shuffled = []
            first = nil
            position = playing ?? 0
        }
    }

    private var nextLap: Int { lap == Int.max ? 0 : lap + 1 }

    private mutating func draw(first: Int?) {
        self.first = first
        shuffled = SeededPermutation.order(count: count, seed: seed, lap: lap, first: first)
    }

    static func clamped(_ position: Int, _ count: Int) -> Int {
        max(0, min(position, count - 1))
    }
}
