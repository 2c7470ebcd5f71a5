// The ten rules of the focus, on a table and a clock.

import Testing

@testable import Scene

@Suite("Focus")
@MainActor
struct FocusEngineTests {
    // MARK: 1 Areas

    @Test(
        "a screen starts at its content's default; turning goes through an area, then on to the next, and no further than the last"
    )
    func reading() {
        var rig = FocusRig()
        #expect(rig.focus == "row:0")
        rig.rotate(4)
        #expect(rig.focus == "row:4")
        rig.rotate(1)
        #expect(rig.focus == "mini")
        rig.rotate(5)
        #expect(rig.focus == "mini:play")
        rig.rotate(-20)
        #expect(rig.focus == "tab:0")
        rig.rotate(3)
        #expect(rig.focus == "bar:back")
    }

    @Test("without crossing, turning stops at the ends of an area")
    func noCrossing() {
        var rig = FocusRig()
        rig.engine.options.rotateCrossesAreas = false
        rig.rotate(9)
        #expect(rig.focus == "row:4")
        rig.rotate(-9)
        #expect(rig.focus == "row:0")
    }

    @Test("an area with more to see and nothing to stop on scrolls, then turning goes on")
    func scrolling() {
        var rig = FocusRig {
            $0.content = []
            $0.scrollable = (false, true)
        }
        #expect(rig.engine.area == .content && rig.focus == nil)
        rig.rotate(2)
        #expect(rig.effects == [.scrolled(.content, ticks: 1), .scrolled(.content, ticks: 1)])
        rig.map.scrollable = (true, false)
        rig.rotate(1)
        #expect(rig.focus == "mini")
        rig.rotate(-1)
        #expect(rig.focus == nil && rig.engine.area == .content)
        rig.rotate(-1)
        #expect(rig.effects == [.scrolled(.content, ticks: -1)])
    }

    @Test("a nudge goes to the nearest area that way, and nowhere where there is none")
    func nudging() {
        var rig = FocusRig()
        rig.nudge(.up)
        #expect(rig.focus == "bar:back")
        rig.nudge(.up)
        #expect(rig.focus == "bar:back")
        rig.nudge(.left)
        #expect(rig.focus == "tab:0")
    }

    // MARK: 3 Speed

    @Test(
        "a tick counts 1, under 40 ms 2, under 20 ms 3, after one the same way",
        arguments: [(0.041, 2), (0.040, 2), (0.039, 3), (0.021, 3), (0.020, 3), (0.019, 4), (0.001, 4)])
    func acceleration(_ gap: Double, _ row: Int) {
        var rig = FocusRig { $0.content = (0..<30).map { .row($0) } }
        rig.rotate(1)
        rig.rotate(1, gap: gap)
        #expect(rig.focus == "row:\(row)")
    }

    @Test("a tick the other way counts 1 however fast it comes")
    func turningBackIsSlow() {
        var rig = FocusRig { $0.content = (0..<30).map { .row($0) } }
        rig.rotate(10)
        rig.rotate(1, gap: 0.005)
        #expect(rig.focus == "row:13")
        rig.rotate(-1, gap: 0.061)
        #expect(rig.focus == "row:12")
    }

    @Test("a fast tick stops at the end of an area; the next goes on")
    func fastTickStops() {
        var rig = FocusRig()
        rig.rotate(3)
        rig.rotate(1, gap: 0.01)
        #expect(rig.focus == "row:4")
        rig.rotate(1, gap: 0.2)
        #expect(rig.focus == "mini")
    }

    @Test("several ticks in one event count as many")
    func severalTicks() {
        var rig = FocusRig()
        rig.effects = rig.engine.rotate(6, at: 20, in: rig.map)
        #expect(rig.focus == "mini:play")
        #expect(rig.effects == [.focused(.miniPlay)])
    }

    @Test(
        "the seventh tick of a run under 40 ms opens the letters, the sixth does not",
        arguments: [(6, false), (7, true)])
    func lettersOpen(_ ticks: Int, _ isOpen: Bool) {
        var rig = FocusRig {
            $0.content = (0..<300).map { .row($0) }
            $0.letterCount = 26
        }
        rig.rotate(ticks, gap: 0.015)
        #expect((rig.engine.letters != nil) == isOpen)
    }

    @Test("one slow tick begins the run anew")
    func runBroken() {
        var rig = FocusRig {
            $0.content = (0..<300).map { .row($0) }
            $0.letterCount = 26
        }
        rig.rotate(6, gap: 0.030)
        rig.rotate(1, gap: 0.040)
        rig.rotate(5, gap: 0.030)
        #expect(rig.engine.letters == nil)
        rig.rotate(1, gap: 0.030)
        #expect(rig.engine.letters != nil)
    }

    @Test("inside the letters a tick is a letter however fast; 700 ms of rest close them at the letter")
    func lettersRun() throws {
        var rig = FocusRig {
            $0.content = (0..<300).map { .row($0) }
            $0.letterCount = 26
        }
        rig.rotate(7, gap: 0.015)
        let start = try #require(rig.engine.letters?.current)
        rig.rotate(3, gap: 0.015)
        #expect(rig.engine.letters?.current == start + 3)
        rig.rotate(-50, gap: 0.1)
        #expect(rig.engine.letters?.current == 0)
        rig.wait(0.699)
        #expect(rig.engine.letters != nil && rig.effects.isEmpty)
        rig.wait(0.001)
        #expect(rig.engine.letters == nil)
        #expect(rig.effects == [.lettersClosed(letter: 0)])
    }

    @Test("a press takes the letter, back leaves everything as it was")
    func lettersEnd() {
        var rig = FocusRig {
            $0.content = (0..<300).map { .row($0) }
            $0.letterCount = 26
        }
        rig.rotate(7, gap: 0.015)
        rig.rotate(4)
        rig.press()
        #expect(rig.effects.last == .lettersClosed(letter: 5))
        rig.rotate(7, gap: 0.015)
        let origin = rig.engine.letters?.origin
        rig.rotate(2)
        rig.effects = rig.engine.back(at: rig.now)
        #expect(rig.effects == [.lettersClosed(letter: nil)])
        #expect(origin != nil && rig.engine.focus == origin)
        #expect(rig.engine.letters == nil)
    }

    // MARK: 4 Touch and knob

    @Test("a touch hides the focus; the first knob event only shows it, where it was")
    func touchMode() {
        var rig = FocusRig()
        rig.rotate(2)
        rig.touch(.row(4))
        #expect(rig.focus == nil && rig.engine.mode == .touch)
        rig.rotate(1)
        #expect(rig.focus == "row:2" && rig.engine.mode == .knob)
        rig.rotate(1)
        #expect(rig.focus == "row:3")
    }

    @Test("where it was is out of sight: it shows what was touched, else the start")
    func wakeElsewhere() {
        var rig = FocusRig { $0.hidden = [.row(2)] }
        rig.rotate(2)
        rig.touch(.row(4))
        rig.nudge(.left)
        #expect(rig.focus == "row:4")
        rig.map.hidden = [.row(2), .row(4)]
        rig.touch(nil)
        rig.press()
        #expect(rig.focus == "row:0")
    }

    @Test("the press that shows the focus does nothing, when it is let go either")
    func consumedPress() {
        var rig = FocusRig()
        rig.touch(nil)
        rig.press()
        #expect(rig.effects == [.focused(.row(0))])
        rig.press()
        #expect(rig.effects == [.activated(.row(0))])
    }

    // MARK: 5 Press and sliders

    @Test("a press acts when it is let go, once")
    func pressOnRelease() {
        var rig = FocusRig()
        #expect(rig.engine.press(isDown: true, at: 20, in: rig.map) == [])
        #expect(rig.engine.pressed == .row(0))
        #expect(rig.engine.press(isDown: false, at: 20.1, in: rig.map) == [.activated(.row(0))])
        #expect(rig.engine.press(isDown: false, at: 20.2, in: rig.map) == [])
    }

    @Test(
        "a press of 600 ms is back, at 600 ms and only once", arguments: [(0.599, false), (0.600, true), (2.0, true)])
    func longPress(_ seconds: Double, _ isBack: Bool) {
        var rig = FocusRig()
        _ = rig.engine.press(isDown: true, at: 20, in: rig.map)
        #expect(rig.engine.tick(at: 20 + seconds, in: rig.map) == (isBack ? [.back] : []))
        let up = rig.engine.press(isDown: false, at: 20 + seconds, in: rig.map)
        #expect(up == (isBack ? [] : [.activated(.row(0))]))
    }

    @Test("a long press is back even when nobody let time pass")
    func longPressWithoutTick() {
        var rig = FocusRig()
        rig.press(0.6)
        #expect(rig.effects == [.back])
    }

    @Test("turning while it is held is no press")
    func turnedPress() {
        var rig = FocusRig()
        _ = rig.engine.press(isDown: true, at: 20, in: rig.map)
        _ = rig.engine.rotate(1, at: 20.1, in: rig.map)
        #expect(rig.engine.press(isDown: false, at: 20.2, in: rig.map) == [])
        #expect(rig.focus == "row:1")
    }

    @Test("a press on a slider makes the knob turn it; press or back leave it")
    func slider() {
        var rig = FocusRig {
            $0.content = [.slider("progress"), .row(1)]
            $0.sliders = [.slider("progress")]
        }
        rig.press()
        #expect(rig.engine.manipulated == .slider("progress"))
        rig.rotate(2)
        #expect(rig.effects == [.slid(.slider("progress"), ticks: 1), .slid(.slider("progress"), ticks: 1)])
        rig.rotate(-1, gap: 0.2)
        #expect(rig.effects == [.slid(.slider("progress"), ticks: -1)])
        rig.press()
        #expect(rig.effects == [.slideEnded(.slider("progress"))])
        rig.rotate(1)
        #expect(rig.focus == "row:1")
        rig.rotate(-1)
        rig.press()
        rig.effects = rig.engine.back(at: rig.now)
        #expect(rig.effects == [.slideEnded(.slider("progress"))] && rig.engine.manipulated == nil)
    }

    @Test("fast ticks count more on progress, never on the volume")
    func sliderSpeed() {
        for (name, expected) in [("progress", 3), ("volume", 1)] {
            var rig = FocusRig {
                $0.content = [.slider(name)]
                $0.sliders = [.slider(name)]
            }
            rig.press()
            rig.rotate(1)
            rig.rotate(1, gap: 0.01)
            #expect(rig.effects == [.slid(.slider(name), ticks: expected)])
        }
    }

    // MARK: 6 Memory

    @Test("the opposite nudge goes back to where it came from, for 10 s", arguments: [(9.9, "row:3"), (10.1, "row:0")])
    func nudgeBack(_ pause: Double, _ expected: String) {
        var rig = FocusRig()
        rig.rotate(3)
        rig.nudge(.left)
        rig.now += pause - 0.2
        rig.nudge(.right)
        #expect(rig.focus == expected)
    }

    @Test("an area remembers its focus for 10 s", arguments: [(9.0, "row:3"), (10.5, "row:0")])
    func areaMemory(_ pause: Double, _ expected: String) {
        var rig = FocusRig()
        rig.rotate(3)
        rig.nudge(.up)
        rig.rotate(1)
        rig.now += pause - 0.3
        rig.nudge(.down)
        #expect(rig.focus == expected)
    }

    @Test("a pushed screen starts at its default, and back restores exactly")
    func screens() {
        var rig = FocusRig()
        rig.rotate(3)
        let place = rig.engine.savedPlace
        let album = FocusTable(content: [.button("play"), .row(0)])
        rig.engine.enter(album)
        #expect(rig.focus == "button:play")
        rig.engine.restore(place, in: rig.map)
        #expect(rig.focus == "row:3")
    }

    @Test("what it stood on has gone: the start of the area takes its place")
    func restoredToNothing() {
        var rig = FocusRig()
        rig.rotate(4)
        let place = rig.engine.savedPlace
        rig.map.content.removeLast()
        rig.engine.restore(place, in: rig.map)
        #expect(rig.focus == "row:0")
    }

    @Test("on Now Playing the focus is back at play 10 s after the last knob event, out of a slider too")
    func nowPlaying() {
        var rig = FocusRig {
            $0.content = [.slider("progress"), .button("play"), .button("next")]
            $0.sliders = [.slider("progress")]
            $0.playButton = .button("play")
        }
        #expect(rig.focus == "button:play")
        rig.rotate(-1)
        rig.press()
        #expect(rig.engine.deadline(in: rig.map).map { abs($0 - rig.now - 10) < 1e-9 } == true)
        rig.wait(9.99)
        #expect(rig.focus == "slider:progress" && rig.engine.manipulated != nil)
        rig.wait(0.02)
        #expect(rig.focus == "button:play" && rig.engine.manipulated == nil)
        rig.press()
        #expect(rig.effects == [.activated(.button("play"))])
    }

    // MARK: 7 Vibration

    @Test("a tick and its reverse within 60 ms never were", arguments: [(0.060, true), (0.0601, false), (0.01, true)])
    func undo(_ gap: Double, _ isUndone: Bool) {
        var rig = FocusRig()
        rig.rotate(4)
        rig.rotate(1)
        #expect(rig.focus == "mini")
        rig.rotate(-1, gap: gap)
        #expect(rig.effects.contains(.undone) == isUndone)
        #expect(rig.focus == "row:4")
        rig.now += 1
        // After an undo the memory of areas is what it was: the next tick crosses again.
        rig.rotate(1)
        #expect(rig.focus == "mini")
    }

    @Test("a fast tick of three steps is taken back whole")
    func undoAccelerated() {
        var rig = FocusRig { $0.content = (0..<30).map { .row($0) } }
        rig.rotate(2)
        rig.rotate(1, gap: 0.01)
        #expect(rig.focus == "row:5")
        rig.rotate(-1, gap: 0.02)
        #expect(rig.focus == "row:2")
    }

    @Test("on a slider, in the letters and in touch mode too")
    func undoElsewhere() {
        var rig = FocusRig {
            $0.content = [.slider("progress")]
            $0.sliders = [.slider("progress")]
        }
        rig.press()
        rig.rotate(1)
        rig.rotate(-1, gap: 0.03)
        #expect(rig.effects == [.slid(.slider("progress"), ticks: -1)])
        rig.touch(nil)
        rig.rotate(1)
        #expect(rig.engine.mode == .knob)
        rig.rotate(-1, gap: 0.03)
        #expect(rig.engine.mode == .touch && rig.focus == nil)
    }

    @Test("a hundred shakes of one tick and back leave everything where it was")
    func shaking() {
        var rig = FocusRig()
        rig.rotate(2)
        for _ in 0..<100 {
            rig.rotate(1, gap: 0.03)
            rig.rotate(-1, gap: 0.03)
        }
        #expect(rig.focus == "row:2")
    }

    // MARK: 9 Volume

    @Test("the only knob is volume on Now Playing where it is set so, and focus elsewhere")
    func onlyKnob() {
        var rig = FocusRig {
            $0.content = [.button("play"), .button("next")]
            $0.playButton = .button("play")
        }
        rig.engine.options.nowPlayingTurnsVolume = true
        rig.rotate(2)
        #expect(rig.effects == [.volume(ticks: 1), .volume(ticks: 1)])
        #expect(rig.focus == "button:play")
        rig.rotate(-1, gap: 0.05)
        #expect(rig.effects == [.volume(ticks: -1)])
        rig.map.playButton = nil
        rig.rotate(1)
        #expect(rig.focus == "button:next")
    }

    @Test("any sequence of inputs leaves the focus on something, or on nothing that could be stood on")
    func anySequence() {
        var seed: UInt64 = 3
        func next(_ below: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % below
        }
        var rig = FocusRig {
            $0.content = [.slider("progress")] + (0..<200).map { .row($0) }
            $0.sliders = [.slider("progress")]
            $0.letterCount = 20
        }
        for _ in 0..<5000 {
            rig.now += Double(next(100)) / 1000
            switch next(8) {
            case 0...3: rig.rotate(next(2) == 0 ? 1 : -1, gap: 0.01)
            case 4: rig.press(Double(next(8)) / 10)
            case 5: rig.nudge([.left, .right, .up, .down][next(4)])
            case 6: rig.touch(next(2) == 0 ? nil : .row(next(200)))
            default: rig.wait(Double(next(3)))
            }
            let place = rig.engine.place
            #expect(place == nil || rig.map.area(of: place ?? .mini) == rig.engine.area)
            #expect(rig.engine.mode == .touch || rig.focus != nil)
        }
    }
}
