// One row of a list. Main thread.

import TemplateKit

/// Title, detail, something before them and something behind; the same height whatever it holds.
@MainActor
struct RowLayout {
    let row: Row
    /// Its number over all sections.
    let number: Int
    let frame: Frame
    let state: ViewState
    /// Icon actions that the rows beside it have: what stands before them stands under each other.
    var columns = 0

    func draw(in picture: inout Picture) {
        let px = picture.px
        let shape = Frame(x: frame.x, y: frame.y + px(6), width: frame.width, height: frame.height - 2 * px(6))
        let id = ElementID.row(number)
        if state.pressed == id || state.busy == id { picture.panel(shape, radius: px(18), picture.theme.raised) }

        var element = Element(
            id, row.press?.isToggle == true ? .toggle : .row, label: picture.environment.string(row.title),
            frame: frame, area: row.press == nil ? nil : .content, shape: shape, shapeRadius: px(18))
        element.detail = row.detail.map(picture.environment.string)
        element.value = row.value.map(picture.environment.string)
        element.key = row.key
        element.isEnabled = row.isEnabled
        element.isPlaying = row.isPlaying
        element.progress = row.progress
        if case .toggle(let isOn, _) = row.press {
            // The value of a switch is how it stands; a text beside it is one more detail.
            element.isSelected = isOn
            element.detail = element.detail ?? element.value
            element.value = nil
        }

        var inner = shape.insetSideways(by: px(12))
        let actionsWidth = row.actions.count * picture.metrics.target
        if actionsWidth > 0 {
            // The row's own place ends where its actions begin, so that neither hides the other from a finger.
            inner.width -= actionsWidth - px(4)
            element.frame.width -= actionsWidth
            element.shape.width -= actionsWidth
        }
        picture.add(element)
        inner = leading(in: inner, &picture)
        let free = Swift.max(0, columns - row.actions.count) * picture.metrics.target
        if free > 0 {
            let place = Frame(x: frame.right - free, y: inner.y, width: free, height: inner.height)
            if hasMark { picture.playingMark(in: place) }
            inner.width -= free - px(4)
        }
        inner = trailing(in: inner, id, hasMark: hasMark && free == 0, &picture)
        texts(in: inner, &picture)
        actions(&picture, startX: frame.right - actionsWidth)
    }

    private func textColor(_ theme: Theme) -> Color {
        row.isEnabled ? row.isPlaying ? theme.accent : theme.text : theme.control
    }
    private func detailColor(_ theme: Theme) -> Color { row.isEnabled ? theme.dim : theme.control }

    private func leading(in inner: Frame, _ picture: inout Picture) -> Frame {
        let px = picture.px
        var rest = inner
        switch row.leading {
        case nil: rest.x += px(4)
        case .image(let image, let shape):
            let side = min(px(64), inner.height)
            let place = Frame(x: inner.x, y: inner.y + (inner.height - side) / 2, width: side, height: side)
            picture.picture(image, place, radius: shape == .round ? side / 2 : px(10))
            rest.x += side + px(20)
        case .text(let text):
            let place = Frame(x: inner.x, y: inner.y, width: px(64), height: inner.height)
            if row.isPlaying {
                picture.playingMark(in: place)
            } else {
                picture.line(
                    picture.environment.string(text), picture.type.lead, place, detailColor(picture.theme),
                    .center)
            }
            rest.x += px(64 + 20)
        }
        rest.width -= rest.x - inner.x
        return rest
    }

    private func trailing(in inner: Frame, _ id: ElementID, hasMark: Bool, _ picture: inout Picture) -> Frame {
        var rest = inner
        // Values end where those of other rows end: what only says what goes on with this one stands before them.
        let isValueLast = row.accessory == nil && row.press?.isToggle != true
        if isValueLast { value(in: &rest, &picture) }
        ornament(in: &rest, id, hasMark: hasMark, &picture)
        if !isValueLast { value(in: &rest, &picture) }
        return rest
    }

    private func ornament(in rest: inout Frame, _ id: ElementID, hasMark: Bool, _ picture: inout Picture) {
        let px = picture.px
        func cell(_ dp: Double) -> Frame {
            let cell = Frame(x: rest.right - px(dp), y: rest.y, width: px(dp), height: rest.height)
            rest.width -= px(dp) + px(12)
            return cell
        }
        if state.busy == id && state.busyShowsSpinner {
            picture.spinner(dp: 34, in: cell(36), state.now, picture.theme.text)
        } else if hasMark && row.accessory != .notHere {
            picture.playingMark(in: cell(36))
        } else if row.accessory == .disclosure && frame.width < px(340) {
            // Nothing but an ornament; the words need its place.
        } else if let accessory = row.accessory {
            let (name, color): (String, Color) =
                switch accessory {
                case .disclosure: ("disclosure", picture.theme.dim)
                case .notHere: ("stick", picture.theme.dim)
                case .icon(let name): (name, picture.theme.dim)
                }
            picture.icon(.icon(name), 30, in: cell(36), row.isEnabled ? color : picture.theme.control)
        } else if case .toggle(let isOn, _) = row.press {
            toggle(isOn, in: cell(72), &picture)
        }
    }

    private func value(in rest: inout Frame, _ picture: inout Picture) {
        guard let value = row.value else { return }
        let px = picture.px
        let text = picture.environment.string(value)
        let style = picture.type.value
        let wish = picture.environment.fitter.width(of: text, style)
        // The value takes what it needs, up to what the title can spare.
        let width = min(wish, Swift.max(rest.width / 4, rest.width - titleWish(picture)))
        let place = Frame(x: rest.right - width, y: rest.y, width: width, height: rest.height)
        picture.line(text, style, place, detailColor(picture.theme), .trailing)
        rest.width -= width + px(16)
    }

    private var hasMark: Bool { row.isPlaying && !isMarkedInFront }
    private var isMarkedInFront: Bool {
        if case .text = row.leading { return true }
        return false
    }

    /// Pixels the title would like, at most half the row.
    private func titleWish(_ picture: Picture) -> Int {
        let title = picture.environment.fitter.width(
            of: picture.environment.string(row.title), picture.type.primary)
        return min(title + picture.px(16), frame.width / 2)
    }

    private func toggle(_ isOn: Bool, in cell: Frame, _ picture: inout Picture) {
        let px = picture.px
        let track = Frame.centered(in: cell, width: px(64), height: px(36))
        let theme = picture.theme
        picture.panel(track, radius: px(18), isOn && row.isEnabled ? theme.accent : theme.control)
        let side = track.height - 2 * px(4)
        let x = isOn ? track.right - side - px(4) : track.x + px(4)
        picture.panel(
            Frame(x: x, y: track.y + px(4), width: side, height: side), radius: side / 2,
            isOn && row.isEnabled ? theme.accentText : theme.background)
    }

    private func texts(in inner: Frame, _ picture: inout Picture) {
        let px = picture.px
        let title = picture.environment.string(row.title)
        let detail = picture.environment.string(row.detail)
        // A bar under two lines takes its place from between them.
        let isTight = row.progress != nil && !detail.isEmpty
        let titleHeight = px(isTight ? 38 : 40)
        let detailHeight = detail.isEmpty ? 0 : px(isTight ? 28 : 30)
        let top = inner.y + (inner.height - titleHeight - detailHeight) / 2 - (isTight ? px(5) : 0)
        let titleFrame = Frame(x: inner.x, y: top, width: inner.width, height: titleHeight)
        picture.line(title, picture.type.primary, titleFrame, textColor(picture.theme))
        let detailFrame = Frame(x: inner.x, y: titleFrame.bottom, width: inner.width, height: detailHeight)
        picture.line(detail, picture.type.secondary, detailFrame, detailColor(picture.theme))
        if let progress = row.progress {
            let track = Frame(x: inner.x, y: frame.bottom - px(9), width: inner.width, height: px(4))
            picture.bar(dp: 4, share: progress, in: track, picture.theme.text)
        }
    }

    private func actions(_ picture: inout Picture, startX: Int) {
        let side = picture.metrics.target
        for (index, action) in row.actions.enumerated() {
            let cell = Frame(x: startX + index * side, y: frame.y, width: side, height: frame.height)
            picture.iconButton(
                .rowAction(row: number, action: index), label: picture.environment.string(action.title),
                icon: action.icon, frame: cell, area: .content, state: state, iconDp: 34,
                isSelected: action.isSelected, isEnabled: row.isEnabled, color: picture.theme.dim)
        }
    }

    /// A row that has not come: its place, and nothing in it.
    static func drawBlank(number: Int, key: Int32?, frame: Frame, state: ViewState, in picture: inout Picture) {
        let px = picture.px
        let shape = Frame(x: frame.x, y: frame.y + px(6), width: frame.width, height: frame.height - 2 * px(6))
        let side = min(px(64), shape.height)
        picture.panel(
            Frame(x: shape.x + px(12), y: shape.y + (shape.height - side) / 2, width: side, height: side),
            radius: px(10), picture.theme.panel)
        var element = Element(
            .row(number), .row, label: "", frame: frame, area: .content, shape: shape, shapeRadius: px(18))
        element.key = key
        picture.add(element)
    }
}

extension Row.Press {
    var isToggle: Bool {
        if case .toggle = self { return true }
        return false
    }
}
