// Alert and action sheet: a panel over a dimmed screen. Main thread.

import TemplateKit

/// An alert asks something that must be answered; its actions stand side by side where they fit, else two by two, else
/// one under another.
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
        let columns = [titles.count, 2].first { widest * $0 + gap * ($0 - 1) <= inner } ?? 1
        let rows = (titles.count + columns - 1) / max(1, columns)
        let buttonsHeight = rows * metrics.target + (rows - 1) * px(8)
        let variants = template.titles.map(picture.environment.string)
        // The longest variant that fits on one line; a single long one may take two.
        let fitting = fitter.fit(variants: variants, picture.type.screenTitle, width: inner)
        let titleLines =
            variants.count == 1
            ? fitter.balanced(variants[0], picture.type.screenTitle, width: inner, most: 2) : [fitting]
        let text = template.text.map(picture.environment.string) ?? ""
        let room = metrics.height - 2 * px(16) - buttonsHeight - titleLines.count * px(44) - px(28 + 28 + 20 + 8)
        let wanted = text.isEmpty ? [] : fitter.wrap(text, picture.type.playingAlbum, width: inner, most: 6)
        // On a low panel the words go before the air around them.
        let isTight = wanted.count * px(36) > room
        let air =
            isTight ? (top: px(14), middle: px(10), bottom: px(14)) : (top: px(28), middle: px(28), bottom: px(24))
        let most = isTight ? (room + px(28 + 28 + 20) + 2 * px(12) - air.top - air.middle - air.bottom) / px(36) : 6
        let lines =
            text.isEmpty
            ? [] : fitter.balanced(text, picture.type.playingAlbum, width: inner, most: max(0, min(6, most)))
        let wordsHeight = titleLines.count * px(44) + (lines.isEmpty ? 0 : px(8) + lines.count * px(36))
        let height = air.top + wordsHeight + air.middle + buttonsHeight + air.bottom
        let panel = Frame.centered(in: metrics.bounds, width: width, height: height)
        picture.panel(panel, radius: px(28), picture.theme.raised)
        var y = ModalWords.draw(
            titleLines, lines, title: titleLines.joined(separator: " "),
            text: template.text.map(picture.environment.string), x: panel.x + px(32), y: panel.y + air.top,
            width: inner, &picture)
        y = panel.bottom - air.bottom - buttonsHeight
        let cell = (inner - gap * (columns - 1)) / max(1, columns)
        for (number, action) in template.actions.enumerated() {
            let (row, column) = (number / columns, number % columns)
            let isAlone = column == 0 && number == titles.count - 1
            let frame = Frame(
                x: panel.x + px(32) + column * (cell + gap), y: y + row * (metrics.target + px(8)),
                width: isAlone ? inner : cell, height: metrics.target)
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
                fitter.balanced(
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
        let hasIcons = template.actions.contains { $0.icon != nil }
        let labelWidth = inner / columns - px(4) - 2 * px(14) - (hasIcons ? px(56) : 0)
        // One size for all: the smaller one where any needs it.
        let style =
            titles.contains { fitter.width(of: $0, picture.type.lead) > labelWidth }
            ? picture.type.secondary : picture.type.lead
        for (number, action) in template.actions.enumerated() {
            let column = number % columns
            let cell = inner / columns
            let frame = Frame(
                x: panel.x + px(20) + column * cell, y: top + (number / columns) * rowHeight, width: cell,
                height: rowHeight)
            drawRow(action, titles[number], style, number, frame, &picture)
        }
    }

    private func drawRow(
        _ action: ModalAction, _ title: String, _ style: TextStyle, _ number: Int, _ frame: Frame,
        _ picture: inout Picture
    ) {
        let px = picture.px
        let id = ElementID.action(number)
        let shape = Frame(
            x: frame.x + px(2), y: frame.y + px(6), width: frame.width - px(4), height: frame.height - px(12))
        let isHeld = state.pressed == id || state.busy == id
        let theme = picture.theme
        let isFilled = action.style == .default && action.isEnabled
        if isFilled {
            picture.panel(
                shape, radius: px(18), isHeld ? theme.accent.mixed(with: theme.accentText, 0.15) : theme.accent)
        } else if isHeld {
            picture.panel(shape, radius: px(18), picture.pressedSurface(theme.raised))
        }
        let color: Color =
            switch action.style {
            case _ where !action.isEnabled: theme.control
            case .default: theme.accentText
            case .destructive: ModalWords.look(.destructive, theme, isSheet: true).color
            case .cancel: theme.dim
            case .plain: theme.text
            }
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
        drawLabel(title, style, words, color, &picture)
        var element = Element(
            id, .alertAction, label: title, frame: frame, area: .modal, shape: shape, shapeRadius: px(18))
        element.isEnabled = action.isEnabled
        picture.add(element)
    }
}

extension ActionSheetLayout {
    /// On one line, or where it is too long for that on two.
    private func drawLabel(
        _ title: String, _ style: TextStyle, _ frame: Frame, _ color: Color, _ picture: inout Picture
    ) {
        let height = picture.px(30)
        let lines = picture.environment.fitter.wrap(title, style, width: frame.width, most: 2)
        if lines.count < 2 {
            picture.line(title, style, frame, color)
            return
        }
        var line = Frame(
            x: frame.x, y: frame.y + (frame.height - lines.count * height) / 2, width: frame.width, height: height)
        for text in lines {
            picture.line(text, style, line, color)
            line.y += height
        }
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
