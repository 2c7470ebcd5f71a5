// The tabs: a rail on the driver's side, in portrait a bar at the bottom. Main thread.

import TemplateKit

/// Two to four tabs, with the clock at the foot of the rail.
@MainActor
struct TabBarLayout {
    let template: TabBarTemplate
    let selected: Int
    let clock: String?
    let frame: Frame
    let state: ViewState

    func draw(in picture: inout Picture) {
        picture.fill(frame, picture.theme.panel)
        if picture.metrics.isPortrait { drawBar(&picture) } else { drawRail(&picture) }
    }

    private func drawRail(_ picture: inout Picture) {
        let px = picture.px
        let isShort = picture.metrics.isShort
        let clockHeight = clock == nil ? 0 : px(isShort ? 48 : 60)
        let room = frame.height - clockHeight - 2 * px(8)
        let wish = px(isShort ? 84 : 104)
        let height = max(picture.metrics.target, min(wish, room / template.tabs.count))
        for (number, tab) in template.tabs.enumerated() {
            let cell = Frame(x: frame.x, y: frame.y + px(8) + number * height, width: frame.width, height: height)
            draw(tab, number, cell, hasWords: !isShort, &picture)
        }
        if let clock {
            let place = Frame(x: frame.x, y: frame.bottom - clockHeight, width: frame.width, height: clockHeight)
            picture.line(clock, picture.type.clock, place, picture.theme.text, .center)
            picture.addText("clock", clock, place)
        }
    }

    private func drawBar(_ picture: inout Picture) {
        for (number, tab) in template.tabs.enumerated() {
            let start = frame.width * number / template.tabs.count
            let end = frame.width * (number + 1) / template.tabs.count
            let cell = Frame(x: frame.x + start, y: frame.y, width: end - start, height: frame.height)
            draw(tab, number, cell, hasWords: true, &picture)
        }
    }

    private func draw(
        _ tab: TabBarTemplate.Tab, _ number: Int, _ cell: Frame, hasWords: Bool, _ picture: inout Picture
    ) {
        let px = picture.px
        let id = ElementID.tab(number)
        let label = picture.environment.string(tab.title)
        let isSelected = number == selected
        let shape = Frame(
            x: cell.x + px(6), y: cell.y + px(6), width: cell.width - px(12), height: cell.height - px(12))
        // As wide as the ring around it leaves room for: words must not touch its ends.
        let pill = Frame(x: cell.x + px(4), y: shape.y, width: cell.width - px(8), height: shape.height)
        if isSelected || state.pressed == id {
            picture.panel(
                pill, radius: px(18),
                state.pressed == id ? picture.pressedSurface(picture.theme.raised) : picture.theme.raised)
        }
        let color = isSelected ? picture.theme.accent : picture.theme.dim
        let wordsHeight = hasWords ? px(28) : 0
        let iconHeight = px(40)
        let top = shape.y + (shape.height - iconHeight - wordsHeight) / 2
        let place = Frame(x: shape.x, y: top, width: shape.width, height: iconHeight)
        picture.icon(tab.icon, 36, in: place, color)
        if tab.hasBadge {
            let side = px(12)
            picture.panel(
                Frame(x: shape.x + shape.width / 2 + px(14), y: top, width: side, height: side), radius: side / 2,
                picture.theme.danger)
        }
        if hasWords {
            picture.line(
                label, picture.type.caption,
                Frame(x: pill.x + px(2), y: place.bottom, width: pill.width - px(4), height: wordsHeight), color,
                .center)
        }
        var element = Element(id, .tab, label: label, frame: cell, area: .tabBar, shape: shape, shapeRadius: px(18))
        element.isSelected = isSelected
        picture.add(element)
    }
}
