// The bar over a browse screen: back, title, at most two buttons a side. Main thread.

import TemplateKit

/// On the driver's side back and the leading buttons, then the title, on the far side the trailing buttons.
@MainActor
struct TitleBarLayout {
    let title: String
    let hasBack: Bool
    let leading: [Button]
    let trailing: [Button]
    /// Only where no rail shows it.
    let clock: String?
    let frame: Frame
    let state: ViewState
    let line: ButtonLine

    /// - Parameters:
    ///   - spare: the title that the buttons leave room for, whether it is shown now or not
    ///   - pictures: keep what was found out about the buttons
    init(
        title: String, spare: String, hasBack: Bool, leading: [Button], trailing: [Button], clock: String?,
        frame: Frame, state: ViewState, pictures: RowPictures?, _ environment: LayoutEnvironment
    ) {
        self.title = title
        self.hasBack = hasBack
        self.leading = leading
        self.trailing = trailing
        self.clock = clock
        self.frame = frame
        self.state = state
        let key = RowPictures.Bar(width: frame.width, hasBack: hasBack, hasClock: clock != nil)
        if let known = pictures?.bar, known.key == key {
            line = known.line
            return
        }
        line = Self.line(
            leading + trailing, spare: spare, clock: clock,
            room: frame.width - (hasBack ? environment.metrics.target : 0),
            environment)
        pictures?.bar = (key, line)
    }

    /// Icons show their words where the whole title stands beside them; words without an icon leave it a little.
    private static func line(
        _ buttons: [Button], spare: String, clock: String?, room: Int, _ environment: LayoutEnvironment
    ) -> ButtonLine {
        let px = environment.px
        func line(title: Int, areAlone: Bool) -> ButtonLine {
            let rest = room - title - px(40)
            let line = ButtonLine(buttons, room: rest, gaps: (8, 0), areAlone: areAlone, environment)
            // Icons alone are far enough from each other.
            return line.pieces.contains(where: \.hasWords)
                ? line : ButtonLine(buttons, room: rest, gaps: (0, 0), areAlone: areAlone, environment)
        }
        let title = environment.fitter.width(of: spare, environment.type.screenTitle)
        let time = clock.map { environment.fitter.width(of: $0, environment.type.clock) + px(16) } ?? 0
        let whole = line(title: max(title, px(160)) + time, areAlone: false)
        return whole.isWhole ? whole : line(title: px(120), areAlone: true)
    }

    func draw(in picture: inout Picture) {
        let metrics = picture.metrics
        let side = metrics.target
        let back = hasBack ? side : 0
        let edge = max(0, min(picture.px(8), (frame.width - back - line.width) / 2))
        // Laid out for a driver on the left, then mirrored as a whole; the words in it are still read as words.
        var start = frame.x + edge
        if hasBack {
            let place = metrics.fromDriver(Frame(x: start, y: frame.y, width: side, height: side), in: frame)
            picture.iconButton(
                .bar("back"), label: picture.environment.string(.key("button.back")), icon: .icon("back"),
                frame: place, area: .bar, state: state, iconDp: 40)
            start += side
        }
        for number in leading.indices {
            draw(leading[number], line.pieces[number], at: start, &picture)
            start += line.pieces[number].width + (number < leading.count - 1 ? line.gap : 0)
        }
        // Trailing buttons are read after the title, so they are drawn after it, from the far edge inwards.
        var end = frame.right - edge
        for number in trailing.indices {
            end -= line.pieces[leading.count + number].width + (number > 0 ? line.gap : 0)
        }
        let titleStart = start == frame.x + edge ? frame.x + metrics.margin : start + picture.px(8)
        let titleEnd = trailing.isEmpty ? frame.right - metrics.margin : end - picture.px(16)
        drawTitle(from: titleStart, to: titleEnd, &picture)
        for number in trailing.indices {
            let piece = line.pieces[leading.count + number]
            draw(trailing[number], piece, at: end, &picture)
            end += piece.width + line.gap
        }
    }

    private func drawTitle(from start: Int, to end: Int, _ picture: inout Picture) {
        let metrics = picture.metrics
        var words = metrics.fromDriver(
            Frame(x: start, y: frame.y, width: max(0, end - start), height: frame.height), in: frame)
        // The title begins at the driver's side, and so ends there where that is the right; the clock is at the other.
        let isMirrored = metrics.driverSide == .right
        if let clock {
            let width = picture.environment.fitter.width(of: clock, picture.type.clock)
            if words.width - width >= picture.px(160) {
                let place = Frame(
                    x: isMirrored ? words.x : words.right - width, y: frame.y, width: width, height: frame.height)
                picture.line(clock, picture.type.clock, place, picture.theme.text, isMirrored ? .leading : .trailing)
                picture.addText("clock", clock, place)
                words.width -= width + picture.px(16)
                if isMirrored { words.x = place.right + picture.px(16) }
            }
        }
        picture.line(
            title, picture.type.screenTitle, words, picture.theme.text, isMirrored ? .trailing : .leading)
        picture.addText("title", title, words)
    }

    private func draw(_ button: Button, _ piece: ButtonLine.Piece, at x: Int, _ picture: inout Picture) {
        let place = picture.metrics.fromDriver(
            Frame(x: x, y: frame.y, width: piece.width, height: frame.height), in: frame)
        picture.button(
            .bar(button.name), button, piece, edge: line.edge, frame: place, area: .bar, state: state, surface: nil,
            iconDp: 36, inset: 8)
    }
}
