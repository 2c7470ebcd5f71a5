// A screen that says one thing, and the words in the place of rows. Main thread.

import TemplateKit

@MainActor
struct MessageLayout {
    let template: MessageTemplate
    let frame: Frame
    let state: ViewState

    func draw(in picture: inout Picture) {
        let px = picture.px
        let side = picture.metrics.target
        let margin = picture.metrics.margin
        let inner = frame.insetSideways(by: margin)
        let titles = template.buttons.map { picture.environment.string($0.title) }
        let widths = zip(template.buttons, titles).map { picture.wordButtonWidth($1, hasIcon: $0.icon != nil) }
        let isRow = widths.reduce(0, +) + (widths.count - 1) * px(16) <= inner.width
        let rows = widths.isEmpty ? 0 : isRow ? 1 : widths.count
        let buttonsHeight = rows == 0 ? 0 : rows * side + (rows - 1) * px(8) + px(24)
        let progressHeight = template.progress == nil ? 0 : px(48)
        var words = frame
        words.height -= buttonsHeight + progressHeight + px(16)
        // Words, progress and buttons stand together in the middle.
        let used = Self.drawWords(
            icon: template.icon, title: template.title, text: template.text, spinnerAt: nil, in: words, &picture,
            below: buttonsHeight + progressHeight)
        var y = used
        if let progress = template.progress {
            let width = min(px(480), inner.width)
            let place = Frame(x: inner.x + (inner.width - width) / 2, y: y + px(16), width: width, height: px(24))
            switch progress {
            case .share(let share):
                picture.bar(dp: 8, share: share, in: place, picture.theme.accent)
                var element = Element(
                    .text("progress"), .text, label: picture.environment.string(.key("progress")), frame: place)
                element.progress = share
                picture.add(element)
            case .endless: picture.spinner(dp: 40, in: place, state.now, picture.theme.text)
            }
            y += progressHeight
        }
        y += px(24)
        var x = inner.x + (inner.width - widths.reduce(0, +) - (widths.count - 1) * px(16)) / 2
        for (number, button) in template.buttons.enumerated() {
            let width = isRow ? widths[number] : min(inner.width, px(480))
            let place = Frame(x: isRow ? x : inner.x + (inner.width - width) / 2, y: y, width: width, height: side)
            let isPrimary = button.style == .primary || button.isSelected
            picture.wordButton(
                .button(button.name), title: titles[number], icon: button.icon, frame: place, area: .content,
                state: state, surface: isPrimary && button.isEnabled ? picture.theme.accent : picture.theme.raised,
                color: isPrimary ? picture.theme.accentText : picture.theme.text, isEnabled: button.isEnabled,
                isSelected: button.isSelected)
            x += width + px(16)
            if !isRow { y += side + px(8) }
        }
    }

    /// Icon, title and text in the middle of a frame; what stands `below` them is counted to the middle.
    /// Gives the y behind the last line.
    @discardableResult
    static func drawWords(
        icon: Image?, title: Text?, text: Text?, spinnerAt: Double?, in frame: Frame, _ picture: inout Picture,
        below: Int = 0
    ) -> Int {
        let px = picture.px
        let inner = frame.insetSideways(by: picture.metrics.margin)
        let width = min(inner.width, px(760))
        let fitter = picture.environment.fitter
        let hasIcon = icon != nil || spinnerAt != nil
        let iconHeight = hasIcon ? px(72 + 12) : 0
        let titleLines =
            title.map { fitter.wrap(picture.environment.string($0), picture.type.screenTitle, width: width, most: 2) }
            ?? []
        let room = frame.height - iconHeight - titleLines.count * px(44) - px(8)
        let textLines =
            text.map {
                fitter.wrap(
                    picture.environment.string($0), picture.type.playingAlbum, width: width,
                    most: max(1, min(8, room / px(36))))
            } ?? []
        let height =
            iconHeight + titleLines.count * px(44) + (textLines.isEmpty ? 0 : px(8) + textLines.count * px(36))
        let shift = below == 0 ? 0 : max(0, frame.height - height) / 2
        var y = below == 0 ? frame.y + max(0, (frame.height - height) / 2) : frame.y + shift
        let x = inner.x + (inner.width - width) / 2
        if let icon {
            picture.icon(icon, 72, in: Frame(x: x, y: y, width: width, height: px(72)), picture.theme.dim)
        } else if let spinnerAt {
            picture.spinner(dp: 56, in: Frame(x: x, y: y, width: width, height: px(72)), spinnerAt, picture.theme.dim)
        }
        y += iconHeight
        func draw(_ lines: [String], _ style: TextStyle, _ height: Int, _ color: Color) {
            for line in lines {
                picture.line(line, style, Frame(x: x, y: y, width: width, height: height), color, .center)
                y += height
            }
        }
        let titleTop = y
        draw(titleLines, picture.type.screenTitle, px(44), picture.theme.text)
        if let title {
            picture.addText(
                "title", picture.environment.string(title),
                Frame(x: x, y: titleTop, width: width, height: y - titleTop))
        }
        if !textLines.isEmpty { y += px(8) }
        let textTop = y
        draw(textLines, picture.type.playingAlbum, px(36), picture.theme.dim)
        if let text, !textLines.isEmpty {
            picture.addText(
                "text", picture.environment.string(text),
                Frame(x: x, y: textTop, width: width, height: y - textTop))
        }
        return y
    }
}
