// The queue with its items, and its way through a restart.

import AudioCore
import FoundationEssentials
import TestSupport
import Testing

private func item(_ number: Int) -> QueueItem { QueueItem(path: RawPath("/music/\(number).flac")) }
private func items(_ numbers: some Sequence<Int>) -> [QueueItem] { numbers.map { item($0) } }

private func upNext(_ queue: PlayQueue) -> [QueueItem] { (0..<queue.count).map { queue.item(at: $0) } }

private func stored(_ record: QueueRecord) throws -> QueueRecord {
    try JSONDecoder().decode(QueueRecord.self, from: JSONEncoder().encode(record))
}

@Suite("Play queue")
struct PlayQueueTests {
    @Test("an inserted track plays next, an appended one last, in both orders", arguments: [false, true])
    func insertAndAppend(shuffled: Bool) {
        var queue = PlayQueue(items: items(0..<5), startingAt: 2)
        queue.setShuffled(shuffled, seed: 4)
        let playing = queue.current
        queue.append([item(100)])
        queue.insertNext([item(50), item(51)])
        #expect(queue.current == playing)
        #expect(queue.advance(.trackEnded) == item(50))
        #expect(queue.advance(.trackEnded) == item(51))
        #expect(upNext(queue).last == item(100))
        #expect(queue.previous() == item(50))
        #expect(queue.previous() == playing)
    }

    @Test("the first item put into an empty queue is current", arguments: [false, true])
    func intoEmpty(shuffled: Bool) {
        var queue = PlayQueue(items: [])
        queue.setShuffled(shuffled, seed: 1)
        queue.insertNext([])
        #expect(queue.current == nil)
        queue.insertNext(items([1, 2]))
        #expect(queue.current == item(1))
        #expect(queue.peekNext() == item(2))
    }

    @Test("removing the current track makes the one behind it current, or the one before at the end")
    func removeCurrent() {
        var queue = PlayQueue(items: items(0..<3), startingAt: 1)
        #expect(queue.remove(at: 1) == true)
        #expect(queue.current == item(2))
        #expect(queue.remove(at: 1) == true)
        #expect(queue.current == item(0))
        #expect(queue.remove(at: 0) == true)
        #expect(queue.current == nil)
    }

    @Test("removing what was heard leaves the rest of the history")
    func removeHeard() {
        var queue = PlayQueue(items: items(0..<6))
        queue.setShuffled(true, seed: 9)
        let heard = (0..<4).compactMap { _ in queue.advance(.nextPressed) }
        let gone = queue.items.firstIndex(of: heard[1])
        #expect(gone.map { queue.remove(at: $0) } == false)
        #expect(queue.current == heard[3])
        #expect(queue.previous() == heard[2])
        #expect(queue.previous() == heard[0])
    }

    @Test("moving a row keeps the current track; shuffled, the natural order stays")
    func move() {
        var queue = PlayQueue(items: items(0..<5), startingAt: 1)
        queue.move(from: 4, to: 0)
        #expect(queue.items == items([4, 0, 1, 2, 3]))
        #expect(queue.current == item(1))
        queue.setShuffled(true, seed: 2)
        var rows = upNext(queue)
        queue.move(from: 4, to: 1)
        rows.insert(rows.remove(at: 4), at: 1)
        #expect(upNext(queue) == rows)
        #expect(queue.items == items([4, 0, 1, 2, 3]))
    }

    @Test("a queue comes back from its record exactly, through any commands", arguments: UInt64(1)...60)
    func restart(seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed &* 0xD134_2543_DE82_EF95)
        let source = items(0..<Int.random(in: 0...15, using: &dice))
        var queue = PlayQueue(items: source, startingAt: .random(in: 0...20, using: &dice))
        for number in 0..<150 {
            switch Int.random(in: 0..<12, using: &dice) {
            case 0: queue.setShuffled(.random(using: &dice), seed: dice.next())
            case 1: queue.repeatMode = RepeatMode.allCases[Int.random(in: 0..<3, using: &dice)]
            case 2: _ = queue.previous()
            case 3 where queue.count > 0: queue.jump(to: .random(in: 0..<queue.count, using: &dice))
            case 4 where queue.count > 0: queue.remove(at: .random(in: 0..<queue.count, using: &dice))
            case 5: queue.insertNext(items([1000 + number, 2000 + number]))
            case 6: queue.append(items([3000 + number]))
            case 7 where queue.count > 0:
                queue.move(
                    from: .random(in: 0..<queue.count, using: &dice), to: .random(in: 0..<queue.count, using: &dice))
            default: _ = queue.advance(QueueStep.allCases[Int.random(in: 0..<2, using: &dice)])
            }
            if number % 10 == 0 {
                let back = PlayQueue(items: source, record: try stored(queue.record))
                let isSame = back == queue
                #expect(isSame, "after command \(number)")
                if .random(using: &dice) { queue = back }
            }
        }
    }

    @Test("a record whose source has changed still finds the current track", arguments: [false, true])
    func changedSource(shuffled: Bool) throws {
        var queue = PlayQueue(items: items(0..<10))
        queue.setShuffled(shuffled, seed: 77)
        queue.jump(to: 6)
        queue.remove(at: 9)
        let back = PlayQueue(items: items(3..<8), record: try stored(queue.record), current: item(6))
        #expect(back.current == item(6))
        #expect(back.count == 5)
        let gone = PlayQueue(items: items([1]), record: try stored(queue.record), current: item(6))
        #expect(gone.current == item(1))
        #expect(PlayQueue(items: [], record: queue.record, current: item(6)).current == nil)
    }

    @Test("more edits than are kept: the queue plays them all, the record stays small and true")
    func bounded() throws {
        var queue = PlayQueue(items: items(0..<10))
        for number in 0..<(PlayQueue.recordedEditLimit + 20) { queue.append([item(100 + number)]) }
        #expect(!queue.isFullyRecorded)
        #expect(queue.count == 30 + PlayQueue.recordedEditLimit)
        #expect(queue.record.edits.count == PlayQueue.recordedEditLimit)
        let back = PlayQueue(items: items(0..<10), record: try stored(queue.record))
        #expect(back.items == Array(queue.items.prefix(10 + PlayQueue.recordedEditLimit)))
        var jumping = PlayQueue(items: items(0..<3000))
        jumping.setShuffled(true, seed: 1)
        for number in 0..<2000 { jumping.jump(to: number) }
        #expect(jumping.isFullyRecorded)
        #expect(jumping.record.edits.count <= PlayQueue.recordedEditLimit)
        var wide = PlayQueue(items: [])
        wide.append(items(0...PlayQueue.recordedItemLimit))
        #expect(!wide.isFullyRecorded)
        #expect(wide.record.edits.isEmpty)
    }

    @Test("numbers of a damaged record never trap", arguments: UInt64(1)...50)
    func damaged(seed: UInt64) {
        var dice = SeededNumbers(seed: seed &* 0x2545_F491_4F6C_DD1D)
        func number() -> Int {
            [.min, -1, 0, 1, 2, 5, 1000, .max, Int(Int32.max)][Int.random(in: 0..<9, using: &dice)]
        }
        var record = QueueRecord(baseCount: number())
        record.position = number()
        record.lap = number()
        record.first = number()
        record.isShuffled = .random(using: &dice)
        record.repeatMode = .all
        record.editsBeforeOrder = number()
        record.edits = (0..<20).map { _ in
            switch Int.random(in: 0..<4, using: &dice) {
            case 0: .insert([item(7)], index: number(), place: number())
            case 1: .remove(index: number())
            case 2: .moveItem(from: number(), to: number())
            default: .reorder(from: number(), to: number())
            }
        }
        var queue = PlayQueue(items: items(0..<4), record: record)
        for _ in 0..<10 { _ = queue.advance(.nextPressed) }
        #expect(Set(upNext(queue)) == Set(queue.items))
    }

    @Test("an item keeps a path that is not UTF-8, its CUE track and region")
    func itemCoding() throws {
        let path = RawPath(bytes: Array("/music/".utf8) + [0xFF, 0xC3, 0x28, 0x20, 0x25] + Array(".flac".utf8))
        let whole = QueueItem(path: path, cueTrack: 3, region: CueRegion(startFrame: 75, endFrame: 150))
        let json = try JSONEncoder().encode(whole)
        #expect(try JSONDecoder().decode(QueueItem.self, from: json) == whole)
        #expect(String(decoding: json, as: UTF8.self).contains("%FF%C3%28%20%25"))
    }

    @Test(
        "what is no item is refused",
        arguments: [
            #"{"uri":"music/a.flac"}"#, #"{"uri":"file://music"}"#, #"{"uri":"file:///a%G0"}"#,
            #"{"uri":"file:///a%00b"}"#,
            #"{"uri":"file:///a","cueTrack":-1}"#, #"{"uri":"file:///a","region":{"startFrame":9,"endFrame":9}}"#,
            #"{"uri":"file:///a","region":{"startFrame":-1}}"#,
            #"{"uri":"file:///a","region":{"startFrame":9223372036854775807}}"#, "{}",
        ])
    func refused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(QueueItem.self, from: Data(json.utf8)) }
    }

    @Test("a relative path cannot be kept")
    func relative() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(QueueItem(path: RawPath("a.flac"))) }
    }

    @Test("an edit of a newer version is told apart from damage")
    func unknownEdit() {
        #expect(throws: UnknownKindError(kind: "weave")) {
            try JSONDecoder().decode([QueueEdit].self, from: Data(#"[{"kind":"weave","by":3}]"#.utf8))
        }
    }
}
