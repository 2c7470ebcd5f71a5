// The list: what of it is seen at one scroll. Main thread. Draws the rows in the viewport and asks for no others.

import TemplateKit

/// A list at one moment.
@MainActor
struct ListLayout {
    let model: ListModel
    /// The pane under the title bar.
    let pane: Frame
    let scroll: Int
    /// Pixels an image row lies to the left, by its number; one that is not there has not been moved.
    let sideways: [Int: Motion]
    let state: ViewState
    /// Seconds since the list began to wait for its rows; nil when it does not.
    var loadingTime: Double?
    /// Rows that need not be drawn anew; nil draws all.
    var pictures: RowPictures?

    static func indexFrame(in pane: Frame, metrics: Metrics) -> Frame {
        let width = metrics.px(IndexLayout.width)
        return metrics.fromDriver(
            Frame(x: pane.right - width, y: pane.y, width: width, height: pane.height), in: pane)
    }

    func draw(in picture: inout Picture) {
        if model.rowCount == 0 && !model.hasHeader {
            drawNothing(in: pane, &picture)
            return
        }
        picture.clipped(to: pane) { picture in
            var number = model.firstBlock(below: scroll)
            while number < model.blocks.count, model.blocks[number].y < scroll + pane.height {
                draw(model.blocks[number], &picture)
                number += 1
            }
            if model.rowCount == 0 {
                let top = pane.y + model.height - scroll
                drawNothing(
                    in: Frame(x: pane.x, y: top, width: pane.width, height: max(pane.bottom - top, picture.px(160))),
                    &picture)
            }
        }
        if hasIndex {
            IndexLayout.draw(
                letters: model.letters, current: currentLetter,
                frame: Self.indexFrame(in: pane, metrics: picture.metrics), state: state, pictures: pictures,
                in: &picture)
        }
    }

    private var hasIndex: Bool { model.letters.count > 1 }

    private var currentLetter: Int? {
        guard let row = state.focus?.row ?? model.row(at: scroll) else { return nil }
        return model.letter(ofRow: row)
    }

    /// Behind the head of a page, from the top of the screen; it moves with the rows.
    func drawWash(in picture: inout Picture) {
        guard let header = model.template.header, header.background == .cover, let image = header.image else { return }
        let wash = pictures?.wash ?? Wash(picture.environment.palette(image), theme: picture.theme)
        pictures?.wash = wash
        let height = (pane.height + pane.y) * 7 / 10
        let frame = Frame(x: pane.x, y: -scroll, width: pane.width, height: height)
        if frame.bottom > 0 { picture.commands.append(.wash(frame, top: wash.top, bottom: picture.theme.background)) }
    }

    private func draw(_ block: ListModel.Block, _ picture: inout Picture) {
        let y = pane.y + block.y - scroll
        let frame = Frame(x: pane.x, y: y, width: pane.width, height: block.height)
        switch block.kind {
        case .header:
            guard let header = model.template.header else { return }
            put(.header, frame, isAtRest: !state.isOnButton, &picture) { picture, frame in
                HeaderLayout(header, environment: picture.environment, width: pane.width)
                    .draw(frame: frame, state: state, in: &picture)
                return true
            }
        case .sectionHeader(let section):
            let text = picture.environment.string(model.template.sections[section].header)
            let line = Frame(
                x: frame.x + picture.metrics.margin, y: frame.y + picture.px(8),
                width: frame.width - 2 * picture.metrics.margin, height: frame.height - picture.px(8))
            picture.line(text, picture.type.sectionTitle, line, picture.theme.dim)
            picture.addText("section\(section)", text, line)
        case .rows: drawRows(of: block, &picture)
        case .items(let section): drawItems(of: block, section, &picture)
        case .imageRow:
            guard block.height > 0, let row = model.imageRow(block.firstRow) else { return }
            let scroll = sideways[block.firstRow]?.pixels(at: state.now) ?? 0
            put(.row(block.firstRow), frame, sideways: scroll, isAtRest: isAtRest(block.firstRow), &picture) {
                picture, frame in
                ImageRowLayout(row, metrics: picture.metrics).draw(
                    number: block.firstRow, frame: frame, scroll: scroll, state: state, in: &picture)
                return true
            }
        }
    }

    private func drawItems(of block: ListModel.Block, _ section: Int, _ picture: inout Picture) {
        guard case .items(let items) = model.template.sections[section].content else { return }
        let grid = GridLayout(items, metrics: picture.metrics, width: pane.width, hasIndex: hasIndex)
        let first = max(0, scroll - block.y) / block.lineHeight * block.columns
        let last = min(
            block.rowCount, ((scroll + pane.height - 1 - block.y) / block.lineHeight + 1) * block.columns)
        for place in first..<max(first, last) {
            let number = block.firstRow + place
            let cell = grid.cell(
                place % block.columns, x: pane.x,
                y: pane.y + block.y + place / block.columns * block.lineHeight - scroll)
            put(.row(number), cell, isAtRest: isAtRest(number), &picture) { picture, cell in
                guard let item = model.item(number) else {
                    grid.drawBlank(number: number, key: model.key(ofRow: number), cell: cell, in: &picture)
                    return false
                }
                grid.draw(item, number: number, cell: cell, state: state, in: &picture)
                return true
            }
        }
    }

    private func drawRows(of block: ListModel.Block, _ picture: inout Picture) {
        let first = max(0, (scroll - block.y) / model.rowHeight)
        let last = min(block.rowCount - 1, (scroll + pane.height - 1 - block.y) / model.rowHeight)
        guard first <= last else { return }
        let edge = picture.metrics.margin - picture.px(12)
        var x = pane.x + edge
        var width = pane.width - 2 * edge
        if hasIndex {
            let index = picture.px(IndexLayout.width)
            width = pane.width - edge - index - picture.px(8)
            if picture.metrics.driverSide == .right { x = pane.x + index + picture.px(8) }
        }
        let followsRows = followsRows(block)
        for place in first...last {
            let number = block.firstRow + place
            let y = pane.y + block.y + place * model.rowHeight - scroll
            let frame = Frame(x: x, y: y, width: width, height: model.rowHeight)
            put(.row(number), frame, isAtRest: isAtRest(number), &picture) { picture, frame in
                let row = model.content(ofRow: number)
                if place > 0 || followsRows { separator(above: frame, row, &picture) }
                guard let row else {
                    let key = model.key(ofRow: number)
                    RowLayout.drawBlank(number: number, key: key, frame: frame, state: state, in: &picture)
                    return false
                }
                var layout = RowLayout(row: row, number: number, frame: frame, state: state)
                if row.isPlaying, row.actions.isEmpty {
                    let neighbour = place > 0 ? number - 1 : number + 1
                    layout.columns = model.content(ofRow: neighbour)?.actions.count ?? 0
                }
                layout.draw(in: &picture)
                return true
            }
        }
    }

    /// The rows of another section stand right above.
    private func followsRows(_ block: ListModel.Block) -> Bool {
        guard let before = model.block(ofRow: block.firstRow - 1), before.bottom == block.y else { return false }
        if case .rows = before.kind { return true }
        return false
    }

    /// Nothing is going on with a row.
    private func isAtRest(_ number: Int) -> Bool { state.pressed?.row != number && state.busy?.row != number }

    /// One part of the list, as it was drawn before where it is at rest.
    /// - Parameter draw: draws it in the frame it is given, whose top is 0; false when it is not to be kept
    private func put(
        _ part: RowPictures.Part, _ frame: Frame, sideways: Int = 0, isAtRest: Bool, _ picture: inout Picture,
        draw: (inout Picture, Frame) -> Bool
    ) {
        let place = Frame(x: frame.x, y: 0, width: frame.width, height: frame.height)
        if isAtRest, let known = pictures?.drawn(part, in: place, sideways: sideways) {
            picture.add(known, lower: frame.y)
            return
        }
        var alone = Picture(picture.environment)
        let isWhole = draw(&alone, place)
        let drawn = RowPictures.Drawn(
            frame: place, sideways: sideways, commands: alone.commands, elements: alone.elements)
        if isAtRest, isWhole { pictures?.keep(drawn, as: part) }
        picture.add(drawn, lower: frame.y)
    }

    private func separator(above frame: Frame, _ row: Row?, _ picture: inout Picture) {
        let start = row?.leading == nil && row != nil ? picture.px(16) : picture.px(12 + 64 + 20)
        picture.fill(
            Frame(
                x: frame.x + start, y: frame.y, width: frame.width - start - picture.px(12),
                height: max(1, picture.px(1))),
            picture.theme.line)
    }

    private func drawNothing(in frame: Frame, _ picture: inout Picture) {
        let template = model.template
        let words: MessageWords
        if let loadingTime {
            guard loadingTime >= Timing.spinnerDelay else { return }
            words = MessageWords(
                icon: nil, title: nil, text: template.loading?.text, isBusy: true, room: frame, picture)
        } else if let empty = template.empty {
            words = MessageWords(
                icon: empty.icon, title: empty.title, text: empty.detail, isBusy: false, room: frame, picture)
        } else {
            return
        }
        words.draw(at: frame.y + max(0, (frame.height - words.height) / 2), in: frame, now: state.now, &picture)
    }
}
