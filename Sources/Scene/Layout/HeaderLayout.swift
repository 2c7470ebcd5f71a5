// The head of an album page. Main thread.

import TemplateKit

/// Cover, title, lines and buttons. The buttons stand beside the words where there is room; on a low panel they do so
/// as icons, on a narrow one they stand under the words.
@MainActor
struct HeaderLayout {
    private let header: ListHeader
    private let environment: LayoutEnvironment
    private let width: Int

    init(_ header: ListHeader, environment: LayoutEnvironment, width: Int) {
        self.header = header
        self.environment = environment
        self.width = width
    }

    private var px: (Double) -> Int { environment.px }
    private var isLow: Bool { environment.metrics.isShort && !environment.metrics.isPortrait }
    private var isWide: Bool { header.buttons.isEmpty || isLow || width >= px(760) }
    private var coverSide: Int {
        if header.image == nil { return 0 }
        return isLow ? px(width < px(520) ? 76 : 104) : px(isWide ? 140 : 112)
    }
    private var titleStyle: TextStyle {
        let type = Typography(environment.metrics)
        return isLow ? type.primary : type.headerTitle
    }
    /// Between the cover and the words.
    private var coverGap: Int { px(isLow ? 18 : 28) }
    private var wordsHeight: Int { px(48) + (lines.isEmpty ? 0 : px(36) + (lines.count - 1) * px(32)) }
    private var lines: [String] { header.lines.map(environment.string).filter { !$0.isEmpty } }
    private var topHeight: Int { max(coverSide, wordsHeight, isWide ? environment.metrics.target : 0) }

    var height: Int {
        px(4) + topHeight + px(14) + (isWide ? 0 : environment.metrics.target + px(8))
    }

    func draw(frame: Frame, state: ViewState, in picture: inout Picture) {
        let inner = Frame(
            x: frame.x + environment.metrics.margin, y: frame.y + px(4),
            width: frame.width - 2 * environment.metrics.margin, height: topHeight)
        var words = inner
        let title = environment.string(header.title)
        if let image = header.image {
            let place = Frame(
                x: inner.x, y: inner.y + (topHeight - coverSide) / 2, width: coverSide, height: coverSide)
            picture.picture(image, place, radius: header.imageShape == .round ? coverSide / 2 : px(14))
            picture.add(Element(.picture("cover"), .image, label: title, frame: place))
            words.x += coverSide + coverGap
            words.width -= coverSide + coverGap
        }
        let buttonWidths = header.buttons.map(width(of:))
        if isWide && !header.buttons.isEmpty {
            words.width -= buttonWidths.reduce(0, +) + header.buttons.count * px(12) + px(12)
        }
        drawWords(in: words, title, &picture)
        var x = isWide ? inner.right - buttonWidths.reduce(0, +) - (header.buttons.count - 1) * px(12) : inner.x
        let y = isWide ? inner.y + (topHeight - environment.metrics.target) / 2 : inner.bottom + px(14)
        for (button, width) in zip(header.buttons, buttonWidths) {
            let place = Frame(x: x, y: y, width: width, height: environment.metrics.target)
            draw(button, place, state, &picture)
            x += width + px(12)
        }
    }

    private func drawWords(in frame: Frame, _ title: String, _ picture: inout Picture) {
        var line = Frame(x: frame.x, y: frame.y + (topHeight - wordsHeight) / 2, width: frame.width, height: px(48))
        picture.line(title, titleStyle, line, picture.theme.text)
        picture.addText("title", title, line)
        for (index, text) in lines.enumerated() {
            line = Frame(x: line.x, y: line.bottom, width: line.width, height: px(index == 0 ? 36 : 32))
            picture.line(
                text, index == 0 ? picture.type.lead : picture.type.secondary, line,
                index == 0 ? picture.theme.text : picture.theme.dim)
            picture.addText("line\(index)", text, line)
        }
    }

    /// Pixels for each button, so that the words beside them keep 220 dp.
    private var roomPerButton: Int {
        let gaps = header.buttons.count * px(12)
        let words = isWide ? coverSide + (coverSide > 0 ? coverGap : 0) + px(220) : 0
        return (width - 2 * environment.metrics.margin - words - gaps) / max(1, header.buttons.count)
    }

    private func width(of button: Button) -> Int {
        if isIcon(button) { return environment.metrics.target }
        let style = Typography(environment.metrics).button
        let text = environment.fitter.width(of: environment.string(button.title), style)
        let wish = max(environment.metrics.target * 3 / 2, text + px(48) + (button.icon == nil ? 0 : px(44)))
        return max(environment.metrics.target, min(wish, px(240), roomPerButton))
    }

    /// Where its words would be cut to nothing, an icon says more.
    private func isIcon(_ button: Button) -> Bool {
        button.icon != nil && (button.isIconOnly || (isWide && roomPerButton < px(140)))
    }

    private func draw(_ button: Button, _ frame: Frame, _ state: ViewState, _ picture: inout Picture) {
        let isFilled = button.style == .primary || button.isSelected
        if isIcon(button), let icon = button.icon {
            picture.iconButton(
                .button(button.name), label: environment.string(button.title), icon: icon, frame: frame,
                area: .content, state: state, iconDp: 34, isSelected: isFilled, isEnabled: button.isEnabled,
                surface: picture.theme.raised)
        } else {
            picture.wordButton(
                .button(button.name), title: environment.string(button.title), icon: button.icon, frame: frame,
                area: .content, state: state,
                surface: isFilled && button.isEnabled ? picture.theme.accent : picture.theme.raised,
                color: isFilled ? picture.theme.accentText : picture.theme.text, isEnabled: button.isEnabled,
                isSelected: button.isSelected)
        }
    }
}
