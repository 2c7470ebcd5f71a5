// The head of an album page. Main thread.

import TemplateKit

/// Cover, title, lines and buttons. The buttons stand beside the words where there is room for those of the main one;
/// on a low panel they always do, and the lines share one, so that two rows stay in sight; else they stand under them.
@MainActor
struct HeaderLayout {
    private let header: ListHeader
    private let environment: LayoutEnvironment
    private let width: Int
    /// The buttons stand beside the words.
    private let isWide: Bool
    private let line: ButtonLine
    private let title: HeaderTitle

    init(_ header: ListHeader, environment: LayoutEnvironment, width: Int) {
        self.header = header
        self.environment = environment
        self.width = width
        let metrics = environment.metrics
        let px = PixelScale(metrics: metrics)
        let isLow = metrics.isShort && !metrics.isPortrait
        let inner = width - 2 * metrics.margin
        func cover(_ isWide: Bool) -> Int {
            header.image == nil ? 0 : Self.coverSide(isLow: isLow, isWide: isWide, px) + Self.coverGap(isLow: isLow, px)
        }
        // Beside the buttons the words keep 220 dp.
        let beside = ButtonLine(
            header.buttons, room: inner - cover(true) - px(220) - (header.buttons.isEmpty ? 0 : px(24)), environment)
        // Words that have no room beside the cover have it under it; above all those of the main button.
        let main = header.buttons.firstIndex { $0.style == .primary } ?? 0
        let keepsMain = header.buttons.isEmpty || header.buttons[main].isAlone || beside.pieces[main].hasWords
        let isWide = header.buttons.isEmpty || isLow || width >= px(760) && beside.isWhole && keepsMain
        self.isWide = isWide
        line = isWide ? beside : ButtonLine(header.buttons, room: inner, environment)
        let besideWidth = isWide && !header.buttons.isEmpty ? line.width + px(24) : 0
        title = HeaderTitle(
            environment.string(header.title), width: inner - cover(isWide) - besideWidth, isLow: isLow, environment)
    }

    private static func coverSide(isLow: Bool, isWide: Bool, _ px: PixelScale) -> Int {
        isLow ? px(76) : px(isWide ? 140 : 112)
    }
    /// Between the cover and the words.
    private static func coverGap(isLow: Bool, _ px: PixelScale) -> Int { px(isLow ? 18 : 28) }

    private var px: PixelScale { PixelScale(metrics: environment.metrics) }
    private var isLow: Bool { environment.metrics.isShort && !environment.metrics.isPortrait }
    /// At the far edge of so wide a pane the buttons would be out of the driver's reach: there they follow the words.
    private var isVast: Bool {
        !isLow && !header.buttons.isEmpty && width >= px(1200) && environment.metrics.driverSide == .left
    }
    private var coverSide: Int { header.image == nil ? 0 : Self.coverSide(isLow: isLow, isWide: isWide, px) }
    private var coverGap: Int { Self.coverGap(isLow: isLow, px) }
    private var wordsHeight: Int {
        title.height + (lines.isEmpty ? 0 : px(isLow ? 32 : 36) + (lines.count - 1) * px(32))
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
        if let image = header.image {
            let place = Frame(
                x: inner.x, y: inner.y + (topHeight - coverSide) / 2, width: coverSide, height: coverSide)
            picture.picture(image, place, radius: header.imageShape == .round ? coverSide / 2 : px(14))
            picture.add(Element(.picture("cover"), .image, label: environment.string(header.title), frame: place))
            words.x += coverSide + coverGap
            words.width -= coverSide + coverGap
        }
        if isWide && !header.buttons.isEmpty { words.width -= line.width + px(24) }
        if isVast { words.width = min(words.width, max(px(320), widest)) }
        drawWords(in: words, &picture)
        var x = isWide ? inner.right - line.width : inner.x
        if isVast { x = min(x, words.right + px(64)) }
        let y = isWide ? inner.y + (topHeight - environment.metrics.target) / 2 : inner.bottom + px(14)
        for (button, piece) in zip(header.buttons, line.pieces) {
            let place = Frame(x: x, y: y, width: piece.width, height: environment.metrics.target)
            picture.button(
                .button(button.name), button, piece, edge: line.edge, frame: place, area: .content, state: state,
                surface: picture.theme.raised)
            x = place.right + line.gap
        }
    }

    /// Pixels of the longest line of words.
    private var widest: Int {
        let titleWidths = title.lines.map { environment.fitter.width(of: $0, title.style) }
        let lineWidths = lines.map { environment.fitter.width(of: $0, environment.type.lead) }
        return (titleWidths + lineWidths).max() ?? 0
    }

    private func drawWords(in frame: Frame, _ picture: inout Picture) {
        var line = Frame(
            x: frame.x, y: frame.y + (topHeight - wordsHeight) / 2, width: frame.width, height: title.height)
        picture.addText("title", environment.string(header.title), line)
        line.height = title.step
        for text in title.lines {
            picture.line(text, title.style, line, picture.theme.text)
            line.y = line.bottom
        }
        for (index, text) in lines.enumerated() {
            let isLead = index == 0 && !isLow
            line.height = px(isLead ? 36 : 32)
            let lead = environment.fitter.first(
                of: picture.type.lead, picture.type.secondary, for: text, width: line.width)
            picture.line(
                text, isLead ? lead : picture.type.secondary, line,
                index == 0 ? picture.theme.text : picture.theme.dim)
            picture.addText("line\(index)", text, line)
            line.y = line.bottom
        }
    }
}
