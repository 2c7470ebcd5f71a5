// The search: back and field in the bar, the keys on the driver's side, what is found beside or over them; where the keys
// need the whole panel, what is found is in the bar. Main thread.

import TemplateKit

/// Where the parts of a search are.
struct SearchParts: Hashable {
    /// Back and field.
    let bar: Frame
    /// Empty while there is no keyboard.
    let keyboard: Frame
    /// At least one row, whole.
    let results: Frame
    let grid: KeyboardGrid

    init(_ metrics: Metrics, letters: Int, hasKeyboard: Bool) {
        let bounds = metrics.bounds
        let whole = Frame(x: 0, y: 0, width: bounds.width, height: metrics.target)
        let pane = Frame(
            x: 0, y: whole.bottom, width: bounds.width, height: bounds.height - whole.bottom - metrics.px(4))
        let grid = KeyboardGrid(letters: letters, pane: pane, metrics: metrics)
        self.grid = grid
        guard hasKeyboard else {
            (bar, keyboard, results) = (whole, .zero, pane)
            return
        }
        if grid.isBeside {
            bar = whole
            let edge = metrics.margin - metrics.px(4)
            keyboard = metrics.fromDriver(
                Frame(x: pane.x + edge, y: pane.y, width: grid.width, height: grid.height), in: pane)
            let start = edge + grid.width
            results = metrics.fromDriver(
                Frame(x: pane.x + start, y: pane.y, width: pane.width - start, height: pane.height), in: pane)
            return
        }
        let x = pane.x + (pane.width - grid.width) / 2
        keyboard = Frame(x: x, y: pane.bottom - grid.height, width: grid.width, height: grid.height)
        let left = keyboard.y - pane.y
        if left >= KeyboardGrid.leastHeight(metrics) {
            (bar, results) = (whole, Frame(x: pane.x, y: pane.y, width: pane.width, height: left))
            return
        }
        // Four rows of keys fill a low panel: one row of results stands at the end of the bar, and the field makes room.
        let width = max(metrics.px(KeyboardGrid.leastResults), bounds.width / 2)
        bar = metrics.fromDriver(Frame(x: 0, y: 0, width: bounds.width - width, height: whole.height), in: whole)
        results = metrics.fromDriver(
            Frame(x: bounds.width - width, y: 0, width: width, height: whole.height), in: whole)
    }
}

/// The field and the keys at one moment; the results are a list like any other.
@MainActor
struct SearchLayout {
    let template: SearchTemplate
    let parts: SearchParts
    let letters: [String]
    /// On the key that shows other letters.
    let nextLabel: String
    /// Nothing can be typed now.
    let isLocked: Bool
    let clock: String?
    let state: ViewState

    static let field = ElementID.text("search")

    func draw(in picture: inout Picture) {
        drawBar(in: &picture)
        if !parts.keyboard.isEmpty { drawKeys(in: &picture) }
    }

    // MARK: - The bar

    private func drawBar(in picture: inout Picture) {
        let metrics = picture.metrics
        let bar = parts.bar
        let side = metrics.target
        let edge = picture.px(8)
        picture.iconButton(
            .bar("back"), label: picture.environment.string(.key("button.back")), icon: .icon("back"),
            frame: metrics.fromDriver(Frame(x: bar.x + edge, y: bar.y, width: side, height: side), in: bar),
            area: .bar, state: state, iconDp: 40)
        var end = bar.right - (bar.width < metrics.width ? 0 : metrics.margin)
        if let clock {
            let width = picture.environment.fitter.width(of: clock, picture.type.clock)
            if bar.width - width >= picture.px(400) {
                let place = metrics.fromDriver(
                    Frame(x: end - width, y: bar.y, width: width, height: bar.height), in: bar)
                picture.line(clock, picture.type.clock, place, picture.theme.text, .trailing)
                picture.addText("clock", clock, place)
                end -= width + picture.px(16)
            }
        }
        let start = bar.x + edge + side
        drawField(
            metrics.fromDriver(Frame(x: start, y: bar.y, width: end - start, height: bar.height), in: bar), &picture)
    }

    private func drawField(_ frame: Frame, _ picture: inout Picture) {
        let shape = Frame(
            x: frame.x, y: frame.y + picture.px(6), width: frame.width, height: frame.height - picture.px(12))
        if state.pressed == Self.field { picture.panel(shape, radius: picture.px(18), picture.theme.raised) }
        let hint = picture.environment.string(template.hint)
        let style = picture.type.screenTitle
        let inner = frame.insetSideways(by: picture.px(12))
        let caretWidth = max(2, picture.px(4))
        let fitter = picture.environment.fitter
        let shown = fitter.fitEnd(template.text, style, width: inner.width - 3 * caretWidth)
        let width = fitter.width(of: shown, style)
        picture.line(shown, style, inner, picture.theme.text)
        var caret = Frame.centered(in: inner, width: caretWidth, height: picture.px(42))
        caret.x = inner.x + width + (width == 0 ? 0 : caretWidth)
        if template.text.isEmpty {
            let place = Frame(
                x: inner.x + 3 * caretWidth, y: inner.y, width: inner.width - 3 * caretWidth, height: inner.height)
            picture.line(hint, picture.type.lead, place, picture.theme.dim)
        }
        if !isLocked { picture.panel(caret, radius: caretWidth / 2, picture.theme.accent) }
        var element = Element(
            Self.field, .textField, label: hint, frame: frame, area: .bar, shape: shape, shapeRadius: picture.px(18))
        element.value = template.text
        element.isEnabled = !isLocked
        picture.add(element)
    }

    // MARK: - The keys

    /// What stands behind the letters.
    private enum Key: String { case alphabet, space, delete, done }

    private func drawKeys(in picture: inout Picture) {
        for (place, letter) in letters.enumerated() {
            drawKey(letter, cell(place), label: letter, &picture) { picture, frame, color in
                picture.line(letter, picture.type.button, frame, color, .center)
            }
        }
        let actions: [Key] = [.alphabet, .space, .delete, .done]
        for (number, key) in actions.enumerated() {
            var frame = cell(letters.count + number)
            // The last one takes what is left of its row.
            if key == .done { frame.width = parts.keyboard.right - frame.x }
            let label = picture.environment.string(.key("key.\(key.rawValue)"))
            drawKey(key.rawValue, frame, label: label, isAction: true, &picture) { picture, frame, color in
                switch key {
                case .alphabet:
                    picture.line(nextLabel, picture.type.caption, frame, color, .center)
                case .space: picture.icon(.icon("space"), 32, in: frame, color)
                case .delete: picture.icon(.icon("backspace"), 34, in: frame, color)
                case .done: picture.icon(.icon("check"), 34, in: frame, color)
                }
            }
        }
    }

    private func cell(_ place: Int) -> Frame {
        let grid = parts.grid
        return Frame(
            x: parts.keyboard.x + place % grid.columns * grid.cellWidth,
            y: parts.keyboard.y + place / grid.columns * grid.cellHeight, width: grid.cellWidth,
            height: grid.cellHeight)
    }

    private func drawKey(
        _ name: String, _ frame: Frame, label: String, isAction: Bool = false, _ picture: inout Picture,
        face: (inout Picture, Frame, Color) -> Void
    ) {
        let id = ElementID.key(name)
        let shape = frame.inset(by: picture.px(4))
        let theme = picture.theme
        let surface = isAction ? theme.panel : theme.raised
        let radius = picture.px(14)
        picture.panel(shape, radius: radius, state.pressed == id ? picture.pressedSurface(surface) : surface)
        face(&picture, shape, theme.text)
        picture.add(
            Element(id, .key, label: label, frame: frame, area: .keyboard, shape: shape, shapeRadius: radius))
    }
}

extension TextFitter {
    /// The text, or as many whole characters of its end as stand behind an ellipsis in `width` pixels.
    func fitEnd(_ text: String, _ style: TextStyle, width: Int) -> String {
        if self.width(of: text, style) <= width { return text }
        var rest = text[...]
        while !rest.isEmpty {
            rest.removeFirst()
            let candidate = Self.ellipsis + rest
            if self.width(of: candidate, style) <= width { return candidate }
        }
        return ""
    }
}
