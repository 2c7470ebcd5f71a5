// Alert and action sheet: a panel over a dimmed screen. Main thread.

import TemplateKit

/// An alert asks something that must be answered; its actions stand side by side where they fit.
@MainActor
struct AlertLayout {
    let template: AlertTemplate
    let state: ViewState

    func draw(in picture: inout Picture) {
        let px = picture.px
        let metrics = picture.metrics
        let fitter = picture.environment.fitter
        let width = min(px(720), metrics.width - 2 * px(16))
        let inner = width - 2 * px(32)
        let titles = template.actions.map { picture.environment.string($0.title) }
        let wishes = zip(template.actions, titles).map { picture.wordButtonWidth($1, hasIcon: $0.icon != nil) }
        let widest = wishes.max() ?? 0
        let gap = px(16)
        let isRow = widest * titles.count + gap * (titles.count - 1) <= inner
        let rows = isRow ? 1 : titles.count
        let buttonsHeight = rows * metrics.target + (rows - 1) * px(8)
        let variants = template.titles.map(picture.environment.string)
        // The longest variant that fits on one line; a single long one may take two.
        let fitting = fitter.fit(variants: variants, picture.type.screenTitle, width: inner)
        let titleLines =
            variants.count == 1
            ? fitter.wrap(variants[0], picture.type.screenTitle, width: inner, most: 2) : [fitting]
        let room = metrics.height - 2 * px(16) - buttonsHeight - titleLines.count * px(44) - px(28 + 28 + 20 + 8)
        let lines =
            template.text.map {
                fitter.wrap(
                    picture.environment.string($0), picture.type.playingAlbum, width: inner,
                    most: max(0, min(6, room / px(36))))
            } ?? []
        let wordsHeight = titleLines.count * px(44) + (lines.isEmpty ? 0 : px(8) + lines.count * px(36))
        let height = px(28) + wordsHeight + px(28) + buttonsHeight + px(24)
        let panel = Frame.centered(in: metrics.bounds, width: width, height: height)
        picture.panel(panel, radius: px(28), picture.theme.raised)
        var y = ModalWords.draw(
            titleLines, lines, title: titleLines.joined(separator: " "),
            text: template.text.map(picture.environment.string), x: panel.x + px(32), y: panel.y + px(28),
            width: inner, &picture)
        y = panel.bottom - px(24) - buttonsHeight
        let cell = isRow ? (inner - gap * (titles.count - 1)) / titles.count : inner
        for (number, action) in template.actions.enumerated() {
            let frame = Frame(
                x: panel.x + px(32) + (isRow ? number * (cell + gap) : 0),
                y: y + (isRow ? 0 : number * (metrics.target + px(8))), width: cell, height: metrics.target)
            let look = ModalWords.look(action.style, picture.theme, isSheet: false)
            picture.wordButton(
                .action(number), .alertAction, title: titles[number], icon: action.icon, frame: frame, area: .modal,
                state: state, surface: look.surface, color: look.color, isEnabled: action.isEnabled)
        }
    }
}

/// A sheet offers up to six things to do, one under another; on a low panel in two columns.
@MainActor
struct ActionSheetLayout {
    let template: ActionSheetTemplate
    let state: ViewState

    func draw(in picture: inout Picture) {
        let px = picture.px
        let metrics = picture.metrics
        let fitter = picture.environment.fitter
        let titles = template.actions.map { picture.environment.string($0.title) }
        let most = metrics.height - 2 * px(12)
        let rowHeight = metrics.target
        let single = px(24 + 44 + 12) + titles.count * rowHeight + px(16)
        let columns = single > most && metrics.widthInDp >= 520 ? 2 : 1
        let width = min(px(columns == 2 ? 860 : 640), metrics.width - 2 * px(12))
        let inner = width - 2 * px(20)
        let rows = (titles.count + columns - 1) / columns
        let titleLines = [
            fitter.fit(picture.environment.string(template.title), picture.type.screenTitle, width: inner - px(24))
        ]
        let room = most - px(20 + 44 + 12 + 16) - rows * rowHeight
        let lines =
            template.text.map {
                fitter.wrap(
                    picture.environment.string($0), picture.type.playingAlbum, width: inner - px(24),
                    most: max(0, min(3, room / px(36))))
            } ?? []
        let wordsHeight = px(44) + (lines.isEmpty ? 0 : px(8) + lines.count * px(36))
        let height = min(most, px(20) + wordsHeight + px(12) + rows * rowHeight + px(16))
        let panel = Frame.centered(in: metrics.bounds, width: width, height: height)
        picture.panel(panel, radius: px(28), picture.theme.raised)
        ModalWords.draw(
            titleLines, lines, title: picture.environment.string(template.title),
            text: template.text.map(picture.environment.string), x: panel.x + px(32), y: panel.y + px(20),
            width: inner - px(24), &picture)
        let top = panel.bottom - px(16) - rows * rowHeight
        for (number, action) in template.actions.enumerated() {
            let column = number % columns
            let cell = inner / columns
            let frame = Frame(
                x: panel.x + px(20) + column * cell, y: top + (number / columns) * rowHeight, width: cell,
                height: rowHeight)
            drawRow(action, titles[number], number, frame, &picture)
        }
    }

    private func drawRow(
        _ action: ModalAction, _ title: String, _ number: Int, _ frame: Frame, _ picture: inout Picture
    ) {
        let px = picture.px
        let id = ElementID.action(number)
        let shape = Frame(
            x: frame.x + px(2), y: frame.y + px(6), width: frame.width - px(4), height: frame.height - px(12))
        if state.pressed == id || state.busy == id {
            picture.panel(shape, radius: px(18), picture.pressedSurface(picture.theme.raised))
        }
        let color: Color =
            !action.isEnabled
            ? picture.theme.control
            : action.style == .destructive
                ? ModalWords.look(.destructive, picture.theme, isSheet: true).color
                : action.style == .cancel ? picture.theme.dim : picture.theme.text
        var words = shape.insetSideways(by: px(14))
        let hasIcons = template.actions.contains { $0.icon != nil }
        if hasIcons {
            if let icon = action.icon {
                picture.icon(
                    icon, 36, in: Frame(x: words.x, y: words.y, width: px(40), height: words.height), color)
            }
            words.x += px(56)
            words.width -= px(56)
        }
        picture.line(title, picture.type.lead, words, color)
        var element = Element(
            id, .alertAction, label: title, frame: frame, area: .modal, shape: shape, shapeRadius: px(18))
        element.isEnabled = action.isEnabled
        picture.add(element)
    }
}

/// What alert and sheet share.
@MainActor
enum ModalWords {
    static func look(
        _ style: ModalAction.Style, _ theme: Theme, isSheet: Bool
    ) -> (surface: Color, color: Color) {
        switch style {
        case .default: (theme.accent, theme.accentText)
        case .destructive:
            isSheet
                ? (theme.raised, theme.danger.pushed(towards: theme.text, until: theme.raised, least: 4.5))
                : (theme.danger, theme.dangerText)
        case .cancel, .plain: (theme.panel, theme.text)
        }
    }

    @discardableResult
    static func draw(
        _ titleLines: [String], _ lines: [String], title: String, text: String?, x: Int, y: Int, width: Int,
        _ picture: inout Picture
    ) -> Int {
        let px = picture.px
        var y = y
        let top = y
        for line in titleLines {
            picture.line(
                line, picture.type.screenTitle, Frame(x: x, y: y, width: width, height: px(44)), picture.theme.text,
                .center)
            y += px(44)
        }
        picture.addText("title", title, Frame(x: x, y: top, width: width, height: y - top))
        guard !lines.isEmpty else { return y }
        y += px(8)
        let textTop = y
        for line in lines {
            picture.line(
                line, picture.type.playingAlbum, Frame(x: x, y: y, width: width, height: px(36)), picture.theme.dim,
                .center)
            y += px(36)
        }
        picture.addText("text", text ?? "", Frame(x: x, y: textTop, width: width, height: y - textTop))
        return y
    }
}

extension Color {
    /// This foreground moved towards `end` until it is seen on `background`.
    func pushed(towards end: Color, until background: Color, least: Double) -> Color {
        for step in 0...16 {
            let candidate = mixed(with: end, Double(step) / 16)
            if candidate.contrast(on: background) >= least { return candidate }
        }
        return end
    }
}
