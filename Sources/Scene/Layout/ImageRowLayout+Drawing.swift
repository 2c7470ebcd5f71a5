// A row of pictures in a list: what its elements look like. Main thread.

import TemplateKit

extension ImageRowLayout {
    /// - Parameters:
    ///   - frame: the whole width of the pane
    ///   - scroll: pixels the elements are moved to the left
    func draw(number: Int, frame: Frame, scroll: Int, state: ViewState, in picture: inout Picture) {
        title(number: number, frame: frame, state: state, &picture)
        // Above the elements there is room for the focus ring.
        let band = Frame(
            x: frame.x, y: frame.y + titleHeight - picture.px(8), width: frame.width,
            height: frame.bottom - frame.y - titleHeight + picture.px(8))
        picture.clipped(to: band) { picture in
            for item in 0..<itemCount {
                let place = Frame(
                    x: frame.x + metrics.margin + item * step - scroll, y: frame.y + titleHeight, width: itemWidth,
                    height: itemHeight)
                guard place.right > frame.x, place.x < frame.right else { continue }
                if item < row.elements.count {
                    draw(row.elements[item], .image(row: number, item: item), place, state, &picture)
                } else {
                    drawAll(.image(row: number, item: item), place, state, &picture)
                }
            }
        }
    }

    private func title(number: Int, frame: Frame, state: ViewState, _ picture: inout Picture) {
        guard let text = row.title else { return }
        let px = picture.px
        let label = picture.environment.string(text)
        let isPressable = row.titleAction != nil
        let band = Frame(x: frame.x, y: frame.y, width: frame.width, height: titleHeight)
        let inner = band.insetSideways(by: metrics.margin)
        let id = ElementID.row(number)
        let shape = Frame(
            x: inner.x - px(10), y: band.y + px(8), width: inner.width + px(20), height: band.height - px(16))
        if state.pressed == id || state.busy == id {
            picture.panel(shape, radius: px(16), picture.theme.raised)
        }
        var words = inner
        words.width -= isPressable ? px(32) : 0
        let width = picture.line(label, picture.type.sectionTitle, words, picture.theme.dim)
        if isPressable {
            picture.icon(
                .icon("disclosure"), 24,
                in: Frame(x: inner.x + width + px(4), y: band.y, width: px(28), height: band.height),
                picture.theme.dim)
        }
        var element = Element(
            id, isPressable ? .row : .text, label: label, frame: band, area: isPressable ? .content : nil,
            shape: shape, shapeRadius: px(16))
        element.key = row.key
        picture.add(element)
    }

    // MARK: - Elements

    private var isRound: Bool { row.shape == .round }

    /// Of the body, where that is the picture itself.
    private func radius(_ place: Frame, _ picture: Picture) -> Int {
        switch row.style {
        case .row, .grid, .imageGrid: isRound ? place.width / 2 : picture.px(14)
        case .card, .condensed: picture.px(18)
        }
    }

    private func element(_ id: ElementID, label: String, _ place: Frame, _ radius: Int) -> Element {
        Element(
            id, .imageItem, label: label,
            frame: Frame(x: place.x, y: place.y, width: place.width, height: place.height + captionHeight),
            area: .content, shape: place, shapeRadius: radius)
    }

    private func draw(
        _ item: ImageRow.Element, _ id: ElementID, _ place: Frame, _ state: ViewState, _ picture: inout Picture
    ) {
        let radius = radius(place, picture)
        let isHeld = state.pressed == id || state.busy == id
        let isSpinning = state.busy == id && state.busyShowsSpinner
        switch row.style {
        case .row, .grid, .imageGrid:
            picture.picture(item.image, place, radius: radius)
            if isHeld { picture.panel(place, radius: radius, picture.theme.background.faded(to: 0.5)) }
            if isSpinning { picture.spinner(dp: 48, in: place, state.now, picture.theme.text) }
            under(item, place, &picture)
        case .card: card(item, place, radius, isHeld, isSpinning ? state.now : nil, &picture)
        case .condensed: tile(item, place, radius, isHeld, isSpinning ? state.now : nil, &picture)
        }
        var element = element(id, label: picture.environment.string(item.title), place, radius)
        element.detail = item.detail.map(picture.environment.string)
        element.key = item.key
        element.isEnabled = item.isEnabled
        element.isPlaying = item.isPlaying
        if item.select == nil { element.area = nil }
        picture.add(element)
    }

    private func titleColor(_ item: ImageRow.Element, _ theme: Theme) -> Color {
        item.isEnabled ? item.isPlaying ? theme.accent : theme.text : theme.control
    }

    private func words(
        _ item: ImageRow.Element, at line: Frame, detail: Bool, _ alignment: TextLine.Alignment,
        _ picture: inout Picture
    ) {
        let theme = picture.theme
        let title = picture.environment.string(item.title)
        let style = picture.environment.fitter.first(
            of: picture.type.itemTitle, picture.type.itemTitleSmall, for: title, width: line.width)
        picture.line(title, style, line, titleColor(item, theme), alignment)
        guard detail else { return }
        picture.line(
            picture.environment.string(item.detail), picture.type.secondary,
            Frame(x: line.x, y: line.bottom, width: line.width, height: picture.px(30)),
            item.isEnabled ? theme.dim : theme.control, alignment)
    }

    /// Title and detail under the picture, as far as the style has them; under a round one in the middle.
    private func under(_ item: ImageRow.Element, _ place: Frame, _ picture: inout Picture) {
        guard row.style != .grid else { return }
        let line = Frame(
            x: place.x - (isRound ? reach / 2 : 0), y: place.bottom + picture.px(8), width: place.width + reach,
            height: picture.px(32))
        words(item, at: line, detail: row.style == .row && hasDetails, isRound ? .center : .leading, &picture)
    }

    private func card(
        _ item: ImageRow.Element, _ place: Frame, _ radius: Int, _ isHeld: Bool, _ spinning: Double?,
        _ picture: inout Picture
    ) {
        let px = picture.px
        // The colours of a cover are pushed until the words on them can be read.
        let surface =
            item.image.flatMap(picture.environment.palette).map { Wash($0, theme: picture.theme).top }
            ?? picture.theme.panel
        picture.panel(place, radius: radius, isHeld ? picture.pressedSurface(surface) : surface)
        let edge = px(Self.cardEdge)
        let cover = Frame(x: place.x + edge, y: place.y + edge, width: pictureSide, height: pictureSide)
        picture.picture(item.image, cover, radius: isRound ? pictureSide / 2 : px(10))
        if let spinning { picture.spinner(dp: 48, in: cover, spinning, picture.theme.text) }
        let line = Frame(
            x: cover.x + px(2), y: cover.bottom + px(6), width: cover.width - px(4), height: px(32))
        words(item, at: line, detail: hasDetails, .leading, &picture)
    }

    private func tile(
        _ item: ImageRow.Element, _ place: Frame, _ radius: Int, _ isHeld: Bool, _ spinning: Double?,
        _ picture: inout Picture
    ) {
        let px = picture.px
        let surface = picture.theme.panel
        picture.panel(place, radius: radius, isHeld ? picture.pressedSurface(surface) : surface)
        let edge = (place.height - pictureSide) / 2
        let cover = Frame(x: place.x + edge, y: place.y + edge, width: pictureSide, height: pictureSide)
        picture.picture(item.image, cover, radius: isRound ? pictureSide / 2 : px(10))
        if let spinning { picture.spinner(dp: 36, in: cover, spinning, picture.theme.text) }
        let start = cover.right + px(14)
        let hasDetail = item.detail != nil
        let height = px(hasDetail ? 62 : 32)
        let line = Frame(
            x: start, y: place.y + (place.height - height) / 2, width: place.right - px(14) - start, height: px(32))
        words(item, at: line, detail: hasDetail, .leading, &picture)
    }

    private func drawAll(_ id: ElementID, _ place: Frame, _ state: ViewState, _ picture: inout Picture) {
        let px = picture.px
        let label = picture.environment.string(.key("all"))
        let radius = row.style == .condensed || row.style == .card ? px(18) : px(14)
        let isHeld = state.pressed == id || state.busy == id
        picture.panel(
            place, radius: radius, isHeld ? picture.pressedSurface(picture.theme.raised) : picture.theme.raised)
        let box = Frame.centered(in: place, width: place.width - px(16), height: px(72))
        picture.icon(
            .icon("disclosure"), 36, in: Frame(x: box.x, y: box.y, width: box.width, height: px(40)),
            picture.theme.text)
        picture.line(
            label, picture.type.itemTitle, Frame(x: box.x, y: box.y + px(40), width: box.width, height: px(32)),
            picture.theme.text, .center)
        picture.add(element(id, label: label, place, radius))
    }
}
