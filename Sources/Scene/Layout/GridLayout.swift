// The lines of a grid: how many pictures stand beside each other, and how large. Main thread.

import TemplateKit

/// Sizes of a grid; cheap to make, so nobody keeps one.
@MainActor
struct GridLayout {
    let metrics: Metrics
    let items: GridItems
    /// From the edge of the pane, as the pictures see it.
    let start: Int
    let columns: Int
    /// Of a picture.
    let side: Int

    /// - Parameters:
    ///   - width: of the whole pane
    ///   - hasIndex: letters at the edge take their place
    init(_ items: GridItems, metrics: Metrics, width: Int, hasIndex: Bool) {
        self.items = items
        self.metrics = metrics
        let index = hasIndex ? metrics.px(IndexLayout.width) + metrics.px(8) : metrics.margin
        let room = max(1, width - metrics.margin - index)
        start = hasIndex && metrics.driverSide == .right ? index : metrics.margin
        let gap = metrics.px(Self.gap)
        var columns = max(2, (room + gap) / (metrics.px(Self.least) + gap))
        // On a low panel a line with its words must be seen whole, under the title and over the mini player.
        let words = Self.top + Self.words(items)
        let most = metrics.px(max(Self.lowest, metrics.heightInDp - 76 - 88 - words - 4))
        func side(_ columns: Int) -> Int { (room - gap * (columns - 1)) / columns }
        while !metrics.isPortrait, side(columns) > most, side(columns + 1) >= metrics.target { columns += 1 }
        self.columns = columns
        self.side = max(1, side(columns))
    }

    /// Dp: a picture is at least so wide; between two pictures; above a picture, for the focus ring.
    private static let least = 140.0
    private static let lowest = 86.0
    static let gap = 20.0
    static let top = 8.0

    /// Dp under a picture.
    private static func words(_ items: GridItems) -> Double { 8 + 32 + (items.hasDetails ? 30 : 0) + 8 }

    var lineHeight: Int { metrics.px(Self.top) + side + metrics.px(Self.words(items)) }

    func lineCount(_ count: Int) -> Int { (count + columns - 1) / columns }

    /// The place of an item in a line that begins at `y`.
    func cell(_ column: Int, x: Int, y: Int) -> Frame {
        Frame(x: x + start + column * (side + metrics.px(Self.gap)), y: y, width: side, height: lineHeight)
    }

    // MARK: - Drawing

    func draw(_ item: GridItem, number: Int, cell: Frame, state: ViewState, in picture: inout Picture) {
        let px = picture.px
        let theme = picture.theme
        let id = ElementID.item(number)
        let cover = Frame(x: cell.x, y: cell.y + px(Self.top), width: side, height: side)
        let radius = items.shape == .round ? side / 2 : px(14)
        picture.picture(item.image, cover, radius: radius)
        if state.pressed == id || state.busy == id {
            picture.panel(cover, radius: radius, theme.background.faded(to: 0.5))
        }
        if state.busy == id && state.busyShowsSpinner {
            picture.spinner(dp: 48, in: cover, state.now, theme.text)
        }
        corners(item, cover, &picture)
        if let progress = item.progress {
            let bar = Frame(x: cover.x, y: cover.bottom + px(2), width: cover.width, height: px(6))
            picture.bar(dp: 4, share: progress, in: bar, theme.text)
        }
        let title = picture.environment.string(item.title)
        let alignment: TextLine.Alignment = items.shape == .round ? .center : .leading
        let line = Frame(x: cover.x, y: cover.bottom + px(8), width: cover.width, height: px(32))
        picture.line(
            title, picture.type.itemTitle, line,
            item.isEnabled ? item.isPlaying ? theme.accent : theme.text : theme.control, alignment)
        if items.hasDetails {
            picture.line(
                picture.environment.string(item.detail), picture.type.secondary,
                Frame(x: line.x, y: line.bottom, width: line.width, height: px(30)),
                item.isEnabled ? theme.dim : theme.control, alignment)
        }
        var element = Element(
            id, .gridItem, label: title, frame: cell, area: item.select == nil ? nil : .content, shape: cover,
            shapeRadius: radius)
        element.detail = item.detail.map(picture.environment.string)
        element.value = item.badge.map(picture.environment.string)
        element.key = item.key
        element.isEnabled = item.isEnabled
        element.isPlaying = item.isPlaying
        element.progress = item.progress
        picture.add(element)
    }

    /// What is pinned on the picture: the badge above, at the foot that it plays or is not here. In the corners of a
    /// square; in the middle of a circle, which has none, and where its ring does not go.
    private func corners(_ item: GridItem, _ cover: Frame, _ picture: inout Picture) {
        let px = picture.px
        let theme = picture.theme
        let isRound = items.shape == .round
        let inset = isRound ? cover.width / 10 : px(6)
        func left(of width: Int) -> Int { isRound ? cover.x + (cover.width - width) / 2 : cover.right - inset - width }
        if let badge = item.badge {
            let text = picture.environment.string(badge)
            let style = picture.type.caption
            let height = px(34)
            let wish = picture.environment.fitter.width(of: text, style) + px(20)
            // A tenth below its top a circle is six tenths wide.
            let width = min(max(height, wish), isRound ? cover.width * 6 / 10 : cover.width - 2 * inset)
            let pill = Frame(x: left(of: width), y: cover.y + inset, width: width, height: height)
            picture.panel(pill, radius: height / 2, theme.text)
            picture.line(text, style, pill.insetSideways(by: px(8)), theme.background, .center)
        }
        guard item.isAbsent || item.isPlaying else { return }
        let side = px(40)
        let disc = Frame(x: left(of: side), y: cover.bottom - inset - side, width: side, height: side)
        picture.panel(disc, radius: side / 2, theme.raised)
        if item.isAbsent {
            picture.icon(.icon("stick"), 26, in: disc, theme.text)
        } else {
            picture.playingMark(in: disc)
        }
    }

    /// An item that has not come: its place, and nothing in it.
    func drawBlank(number: Int, key: Int32?, cell: Frame, in picture: inout Picture) {
        let cover = Frame(x: cell.x, y: cell.y + picture.px(Self.top), width: side, height: side)
        let radius = items.shape == .round ? side / 2 : picture.px(14)
        picture.panel(cover, radius: radius, picture.theme.panel)
        var element = Element(
            .item(number), .gridItem, label: "", frame: cell, area: .content, shape: cover, shapeRadius: radius)
        element.key = key
        picture.add(element)
    }
}
