// The cache's budget and order.

import Testing

@testable import SDLDisplay

@Suite("LRU cache")
struct LRUCacheTests {
    @Test("what was used longest ago goes first, and the budget holds")
    func order() {
        let cache = LRUCache<Int, Int>(budget: 30)
        for key in 0..<3 { cache.insert(key, for: key, cost: 10) }
        #expect(cache.value(for: 0) == 0)
        cache.insert(3, for: 3, cost: 10)
        #expect(cache.value(for: 1) == nil)
        #expect(cache.value(for: 0) == 0)
        #expect(cache.bytes == 30)
        cache.insert(4, for: 4, cost: 1000)
        #expect(cache.count == 1)
        #expect(cache.value(for: 4) == 4)
    }

    @Test("it agrees with a plain list over many random uses")
    func model() {
        let cache = LRUCache<Int, Int>(budget: 50)
        var list: [(key: Int, cost: Int)] = []
        var seed: UInt64 = 42
        for step in 0..<5000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = Int(seed >> 33) % 12
            let isUse = seed >> 60 < 8
            if isUse {
                let isKnown = list.contains { $0.key == key }
                #expect((cache.value(for: key) != nil) == isKnown)
                if isKnown, let place = list.firstIndex(where: { $0.key == key }) {
                    list.append(list.remove(at: place))
                }
            } else if step % 17 == 0 {
                cache.remove(key)
                list.removeAll { $0.key == key }
            } else {
                let cost = 1 + Int(seed >> 50 & 15)
                cache.insert(step, for: key, cost: cost)
                list.removeAll { $0.key == key }
                list.append((key, cost))
                while list.reduce(0, { $0 + $1.cost }) > 50, list.count > 1 { list.removeFirst() }
            }
            #expect(cache.bytes == list.reduce(0) { $0 + $1.cost })
            #expect(cache.count == list.count)
        }
    }
}
