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

    /// Dp of words under the pictures, or under them on their cards.
    private var wordsInDp: Double {
        switch row.style {
        case .row: 8 + 32 + (hasDetails ? 30 : 0)
        case .imageGrid: 8 + 32
        case .card: Self.cardEdge + 6 + 32 + (hasDetails ? 30 : 0) + 8
        case .condensed, .grid: 0
        }
    }

    /// Dp between the edge of a card and its picture.
    static let cardEdge = 10.0
    /// Dp under all of it.
    private static let foot = 10.0
    /// Dp of a tile that has its words beside the picture.
    private static let condensed = (width: 292.0, height: 88.0, picture: 64.0)

    /// On a low panel there is room for a name under a picture or for a picture of some size, not for a second line.
    var hasDetails: Bool { !metrics.isShort && row.elements.contains { $0.detail != nil } }

    /// 152 dp, or on a low panel as much as leaves the words under it in sight. Beside words it is 64 dp.
    var pictureSide: Int {
        if row.style == .condensed { return metrics.px(Self.condensed.picture) }
        let panes = Panes(metrics, hasTabs: true, hasMiniPlayer: true)
        let others = titleHeight + metrics.px(wordsInDp) + metrics.px(Self.foot)
        return max(metrics.px(76), min(metrics.px(152), panes.content.height - others))
    }

    /// The body of an element: its picture, its card or its tile.
    var itemWidth: Int {
        switch row.style {
        case .row, .grid, .imageGrid: pictureSide
        case .card: pictureSide + 2 * metrics.px(Self.cardEdge)
        case .condensed: metrics.px(min(Self.condensed.width, metrics.widthInDp - 60))
        }
    }
    var itemHeight: Int {
        switch row.style {
        case .row, .grid, .imageGrid: pictureSide
        case .card: pictureSide + metrics.px(wordsInDp)
        case .condensed: metrics.px(Self.condensed.height)
        }
    }
    /// Under the body.
    var captionHeight: Int {
        switch row.style {
        case .row, .imageGrid: metrics.px(wordsInDp)
        case .card, .condensed, .grid: 0
        }
    }

    /// Pictures that are small for their names stand further apart.
    var gap: Int {
        switch row.style {
        case .condensed, .card: metrics.margin
        case .row, .imageGrid: metrics.px(metrics.isShort ? 36 : 20)
        case .grid: metrics.px(20)
        }
    }
    /// Pixels that words under a picture reach over its far side.
    var reach: Int { metrics.isShort ? gap - metrics.px(10) : 0 }
    /// From one element to the next.
    var step: Int { itemWidth + gap }

    /// A title that opens something is as high as a finger needs.
    var titleHeight: Int {
        if row.title == nil { return metrics.px(14) }
        return row.titleAction == nil ? metrics.px(metrics.isShort ? 40 : 52) : metrics.target
    }
    var height: Int { titleHeight + itemHeight + captionHeight + metrics.px(Self.foot) }

    /// Elements, with "All" behind the last.
    var itemCount: Int { row.elements.count + (row.all == nil ? 0 : 1) }

    // MARK: - Sideways

    func maximumScroll(width: Int) -> Int {
        guard itemCount > 0 else { return 0 }
        return max(0, itemCount * step - gap + 2 * metrics.margin - width)
    }

    /// A place where the row comes to rest: an element at the margin, or the end.
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
        if left + itemWidth + metrics.margin > scroll + width {
            let least = left + itemWidth + metrics.margin - width
            return min((least + step - 1) / step * step, last)
        }
        return scroll
    }
}
