// A screen for the focus that has no pixels: areas and elements in a table.

@testable import Scene

@MainActor
struct FocusTable: FocusMap {
    var content: [ElementID] = (0..<5).map { .row($0) }
    var tabs: [ElementID] = (0..<3).map { .tab($0) }
    var bar: [ElementID] = [.bar("back"), .bar("more")]
    var mini: [ElementID] = [.mini, .miniPlay]
    var sliders: Set<ElementID> = []
    var hidden: Set<ElementID> = []
    var letterCount = 0
    var playButton: ElementID?
    /// Content without stops that can be scrolled that many times up and down.
    var scrollable: (up: Bool, down: Bool) = (false, false)

    func stops(_ area: FocusArea) -> [ElementID] {
        switch area {
        case .tabBar: tabs
        case .bar: bar
        case .content: content
        case .mini: mini
        case .keyboard, .modal: []
        }
    }

    var areas: [FocusArea] {
        [FocusArea.tabBar, .bar, .content, .mini].filter {
            !stops($0).isEmpty || ($0 == .content && (scrollable.up || scrollable.down))
        }
    }

    func area(of id: ElementID) -> FocusArea? { areas.first { stops($0).contains(id) } }
    func kind(of id: ElementID) -> FocusKind {
        sliders.contains(id) ? id == .slider("volume") ? .volume : .slider : .press
    }
    func isVisible(_ id: ElementID) -> Bool { !hidden.contains(id) }
    func defaultElement(in area: FocusArea) -> ElementID? {
        area == .content ? playButton ?? content.first : stops(area).first
    }
    func edgeElement(in area: FocusArea, forward: Bool) -> ElementID? { forward ? stops(area).first : stops(area).last }

    func step(from id: ElementID, forward: Bool) -> FocusStep {
        guard let area = area(of: id), let place = stops(area).firstIndex(of: id) else { return .end }
        let next = forward ? place + 1 : place - 1
        return stops(area).indices.contains(next) ? .to(stops(area)[next]) : .end
    }

    func canScroll(_ area: FocusArea, forward: Bool) -> Bool {
        area == .content && (forward ? scrollable.down : scrollable.up)
    }

    /// Tabs on the left; on the right of them bar, content and mini player from top to bottom.
    func area(from: FocusArea, _ id: ElementID?, toward direction: InputEvent.Direction) -> FocusArea? {
        let target: FocusArea?
        switch (from, direction) {
        case (.bar, .left), (.content, .left), (.mini, .left): target = .tabBar
        case (.tabBar, .right), (.bar, .down), (.mini, .up): target = .content
        case (.content, .up): target = .bar
        case (.content, .down): target = .mini
        default: target = nil
        }
        return target.flatMap { areas.contains($0) ? $0 : nil }
    }

    func neighbour(of id: ElementID, toward direction: InputEvent.Direction) -> ElementID? { nil }
    func letter(of id: ElementID) -> Int? { letterCount > 0 ? id.row.map { $0 / 10 } : nil }
}

/// An engine on a table, by a clock.
@MainActor
struct FocusRig {
    var map = FocusTable()
    var engine = FocusEngine()
    var now = 10.0
    var effects: [FocusEffect] = []

    init(_ change: (inout FocusTable) -> Void = { _ in }) {
        change(&map)
        engine.enter(map)
    }

    var focus: String? { engine.focus?.description }

    mutating func rotate(_ ticks: Int, gap: Double = 0.1) {
        effects = []
        for _ in 0..<abs(ticks) {
            now += gap
            effects += engine.rotate(ticks > 0 ? 1 : -1, at: now, in: map)
        }
    }

    mutating func press(_ seconds: Double = 0.05) {
        effects = engine.press(isDown: true, at: now, in: map)
        now += seconds
        effects += engine.press(isDown: false, at: now, in: map)
    }

    mutating func nudge(_ direction: InputEvent.Direction) {
        now += 0.2
        effects = engine.nudge(direction, at: now, in: map)
    }

    mutating func wait(_ seconds: Double) {
        now += seconds
        effects = engine.tick(at: now, in: map)
    }

    mutating func touch(_ id: ElementID?) { effects = engine.touched(id) }
}
