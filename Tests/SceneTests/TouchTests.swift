// Fingers, on the screens of a 7 inch panel.

import TemplateKit
import Testing

@testable import Scene

@Suite("Touch")
@MainActor
struct TouchTests {
    /// The albums, 834 of them; row 0 is at y 81, each is 85 high.
    private func albums() -> StageHarness {
        let harness = StageHarness(startsWithKnob: false)
        harness.stage.selectTab(1, at: harness.now)
        harness.settle()
        return harness
    }

    private func scroll(_ harness: StageHarness) -> Int { harness.stage.top?.scroll.pixels(at: harness.now) ?? -1 }

    @Test("a tap acts when the finger leaves, and not before")
    func tap() {
        let harness = albums()
        harness.touch(.began, 400, 200)
        harness.now += 0.05
        #expect(harness.tree.screen == "albums")
        harness.touch(.ended, 400, 200)
        #expect(harness.tree.screen == "album")
        #expect(harness.tree.focus == nil && harness.tree.mode == .touch)
    }

    @Test("a finger that rests on a row highlights it; one that moves on does not, and presses nothing")
    func highlight() {
        let harness = albums()
        harness.touch(.began, 400, 200)
        #expect(harness.stage.touch.highlighted(at: harness.now) == nil)
        harness.pass(0.1)
        #expect(harness.stage.touch.highlighted(at: harness.now) == .row(1))
        harness.touch(.moved, 400, 160)
        #expect(harness.stage.touch.highlighted(at: harness.now) == nil)
        harness.touch(.ended, 400, 160)
        harness.settle()
        #expect(harness.tree.screen == "albums")
    }

    @Test(
        "a finger that leaves a button presses nothing; one that rolls a little does",
        arguments: [(10, true), (200, false)])
    func leaving(_ distance: Int, _ acts: Bool) {
        let harness = StageHarness()
        harness.open("nowPlaying")
        let frame = harness.element(.button("play"))?.frame ?? .zero
        let x = frame.x + frame.width / 2
        let y = frame.y + frame.height / 2
        harness.touch(.began, x, y)
        harness.touch(.moved, x, y + distance)
        harness.touch(.ended, x, y + distance)
        #expect(harness.program.performed == (acts ? [.playPause] : []))
    }

    @Test("the list is under the finger all the way, from where the drag began")
    func drag() {
        let harness = albums()
        harness.touch(.began, 400, 400)
        harness.touch(.moved, 400, 370)
        let start = scroll(harness)
        for y in stride(from: 369, through: 100, by: -7) {
            harness.now += 0.05
            harness.touch(.moved, 400, y)
            #expect(scroll(harness) - start == 370 - y)
        }
    }

    @Test(
        "however a list is thrown it comes to rest on the top of a row, and then asks for no frame", arguments: 0..<40)
    func restsOnRow(_ number: Int) {
        let harness = albums()
        var y = 500
        for round in 0..<3 {
            let distance = 40 + (number * 37 + round * 53) % 330
            harness.drag(
                from: (400, y), to: (400, y - distance), seconds: 0.03 + Double((number * 7 + round) % 11) * 0.03)
            y = 480
            harness.pass(Double(number % 5) * 0.3)
        }
        harness.pass(4)
        let rest = scroll(harness)
        #expect(rest > 0 && rest % 85 == 0)
        #expect(!harness.stage.needsFrame(at: harness.now))
        #expect(harness.stage.nextWake(after: harness.now) == nil)
    }

    @Test("a throw goes on the way the finger went, slower and slower, and never back")
    func inertia() {
        let harness = albums()
        harness.drag(from: (400, 500), to: (400, 150), seconds: 0.1)
        var last = scroll(harness)
        var step = 10_000
        let thrown = last
        for _ in 0..<120 {
            harness.pass(1.0 / 60)
            let now = scroll(harness)
            #expect(now >= last)
            #expect(now - last <= step + 1)
            step = now - last
            last = now
        }
        #expect(last > thrown + 300)
    }

    @Test("a finger stops a list that runs, and presses nothing by that")
    func stopping() {
        let harness = albums()
        harness.drag(from: (400, 500), to: (400, 150), seconds: 0.1)
        harness.pass(0.1)
        let place = scroll(harness)
        harness.touch(.began, 400, 300)
        harness.pass(0.3)
        #expect(abs(scroll(harness) - place) <= 1)
        harness.touch(.ended, 400, 300)
        harness.pass(1)
        #expect(harness.tree.screen == "albums" && scroll(harness) % 85 == 0)
    }

    @Test("a list ends at its ends")
    func ends() {
        let harness = albums()
        harness.drag(from: (400, 200), to: (400, 500), seconds: 0.05)
        harness.pass(2)
        #expect(scroll(harness) == 0)
    }

    @Test("a picture row goes sideways and rests on a picture; the list stays")
    func sideways() {
        let harness = StageHarness(startsWithKnob: false)
        harness.drag(from: (900, 250), to: (500, 240), seconds: 0.3)
        harness.pass(3)
        let place = harness.stage.top?.sideways[0]?.pixels(at: harness.now) ?? 0
        let layout = ImageRowLayout(
            (harness.stage.top?.model?.imageRow(0))!, metrics: harness.stage.metrics)
        let last = layout.maximumScroll(width: harness.stage.panes.content.width)
        #expect(place > 0 && (place % layout.step == 0 || place == last))
        #expect(scroll(harness) == 0)
        #expect(harness.program.performed.isEmpty && harness.tree.screen == "home")
    }

    @Test("the progress follows the finger, and one seek is made when it leaves")
    func progress() throws {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 10, duration: 300, isMoving: true) }
        harness.open("nowPlaying")
        let slider = try #require(harness.element(.slider("progress"))?.frame)
        harness.touch(.began, slider.x, slider.y + 20)
        harness.touch(.moved, slider.x + slider.width / 4, slider.y - 200)
        harness.touch(.moved, slider.x + slider.width / 2, slider.y - 200)
        harness.pass(1)
        #expect(harness.program.requests.isEmpty)
        let shown = try #require(harness.element(.slider("progress"))?.value)
        #expect(shown.hasPrefix("2:30") || shown.hasPrefix("2:29"))
        harness.touch(.ended, slider.x + slider.width / 2, slider.y - 200)
        guard case .seek(let seconds) = harness.program.requests.first else {
            Issue.record("no seek")
            return
        }
        #expect(abs(seconds - 150) < 1 && harness.program.requests.count == 1)
    }

    @Test("a touch that is taken away seeks nowhere and presses nothing")
    func cancelled() throws {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 10, duration: 300, isMoving: false) }
        harness.open("nowPlaying")
        let slider = try #require(harness.element(.slider("progress"))?.frame)
        harness.touch(.began, slider.x + 200, slider.y + 20)
        harness.touch(.cancelled, 0, 0)
        let play = try #require(harness.element(.button("play"))?.frame)
        harness.touch(.began, play.x + 50, play.y + 50)
        harness.touch(.cancelled, 0, 0)
        harness.pass(1)
        #expect(harness.program.requests.isEmpty && harness.program.performed.isEmpty)
        #expect(harness.element(.slider("progress"))?.value?.hasPrefix("0:10") == true)
    }

    @Test("a finger on the letters goes to their rows at once, and shows the letter")
    func index() throws {
        let harness = albums()
        let index = try #require(harness.element(.index)?.frame)
        harness.touch(.began, index.x + 40, index.y + index.height / 2)
        #expect(harness.tree.overlay == .letters)
        let middle = scroll(harness)
        #expect(middle > 20_000)
        harness.touch(.moved, index.x + 40, index.bottom - 2)
        #expect(scroll(harness) > middle)
        harness.touch(.ended, index.x + 40, index.bottom - 2)
        harness.settle()
        #expect(harness.tree.overlay == nil && harness.tree.screen == "albums")
    }

    @Test("a second finger does nothing while the first is down")
    func secondFinger() {
        let harness = albums()
        harness.touch(.began, 400, 200)
        harness.stage.handle(InputEvent(.touch(finger: 1, phase: .began, x: 400, y: 400), time: harness.now))
        harness.stage.handle(InputEvent(.touch(finger: 1, phase: .ended, x: 400, y: 400), time: harness.now))
        #expect(harness.tree.screen == "albums")
        harness.touch(.ended, 400, 200)
        #expect(harness.tree.screen == "album")
    }

    @Test("what is disabled is not pressed")
    func disabled() {
        let harness = StageHarness()
        harness.open("settings")
        harness.tap(.row(3))
        #expect(harness.program.performed.isEmpty)
        harness.tap(.row(1))
        #expect(harness.program.performed == [Action("set")])
    }

    @Test("a touch beside the volume slider puts it away and does nothing else")
    func besideVolume() {
        let harness = StageHarness()
        harness.open("nowPlaying")
        harness.stage.openVolume(at: harness.now)
        harness.tap(.button("like"))
        #expect(harness.tree.overlay == nil && harness.program.performed.isEmpty)
        harness.tap(.button("like"))
        #expect(harness.program.performed == [Action("like")])
    }

    @Test("any storm of touches leaves the stage whole")
    func storm() {
        var seed: UInt64 = 11
        func next(_ below: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % below
        }
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 10, duration: 300, isMoving: true) }
        let phases: [InputEvent.Phase] = [.began, .moved, .moved, .moved, .ended, .cancelled]
        for _ in 0..<1500 {
            harness.now += Double(next(80)) / 1000
            switch next(12) {
            case 0: harness.send(.rotate(next(7) - 3))
            case 1: harness.send(.press(isDown: next(2) == 0))
            case 2: harness.send(next(3) == 0 ? .back : .nudge([.left, .right, .up, .down][next(4)]))
            case 3: harness.send(.key(InputEvent.Key.allCases[next(InputEvent.Key.allCases.count)]))
            case 4: harness.stage.invalidate()
            default:
                harness.stage.handle(
                    InputEvent(
                        .touch(finger: next(2), phase: phases[next(6)], x: next(1200) - 80, y: next(700) - 50),
                        time: harness.now))
            }
            _ = harness.stage.frame(now: harness.now)
            let place = harness.stage.top?.scroll.value(at: harness.now) ?? 0
            #expect(place >= 0)
            #expect(harness.tree.depth >= 1)
        }
    }
}
