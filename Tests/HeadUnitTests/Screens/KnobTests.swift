// The promise of one focus model, on the screens as they are shipped: what is in sight is reached by the knob alone, on
// every panel, and every screen is left by it.

import Glibc
import Scene
import Testing

@testable import HeadUnit

@Suite("The knob alone", .serialized)
@MainActor
struct KnobTests {
    struct Panel: CustomStringConvertible, Sendable {
        var width: Int
        var height: Int
        var dpi: Int
        var description: String { "\(width)x\(height)@\(dpi)" }
    }

    private nonisolated static let panels = [
        Panel(width: 800, height: 480, dpi: 132), Panel(width: 800, height: 480, dpi: 187),
        Panel(width: 1024, height: 600, dpi: 169), Panel(width: 1280, height: 720, dpi: 210),
        Panel(width: 1920, height: 720, dpi: 167), Panel(width: 480, height: 800, dpi: 132),
    ]

    @Test("from any element every other is reached by turning, and back leads out to where one was", arguments: panels)
    func reach(_ panel: Panel) throws {
        let driver = try Driver(try MusicFixture(), stations: [("http://127.0.0.1:9/", "Night Owl")])
        defer { driver.end() }
        try driver.play("Bend", of: "Alpha Road")
        try driver.run(Way.preparation)
        let strings = driver.drive.session.assets.strings.table(for: .en)
        var knob = KnobWalker(driver)
        for isTurned in [false, true] {
            for side in isTurned ? [.left] : DriverSide.allCases {
                let (width, height) =
                    isTurned ? (panel.height, panel.width) : (panel.width, panel.height)
                driver.stage.setMetrics(Metrics(width: width, height: height, dpi: panel.dpi, driverSide: side))
                for way in Way.all {
                    check((way.screen, way.labels(strings)), &knob, "\(width)x\(height)@\(panel.dpi) \(side)")
                }
            }
        }
    }

    private func check(_ way: (screen: String, labels: [String]), _ knob: inout KnobWalker, _ panel: String) {
        let context = "\(way.screen) on \(panel)"
        var places: [ElementID?] = []
        var depths: [String] = []
        for label in way.labels {
            guard knob.find(label) else {
                Issue.record("\(context): the knob does not come to “\(label)”")
                return leave(&knob, context)
            }
            places.append(knob.tree.focus)
            depths.append(knob.tree.screen)
            knob.press()
        }
        guard knob.tree.screen == way.screen else {
            Issue.record("\(context): the knob came to \(knob.tree.screen)")
            return leave(&knob, context)
        }
        _ = knob.walk(forward: false)
        let forward = knob.walk(forward: true)
        let backward = knob.walk(forward: false)
        #expect(forward.stops == backward.stops.reversed(), "\(context): there and back are not the same way")
        let missed = forward.pressable.union(backward.pressable).subtracting(forward.stops)
        #expect(missed.isEmpty, "\(context): not reached: \(missed)")
        #expect(Set(forward.stops).count == forward.stops.count, "\(context): something is passed twice")
        checkWayBack(&knob, places, depths, context)
        leave(&knob, context)
    }

    /// Back restores the screen and the focus that one came from; a tab's root is left by turning.
    private func checkWayBack(_ knob: inout KnobWalker, _ places: [ElementID?], _ screens: [String], _ context: String)
    {
        for (place, screen) in zip(places, screens).reversed() {
            let before = knob.tree
            if case .tab? = place { return }
            // Choosing from a sheet ends it: back leads to the screen under it.
            if ["albumMore", "more", "playlistMore", "stationMore", "trackMore"].contains(screen),
                before.screen != screen,
                before.template != "actionSheet"
            {
                continue
            }
            knob.back()
            #expect(knob.tree.screen == screen, "\(context): back from \(before.screen)")
            #expect(knob.tree.focus == place, "\(context): back to \(screen)")
        }
    }

    /// To the root of the first tab, by the knob.
    private func leave(_ knob: inout KnobWalker, _ context: String) {
        for _ in 0..<8 where knob.tree.depth > 1 || knob.tree.template == "actionSheet" { knob.back() }
        #expect(knob.tree.depth == 1, "\(context): the knob does not leave")
        let isThere = knob.find("Home")
        #expect(isThere, "\(context): no way home")
        knob.press()
        #expect(knob.tree.screen == "home", "\(context)")
    }

    @Test("back at a tab's root goes to the tab bar, from there to Now Playing, and from there back")
    func rootBack() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run(
            """
            until ready
            key play
            until state.status == "playing"
            tap "Browse"
            wait 300
            rotate 1
            rotate 1
            expect tree.focus == "row:1"
            press 800
            wait 400
            expect tree.screen == "browse"
            expect tree.focus == "tab:2"
            back
            wait 400
            expect tree.screen == "nowPlaying"
            expect tree.focus == "button:play"
            press 800
            wait 400
            expect tree.screen == "browse"
            """)
    }

    @Test("a message that fills the screen is left as soon as there is music, and its button works by the knob")
    func message() throws {
        let fixture = try MusicFixture()
        let later = fixture.folder.path + "/later"
        let driver = try Driver(later)
        defer { driver.end() }
        try driver.run("until ready\nexpect tree.screen == \"noMusic\"\nexpect tree.focus == \"button:scan\"")
        #expect(rename(fixture.music, later) == 0)
        try driver.run("press\nuntil ready\nwait 200\nexpect tree.screen == \"home\"")
    }
}
