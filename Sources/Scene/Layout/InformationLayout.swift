// Facts under a title: where they are. Main thread.

import TemplateKit

/// A headline on a panel, label and value in lines under it, buttons at the foot. What does not fit scrolls; the buttons
/// stay.
@MainActor
struct InformationLayout {
    let template: InformationTemplate
    /// The pane under the title bar.
    let pane: Frame
    let environment: LayoutEnvironment
    private let width: Int
    private let columns: Int
    /// As wide as the longest label, up to two fifths.
    private let labelWidth: Int

    init(_ template: InformationTemplate, pane: Frame, environment: LayoutEnvironment) {
        self.template = template
        self.pane = pane
        self.environment = environment
        let px = environment.px
        let width = max(1, pane.width - 2 * environment.metrics.margin)
        self.width = width
        columns = template.columns == 2 && width >= px(600) ? 2 : 1
        let wishes = template.items.map {
            environment.fitter.width(of: environment.string($0.label), environment.type.lead)
        }
        labelWidth = min(max(px(160), wishes.max() ?? 0) + px(28), width * 2 / 5)
    }

    private var metrics: Metrics { environment.metrics }
    private func px(_ dp: Double) -> Int { metrics.px(dp) }
    private var type: Typography { environment.type }
    private static let columnGap = 40.0
    /// Lines of a value, or of the words under the headline.
    private static let mostLines = 4

    /// Label and value stand beside each other in one column that is wide enough, else above each other.
    private var hasSides: Bool { columns == 1 && width >= px(520) }
    private var columnWidth: Int { (width - (columns - 1) * px(Self.columnGap)) / columns }
    private var valueWidth: Int { hasSides ? width - labelWidth : columnWidth }

    // MARK: - Frames

    /// Where the facts are seen.
    var body: Frame {
        Frame(x: pane.x, y: pane.y, width: pane.width, height: max(1, pane.height - footHeight))
    }

    private var footHeight: Int { template.buttons.isEmpty ? 0 : metrics.target + px(16) }

    /// There is nothing to tell.
    var isEmpty: Bool { template.headline == nil && template.items.isEmpty }

    /// Of all that scrolls.
    var height: Int { isEmpty ? 0 : px(4) + headlineHeight + lines.reduce(0) { $0 + $1.height } + px(8) }

    private struct Line {
        let items: Range<Int>
        let height: Int
    }

    /// Two columns are read line by line.
    private var lines: [Line] {
        stride(from: 0, to: template.items.count, by: columns).map { start in
            let items = start..<min(start + columns, template.items.count)
            let height = items.map { self.height(of: template.items[$0]) }.max() ?? 0
            return Line(items: items, height: height)
        }
    }

    private func wrapped(_ text: Text, _ style: TextStyle, _ width: Int) -> [String] {
        environment.fitter.wrap(environment.string(text), style, width: width, most: Self.mostLines)
    }

    private func height(of item: InformationTemplate.Item) -> Int {
        let values = max(1, wrapped(item.value, type.lead, valueWidth).count)
        return hasSides ? px(20) + values * px(36) : px(14) + px(30) + values * px(36)
    }

    private var headlineWords: Int { width - 2 * px(24) - (template.headline?.icon == nil ? 0 : px(48 + 22)) }
    private var headlineDetail: [String] {
        template.headline?.detail.map { wrapped($0, type.secondary, headlineWords) } ?? []
    }
    private var headlineTitle: [String] {
        template.headline.map {
            environment.fitter.wrap(environment.string($0.title), type.screenTitle, width: headlineWords, most: 2)
        } ?? []
    }
    private var headlinePanel: Int {
        px(18 + 16) + max(1, headlineTitle.count) * px(44) + headlineDetail.count * px(32)
    }
    private var headlineHeight: Int { template.headline == nil ? 0 : headlinePanel + px(8) }

    // MARK: - Drawing

    /// - Parameter scroll: pixels the facts are moved up.
    func draw(scroll: Int, state: ViewState, in picture: inout Picture) {
        if isEmpty {
            drawNothing(state, &picture)
        } else {
            picture.clipped(to: body) { picture in
                var y = body.y + px(4) - scroll
                if let headline = template.headline {
                    draw(headline, y, &picture)
                    y += headlineHeight
                }
                for (number, line) in lines.enumerated() {
                    if number > 0 {
                        let rule = Frame(x: pane.x + metrics.margin, y: y, width: width, height: max(1, px(1)))
                        picture.fill(rule, picture.theme.line)
                    }
                    for item in line.items where y + line.height > body.y && y < body.bottom {
                        let x = x(item - line.items.lowerBound)
                        draw(item, Frame(x: x, y: y, width: columnWidth, height: line.height), &picture)
                    }
                    y += line.height
                }
            }
        }
        drawButtons(state, &picture)
    }

    private func x(_ column: Int) -> Int { pane.x + metrics.margin + column * (columnWidth + px(Self.columnGap)) }

    private func draw(_ headline: InformationTemplate.Headline, _ y: Int, _ picture: inout Picture) {
        let panel = Frame(x: pane.x + metrics.margin, y: y, width: width, height: headlinePanel)
        guard panel.bottom > body.y, panel.y < body.bottom else { return }
        picture.panel(panel, radius: px(20), picture.theme.panel)
        var start = panel.x + px(24)
        if let icon = headline.icon {
            picture.icon(
                icon, 48, in: Frame(x: start, y: panel.y, width: px(48), height: panel.height), picture.theme.accent)
            start += px(48 + 22)
        }
        var line = Frame(x: start, y: panel.y + px(18), width: headlineWords, height: px(44))
        for text in headlineTitle {
            picture.line(text, type.screenTitle, line, picture.theme.text)
            line.y += px(44)
        }
        line.height = px(32)
        for text in headlineDetail {
            picture.line(text, type.secondary, line, picture.theme.dim)
            line.y += px(32)
        }
        var element = Element(.text("headline"), .text, label: environment.string(headline.title), frame: panel)
        element.detail = headline.detail.map(environment.string)
        picture.add(element)
    }

    private func draw(_ number: Int, _ frame: Frame, _ picture: inout Picture) {
        let item = template.items[number]
        let label = environment.string(item.label)
        let values = wrapped(item.value, type.lead, valueWidth)
        var line: Frame
        if hasSides {
            line = Frame(x: frame.x, y: frame.y + px(10), width: labelWidth - px(20), height: px(36))
            picture.line(label, type.lead, line, picture.theme.dim)
            line.x = frame.x + labelWidth
            line.width = valueWidth
        } else {
            line = Frame(x: frame.x, y: frame.y + px(7), width: frame.width, height: px(30))
            picture.line(label, type.secondary, line, picture.theme.dim)
            line.y = line.bottom
            line.height = px(36)
        }
        for text in values {
            picture.line(text, type.lead, line, picture.theme.text)
            line.y += px(36)
        }
        var element = Element(.text("item\(number)"), .text, label: label, frame: frame)
        element.value = environment.string(item.value)
        picture.add(element)
    }

    private func drawNothing(_ state: ViewState, _ picture: inout Picture) {
        guard let empty = template.empty else { return }
        let words = MessageWords(
            icon: empty.icon, title: empty.title, text: empty.detail, isBusy: false, room: body, picture)
        words.draw(at: body.y + max(0, (body.height - words.height) / 2), in: body, now: state.now, &picture)
    }

    // MARK: - Buttons

    /// On a line at the foot; an icon stands for words that have no room.
    private func drawButtons(_ state: ViewState, _ picture: inout Picture) {
        let buttons = template.buttons
        guard !buttons.isEmpty else { return }
        let line = ButtonLine(buttons, room: width, environment)
        // Facts end here, or go on under the buttons.
        let edge = Frame(x: pane.x + metrics.margin, y: body.bottom, width: width, height: max(1, px(1)))
        picture.fill(edge, picture.theme.line)
        var x = pane.x + metrics.margin
        for (button, piece) in zip(buttons, line.pieces) {
            let frame = Frame(x: x, y: body.bottom + px(8), width: piece.width, height: metrics.target)
            picture.button(
                .button(button.name), button, piece, edge: line.edge, frame: frame, area: .content, state: state,
                surface: picture.theme.raised)
            x = frame.right + line.gap
        }
    }
}
