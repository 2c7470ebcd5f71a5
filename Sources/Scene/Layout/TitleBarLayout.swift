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

    func draw(in picture: inout Picture) {
        let metrics = picture.metrics
        let side = metrics.target
        let count = (hasBack ? 1 : 0) + leading.count + trailing.count
        let edge = max(0, min(picture.px(8), (frame.width - count * side) / 2))
        // Laid out for a driver on the left, then mirrored as a whole; the words in it are still read as words.
        var start = frame.x + edge
        var end = frame.right - edge
        if hasBack {
            let place = metrics.fromDriver(Frame(x: start, y: frame.y, width: side, height: side), in: frame)
            picture.iconButton(
                .bar("back"), label: picture.environment.string(.key("button.back")), icon: .icon("back"),
                frame: place, area: .bar, state: state, iconDp: 40)
            start += side
        }
        for button in leading {
            start += draw(button, Frame(x: start, y: frame.y, width: side, height: side), &picture)
        }
        // Trailing buttons are read after the title, so they are drawn after it, from the far edge inwards.
        let trailingWidth = trailing.reduce(0) { $0 + width(of: $1, picture) }
        let titleStart = start == frame.x + edge ? frame.x + metrics.margin : start + picture.px(8)
        end -= trailingWidth
        let titleEnd = trailing.isEmpty ? frame.right - metrics.margin : end - picture.px(16)
        drawTitle(from: titleStart, to: titleEnd, &picture)
        for button in trailing {
            end += draw(button, Frame(x: end, y: frame.y, width: side, height: side), &picture)
        }
    }

    private func drawTitle(from start: Int, to end: Int, _ picture: inout Picture) {
        let metrics = picture.metrics
        var words = metrics.fromDriver(
            Frame(x: start, y: frame.y, width: max(0, end - start), height: frame.height), in: frame)
        if let clock {
            let width = picture.environment.fitter.width(of: clock, picture.type.clock)
            if words.width - width >= picture.px(160) {
                let place = Frame(x: words.right - width, y: frame.y, width: width, height: frame.height)
                picture.line(clock, picture.type.clock, place, picture.theme.text, .trailing)
                picture.addText("clock", clock, place)
                words.width -= width + picture.px(16)
            }
        }
        // A title on the driver's side of a mirrored bar ends where it would have begun.
        let alignment: TextLine.Alignment = metrics.driverSide == .right && hasBack ? .trailing : .leading
        picture.line(title, picture.type.screenTitle, words, picture.theme.text, alignment)
        picture.addText("title", title, words)
    }

    /// An icon is as wide as a finger needs, words as wide as they are, as long as the title keeps a little.
    private func width(of button: Button, _ picture: Picture) -> Int {
        let side = picture.metrics.target
        if button.icon != nil { return side }
        let words = leading.count { $0.icon == nil } + trailing.count { $0.icon == nil }
        let icons = (hasBack ? 1 : 0) + leading.count + trailing.count - words
        let room = frame.width - 2 * picture.px(8) - icons * side - picture.px(120)
        let wish = picture.wordButtonWidth(picture.environment.string(button.title), hasIcon: false)
        return max(side, min(wish, picture.px(180), room / max(1, words)))
    }

    /// Gives the pixels it takes.
    private func draw(_ button: Button, _ frame: Frame, _ picture: inout Picture) -> Int {
        let width = width(of: button, picture)
        let place = picture.metrics.fromDriver(
            Frame(x: frame.x, y: frame.y, width: width, height: frame.height), in: self.frame)
        let label = picture.environment.string(button.title)
        if let icon = button.icon {
            picture.iconButton(
                .bar(button.name), label: label, icon: icon, frame: place, area: .bar, state: state, iconDp: 36,
                isSelected: button.isSelected, isEnabled: button.isEnabled)
        } else {
            picture.wordButton(
                .bar(button.name), title: label, icon: nil, frame: place, area: .bar, state: state,
                surface: button.isSelected ? picture.theme.accent : picture.theme.raised,
                color: button.isSelected ? picture.theme.accentText : picture.theme.text,
                isEnabled: button.isEnabled, isSelected: button.isSelected, inset: 8)
        }
        return width
    }
}
