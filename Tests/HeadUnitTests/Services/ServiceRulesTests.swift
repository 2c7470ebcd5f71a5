import AudioCore
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Waiting for a device")
struct LateReturnTests {
    private let missing = AudioError(.device, path: "hw:CARD=DAC", "no such device")

    @Test("every second one try, never two at once")
    func interval() {
        var waiting = LateReturn()
        for second in 0..<100 {
            #expect(waiting.retryDelay(now: Double(second)) == 1)
            #expect(waiting.retryDelay(now: Double(second)) == nil)
            let tries = waiting.tries(waiting.round)
            #expect(tries)
        }
    }

    @Test("after ten minutes it is over, and a device that came back starts the time anew")
    func patience() {
        var waiting = LateReturn()
        #expect(!waiting.isOver(now: 50))
        _ = waiting.retryDelay(now: 50)
        #expect(!waiting.isOver(now: 649.9))
        #expect(waiting.isOver(now: 650))
        waiting.ended()
        #expect(!waiting.isOver(now: 700))
        #expect(waiting.retryDelay(now: 700) == 1)
        #expect(!waiting.isOver(now: 1299))
    }

    @Test("something else is offered once, twenty seconds after the waiting began; the next time again")
    func offer() {
        var waiting = LateReturn()
        _ = waiting.retryDelay(now: 50)
        #expect(waiting.offerDelay(now: 50) == 20)
        #expect(waiting.offerDelay(now: 51) == nil)
        waiting.ended()
        _ = waiting.retryDelay(now: 300)
        #expect(waiting.offerDelay(now: 303) == 17)
    }

    @Test("a timer of a time of waiting that is over does nothing")
    func rounds() {
        var waiting = LateReturn()
        _ = waiting.retryDelay(now: 0)
        let old = waiting.round
        waiting.ended()
        _ = waiting.retryDelay(now: 1)
        let stale = waiting.tries(old)
        #expect(!stale)
        let fresh = waiting.tries(waiting.round)
        #expect(fresh)
    }

    @Test("the same error is said once, another one again, and the same one after the device was there")
    func news() {
        var waiting = LateReturn()
        let busy = AudioError(.device, path: "hw:CARD=DAC", "busy")
        let said = [missing, missing, busy, busy, missing].map { waiting.isNews($0) }
        #expect(said == [true, false, true, false, true])
        waiting.ended()
        let again = waiting.isNews(missing)
        #expect(again)
    }
}

@Suite("The queue of the run before")
struct QueueRestoringTests {
    private static func items(_ names: String...) -> [QueueItem] { names.map { QueueItem(path: RawPath("/m/" + $0)) } }

    private static func gathered(_ items: [QueueItem], _ record: QueueRecord? = nil) -> GatheredQueue {
        let source = QueueSource.folders([RawPath("/m")])
        var music = MusicGathering([])
        music.items = items
        return GatheredQueue(
            music: music, source: source, kept: nil,
            described: record.map { QueueDescription(source: source, sort: .path, order: $0) })
    }

    @Test("comes back around the track that plays: order, place, shuffle and repeat")
    func described() {
        let items = Self.items("a", "b", "c", "d", "e")
        var before = PlayQueue(items: items)
        before.repeatMode = .all
        before.setShuffled(true, seed: 42)
        _ = before.advance(.nextPressed)
        let playing = before.current!
        let queue = QueueRestoring.queue(Self.gathered(items, before.record), around: playing, repeatMode: .off)
        #expect(queue == before)
    }

    @Test("without a description, the source in its own order, with the repeat mode of the resume point")
    func plain() {
        let items = Self.items("a", "b", "c")
        let queue = QueueRestoring.queue(Self.gathered(items), around: items[1], repeatMode: .one)
        #expect(queue.items == items)
        #expect(queue.current == items[1])
        #expect(queue.repeatMode == .one)
    }

    @Test("a track that the source does not give any more plays on, in front of the rest")
    func stranger() {
        let items = Self.items("a", "b")
        let stranger = QueueItem(path: RawPath("/elsewhere/x"))
        let queue = QueueRestoring.queue(Self.gathered(items), around: stranger, repeatMode: .all)
        #expect(queue.current == stranger)
        #expect(queue.items == [stranger] + items)
        #expect(queue.repeatMode == .all)
        let alone = QueueRestoring.queue(Self.gathered([]), around: stranger, repeatMode: .off)
        #expect(alone.items == [stranger])
    }

    @Test("whatever the description says, what plays stays current", arguments: 0..<60)
    func anyDescription(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let items = (0..<Int.random(in: 1...8, using: &random)).map { QueueItem(path: RawPath("/m/\($0)")) }
        var record = QueueRecord(baseCount: Int.random(in: -3...12, using: &random))
        record.position = Int.random(in: -2...12, using: &random)
        record.isShuffled = Bool.random(using: &random)
        record.seed = UInt64.random(in: 0...5, using: &random)
        record.lap = Int.random(in: -1...2, using: &random)
        record.first = Int.random(in: -1...9, using: &random)
        record.edits = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            .remove(index: Int.random(in: -1...9, using: &random))
        }
        record.editsBeforeOrder = Int.random(in: -1...5, using: &random)
        let playing = items.randomElement(using: &random)!
        let queue = QueueRestoring.queue(Self.gathered(items, record), around: playing, repeatMode: .off)
        #expect(queue.current == playing)
    }
}

@Suite("Known facts")
struct KnownFactsTests {
    private let item = QueueItem(path: RawPath("/m/Name.flac"))
    private let facts = TrackFacts(title: "T", artist: "A", album: "B")

    @Test("until something is known the file's name stands for it, and it is asked for once")
    func asksOnce() {
        var known = KnownFacts()
        #expect(known.facts(of: item) == TrackFacts(title: "Name", artist: "", album: ""))
        let asked = (0..<3).map { _ in known.mustAsk(for: item) }
        #expect(asked == [true, false, false])
        known.learn(facts, of: item)
        #expect(known.facts(of: item) == facts)
    }

    @Test("what is known already is not asked for; a cue track is not its file")
    func known() {
        var known = KnownFacts()
        known.learn([item: facts])
        let asks = known.mustAsk(for: item)
        #expect(!asks)
        let track = QueueItem(path: item.path, cueTrack: 1, region: CueRegion(startFrame: 0, endFrame: nil))
        #expect(known.facts(of: track).title == "Name")
        let asksTrack = known.mustAsk(for: track)
        #expect(asksTrack)
    }

    @Test("newer words replace older ones")
    func newer() {
        var known = KnownFacts()
        known.learn([item: TrackFacts(title: "old", artist: "", album: "")])
        known.learn([item: facts])
        #expect(known.facts(of: item) == facts)
    }
}
