// Where the knob stops in a list of any length. Main thread; looks at no more rows than two screens of them.

import TemplateKit

/// A list at one scroll, as the knob sees it: header buttons, rows with their actions, letters.
@MainActor
struct ListStops {
    let model: ListModel
    /// Where the list is, or is on its way to.
    let scroll: Int
    let viewport: Int

    var hasIndex: Bool { model.letters.count > 1 }
    var overflows: Bool { model.height > viewport }
    var hasStops: Bool { !headerButtons.isEmpty || hasIndex || firstRowStop != nil }

    private var firstRowStop: ElementID? {
        stop(inRows: model.row(at: scroll) ?? 0, forward: true, limit: scroll + 2 * viewport)
            ?? stop(inRows: (model.row(at: scroll) ?? model.rowCount) - 1, forward: false, limit: scroll - viewport)
    }

    private var headerButtons: [ElementID] {
        model.template.header?.buttons.filter(\.isEnabled).map { .button($0.name) } ?? []
    }

    /// What the knob stops on in one row. A row that has not come is one stop.
    func stops(inRow row: Int) -> [ElementID] {
        if let imageRow = model.imageRow(row) {
            var stops: [ElementID] = []
            if imageRow.titleAction != nil { stops.append(.row(row)) }
            for (item, element) in imageRow.elements.enumerated() where element.isEnabled && element.select != nil {
                stops.append(.image(row: row, item: item))
            }
            if imageRow.all != nil { stops.append(.image(row: row, item: imageRow.elements.count)) }
            return stops
        }
        guard row >= 0, row < model.rowCount else { return [] }
        if model.isItem(row) {
            guard let item = model.item(row) else { return [.item(row)] }
            return item.isEnabled && item.select != nil ? [.item(row)] : []
        }
        guard let content = model.content(ofRow: row) else { return [.row(row)] }
        guard content.isEnabled else { return [] }
        return (content.press == nil ? [] : [.row(row)])
            + content.actions.indices.map { .rowAction(row: row, action: $0) }
    }

    func contains(_ id: ElementID) -> Bool {
        if id == .index { return hasIndex }
        if case .button = id { return headerButtons.contains(id) }
        return id.row.map { stops(inRow: $0).contains(id) } ?? false
    }

    func canScroll(forward: Bool) -> Bool {
        forward ? scroll < model.maximumScroll(viewport: viewport) : scroll > 0
    }

    /// Where a screen's focus begins: the first stop in sight, but a picture before the title over it.
    var start: ElementID? {
        guard let first = edge(forward: true) else { return nil }
        if case .row(let row) = first, model.imageRow(row) != nil,
            case .to(let next) = step(from: first, forward: true),
            case .image(row, _) = next
        {
            return next
        }
        return first
    }

    /// Where the knob comes in, by what is in sight: the first stop, or the last.
    func edge(forward: Bool) -> ElementID? {
        if !forward && hasIndex { return .index }
        if forward, let button = headerButtons.first, scroll < (model.blocks.first?.bottom ?? 0) / 2 { return button }
        return edgeRow(forward: forward) ?? (forward ? headerButtons.first : headerButtons.last)
            ?? (hasIndex ? .index : nil)
    }

    /// The first row wholly in sight, or the last, that the knob stops on.
    func edgeRow(forward: Bool) -> ElementID? {
        guard model.rowCount > 0 else { return nil }
        if forward {
            var row = model.row(at: scroll) ?? 0
            let next = model.line(ofRow: row).upperBound
            if let extent = model.extent(ofRow: row), extent.y < scroll, next < model.rowCount,
                extent.y + extent.height < scroll + viewport
            {
                row = next
            }
            return stop(inRows: row, forward: true, limit: scroll + 2 * viewport)
                ?? stop(inRows: row - 1, forward: false, limit: scroll - viewport)
        }
        var row = model.row(at: scroll + viewport - 1) ?? model.rowCount - 1
        let line = model.line(ofRow: row)
        row = line.upperBound - 1
        if let extent = model.extent(ofRow: row), extent.y + extent.height > scroll + viewport, extent.y > scroll,
            line.lowerBound > 0
        {
            row = line.lowerBound - 1
        }
        return stop(inRows: row, forward: false, limit: scroll - viewport)
            ?? stop(inRows: row + 1, forward: true, limit: scroll + 2 * viewport)
    }

    func step(from id: ElementID, forward: Bool) -> FocusStep {
        if let place = headerButtons.firstIndex(of: id) {
            let next = forward ? place + 1 : place - 1
            if headerButtons.indices.contains(next) { return .to(headerButtons[next]) }
            return forward ? beyond(row: -1, forward: true) : .end
        }
        if id == .index { return forward ? .end : edgeRow(forward: false).map { .to($0) } ?? beforeRows }
        guard let row = id.row else { return .end }
        let stops = stops(inRow: row)
        if let place = stops.firstIndex(of: id) {
            let next = forward ? place + 1 : place - 1
            if stops.indices.contains(next) { return .to(stops[next]) }
        }
        return beyond(row: row, forward: forward)
    }

    /// The item beside, above or below one, where it can be pressed; over and under what is in sight only when
    /// `goesOn`.
    func item(from item: Int, toward direction: InputEvent.Direction, goesOn: Bool) -> ElementID? {
        guard model.isItem(item) else { return nil }
        let line = model.line(ofRow: item)
        switch direction {
        case .left: return (line.lowerBound..<item).reversed().lazy.compactMap { stops(inRow: $0).first }.first
        case .right: return (item + 1..<line.upperBound).lazy.compactMap { stops(inRow: $0).first }.first
        case .up, .down:
            let other = direction == .up ? line.lowerBound - 1 : line.upperBound
            guard model.isItem(other), let extent = model.extent(ofRow: other) else { return nil }
            guard goesOn || (extent.y >= scroll && extent.y + extent.height <= scroll + viewport) else { return nil }
            let candidates = model.line(ofRow: other).filter { !stops(inRow: $0).isEmpty }
            let column = item - line.lowerBound
            func distance(_ row: Int) -> Int { abs(row - model.line(ofRow: row).lowerBound - column) }
            return candidates.min { distance($0) < distance($1) }.map { .item($0) }
        }
    }

    private var beforeRows: FocusStep { headerButtons.last.map { .to($0) } ?? .end }

    /// The next stop behind a row (-1 is before the first). Rows without one are passed; when there are more of them
    /// than a screen holds, the list scrolls so that they can be read.
    private func beyond(row: Int, forward: Bool) -> FocusStep {
        let extent = model.extent(ofRow: row)
        if forward {
            let sight = max(extent.map { $0.y + $0.height } ?? 0, scroll + viewport)
            let start = max(row + 1, min(model.row(at: scroll) ?? row + 1, model.rowCount))
            if let next = stop(inRows: start, forward: true, limit: sight + viewport) { return .to(next) }
            if canScroll(forward: true) { return .scroll }
            return hasIndex ? .to(.index) : .end
        }
        let sight = min(extent?.y ?? model.height, scroll)
        let last =
            model.row(at: scroll + viewport - 1).map { model.line(ofRow: $0).upperBound - 1 } ?? model.rowCount - 1
        if let next = stop(inRows: min(row - 1, last), forward: false, limit: sight - viewport) { return .to(next) }
        if !headerButtons.isEmpty, sight - viewport <= 0 { return beforeRows }
        return canScroll(forward: false) ? .scroll : beforeRows
    }

    /// The first stop from a row on, in rows that begin before `limit` (behind it, backwards).
    private func stop(inRows start: Int, forward: Bool, limit: Int) -> ElementID? {
        var row = start
        while row >= 0, row < model.rowCount, let extent = model.extent(ofRow: row) {
            if forward ? extent.y >= limit : extent.y + extent.height <= limit { return nil }
            let stops = stops(inRow: row)
            if let stop = forward ? stops.first : stops.last { return stop }
            row += forward ? 1 : -1
        }
        return nil
    }
}
