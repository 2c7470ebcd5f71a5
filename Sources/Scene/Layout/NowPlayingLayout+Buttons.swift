// Now Playing: the transport and the line of five. Main thread.

import TemplateKit

extension NowPlayingLayout {
    func drawTransport(_ parts: Parts, _ picture: inout Picture) {
        let px = picture.px
        let theme = picture.theme
        let side = max(picture.metrics.target, px(88))
        let area = parts.transport
        let gap = max(0, min(px(34), (area.width - 2 * side - parts.playSide) / 4))
        let play = Frame.centered(in: area, width: parts.playSide, height: parts.playSide)
        let buttonHeight = min(side, area.height)
        let top = area.y + (area.height - buttonHeight) / 2
        if template.transport.previous != nil {
            picture.iconButton(
                .button("previous"), label: picture.environment.string(.key("button.previous")),
                icon: .icon("previous"),
                frame: Frame(x: play.x - gap - side, y: top, width: side, height: buttonHeight), area: .content,
                state: state, iconDp: 48, isEnabled: template.transport.isPreviousEnabled)
        }
        let id = ElementID.button("play")
        let isHeld = state.pressed == id || state.busy == id
        let inset = parts.playSide > picture.metrics.target ? 0 : px(3)
        let disc = play.inset(by: inset)
        picture.panel(disc, radius: disc.width / 2, isHeld ? picture.pressedSurface(theme.raised) : theme.raised)
        // The focus ring is enough of an edge.
        if state.focus != id {
            picture.commands.append(.ring(disc, radius: disc.width / 2, width: max(1, px(2)), theme.control))
        }
        if state.busy == id && state.busyShowsSpinner {
            picture.spinner(dp: 52, in: play, state.now, theme.accent)
        } else {
            picture.icon(.icon(template.isPlaying ? "pause" : "play"), 52, in: play, theme.accent)
        }
        var element = Element(
            id, .button,
            label: picture.environment.string(.key(template.isPlaying ? "button.pause" : "button.play")),
            frame: play, area: .content, shape: disc, shapeRadius: disc.width / 2)
        element.isPlaying = template.isPlaying
        picture.add(element)
        if template.transport.next != nil {
            picture.iconButton(
                .button("next"), label: picture.environment.string(.key("button.next")), icon: .icon("next"),
                frame: Frame(x: play.right + gap, y: top, width: side, height: buttonHeight), area: .content,
                state: state, iconDp: 48, isEnabled: template.transport.isNextEnabled)
        }
    }

    func drawButtons(_ parts: Parts, _ picture: inout Picture) {
        let buttons = template.buttons
        guard !buttons.isEmpty else { return }
        let side = picture.metrics.target
        let width = max(side, min(picture.px(92), parts.buttons.width / 5))
        // The first and the last at the edges, the others evenly between; one alone is the last, where `more` always is.
        for (number, button) in buttons.enumerated() {
            let x =
                parts.buttons.x
                + (buttons.count == 1
                    ? parts.buttons.width - width : (parts.buttons.width - width) * number / (buttons.count - 1))
            draw(button, Frame(x: x, y: parts.buttons.y, width: width, height: side), &picture)
        }
    }

    private func draw(_ button: NowPlayingButton, _ frame: Frame, _ picture: inout Picture) {
        let px = picture.px
        let theme = picture.theme
        let id = ElementID.button(button.name)
        let isActive = button.isActive
        let shape = Frame(
            x: frame.x + px(4), y: frame.y + px(5), width: frame.width - px(8), height: frame.height - px(10))
        let isHeld = state.pressed == id || state.busy == id
        if isActive {
            picture.panel(
                shape, radius: px(20), isHeld ? theme.accent.mixed(with: theme.accentText, 0.2) : theme.accent)
        } else if isHeld {
            picture.panel(shape, radius: px(20), theme.raised)
        }
        let color = !button.isEnabled ? theme.control : isActive ? theme.accentText : theme.text
        if state.busy == id && state.busyShowsSpinner {
            picture.spinner(dp: 38, in: frame, state.now, color)
        } else {
            picture.icon(button.icon, 38, in: button.level == nil ? frame : frame.offset(x: 0, y: -px(5)), color)
        }
        if let level = button.level { dots(level, under: shape, isActive, &picture) }
        var element = Element(
            id, button.isToggle ? .toggle : .button, label: picture.environment.string(button.title), frame: frame,
            area: .content, shape: shape, shapeRadius: px(20))
        element.isSelected = isActive
        element.isEnabled = button.isEnabled
        element.value = button.level.map(String.init)
        picture.add(element)
    }

    /// The strength: as many dots as there are strengths, those reached full, the others hollow.
    func dots(_ level: Int, under shape: Frame, _ isActive: Bool, _ picture: inout Picture) {
        let px = picture.px
        let most = TemplateLimits.standard.buttonLevels.upperBound
        let side = max(4, px(7))
        let gap = px(5)
        var x = shape.x + (shape.width - most * side - (most - 1) * gap) / 2
        let y = shape.bottom - px(7) - side
        let color = isActive ? picture.theme.accentText : picture.theme.control
        for number in 1...most {
            let dot = Frame(x: x, y: y, width: side, height: side)
            if number <= level {
                picture.panel(dot, radius: side / 2, color)
            } else {
                picture.commands.append(.ring(dot, radius: side / 2, width: max(1, px(1.5)), color))
            }
            x += side + gap
        }
    }
}

extension NowPlayingButton {
    /// Filled with the accent.
    var isActive: Bool { isSelected || (level ?? 0) > 0 }
}
