// The rules of play order.

import AudioCore
import TestSupport
import Testing

private func played(_ order: QueueOrder, steps: Int) -> [Int] {
    var order = order
    return (0..<steps).compactMap { _ in order.advance(.trackEnded) }
}

@Suite("Queue order")
struct QueueOrderTests {
    @Test("an empty queue has nothing current, next or previous", arguments: RepeatMode.allCases)
    func empty(mode: RepeatMode) {
        for var order in [QueueOrder(count: 0), QueueOrder(count: 0, seed: 1, lap: 0, position: 0)] {
            order.repeatMode = mode
            #expect(order.current == nil)
            for step in QueueStep.allCases {
                #expect(order.peekNext(step) == nil)
                #expect(order.advance(step) == nil)
            }
            #expect(order.previous() == nil)
        }
    }

    @Test("repeat off ends behind the last item and stays there")
    func off() {
        var order = QueueOrder(count: 3)
        #expect([order.advance(.trackEnded), order.advance(.nextPressed)] == [1, 2])
        #expect(order.advance(.trackEnded) == nil)
        #expect(order.advance(.nextPressed) == nil)
        #expect(order.current == 2)
    }

    @Test("repeat all begins again, and previous wraps back")
    func all() {
        var order = QueueOrder(count: 3, position: 2)
        order.repeatMode = .all
        #expect(order.advance(.trackEnded) == 0)
        #expect(order.lap == 1)
        #expect(order.previous() == 2)
    }

    @Test("repeat one laps at the end of the track only; next moves on and wraps")
    func one() {
        var order = QueueOrder(count: 2)
        order.repeatMode = .one
        #expect(order.advance(.trackEnded) == 0)
        #expect(order.lap == 0)
        #expect(order.advance(.nextPressed) == 1)
        #expect(order.advance(.trackEnded) == 1)
        #expect(order.advance(.nextPressed) == 0)
    }

    @Test("shuffle plays every item once a lap", arguments: [1, 2, 3, 10, 257])
    func permutation(count: Int) {
        for seed in UInt64(0)..<20 {
            var order = QueueOrder(count: count, seed: seed, lap: 0, position: 0)
            order.repeatMode = .all
            for _ in 0..<4 {
                var heard: [Int] = []
                for place in 0..<count {
                    #expect(order.position == place)
                    if let index = order.current { heard.append(index) }
                    _ = order.advance(.trackEnded)
                }
                #expect(heard.sorted() == Array(0..<count))
            }
        }
    }

    @Test("a new lap never begins with the item just heard", arguments: [2, 3, 5])
    func noRepeat(count: Int) {
        var repeats = 0
        for seed in UInt64(0)..<200 {
            var order = QueueOrder(count: count, seed: seed, lap: 0, position: count - 1)
            order.repeatMode = .all
            for _ in 0..<10 {
                let last = order.current
                if order.advance(.trackEnded) == last { repeats += 1 }
                order = QueueOrder(
                    count: count, seed: seed, lap: order.lap, position: count - 1, first: order.first)
                order.repeatMode = .all
            }
        }
        #expect(repeats == 0)
    }

    @Test("laps differ, seeds differ, and the same seed gives the same order in every version")
    func seeds() {
        func drawn(_ seed: UInt64, _ lap: Int) -> [Int] {
            let order = QueueOrder(count: 12, seed: seed, lap: lap, position: 0)
            return (0..<12).map { order.index(at: $0) }
        }
        #expect(drawn(7, 0) != drawn(7, 1))
        #expect(drawn(7, 0) != drawn(8, 0))
        // A golden: stored seeds must keep their meaning.
        #expect(drawn(7, 0) == [10, 1, 11, 7, 3, 5, 9, 0, 8, 2, 4, 6])
    }

    @Test("every item comes first equally often")
    func fairness() {
        var counts = [Int](repeating: 0, count: 8)
        for seed in UInt64(0)..<8000 {
            if let first = QueueOrder(count: 8, seed: seed, lap: 0, position: 0).current { counts[first] += 1 }
        }
        // Six standard deviations of a binomial with n = 8000, p = 1/8.
        for count in counts { #expect(abs(count - 1000) < 178) }
    }

    @Test("shuffle on keeps the current item and puts it first; off goes on from it in natural order")
    func switching() {
        for current in 0..<9 {
            var order = QueueOrder(count: 9, position: current)
            order.setShuffled(true, seed: 3)
            #expect(order.current == current)
            #expect(order.position == 0)
            #expect(Set(played(order, steps: 8)).union([current]) == Set(0..<9))
            let next = order.advance(.nextPressed)
            order.setShuffled(true, seed: 99)
            #expect(order.current == next)
            order.setShuffled(false, seed: 0)
            #expect(order.current == next)
            #expect(order.peekNext() == next.flatMap { $0 == 8 ? nil : $0 + 1 })
        }
    }

    @Test("previous walks back through what was heard, next returns the same way")
    func history() {
        var order = QueueOrder(count: 50, seed: 11, lap: 0, position: 0)
        var heard = [order.current]
        for _ in 0..<20 { heard.append(order.advance(.nextPressed)) }
        for back in heard.dropLast().reversed() { #expect(order.previous() == back) }
        #expect(order.previous() == nil)
        for forth in heard.dropFirst() { #expect(order.advance(.nextPressed) == forth) }
    }

    @Test("a jump while shuffled skips nothing: previous returns to what was heard")
    func jump() {
        var order = QueueOrder(count: 20, seed: 5, lap: 0, position: 0)
        let first = order.current
        let second = order.advance(.nextPressed)
        let skippedOne = order.peekNext()
        let far = order.index(at: 15)
        order.jump(to: far)
        #expect(order.current == far)
        #expect(order.peekNext() == skippedOne)
        #expect(order.previous() == second)
        #expect(order.previous() == first)
        // Back to one already heard, from farther on.
        order = QueueOrder(count: 20, seed: 5, lap: 0, position: 10)
        let playing = order.current
        let next = order.peekNext()
        order.jump(to: order.index(at: 3))
        #expect(order.position == 10)
        #expect(order.previous() == playing)
        _ = order.advance(.nextPressed)
        #expect(order.peekNext() == next)
    }

    @Test(
        "a longer peek is what as many advances give, up to the end of a shuffled lap", arguments: RepeatMode.allCases,
        [true, false])
    func longPeek(mode: RepeatMode, isShuffled: Bool) {
        for count in 0...5 {
            for position in 0..<max(1, count) {
                var order =
                    isShuffled
                    ? QueueOrder(count: count, seed: 7, lap: 0, position: position)
                    : QueueOrder(count: count, position: position)
                order.repeatMode = mode
                for limit in 0...12 {
                    var walked = order
                    let steps = (0..<limit).map { _ in walked.advance(.trackEnded) }.prefix { $0 != nil }.map { $0! }
                    let peeked = order.peekNext(atMost: limit)
                    #expect(peeked == Array(steps.prefix(peeked.count)))
                    let isWhole = peeked.count == steps.count
                    let endsEarly = mode == .one || (isShuffled && mode == .all && peeked.count == count - position)
                    #expect(isWhole || (endsEarly && !peeked.isEmpty))
                }
            }
        }
    }

    @Test("peekNext is what advance gives, through any sequence of commands", arguments: UInt64(1)...40)
    func peekProperty(seed: UInt64) {
        var dice = SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        var order = QueueOrder(count: Int.random(in: 0...12, using: &dice))
        for _ in 0..<400 {
            let current = order.current
            switch Int.random(in: 0..<11, using: &dice) {
            case 0: order.setShuffled(.random(using: &dice), seed: dice.next())
            case 1: order.repeatMode = RepeatMode.allCases[Int.random(in: 0..<3, using: &dice)]
            case 2: _ = order.previous()
            case 3 where order.count > 0: order.jump(to: .random(in: 0..<order.count, using: &dice))
            case 4 where order.count > 0: order.remove(at: .random(in: 0..<order.count, using: &dice))
            case 5 where order.count < 30:
                let index = Int.random(in: 0...order.count, using: &dice)
                order.insert(
                    .random(in: 0...3, using: &dice), at: index, place: .random(in: 0...order.count, using: &dice))
                #expect(
                    current == nil
                        || order.current
                            == current.map { old in
                                old >= index ? order.current ?? -1 : old
                            }
                )
            case 6 where order.count > 0:
                order.move(
                    from: .random(in: 0..<order.count, using: &dice), to: .random(in: 0..<order.count, using: &dice))
            default:
                let step = QueueStep.allCases[Int.random(in: 0..<2, using: &dice)]
                let peeked = order.peekNext(step)
                #expect(order.advance(step) == peeked)
                #expect(peeked == nil || order.current == peeked)
            }
            #expect((0..<order.count).map { order.index(at: $0) }.sorted() == Array(0..<order.count))
            #expect(order.count == 0 ? order.position == 0 : (0..<order.count).contains(order.position))
        }
    }

    @Test("numbers from a damaged record are clamped", arguments: [Int.min, -1, 5, Int.max])
    func clamped(number: Int) {
        #expect(QueueOrder(count: 3, position: number).current == (number < 0 ? 0 : 2))
        var order = QueueOrder(count: 3, seed: .max, lap: number, position: number, first: number)
        order.repeatMode = .all
        #expect(order.first == nil)
        for _ in 0..<7 { #expect(order.advance(.trackEnded) != nil) }
    }

    @Test("100,000 shuffled items lap, and the lap keeps every item")
    func large() {
        var order = QueueOrder(count: 100_000, seed: 1, lap: 0, position: 99_999)
        order.repeatMode = .all
        let peeked = order.peekNext()
        #expect(order.advance(.trackEnded) == peeked)
        #expect(Set((0..<100_000).map { order.index(at: $0) }).count == 100_000)
    }
}
