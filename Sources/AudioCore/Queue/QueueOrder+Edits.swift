// Changing a queue while it plays: the current item stays the current one and the history stays true.

extension QueueOrder {
    /// Makes an item current. Shuffled, it is taken out of its place and put behind the item heard until now, so
    /// that nothing between is skipped and `previous` returns to what was heard.
    /// - Returns: the places it was moved between, or nil when the order did not change.
    @discardableResult
    public mutating func jump(to index: Int) -> (from: Int, to: Int)? {
        let place = position(of: index)
        guard isShuffled, place != position else {
            position = place
            return nil
        }
        let target = place > position ? position + 1 : position
        shuffled.insert(shuffled.remove(at: place), at: target)
        position = target
        return place == target ? nil : (place, target)
    }

    /// Makes room for `added` new items with the indices `index` ..< `index + added`, played from `place` on.
    /// In natural order `place` is taken from `index`. The current item stays current; in an empty queue the first
    /// new one becomes it.
    public mutating func insert(_ added: Int, at index: Int, place: Int) {
        precondition((0...count).contains(index) && (0...count).contains(place) && added >= 0)
        precondition(added <= Int(Int32.max) - count)
        guard added > 0 else { return }
        let wasEmpty = count == 0
        let place = isShuffled ? place : index
        count += added
        if isShuffled {
            for other in shuffled.indices where shuffled[other] >= Int32(index) { shuffled[other] += Int32(added) }
            shuffled.insert(contentsOf: (index..<index + added).map { Int32($0) }, at: place)
        }
        if !wasEmpty, place <= position { position += added }
    }

    /// Takes an item (0 ..< `count`) out. If it was the current one, the item behind it becomes current, or at the
    /// end of the order the one in front of it.
    public mutating func remove(at index: Int) {
        let place = position(of: index)
        count -= 1
        if isShuffled {
            shuffled.remove(at: place)
            for other in shuffled.indices where shuffled[other] > Int32(index) { shuffled[other] -= 1 }
        }
        if place < position { position -= 1 }
        position = Self.clamped(position, count)
    }

    /// Moves what is played at one place to another (both 0 ..< `count`); the current item stays current.
    /// In natural order the items themselves are to be moved alike.
    public mutating func move(from: Int, to: Int) {
        precondition((0..<count).contains(from) && (0..<count).contains(to))
        if isShuffled { shuffled.insert(shuffled.remove(at: from), at: to) }
        if position == from {
            position = to
        } else if from < position, to >= position {
            position -= 1
        } else if from > position, to <= position {
            position += 1
        }
    }
}
