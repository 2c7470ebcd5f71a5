// The head of an album page. Main thread.

import TemplateKit

/// Cover, title, lines and buttons. The buttons stand beside the words where there is room; on a low panel they do so
/// as icons and the lines share one, so that two rows stay in sight; on a narrow one they stand under the words.
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
    /// At the far edge of so wide a pane the buttons would be out of the driver's reach: there they follow the words.
    private var isVast: Bool {
        !isLow && !header.buttons.isEmpty && width >= px(1200) && environment.metrics.driverSide == .left
    }
    private var coverSide: Int {
        if header.image == nil { return 0 }
        return isLow ? px(76) : px(isWide ? 140 : 112)
    }
    private var titleStyle: TextStyle {
        let type = Typography(environment.metrics)
        return isLow ? type.screenTitle : type.headerTitle
    }
    /// Between the cover and the words.
    private var coverGap: Int { px(isLow ? 18 : 28) }
    private var titleHeight: Int { px(isLow ? 42 : 48) }
    private var wordsHeight: Int {
        titleHeight + (lines.isEmpty ? 0 : px(isLow ? 32 : 36) + (lines.count - 1) * px(32))
    }
    private var lines: [String] {
        let lines = header.lines.map(environment.string).filter { !$0.isEmpty }
        return isLow && lines.count > 1 ? [lines.joined(separator: " · ")] : lines
    }
    private var topHeight: Int { max(coverSide, wordsHeight, isWide ? environment.metrics.target : 0) }
    private var top: Int { px(isLow ? 0 : 4) }

    var height: Int {
        top + topHeight + px(isLow ? 6 : 14) + (isWide ? 0 : environment.metrics.target + px(8))
    }

    func draw(frame: Frame, state: ViewState, in picture: inout Picture) {
        let inner = Frame(
            x: frame.x + environment.metrics.margin, y: frame.y + top,
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
        if isVast { words.width = min(words.width, max(px(320), widest(title))) }
        drawWords(in: words, title, &picture)
        var x = isWide ? inner.right - buttonWidths.reduce(0, +) - (header.buttons.count - 1) * px(12) : inner.x
        if isVast { x = min(x, words.right + px(64)) }
        let y = isWide ? inner.y + (topHeight - environment.metrics.target) / 2 : inner.bottom + px(14)
        for (button, width) in zip(header.buttons, buttonWidths) {
            let place = Frame(x: x, y: y, width: width, height: environment.metrics.target)
            draw(button, place, state, &picture)
            x += width + px(12)
        }
    }

    /// Pixels of the longest line of words.
    private func widest(_ title: String) -> Int {
        let type = Typography(environment.metrics)
        let lineWidths = lines.map { environment.fitter.width(of: $0, type.lead) }
        return max(environment.fitter.width(of: title, titleStyle), lineWidths.max() ?? 0)
    }

    private func drawWords(in frame: Frame, _ title: String, _ picture: inout Picture) {
        var line = Frame(
            x: frame.x, y: frame.y + (topHeight - wordsHeight) / 2, width: frame.width, height: titleHeight)
        picture.line(title, titleStyle, line, picture.theme.text)
        picture.addText("title", title, line)
        for (index, text) in lines.enumerated() {
            line = Frame(x: line.x, y: line.bottom, width: line.width, height: px(index == 0 && !isLow ? 36 : 32))
            picture.line(
                text, index == 0 && !isLow ? picture.type.lead : picture.type.secondary, line,
                index == 0 ? picture.theme.text : picture.theme.dim)
            picture.addText("line\(index)", text, line)
        }
    }

    /// Pixels for each button with words, so that the words beside the buttons keep 220 dp.
    private var roomPerButton: Int {
        let icons = header.buttons.count { $0.isIconOnly && $0.icon != nil }
        let used = icons * environment.metrics.target + header.buttons.count * px(12)
        let words = isWide ? coverSide + (coverSide > 0 ? coverGap : 0) + px(220) : 0
        let room = width - 2 * environment.metrics.margin - words - used
        return room / max(1, header.buttons.count - icons)
    }

    /// What a button with its words and icon needs.
    private func wish(of button: Button) -> Int {
        environment.wordButtonWidth(environment.string(button.title), hasIcon: button.icon != nil)
    }

    private func width(of button: Button) -> Int {
        if isIcon(button) { return environment.metrics.target }
        return max(environment.metrics.target, min(wish(of: button), px(240), roomPerButton))
    }

    /// Where its words would be cut, an icon says more.
    private func isIcon(_ button: Button) -> Bool {
        button.icon != nil
            && (button.isIconOnly || (isWide && min(wish(of: button), px(240)) > roomPerButton))
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
