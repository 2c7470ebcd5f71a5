// Frames: sixty a second while something moves, none while nothing does.

import TemplateKit
import Testing

@testable import Scene

@Suite("Frames")
@MainActor
struct FrameTests {
    private func frames(_ harness: StageHarness, _ seconds: Double) -> Int {
        var count = 0
        let end = harness.now + seconds
        while harness.now < end {
            harness.now += 1.0 / 60
            if harness.stage.frame(now: harness.now) != nil { count += 1 }
        }
        return count
    }

    @Test("a still screen asks for no frame, and to be woken by nothing", arguments: Place.still)
    func still(_ place: Place) throws {
        let harness = try place.visit(Metrics(width: 1024, height: 600, dpi: 169))
        harness.pass(12)
        #expect(frames(harness, 5) == 0)
        #expect(!harness.stage.needsFrame(at: harness.now))
        #expect(harness.stage.nextWake(after: harness.now) == nil)
    }

    @Test("a frame is given once")
    func once() {
        let harness = StageHarness()
        harness.rotate(1)
        harness.now += Timing.frame
        #expect(harness.stage.frame(now: harness.now) != nil)
        #expect(harness.stage.frame(now: harness.now) == nil)
    }

    @Test("progress alone moves by itself: once a second on Now Playing, or when its pixel is another")
    func progress() {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 100, duration: 1_000_000, isMoving: true) }
        harness.open("nowPlaying")
        harness.settle()
        var count = 0
        var wakes: [Double] = []
        for _ in 0..<20 {
            guard let wake = harness.stage.nextWake(after: harness.now) else { break }
            wakes.append(wake - harness.now)
            harness.program.position?.seconds += wake - harness.now
            harness.now = wake
            if harness.stage.frame(now: wake) != nil { count += 1 }
        }
        #expect(wakes.count == 20 && wakes.dropFirst().allSatisfy { $0 > 0.9 && $0 < 1.1 })
        #expect(count == 20)
    }

    @Test("paused music moves nothing")
    func paused() {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 100, duration: 300, isMoving: false) }
        harness.open("nowPlaying")
        harness.settle()
        #expect(harness.stage.nextWake(after: harness.now) == nil)
    }

    @Test("the mini player's line moves by the pixel: hours between two of an endless book, not frames")
    func miniProgress() throws {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 100, duration: 90_000, isMoving: true) }
        harness.settle()
        let wake = try #require(harness.stage.nextWake(after: harness.now))
        #expect(wake - harness.now > 10)
    }

    @Test("a push slides in 180 ms, back slides out, each frame another, and then rests")
    func push() {
        let harness = StageHarness()
        harness.pass(1)
        harness.stage.open("queue", at: harness.now)
        var count = frames(harness, 0.18)
        #expect(count >= 10 && count <= 12)
        #expect(frames(harness, 0.3) <= 2)
        harness.back()
        count = frames(harness, 0.5)
        #expect(count >= 10 && count <= 13)
    }

    @Test("a slide is a function of the clock: its middle is the same however one comes to it")
    func slideByClock() {
        let one = StageHarness()
        let other = StageHarness()
        one.stage.open("queue", at: one.now)
        other.stage.open("queue", at: other.now)
        for step in 1...9 { _ = one.stage.frame(now: one.now + Double(step) * 0.01) }
        let mine = one.stage.wholeFrame(now: one.now + 0.1).commands
        #expect(mine == other.stage.wholeFrame(now: other.now + 0.1).commands)
        #expect(mine.contains { if case .beginLayer(let dx, _, _) = $0 { dx > 0 } else { false } })
    }

    @Test("without motion everything is where it goes at once")
    func reducedMotion() {
        let harness = StageHarness()
        harness.stage.reducesMotion = true
        harness.pass(1)
        harness.stage.open("queue", at: harness.now)
        #expect(harness.stage.frame(now: harness.now) != nil)
        #expect(frames(harness, 0.5) == 0)
        harness.rotate(1)
        _ = harness.stage.frame(now: harness.now)
        #expect(frames(harness, 0.5) == 0)
        harness.drag(from: (400, 400), to: (400, 200), seconds: 0.1)
        _ = harness.stage.frame(now: harness.now)
        #expect(frames(harness, 0.5) == 0)
    }

    @Test("the ring goes to the next element in 120 ms, never past it")
    func ring() throws {
        let harness = StageHarness()
        harness.open("queue")
        harness.rotate(1)
        func ringY() -> Int? {
            harness.stage.wholeFrame(now: harness.now).commands.compactMap {
                if case .ring(let frame, _, 4, _) = $0 { frame.y } else { nil }
            }.last
        }
        var last = try #require(ringY())
        let start = last
        for _ in 0..<10 {
            harness.now += 1.0 / 60
            let y = try #require(ringY())
            #expect(y >= last)
            last = y
        }
        #expect(last - start == 85)
    }

    @Test("the ring goes with its row at once when one comes above it: nobody turned the knob")
    func ringOfNewContent() throws {
        let harness = StageHarness()
        let rows = Rows()
        let screen = ClosureScreen("test") {
            let list = try? ListTemplate(
                title: "Test",
                sections: [
                    ListSection(
                        rows: try ((rows.areLoading ? 2 : 1)...4).map { (key: Int32) in
                            try Row(key: key, title: .literal("Track \(key)"), select: Action("play"))
                        })
                ])
            return .list(list ?? Self.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.settle()
        let before = try #require(harness.focus)
        rows.areLoading = false
        screen.onChange?()
        let now = try #require(harness.stage.frame(now: harness.now)).commands
        #expect(harness.focus != before)
        harness.pass(1)
        #expect(harness.stage.wholeFrame(now: harness.now).commands == now)
    }

    final class Count {
        var value = 0
    }

    @Test("many changes in one turn ask for a template once, and an equal one draws nothing")
    func pulledOnce() {
        let harness = StageHarness()
        let asked = Count()
        let screen = ClosureScreen("test") {
            asked.value += 1
            return Template.list((try? MusicProgram.plain(title: "Test", rows: 3)) ?? Self.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.settle()
        asked.value = 0
        for _ in 0..<10 { screen.onChange?() }
        #expect(harness.stage.frame(now: harness.now) == nil)
        #expect(asked.value == 1)
    }

    static let none: ListTemplate = {
        guard let list = try? ListTemplate(title: "None", sections: []) else { preconditionFailure("an empty list") }
        return list
    }()

    final class Rows {
        var areLoading = true
    }

    @Test("a list that waits says so after 300 ms, not before, and stops when its rows come")
    func loading() {
        let harness = StageHarness()
        let rows = Rows()
        let screen = ClosureScreen("test") {
            let list =
                rows.areLoading
                ? try? ListTemplate(title: "Test", sections: [], loading: .init(text: "Loading"))
                : try? MusicProgram.plain(title: "Test", rows: 3)
            return .list(list ?? Self.none)
        }
        harness.stage.show(screen, at: harness.now)
        harness.pass(0.28)
        #expect(harness.tree.isLoading && harness.element(.text("text")) == nil)
        harness.pass(0.05)
        #expect(harness.element(.text("text"))?.label == "Loading")
        #expect(frames(harness, 2) >= 15)
        rows.areLoading = false
        screen.onChange?()
        harness.pass(0.3)
        #expect(!harness.tree.isLoading && frames(harness, 1) == 0)
    }

    @Test("another language, theme or size is drawn, and keeps its place")
    func changes() {
        let harness = StageHarness()
        harness.stage.selectTab(1, at: harness.now)
        harness.settle()
        harness.rotate(1)
        harness.rotate(40)
        harness.pass(0.5)
        let focus = harness.focus
        harness.stage.setTheme(.day)
        #expect(harness.stage.frame(now: harness.now) != nil)
        harness.stage.setStrings(
            StringTable(language: .de, phrases: ["nowPlaying": Phrase("Läuft", language: .de)]))
        #expect(harness.element(.mini)?.label == "Läuft")
        let first = harness.tree.elements.first { $0.role == .row }?.key
        harness.stage.setMetrics(Metrics(width: 800, height: 480, dpi: 187))
        #expect(harness.tree.elements.first { $0.role == .row }?.key == first)
        #expect(harness.focus == focus)
    }
}
