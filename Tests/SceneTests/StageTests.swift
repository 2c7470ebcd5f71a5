// Screens on their stacks, actions, overlays.

import TemplateKit
import Testing

@testable import Scene

@Suite("Stage")
@MainActor
struct StageTests {
    // MARK: Stacks

    @Test("each tab keeps its own stack, its focus and its scroll")
    func tabs() {
        let harness = StageHarness()
        harness.stage.selectTab(1, at: harness.now)
        harness.settle()
        harness.rotate(1)
        harness.rotate(20)
        let focus = harness.focus
        harness.open("album")
        harness.stage.selectTab(2, at: harness.now)
        #expect(harness.tree.screen == "browse" && harness.tree.depth == 1)
        harness.stage.selectTab(1, at: harness.now)
        #expect(harness.tree.screen == "album" && harness.tree.depth == 2)
        harness.back()
        #expect(harness.tree.screen == "albums")
        #expect(harness.focus == focus)
        #expect(harness.element(.row(0)) == nil)
    }

    @Test("a tab chosen again goes to its root, and the root is never popped")
    func root() {
        let harness = StageHarness()
        harness.open("album")
        harness.open("queue")
        harness.tap(.tab(0))
        #expect(harness.tree.screen == "home" && harness.tree.depth == 1)
        #expect(!harness.stage.pop(at: harness.now))
        #expect(harness.tree.depth == 1)
    }

    @Test("screens that are left are closed, each once")
    func closing() {
        let harness = StageHarness()
        harness.open("album")
        let album = harness.stage.top?.screen as? ProgramScreen
        harness.back()
        #expect(album?.isClosed == true)
        harness.open("nowPlaying")
        let playing = harness.stage.top?.screen as? ProgramScreen
        harness.back()
        #expect(playing?.isClosed == false)
    }

    @Test("Now Playing is in a stack once: what lay over it lies under it when it is opened again")
    func nowPlayingOnce() {
        let harness = StageHarness()
        harness.open("nowPlaying")
        harness.open("album")
        harness.open("nowPlaying")
        #expect(harness.tree.screen == "nowPlaying" && harness.tree.depth == 3)
        harness.back()
        #expect(harness.tree.screen == "album")
        harness.back()
        #expect(harness.tree.screen == "home")
    }

    @Test("another root takes over what is open, focus included")
    func rootInPlace() {
        let harness = StageHarness(root: "starting")
        harness.open("nowPlaying")
        harness.rotate(1)
        let focus = harness.focus
        #expect(focus == "button:next")
        if let root = harness.program.screen(named: "root", parameters: [:]) {
            harness.stage.setRoot(root, at: harness.now)
        }
        #expect(harness.tree.screen == "nowPlaying" && harness.tree.depth == 2)
        #expect(harness.focus == focus)
        harness.back()
        #expect(harness.tree.screen == "home")
    }

    @Test("the stack has no depth limit")
    func deep() {
        let harness = StageHarness()
        for _ in 0..<50 { harness.stage.open("queue", at: harness.now) }
        #expect(harness.tree.depth == 51)
        for _ in 0..<50 { harness.back() }
        #expect(harness.tree.screen == "home")
    }

    @Test("a push waits for its pictures, 100 ms at most")
    func readiness() {
        let harness = StageHarness()
        harness.program.unready = ["album"]
        harness.stage.open("album", at: harness.now)
        harness.pass(0.095)
        #expect(harness.tree.screen == "home")
        harness.pass(0.010)
        #expect(harness.tree.screen == "album")
        harness.back()
        harness.stage.open("album", at: harness.now)
        harness.program.unready = []
        harness.pass(0.02)
        #expect(harness.tree.screen == "album")
    }

    @Test("a second press while a push waits opens one screen, and closes the other")
    func twoPushes() {
        let harness = StageHarness()
        harness.program.unready = ["album"]
        harness.press()
        harness.press()
        harness.pass(0.3)
        #expect(harness.tree.depth == 2 && harness.program.opened.filter { $0 == "album" }.count == 2)
        #expect(harness.program.made.filter { $0.name == "album" && $0.isClosed }.count == 1)
    }

    @Test("a root that is replaced is closed, once")
    func rootClosed() throws {
        let harness = StageHarness(root: "starting")
        let starting = try #require(harness.program.made.first { $0.name == "starting" })
        let other = try #require(harness.program.screen(named: "settings", parameters: [:]))
        harness.stage.setRoot(other, at: harness.now)
        #expect(starting.closings == 1 && harness.tree.screen == "settings")
        let root = try #require(harness.program.screen(named: "root", parameters: [:]))
        harness.stage.setRoot(root, at: harness.now)
        #expect(harness.tree.screen == "home")
        #expect(harness.program.made.filter { $0.name == "settings" }.map(\.closings) == [1])
    }

    @Test("back while a push waits takes it back")
    func abandonedPush() {
        let harness = StageHarness()
        harness.program.unready = ["album"]
        harness.stage.open("album", at: harness.now)
        harness.back()
        harness.pass(0.3)
        #expect(harness.tree.screen == "home")
    }

    // MARK: Actions

    @Test("what a press asks for goes to the program; opening, sheets and back do not")
    func actions() {
        let harness = StageHarness()
        harness.open("album")
        harness.press()
        #expect(harness.program.performed == [Action("playAll")])
        harness.rotate(2)
        harness.press()
        #expect(harness.program.performed.last == Action("play", ["track": .value(.key(0))]))
        harness.tap(.bar("more"))
        harness.settle()
        #expect(harness.tree.screen == "more" && harness.tree.template == "actionSheet")
        #expect(harness.program.performed.count == 2)
    }

    @Test("while an action goes on its row is highlighted, a second press does nothing, and after 300 ms it says so")
    func slowAction() {
        let harness = StageHarness { $0.slow = ["play"] }
        harness.open("queue")
        harness.press()
        harness.press()
        #expect(harness.program.performed.count == 1)
        #expect(harness.stage.busy?.id == .row(0))
        harness.pass(0.15)
        #expect(!harness.stage.drawn.hasSpinner)
        harness.pass(0.2)
        #expect(harness.stage.drawn.hasSpinner)
        harness.stage.finish(harness.program.tokens[0], at: harness.now)
        harness.settle()
        #expect(harness.stage.busy == nil && !harness.stage.drawn.hasSpinner)
        harness.press()
        #expect(harness.program.performed.count == 2)
    }

    @Test("an action that fails says why in an alert, and the focus comes back to its row")
    func failedAction() throws {
        let harness = StageHarness { $0.slow = ["play"] }
        harness.open("queue")
        harness.rotate(2)
        harness.press()
        let alert = try AlertTemplate(title: "The stick is gone", actions: [ModalAction(title: "OK", style: .default)])
        harness.stage.finish(harness.program.tokens[0], failure: alert, at: harness.now)
        harness.settle()
        #expect(harness.tree.template == "alert" && harness.focus == "action:0")
        harness.press()
        #expect(harness.tree.screen == "queue" && harness.focus == "row:2")
    }

    @Test("leaving the screen cancels what goes on there")
    func cancelled() {
        let harness = StageHarness { $0.slow = ["play"] }
        harness.open("queue")
        harness.press()
        harness.back()
        #expect(harness.program.cancelled == harness.program.tokens)
    }

    // MARK: Alerts

    @Test("an alert begins at the safe action, holds the focus, and gives it back where it was")
    func alert() {
        let harness = StageHarness()
        harness.stage.selectTab(3, at: harness.now)
        harness.settle()
        harness.rotate(2)
        let before = harness.focus
        harness.press()
        harness.settle()
        #expect(harness.tree.template == "alert" && harness.focus == "action:0")
        #expect(harness.tree.elements.allSatisfy { $0.area == nil || $0.area == .modal })
        harness.rotate(5)
        #expect(harness.focus == "action:1")
        harness.press()
        #expect(harness.program.performed == [Action("remove")])
        #expect(harness.focus == before)
    }

    @Test("back answers an alert with the action that changes nothing")
    func alertBack() {
        let harness = StageHarness()
        harness.open("remove")
        harness.back()
        #expect(harness.program.performed.isEmpty && harness.tree.screen == "home")
    }

    @Test("what a sheet opens is opened from the screen below it")
    func sheet() {
        let harness = StageHarness()
        harness.open("nowPlaying")
        harness.open("more")
        harness.press()
        harness.settle()
        #expect(harness.tree.screen == "queue")
        harness.back()
        #expect(harness.tree.screen == "nowPlaying" && harness.focus == "button:play")
    }

    @Test("a notice stays six seconds, takes no focus, and the newest takes its place")
    func notice() throws {
        let harness = StageHarness()
        harness.stage.show(try NoticeTemplate(text: "Gone"), at: harness.now)
        harness.pass(4)
        harness.stage.show(try NoticeTemplate(text: "Back"), at: harness.now)
        #expect(harness.tree.overlay == .notice)
        #expect(harness.element(.text("notice"))?.label == "Back")
        harness.pass(5.9)
        #expect(harness.tree.overlay == .notice && harness.focus?.hasPrefix("image") == true)
        harness.pass(0.2)
        #expect(harness.tree.overlay == nil)
    }

    // MARK: Now Playing

    @Test("the knob seeks five seconds a tick, with one seek 300 ms after the last")
    func seek() {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 100, duration: 303, isMoving: false) }
        harness.open("nowPlaying")
        harness.rotate(-2)
        #expect(harness.focus == "slider:progress")
        harness.press()
        harness.rotate(3)
        #expect(harness.program.requests.isEmpty)
        #expect(harness.element(.slider("progress"))?.value?.hasPrefix("1:55") == true)
        harness.pass(0.29)
        #expect(harness.program.requests.isEmpty)
        harness.pass(0.02)
        #expect(harness.program.requests == [.seek(to: 115)])
        harness.pass(1)
        #expect(harness.program.requests.count == 1)
    }

    @Test("a seek that waits is forgotten when the track is another")
    func seekForgotten() {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 100, duration: 303, isMoving: false) }
        harness.open("nowPlaying")
        harness.rotate(-2)
        harness.press()
        harness.rotate(3)
        harness.program.isLong = true
        harness.stage.invalidate()
        harness.pass(1)
        #expect(harness.program.requests.isEmpty)
    }

    @Test("leaving the slider seeks at once; both ends hold")
    func seekEnds() {
        let harness = StageHarness { $0.position = PlaybackPosition(seconds: 296, duration: 303, isMoving: false) }
        harness.open("nowPlaying")
        harness.rotate(-2)
        harness.press()
        harness.rotate(4)
        harness.press()
        #expect(harness.program.requests == [.seek(to: 303)])
    }

    @Test("a blind press pauses, 10 s after the knob was left somewhere else")
    func blindPress() {
        let harness = StageHarness()
        harness.open("nowPlaying")
        harness.rotate(3)
        #expect(harness.focus != "button:play")
        harness.pass(10.1)
        #expect(harness.focus == "button:play")
        harness.press()
        #expect(harness.program.performed == [.playPause])
    }

    @Test("the volume button opens a slider that the knob turns at once; press leaves it")
    func volume() {
        let harness = StageHarness()
        harness.open("nowPlaying")
        harness.tap(.bar("volume"))
        #expect(harness.tree.overlay == .volume)
        harness.rotate(1)
        harness.rotate(3, gap: 0.01)
        #expect(harness.program.requests == [.volume(to: -19), .volume(to: -18), .volume(to: -17)])
        harness.press()
        #expect(harness.tree.overlay == nil && harness.tree.screen == "nowPlaying")
    }

    @Test("the volume slider goes after three seconds of rest, and gives the focus back")
    func volumeRest() {
        let harness = StageHarness()
        harness.open("nowPlaying")
        harness.rotate(2)
        let focus = harness.focus
        harness.stage.openVolume(at: harness.now)
        harness.pass(2)
        harness.rotate(1)
        harness.pass(2.9)
        #expect(harness.tree.overlay == .volume)
        harness.pass(0.3)
        #expect(harness.tree.overlay == nil && harness.focus == focus)
    }

    @Test("a volume knob works on every screen and is only shown; a fixed volume has no slider")
    func volumeKnob() {
        let harness = StageHarness()
        let focus = harness.focus
        harness.send(.volume(-3))
        #expect(harness.program.requests == [.volume(to: -23)])
        #expect(harness.tree.overlay == .volume && harness.focus == focus)
        harness.pass(2.1)
        #expect(harness.tree.overlay == nil)
        harness.program.volume = nil
        harness.send(.volume(1))
        harness.stage.openVolume(at: harness.now)
        #expect(harness.program.requests.count == 1 && harness.tree.overlay == nil)
    }

    @Test("the volume ends at 0 and at -60 dB")
    func volumeEnds() {
        let harness = StageHarness { $0.volume = VolumeLevel(decibels: -1) }
        harness.send(.volume(5))
        harness.send(.volume(-90))
        #expect(harness.program.requests == [.volume(to: 0), .volume(to: -60)])
    }

    @Test("a stream has no progress to turn, and says what it is")
    func stream() {
        let harness = StageHarness { $0.isStream = true }
        harness.open("nowPlaying")
        #expect(harness.element(.slider("progress")) == nil)
        #expect(harness.element(.text("status"))?.label == "On air")
    }

    // MARK: Keys

    @Test("media keys reach the player from everywhere, home and now playing are the stage's own")
    func keys() {
        let harness = StageHarness()
        harness.stage.selectTab(2, at: harness.now)
        harness.open("settings")
        for key in [InputEvent.Key.play, .pause, .playpause, .next, .previous, .mute] { harness.send(.key(key)) }
        #expect(harness.program.requests == [.play, .pause, .playpause, .next, .previous, .mute].map { .key($0) })
        harness.send(.key(.nowplaying))
        #expect(harness.tree.screen == "nowPlaying")
        harness.send(.key(.home))
        #expect(harness.tree.screen == "home" && harness.tree.depth == 1)
    }

    @Test("home leaves Now Playing and what was opened from it; the tab is found as it was before them")
    func homeFromNowPlaying() {
        let harness = StageHarness()
        harness.stage.selectTab(2, at: harness.now)
        harness.open("settings")
        let place = harness.tree.depth
        harness.send(.key(.nowplaying))
        harness.settle()
        harness.open("queue")
        #expect(harness.tree.screen == "queue")
        harness.send(.key(.home))
        harness.settle()
        #expect(harness.tree.screen == "home" && harness.tree.tab == 0)
        harness.stage.selectTab(2, at: harness.now)
        harness.settle()
        #expect(harness.tree.screen == "settings" && harness.tree.depth == place)
        harness.send(.key(.nowplaying))
        harness.settle()
        #expect(harness.tree.screen == "nowPlaying" && harness.tree.depth == place + 1)
    }

    // MARK: Letters

    @Test("a fast run opens the letters of a long list, and the focus lands on the letter's first row")
    func letters() throws {
        let harness = StageHarness()
        harness.stage.selectTab(1, at: harness.now)
        harness.settle()
        harness.rotate(1)
        harness.rotate(8, gap: 0.015)
        #expect(harness.tree.overlay == .letters)
        harness.rotate(5)
        let letter = try #require(harness.stage.shownLetter)
        harness.pass(0.8)
        #expect(harness.tree.overlay == nil)
        let model = try #require(harness.stage.top?.model)
        let row = model.letters[letter].row
        #expect(harness.focus == "row:\(row)")
        #expect(harness.element(.row(row))?.isFullyVisible == true)
    }

    @Test("a list of a hundred rows has no letters by the knob")
    func shortList() {
        let harness = StageHarness { $0.albumCount = 100 }
        harness.stage.selectTab(1, at: harness.now)
        harness.settle()
        harness.rotate(20, gap: 0.015)
        #expect(harness.tree.overlay == nil)
    }

    @Test("the index is a stop of its own: a press makes the knob turn letters, another leaves it")
    func index() {
        let harness = StageHarness()
        harness.stage.selectTab(1, at: harness.now)
        harness.settle()
        harness.rotate(1)
        harness.nudge(.right)
        #expect(harness.focus == "index")
        harness.press()
        harness.rotate(3)
        #expect(harness.element(.index)?.value == "D")
        harness.press()
        harness.nudge(.left)
        #expect(harness.focus?.hasPrefix("row:") == true)
    }

    @Test("the title of the bar is that of the head of a page, once that has gone")
    func pageTitle() {
        let harness = StageHarness()
        harness.open("album")
        func inBar() -> Bool { harness.tree.elements.contains { $0.id == .text("title") && $0.frame.y < 40 } }
        #expect(!inBar())
        harness.rotate(9)
        harness.settle()
        #expect(inBar())
    }

    @Test("the buttons of Now Playing do what they say in the line and in the bar, and say whether they have a state")
    func playingButtons() throws {
        let harness = try Place.otherButtons.visit(Metrics(width: 1024, height: 600, dpi: 169))
        let roles: [(ElementID, ElementRole, Bool, String?)] = [
            (.button("artist"), .button, false, nil), (.button("quality"), .button, false, nil),
            (.button("volume"), .button, false, nil), (.button("cast"), .toggle, true, nil),
            (.button("plain"), .button, false, nil), (.bar("upNext"), .button, false, nil),
            (.bar("like"), .toggle, true, nil), (.bar("loudness"), .toggle, true, "2"),
        ]
        for (id, role, isSelected, value) in roles {
            let elements = harness.tree.elements.filter { $0.id == id }
            let element = try #require(elements.last, "\(id)")
            #expect(element.role == role && element.isSelected == isSelected && element.value == value, "\(id)")
        }
        harness.tap(.button("cast"))
        harness.tap(.bar("like"))
        harness.tap(.bar("loudness"))
        harness.tap(.button("plain"))
        #expect(harness.program.performed.map(\.name) == ["cast", "like", "loudness"])
        harness.tap(.button("volume"))
        #expect(harness.tree.overlay == .volume)
        harness.back()
        harness.tap(.bar("upNext"))
        harness.settle()
        #expect(harness.tree.screen == "queue")
    }
}
