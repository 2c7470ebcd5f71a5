// A cache with a byte budget: what was used longest ago goes first. Main thread; a hit allocates nothing.

/// Values by key, each with a cost in bytes.
final class LRUCache<Key: Hashable, Value> {
    private struct Slot {
        var key: Key
        var value: Value
        var cost: Int
        var newer: Int
        var older: Int
    }

    private var slots: [Slot?] = []
    private var places: [Key: Int] = [:]
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1
    private(set) var bytes = 0
    let budget: Int

    init(budget: Int) { self.budget = budget }

    var count: Int { places.count }

    /// The value, which is now the one used last.
    func value(for key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            linkNewest(place)
        }
        return slots[place]?.value
    }

    /// Puts a value in and lets the oldest go until the budget holds. The newest always stays, whatever it costs.
    func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        let slot = Slot(key: key, value: value, cost: cost, newer: -1, older: -1)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            slots[place] = slot
        } else {
            place = slots.count
            slots.append(slot)
        }
        places[key] = place
        bytes += cost
        linkNewest(place)
        while bytes > budget, oldest != newest, let key = slots[oldest]?.key { remove(key) }
    }

    func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        bytes -= slots[place]?.cost ?? 0
        slots[place] = nil
        free.append(place)
    }

    func removeAll() {
        slots.removeAll()
        places.removeAll()
        free.removeAll()
        newest = -1
        oldest = -1
        bytes = 0
    }

    /// Removes every value whose key is meant.
    func removeAll(where isMeant: (Key) -> Bool) {
        for key in places.keys.filter(isMeant) { remove(key) }
    }

    private func linkNewest(_ place: Int) {
        slots[place]?.older = newest
        slots[place]?.newer = -1
        if newest >= 0 { slots[newest]?.newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    private func unlink(_ place: Int) {
        guard let slot = slots[place] else { return }
        if slot.newer >= 0 { slots[slot.newer]?.older = slot.older } else { newest = slot.older }
        if slot.older >= 0 { slots[slot.older]?.newer = slot.newer } else { oldest = slot.newer }
    }
}
