// A row of which nothing is known yet. Main thread.

extension RowLayout {
    /// A row that has not come: its place, and nothing in it.
    static func drawBlank(number: Int, key: Int32?, frame: Frame, state: ViewState, in picture: inout Picture) {
        let px = picture.px
        let shape = Frame(x: frame.x, y: frame.y + px(6), width: frame.width, height: frame.height - 2 * px(6))
        let side = min(px(64), shape.height)
        picture.panel(
            Frame(x: shape.x + px(12), y: shape.y + (shape.height - side) / 2, width: side, height: side),
            radius: px(10), picture.theme.panel)
        var element = Element(
            .row(number), .row, label: "", frame: frame, area: .content, shape: shape, shapeRadius: px(18))
        element.key = key
        picture.add(element)
    }
}
