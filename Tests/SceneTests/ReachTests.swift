// Nothing is reachable by one hand and not by the other.

import Testing

@testable import Scene

@Suite("Reach")
@MainActor
struct ReachTests {
    /// Every place the knob must be able to stop at: what is drawn, and for a list every row of it.
    private func stops(_ harness: StageHarness) -> Set<ElementID> {
        let map = harness.stage.map(at: harness.now)
        var stops = Set(map.elements.filter(\.isFocusable).map(\.id))
        if map.areas == [.modal] { return stops.filter { map.area(of: $0) == .modal } }
        if let list = map.list {
            for row in 0..<list.model.rowCount { stops.formUnion(list.stops(inRow: row)) }
            stops.formUnion(list.model.template.header?.buttons.map { .button($0.name) } ?? [])
        }
        return stops
    }

    /// Where turning that way takes the focus until it goes no further.
    private func turn(_ harness: StageHarness, _ direction: Int) -> Set<ElementID> {
        var seen: Set<ElementID> = []
        var last: (ElementID?, Int, Int)?
        for _ in 0..<2000 {
            let focus = harness.stage.focus.focus
            if let focus { seen.insert(focus) }
            let scroll = Int(harness.stage.top?.scroll.to ?? 0)
            let now = (focus, scroll, harness.stage.focus.area?.rawValue ?? -1)
            if let last, last == now { break }
            last = now
            harness.rotate(direction, gap: 0.25)
        }
        return seen
    }

    @Test("from any element every other is reached by turning alone, both ways", arguments: Panel.some)
    func rotation(_ panel: Panel) throws {
        for place in Place.allCases where place != .volume {
            let harness = try place.visit(panel.metrics)
            let expected = stops(harness)
            _ = turn(harness, -1)
            let forward = turn(harness, 1)
            let backward = turn(harness, -1)
            #expect(forward == expected, "\(place): \(expected.symmetricDifference(forward))")
            #expect(backward == expected, "\(place): \(expected.symmetricDifference(backward))")
        }
    }

    @Test(
        "what the knob stands on is wholly in sight once everything rests",
        arguments: Panel.some)
    func inSight(_ panel: Panel) throws {
        for place in [Place.home, .albums, .album, .radio, .settings, .queue, .grid, .icons, .shelves] {
            let harness = try place.visit(panel.metrics)
            for direction in [1, -1] {
                for _ in 0..<34 {
                    harness.rotate(direction, gap: 0.2)
                    harness.now += 0.2
                    let tree = harness.tree
                    guard let focus = tree.focus else { continue }
                    let element = try #require(
                        tree.elements.first { $0.id == focus }, "\(place): \(focus) is not on the screen")
                    let shape = element.shape.intersection(element.visibleFrame)
                    #expect(
                        shape == element.shape.intersection(element.frame),
                        "\(place): \(focus) \(element.frame) of \(element.visibleFrame)")
                }
            }
        }
    }

    @Test("every element that can be pressed is found under a finger at its middle", arguments: Panel.some)
    func finger(_ panel: Panel) throws {
        for place in Place.allCases {
            let harness = try place.visit(panel.metrics)
            for element in harness.tree.elements where element.isFocusable {
                if place == .volume, element.area != .modal { continue }
                let frame = element.visibleFrame
                harness.touch(.began, frame.x + frame.width / 2, frame.y + frame.height / 2)
                let touched = harness.stage.focus.savedPlace.lastTouched
                #expect(touched == element.id, "\(place)")
                harness.touch(.cancelled, 0, 0)
            }
        }
    }

    @Test(
        "a knob without nudge is never trapped: from everywhere back leads to Now Playing, and on",
        arguments: Place.allCases)
    func backChain(_ place: Place) throws {
        let harness = try place.visit(Metrics(width: 1024, height: 600, dpi: 169))
        var screens: [String] = []
        for _ in 0..<8 {
            harness.back()
            harness.settle()
            screens.append("\(harness.tree.screen)/\(harness.focus ?? "-")")
        }
        #expect(screens.contains { $0.hasPrefix("nowPlaying/") }, "\(screens)")
        #expect(screens.contains { $0.contains("/tab:") }, "\(screens)")
    }
}
