// A screen that says one thing, and the words in the place of rows. Main thread.

import TemplateKit

/// Icon, title, text, progress and buttons, together in the middle; what there is no room for goes, the icon first.
@MainActor
struct MessageLayout {
    let template: MessageTemplate
    let frame: Frame
    let state: ViewState

    func draw(in picture: inout Picture) {
        let px = picture.px
        let side = picture.metrics.target
        let inner = frame.insetSideways(by: picture.metrics.margin)
        let gap = px(16)
        let wishes = template.buttons.map {
            picture.wordButtonWidth(picture.environment.string($0.title), hasIcon: $0.icon != nil)
        }
        // On a low panel they share a row, whatever that takes.
        let isRow = wishes.reduce(0, +) + gap * (wishes.count - 1) <= inner.width || picture.metrics.isShort
        let line = ButtonLine(
            template.buttons, room: inner.width, gaps: (16, 8), loss: .icons, picture.environment)
        let rows = template.buttons.isEmpty ? 0 : isRow ? 1 : template.buttons.count
        let buttonsHeight = rows * side + max(0, rows - 1) * px(8)
        let progressHeight = template.progress == nil ? 0 : px(24)
        let below =
            (rows == 0 ? 0 : px(20) + buttonsHeight) + (progressHeight == 0 ? 0 : px(14) + progressHeight)
        let words = MessageWords(
            icon: template.icon, title: template.title, text: template.text, isBusy: false,
            room: Frame(x: frame.x, y: frame.y, width: frame.width, height: frame.height - below), picture)
        var y = frame.y + max(0, (frame.height - words.height - below) / 2)
        words.draw(at: y, in: frame, now: state.now, &picture)
        y += words.height
        if let progress = template.progress {
            let width = min(px(480), inner.width)
            let place = Frame(
                x: inner.x + (inner.width - width) / 2, y: y + px(14), width: width, height: progressHeight)
            draw(progress, place, &picture)
            y = place.bottom
        }
        y += px(20)
        var x = inner.x + (inner.width - line.width) / 2
        for (number, button) in template.buttons.enumerated() {
            var line = line
            var piece = line.pieces[number]
            var place = Frame(x: x, y: y, width: piece.width, height: side)
            if !isRow {
                let width = min(inner.width, px(480))
                line = ButtonLine([button], room: width, loss: .icons, picture.environment)
                piece = line.pieces[0]
                place = Frame(x: inner.x + (inner.width - width) / 2, y: y, width: width, height: side)
            }
            picture.button(
                .button(button.name), button, piece, edge: line.edge, frame: place, area: .content, state: state,
                surface: picture.theme.raised)
            x += piece.width + line.gap
            if !isRow { y += side + px(8) }
        }
    }

    private func draw(_ progress: MessageTemplate.Progress, _ place: Frame, _ picture: inout Picture) {
        var element = Element(
            .text("progress"), .text, label: picture.environment.string(.key("progress")), frame: place)
        switch progress {
        case .share(let share):
            picture.bar(dp: 8, share: share, in: place, picture.theme.accent)
            element.progress = share
        case .endless: picture.spinner(dp: 40, in: place, state.now, picture.theme.text)
        }
        picture.add(element)
    }
}

/// Icon or spinner, title and text, as many lines of them as fit.
@MainActor
struct MessageWords {
    private let icon: Image?
    private let isBusy: Bool
    private let title: String
    private let text: String
    private let titleLines: [String]
    private let textLines: [String]
    private let width: Int
    private let px: (Double) -> Int
    /// There is room for one row: smaller words, and a spinner without any.
    private let isLow: Bool
    private let titleStep: Int
    private let titleStyle: TextStyle
    private let textStep: Int
    private let textStyle: TextStyle
    /// Between title and text.
    private let gap: Int
    let height: Int

    init(icon: Image?, title: Text?, text: Text?, isBusy: Bool, room: Frame, _ picture: Picture) {
        let metrics = picture.metrics
        let px: (Double) -> Int = { metrics.px($0) }
        let fitter = picture.environment.fitter
        self.px = px
        self.isBusy = isBusy
        self.title = picture.environment.string(title)
        self.text = picture.environment.string(text)
        width = min(room.width - 2 * metrics.margin, px(760))
        isLow = room.height < px(120)
        titleStep = px(isLow ? 36 : 44)
        titleStyle = isLow ? picture.type.lead : picture.type.screenTitle
        textStep = px(isLow ? 30 : 36)
        textStyle = isLow ? picture.type.secondary : picture.type.playingAlbum
        gap = px(isLow ? 4 : 8)
        let isSpinner = isLow && isBusy
        var titleLines = isSpinner ? [] : fitter.balanced(self.title, titleStyle, width: width, most: 2)
        var left = room.height - titleLines.count * titleStep - gap
        // A little of the text is worth more than all of a long title.
        if !self.text.isEmpty, titleLines.count > 1, left < textStep {
            titleLines = fitter.wrap(self.title, titleStyle, width: width, most: 1)
            left += titleStep
        }
        self.titleLines = titleLines
        // Two lines of text are worth more than an icon.
        let hasRoom = left >= px(84) + (self.text.isEmpty ? 0 : 2 * px(36))
        self.icon = hasRoom ? icon : nil
        let iconHeight = self.icon != nil || isBusy ? px(isLow ? 72 : 84) : 0
        let most = max(0, min(8, (left - iconHeight) / textStep))
        textLines = fitter.balanced(self.text, textStyle, width: width, most: most)
        height =
            iconHeight + titleLines.count * titleStep + (textLines.isEmpty ? 0 : gap + textLines.count * textStep)
    }

    func draw(at top: Int, in frame: Frame, now: Double, _ picture: inout Picture) {
        var y = top
        let x = frame.x + (frame.width - width) / 2
        let place = Frame(x: x, y: y, width: width, height: px(72))
        if let icon {
            picture.icon(icon, 72, in: place, picture.theme.dim)
            y += px(84)
        } else if isBusy {
            picture.spinner(dp: 56, in: place, now, picture.theme.dim)
            y += px(isLow ? 72 : 84)
        }
        func draw(_ name: String, _ whole: String, _ lines: [String], _ style: TextStyle, _ step: Int, _ color: Color) {
            let start = y
            for line in lines {
                picture.line(line, style, Frame(x: x, y: y, width: width, height: step), color, .center)
                y += step
            }
            picture.addText(name, whole, Frame(x: x, y: start, width: width, height: y - start))
        }
        draw("title", title, titleLines, titleStyle, titleStep, picture.theme.text)
        if !textLines.isEmpty { y += gap }
        draw("text", text, textLines, textStyle, textStep, picture.theme.dim)
    }
}
