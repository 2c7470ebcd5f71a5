// The rules of protocol B, without a panel.

import Scene
import TestSupport
import Testing

@testable import Evdev

@Suite("Fingers")
struct TouchTrackerTests {
    private typealias Change = TouchTracker.Change

    private func run(_ events: [RawInput], _ tracker: inout TouchTracker) -> [Change] {
        events.flatMap { tracker.take($0) }
    }

    private func run(_ events: [RawInput]) -> [Change] {
        var tracker = TouchTracker()
        return run(events, &tracker)
    }

    @Test("one finger comes, moves and goes")
    func oneFinger() {
        let changes = run(
            Send.down(0, id: 5, 10, 20) + Send.place(11, 22) + [Send.report] + [Send.report] + Send.up(0))
        #expect(
            changes == [
                Change(contact: 0, phase: .began, x: 10, y: 20), Change(contact: 0, phase: .moved, x: 11, y: 22),
                Change(contact: 0, phase: .ended, x: 11, y: 22),
            ])
    }

    @Test("nothing counts before the report")
    func report() {
        #expect(run([Send.slot(0), Send.id(3)] + Send.place(1, 2)).isEmpty)
    }

    @Test("two fingers keep apart, and each slot its last place")
    func twoFingers() {
        let changes = run(
            Send.down(0, id: 1, 10, 10) + Send.down(1, id: 2, 50, 50) + [Send.slot(0)] + Send.place(12, 10)
                + [Send.slot(1)] + Send.place(52, 50) + [Send.report] + Send.up(1) + Send.up(0))
        #expect(changes.map(\.contact) == [0, 1, 0, 1, 1, 0])
        #expect(changes.map(\.phase) == [.began, .began, .moved, .moved, .ended, .ended])
        #expect(changes.last == Change(contact: 0, phase: .ended, x: 12, y: 10))
    }

    @Test("a slot given from one finger to the next in one packet ends the one and begins the other")
    func replaced() {
        let changes = run(Send.down(0, id: 1, 10, 10) + [Send.id(2)] + Send.place(70, 10) + [Send.report])
        #expect(
            changes.dropFirst() == [
                Change(contact: 0, phase: .ended, x: 10, y: 10), Change(contact: 0, phase: .began, x: 70, y: 10),
            ])
    }

    @Test("a coordinate that the next finger has in common is not sent again")
    func keptCoordinate() {
        let changes = run(
            Send.down(0, id: 1, 10, 20) + Send.up(0)
                + [Send.id(2), RawInput(type: 3, code: 0x35, value: 90), Send.report])
        #expect(changes.last == Change(contact: 0, phase: .began, x: 90, y: 20))
    }

    @Test("a finger that turns out to be a palm is cancelled, and the palm is not followed")
    func palm() {
        let palm = RawInput(type: 3, code: 0x37, value: 2)
        let finger = RawInput(type: 3, code: 0x37, value: 0)
        let changes = run(
            Send.down(0, id: 1, 10, 20) + [palm, Send.report] + Send.place(30, 30) + [Send.report] + Send.up(0)
                // Still the tool of this slot: the kernel does not repeat it.
                + Send.down(0, id: 2, 40, 40) + Send.up(0) + [finger] + Send.down(0, id: 3, 50, 50))
        #expect(changes.map(\.phase) == [.began, .cancelled, .began])
        #expect(changes.last?.x == 50)
    }

    @Test("a panel for one finger works by its touch key")
    func singleTouch() {
        func touch(_ value: Int32) -> RawInput { RawInput(type: 1, code: 0x14A, value: value) }
        let x = RawInput(type: 3, code: 0, value: 300)
        let y = RawInput(type: 3, code: 1, value: 200)
        let moved = RawInput(type: 3, code: 0, value: 310)
        let changes = run([x, y, touch(1), Send.report, moved, Send.report, touch(0), Send.report])
        #expect(
            changes == [
                Change(contact: 0, phase: .began, x: 300, y: 200), Change(contact: 0, phase: .moved, x: 310, y: 200),
                Change(contact: 0, phase: .ended, x: 310, y: 200),
            ])
    }

    @Test("what a panel with slots sends for old programs beside them is passed over")
    func emulation() {
        let old = [
            RawInput(type: 1, code: 0x14A, value: 1), RawInput(type: 3, code: 0, value: 999),
            RawInput(type: 3, code: 1, value: 999),
        ]
        let changes = run([Send.slot(0), Send.id(1)] + Send.place(5, 6) + old + [Send.report])
        #expect(changes == [Change(contact: 0, phase: .began, x: 5, y: 6)])
    }

    @Test("a slot number out of range harms no other slot", arguments: [-1, 64, .max, .min] as [Int32])
    func strangeSlot(slot: Int32) {
        let changes = run(Send.down(0, id: 1, 10, 10) + Send.down(slot, id: 9, 70, 70) + Send.up(0))
        #expect(changes.map(\.phase) == [.began, .ended])
    }

    @Test("after lost events a finger that stayed goes on, one that left is cancelled, one that came begins")
    func resync() {
        var tracker = TouchTracker()
        _ = run(Send.down(0, id: 1, 10, 10) + Send.down(1, id: 2, 20, 20) + Send.down(2, id: 3, 30, 30), &tracker)
        #expect(run([Send.dropped] + Send.up(0) + [], &tracker).isEmpty)
        #expect(tracker.needsResync)
        let changes = tracker.resync(
            [
                .init(trackingID: 1, x: 15, y: 10), .init(trackingID: -1, x: 20, y: 20),
                .init(trackingID: 8, x: 35, y: 30), .init(trackingID: 9, x: 40, y: 40),
            ], current: 3)
        #expect(
            changes == [
                Change(contact: 1, phase: .cancelled, x: 20, y: 20),
                Change(contact: 2, phase: .cancelled, x: 30, y: 30),
                Change(contact: 0, phase: .moved, x: 15, y: 10), Change(contact: 2, phase: .began, x: 35, y: 30),
                Change(contact: 3, phase: .began, x: 40, y: 40),
            ])
        // The next events are of the slot that the device said.
        #expect(run([Send.id(-1), Send.report], &tracker) == [Change(contact: 3, phase: .ended, x: 40, y: 40)])
    }

    @Test("a finger that lay on the panel before we came is not ours until it comes again")
    func before() {
        var tracker = TouchTracker()
        #expect(tracker.resync([.init(trackingID: 4, x: 1, y: 1)], tellsNew: false).isEmpty)
        #expect(run(Send.place(5, 5) + [Send.report] + Send.up(0), &tracker).isEmpty)
        #expect(run(Send.down(0, id: 5, 7, 7), &tracker).map(\.phase) == [.began])
    }

    @Test("whatever a panel sends, each finger begins, moves and ends in order, and none sticks after a gap")
    func fuzz() {
        for seed in 0..<60 {
            var random = SeededNumbers(seed: UInt64(seed))
            var tracker = TouchTracker()
            var down: [Int: TouchTracker.Change] = [:]
            func check(_ changes: [TouchTracker.Change]) {
                for change in changes {
                    #expect((0..<TouchTracker.slotCount).contains(change.contact))
                    if change.phase == .began {
                        #expect(down[change.contact] == nil)
                        down[change.contact] = change
                    } else {
                        #expect(down[change.contact] != nil)
                        down[change.contact] = change.phase == .moved ? change : nil
                    }
                }
            }
            for _ in 0..<10 {
                for event in Send.noise(100, &random) { check(tracker.take(event)) }
                if Bool.random(using: &random) {
                    let states = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                        TouchTracker.SlotState(
                            trackingID: .random(in: -1...5, using: &random), x: .random(in: 0...9, using: &random), y: 0
                        )
                    }
                    check(tracker.resync(states, current: .random(in: -3...99, using: &random)))
                }
                #expect(tracker.contacts == down.keys.sorted())
            }
            check([Send.dropped, Send.report].flatMap { tracker.take($0) })
            #expect(tracker.needsResync)
            check(tracker.resync(nil))
            #expect(down.isEmpty && tracker.contacts.isEmpty)
        }
    }
}
