// The present screen as the focus sees it. Main thread. Lists answer from their model, so that the knob reaches rows
// that are not on the screen; everything else is what was laid out.

import TemplateKit

@MainActor
struct ScreenMap: FocusMap {
    let elements: [Element]
    /// The list under the title bar, when the screen is one and nothing is over it.
    let list: ListStops?
    /// Content that scrolls and is no list: whether there is more to see up and down.
    var scrollable = (up: false, down: false)
    let panes: Panes
    let isFullScreen: Bool
    let isNowPlaying: Bool
    let selectedTab: Int
    let safeAction: Int?
    let metrics: Metrics

    private func stops(in area: FocusArea) -> [ElementID] {
        elements.filter { $0.area == area && $0.isFocusable }.map(\.id)
    }

    var areas: [FocusArea] {
        if elements.contains(where: { $0.area == .modal }) { return [.modal] }
        return [FocusArea.tabBar, .bar, .keyboard, .content, .mini].filter { area in
            if area == .content, let list { return list.hasStops || list.overflows }
            if area == .content, scrollable.up || scrollable.down { return true }
            return !stops(in: area).isEmpty
        }
    }

    func area(of id: ElementID) -> FocusArea? {
        if let list, list.contains(id) { return .content }
        if id.row != nil && list != nil { return nil }
        guard let element = elements.first(where: { $0.id == id && $0.area != nil }), element.isEnabled else {
            return nil
        }
        return element.area
    }

    func kind(of id: ElementID) -> FocusKind {
        switch id {
        case .slider("volume"): .volume
        case .slider: .slider
        case .index: .index
        default: .press
        }
    }

    func isVisible(_ id: ElementID) -> Bool {
        elements.contains { $0.id == id && $0.isFullyVisible }
    }

    func defaultElement(in area: FocusArea) -> ElementID? {
        switch area {
        case .modal:
            let stops = stops(in: .modal)
            if let safeAction, stops.contains(.action(safeAction)) { return .action(safeAction) }
            return stops.first
        case .tabBar:
            let stops = stops(in: .tabBar)
            return stops.contains(.tab(selectedTab)) ? .tab(selectedTab) : stops.first
        case .content:
            if let list { return list.start }
            let stops = stops(in: .content)
            return isNowPlaying && stops.contains(.button("play")) ? .button("play") : stops.first
        case .bar, .keyboard, .mini: return stops(in: area).first
        }
    }

    func edgeElement(in area: FocusArea, forward: Bool) -> ElementID? {
        if area == .content, let list { return list.edge(forward: forward) }
        let stops = stops(in: area)
        return forward ? stops.first : stops.last
    }

    func step(from id: ElementID, forward: Bool) -> FocusStep {
        guard let area = area(of: id) else { return .end }
        if area == .content, let list { return list.step(from: id, forward: forward) }
        // What is above and below is read before the knob goes on.
        if canScroll(area, forward: forward) { return .scroll }
        let stops = stops(in: area)
        guard let place = stops.firstIndex(of: id) else { return .end }
        let next = forward ? place + 1 : place - 1
        return stops.indices.contains(next) ? .to(stops[next]) : .end
    }

    func canScroll(_ area: FocusArea, forward: Bool) -> Bool {
        guard area == .content else { return false }
        return list?.canScroll(forward: forward) ?? (forward ? scrollable.down : scrollable.up)
    }

    // MARK: - Nudges

    private func frame(of area: FocusArea) -> Frame {
        switch area {
        case .tabBar: return panes.tabs
        case .mini: return panes.miniPlayer
        case .bar where !isFullScreen: return panes.titleBar
        case .content where !isFullScreen: return panes.content
        case .bar, .keyboard, .content, .modal:
            let frames = elements.filter { $0.area == area }.map(\.frame)
            guard let first = frames.first else { return .zero }
            return frames.dropFirst().reduce(first) { $0.union($1) }
        }
    }

    /// The nearest that way; of two as near, the one that faces more of this one.
    func area(
        from area: FocusArea, _ id: ElementID?, toward direction: InputEvent.Direction
    ) -> FocusArea? {
        let mine = frame(of: area)
        let candidates = areas.filter { $0 != area }.compactMap { other -> (FocusArea, gap: Int, facing: Int)? in
            let theirs = frame(of: other)
            let gap: Int
            switch direction {
            case .left: gap = mine.x - theirs.right
            case .right: gap = theirs.x - mine.right
            case .up: gap = mine.y - theirs.bottom
            case .down: gap = theirs.y - mine.bottom
            }
            // What overlaps a little, such as targets that reach over their neighbours' edge, is still that way.
            guard gap >= -metrics.px(16) else { return nil }
            let facing: Int
            switch direction {
            case .left, .right: facing = min(mine.bottom, theirs.bottom) - max(mine.y, theirs.y)
            case .up, .down: facing = min(mine.right, theirs.right) - max(mine.x, theirs.x)
            }
            return facing > 0 ? (other, max(0, gap), facing) : nil
        }
        return candidates.min { ($0.gap, -$0.facing, $0.0.rawValue) < ($1.gap, -$1.facing, $1.0.rawValue) }?.0
    }

    func neighbour(of id: ElementID, toward direction: InputEvent.Direction) -> ElementID? {
        if let list, case .item(let item) = id {
            // Beyond what is in sight is another area, if there is one that way.
            let goesOn = area(from: .content, id, toward: direction) == nil
            if let next = list.item(from: item, toward: direction, goesOn: goesOn) { return next }
        }
        guard let list, list.hasIndex, list.contains(id) else { return nil }
        let edge: InputEvent.Direction = metrics.driverSide == .left ? .right : .left
        if id == .index { return direction == edge.opposite ? list.edgeRow(forward: true) : nil }
        return direction == edge ? .index : nil
    }

    // MARK: - Letters, Now Playing

    static let rowsForLetters = 100

    var letterCount: Int {
        guard let list, list.model.rowCount > Self.rowsForLetters else { return 0 }
        return list.model.letters.count
    }

    func letter(of id: ElementID) -> Int? { id.row.flatMap { list?.model.letter(ofRow: $0) } }

    var playButton: ElementID? { isNowPlaying ? .button("play") : nil }
}

extension Frame {
    func union(_ other: Frame) -> Frame {
        let left = Swift.min(x, other.x)
        let top = Swift.min(y, other.y)
        return Frame(
            x: left, y: top, width: Swift.max(right, other.right) - left,
            height: Swift.max(bottom, other.bottom) - top)
    }
}

extension Stage {
    /// The screen as it was laid out last.
    func map(at time: Double) -> ScreenMap {
        var list: ListStops?
        var safe: Int?
        if let modal = modals.last {
            switch modal.entry.template {
            case .alert(let alert): safe = alert.safeActionIndex
            case .actionSheet(let sheet): safe = sheet.firstActionIndex
            default: break
            }
        } else if let top, let model = top.model, volumeOverlay.isPassive, !panes.content.isEmpty {
            let panes = panes
            list = ListStops(
                model: model, scroll: Int(top.scroll.to.rounded()), viewport: panes.content.height)
        }
        var scrollable = (up: false, down: false)
        if modals.isEmpty, volumeOverlay.isPassive, let top, list == nil, let pane = scrollPane(of: top) {
            let place = Int(top.scroll.to.rounded())
            scrollable = (place > 0, place < pane.last)
        }
        let isNowPlaying = top?.template.kind == .nowPlaying && modals.isEmpty && volumeOverlay.isPassive
        return ScreenMap(
            elements: drawn.elements, list: list, scrollable: scrollable, panes: panes,
            isFullScreen: top.map { $0.template.kind == .nowPlaying } ?? true,
            isNowPlaying: isNowPlaying, selectedTab: selectedTab, safeAction: safe, metrics: metrics)
    }
}
