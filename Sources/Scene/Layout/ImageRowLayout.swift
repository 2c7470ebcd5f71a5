// A row of pictures in a list, and how it lies sideways. Main thread.

import TemplateKit

/// Sizes of an image row; cheap to make, so nobody keeps one.
@MainActor
struct ImageRowLayout {
    let row: ImageRow
    let metrics: Metrics

    init(_ row: ImageRow, metrics: Metrics) {
        self.row = row
        self.metrics = metrics
    }

    /// 152 dp; on a low panel as much as leaves the words under it in sight.
    var itemSide: Int {
        guard metrics.isShort else { return metrics.px(152) }
        let words = 76.0 + 88 + 40 + 70 + 10
        return metrics.px(max(96, min(152, metrics.heightInDp - words)))
    }
    var gap: Int { metrics.px(20) }
    /// From one picture to the next.
    var step: Int { itemSide + gap }

    /// A title that opens something is as high as a finger needs.
    var titleHeight: Int {
        if row.title == nil { return metrics.px(14) }
        return row.all == nil ? metrics.px(metrics.isShort ? 40 : 52) : metrics.target
    }
    /// Under the pictures.
    var captionHeight: Int { row.style == .row ? metrics.px(8 + 32 + 30) : 0 }
    var height: Int { titleHeight + itemSide + captionHeight + metrics.px(10) }

    /// Pictures, with "All" behind the last.
    var itemCount: Int { row.elements.count + (row.all == nil ? 0 : 1) }

    func maximumScroll(width: Int) -> Int {
        guard itemCount > 0 else { return 0 }
        return max(0, itemCount * step - gap + 2 * metrics.margin - width)
    }

    /// A place where the row comes to rest: a picture at the margin, or the end.
    func rest(near x: Double, width: Int) -> Int {
        let last = maximumScroll(width: width)
        let place = Int(max(0, min(Double(last), x.isFinite ? x : 0)))
        let item = (place + step / 2) / step * step
        return abs(last - place) < abs(item - place) ? last : min(item, last)
    }

    /// The scroll nearest to `scroll` at which the whole item is seen.
    func scroll(showing item: Int, from scroll: Int, width: Int) -> Int {
        let left = metrics.margin + item * step
        let last = maximumScroll(width: width)
        if left - metrics.margin < scroll { return min(left - metrics.margin, last) }
        if left + itemSide + metrics.margin > scroll + width {
            let least = left + itemSide + metrics.margin - width
            return min((least + step - 1) / step * step, last)
        }
        return scroll
    }

    /// - Parameters:
    ///   - frame: the whole width of the pane
    ///   - scroll: pixels the pictures are moved to the left
    func draw(number: Int, frame: Frame, scroll: Int, state: ViewState, in picture: inout Picture) {
        let environment = picture.environment
        title(number: number, frame: frame, state: state, &picture)
        let band = Frame(
            x: frame.x, y: frame.y + titleHeight - picture.px(8), width: frame.width,
            height: frame.bottom - frame.y - titleHeight + picture.px(8))
        picture.clipped(to: band) { picture in
            for item in 0..<itemCount {
                let place = Frame(
                    x: frame.x + metrics.margin + item * step - scroll, y: frame.y + titleHeight, width: itemSide,
                    height: itemSide)
                guard place.right > frame.x, place.x < frame.right else { continue }
                if item < row.elements.count {
                    draw(row.elements[item], .image(row: number, item: item), place, state, &picture)
                } else {
                    drawAll(.image(row: number, item: item), place, environment, state, &picture)
                }
            }
        }
    }

    private func title(number: Int, frame: Frame, state: ViewState, _ picture: inout Picture) {
        guard let text = row.title else { return }
        let px = picture.px
        let label = picture.environment.string(text)
        let band = Frame(x: frame.x, y: frame.y, width: frame.width, height: titleHeight)
        let inner = band.insetSideways(by: metrics.margin)
        let id = ElementID.row(number)
        let shape = Frame(
            x: inner.x - px(10), y: band.y + px(8), width: inner.width + px(20), height: band.height - px(16))
        if state.pressed == id || state.busy == id {
            picture.panel(shape, radius: px(16), picture.theme.raised)
        }
        let mark = row.all == nil ? 0 : px(32)
        var words = inner
        words.width -= mark
        let width = picture.line(label, picture.type.sectionTitle, words, picture.theme.dim)
        if row.all != nil {
            picture.icon(
                .icon("disclosure"), 24,
                in: Frame(x: inner.x + width + px(4), y: band.y, width: px(28), height: band.height),
                picture.theme.dim)
        }
        var element = Element(
            id, row.all == nil ? .text : .row, label: label, frame: band, area: row.all == nil ? nil : .content,
            shape: shape, shapeRadius: px(16))
        element.key = row.key
        picture.add(element)
    }

    private func element(
        _ id: ElementID, label: String, _ place: Frame, isRound: Bool, _ picture: Picture
    ) -> Element {
        Element(
            id, .imageItem, label: label,
            frame: Frame(x: place.x, y: place.y, width: place.width, height: place.height + captionHeight),
            area: .content, shape: place, shapeRadius: isRound ? place.width / 2 : picture.px(14))
    }

    private func draw(
        _ item: ImageRow.Element, _ id: ElementID, _ place: Frame, _ state: ViewState, _ picture: inout Picture
    ) {
        let px = picture.px
        let isRound = row.shape == .round
        let title = picture.environment.string(item.title)
        picture.picture(item.image, place, radius: isRound ? place.width / 2 : px(14))
        if state.pressed == id || state.busy == id {
            picture.panel(
                place, radius: isRound ? place.width / 2 : px(14), picture.theme.background.faded(to: 0.5))
        }
        if state.busy == id && state.busyShowsSpinner {
            picture.spinner(dp: 48, in: place, state.now, picture.theme.text)
        }
        if row.style == .row {
            let color =
                item.isEnabled ? item.isPlaying ? picture.theme.accent : picture.theme.text : picture.theme.control
            let line = Frame(x: place.x, y: place.bottom + px(8), width: place.width, height: px(32))
            picture.line(title, picture.type.itemTitle, line, color)
            picture.line(
                picture.environment.string(item.detail), picture.type.secondary,
                Frame(x: line.x, y: line.bottom, width: line.width, height: px(30)),
                item.isEnabled ? picture.theme.dim : picture.theme.control)
        }
        var element = element(id, label: title, place, isRound: isRound, picture)
        element.detail = item.detail.map(picture.environment.string)
        element.key = item.key
        element.isEnabled = item.isEnabled
        element.isPlaying = item.isPlaying
        if item.select == nil { element.area = nil }
        picture.add(element)
    }

    private func drawAll(
        _ id: ElementID, _ place: Frame, _ environment: LayoutEnvironment, _ state: ViewState,
        _ picture: inout Picture
    ) {
        let px = picture.px
        let label = environment.string(.key("all"))
        let isHeld = state.pressed == id || state.busy == id
        picture.panel(
            place, radius: px(14), isHeld ? picture.pressedSurface(picture.theme.raised) : picture.theme.raised)
        let box = Frame.centered(in: place, width: place.width - px(16), height: px(72))
        picture.icon(
            .icon("disclosure"), 36, in: Frame(x: box.x, y: box.y, width: box.width, height: px(40)),
            picture.theme.text)
        picture.line(
            label, picture.type.itemTitle, Frame(x: box.x, y: box.y + px(40), width: box.width, height: px(32)),
            picture.theme.text, .center)
        picture.add(element(id, label: label, place, isRound: false, picture))
    }
}
