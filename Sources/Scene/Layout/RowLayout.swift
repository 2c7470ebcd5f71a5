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
        let below = valueBelow(in: inner, hasMark: hasMark && free == 0, picture)
        inner = trailing(in: inner, id, hasMark: hasMark && free == 0, hasValue: below == nil, &picture)
        texts(in: inner, value: below, &picture)
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
            // A short text is a number: a long one is smaller, and takes a little from the title.
            let shown = picture.environment.string(text)
            let fitter = picture.environment.fitter
            let style = fitter.first(of: picture.type.lead, picture.type.secondary, for: shown, width: px(64))
            let width = max(px(64), min(fitter.width(of: shown, style), px(112), inner.width / 4))
            let place = Frame(x: inner.x, y: inner.y, width: width, height: inner.height)
            if row.isPlaying {
                picture.playingMark(in: place)
            } else {
                picture.line(shown, style, place, detailColor(picture.theme), .center)
            }
            rest.x += width + px(20)
        }
        rest.width -= rest.x - inner.x
        return rest
    }

    private func trailing(
        in inner: Frame, _ id: ElementID, hasMark: Bool, hasValue: Bool, _ picture: inout Picture
    ) -> Frame {
        var rest = inner
        // Values end where those of other rows end: what only says what goes on with this one stands before them.
        let isValueLast = row.accessory == nil && row.press?.isToggle != true
        if isValueLast && hasValue { value(in: &rest, &picture) }
        ornament(in: &rest, id, hasMark: hasMark, &picture)
        if !isValueLast && hasValue { value(in: &rest, &picture) }
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
        } else if row.accessory == .disclosure && isNarrow(picture) {
            // Nothing stands there.
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

    /// The value, where it takes so much of the row from a title that needs it that it stands on the second line.
    private func valueBelow(in inner: Frame, hasMark: Bool, _ picture: Picture) -> String? {
        guard let value = row.value else { return nil }
        let text = picture.environment.string(value)
        let fitter = picture.environment.fitter
        let wish = fitter.width(of: text, picture.type.value)
        let title = fitter.width(of: picture.environment.string(row.title), picture.type.primary)
        let isOrnamented = hasMark || row.accessory != nil && (row.accessory != .disclosure || !isNarrow(picture))
        let ornament = isOrnamented ? 36.0 + 12 : row.press?.isToggle == true ? 72 + 12 : 0
        let room = inner.width - picture.px(ornament)
        let rest = room - wish - picture.px(16)
        // A title that is cut in any case is worth no second line as long as much of it is seen.
        return wish > room / 6 && title > rest && (title <= room || rest < picture.px(200)) ? text : nil
    }

    /// What is nothing but an ornament leaves its place to the words.
    private func isNarrow(_ picture: Picture) -> Bool { frame.width < picture.px(340) }

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

    /// - Parameter value: what has no room beside the title
    private func texts(in inner: Frame, value: String?, _ picture: inout Picture) {
        let px = picture.px
        let title = picture.environment.string(row.title)
        let own = picture.environment.string(row.detail)
        let detail = own.isEmpty ? value ?? "" : own
        // A bar under two lines takes its place from between them.
        let isTight = row.progress != nil && !detail.isEmpty
        let titleHeight = px(isTight ? 38 : 40)
        let detailHeight = detail.isEmpty ? 0 : px(isTight ? 28 : 30)
        let top = inner.y + (inner.height - titleHeight - detailHeight) / 2 - (isTight ? px(5) : 0)
        let titleFrame = Frame(x: inner.x, y: top, width: inner.width, height: titleHeight)
        // In a row that is narrow, or has its value below for the title's sake, a long title is a little smaller.
        let fitter = picture.environment.fitter
        let style =
            value != nil || frame.width < px(480)
            ? fitter.first(of: picture.type.primary, picture.type.primarySmall, for: title, width: inner.width)
            : picture.type.primary
        picture.line(title, style, titleFrame, textColor(picture.theme))
        var detailFrame = Frame(x: inner.x, y: titleFrame.bottom, width: inner.width, height: detailHeight)
        if let value, !own.isEmpty {
            let wish = picture.environment.fitter.width(of: value, picture.type.secondary)
            let width = min(wish, inner.width / 2)
            let place = Frame(x: inner.right - width, y: detailFrame.y, width: width, height: detailHeight)
            picture.line(value, picture.type.secondary, place, detailColor(picture.theme), .trailing)
            detailFrame.width -= width + px(12)
        }
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
}

extension Row.Press {
    var isToggle: Bool {
        if case .toggle = self { return true }
        return false
    }
}
