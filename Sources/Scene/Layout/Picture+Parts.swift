// The parts that several screens are made of. Main thread.

import TemplateKit

extension Picture {
    /// A round button that shows an icon, with the surface under it only while it is pressed or active.
    /// - Parameters:
    ///   - lift: dp the icon stands above the middle
    ///   - isFilled: with the accent, though it is not active
    mutating func iconButton(
        _ id: ElementID, _ role: ElementRole = .button, label: String, icon image: Image, frame: Frame,
        area: FocusArea, state: ViewState, iconDp: Double = 38, lift: Double = 0, isSelected: Bool = false,
        isFilled: Bool = false, isEnabled: Bool = true, surface: Color? = nil, color: Color? = nil,
        value: String? = nil
    ) {
        let isAccent = isSelected || isFilled
        let side = min(frame.width, frame.height) - 2 * px(6)
        let shape = Frame.centered(in: frame, width: side, height: side)
        let isHeld = state.pressed == id || state.busy == id
        if isAccent {
            panel(shape, radius: side / 2, isHeld ? theme.accent.mixed(with: theme.accentText, 0.15) : theme.accent)
        } else if let surface = isHeld ? pressedSurface(surface) : surface {
            panel(shape, radius: side / 2, surface)
        }
        if state.busy == id && state.busyShowsSpinner {
            spinner(dp: iconDp, in: frame, state.now, isAccent ? theme.accentText : theme.text)
        } else {
            let tint = isAccent ? theme.accentText : isEnabled ? color ?? theme.text : theme.control
            icon(image, iconDp, in: frame.offset(x: 0, y: -px(lift)), tint)
        }
        var element = Element(
            id, role, label: label, frame: frame, area: area, shape: shape, shapeRadius: side / 2)
        element.value = value
        element.isSelected = isSelected
        element.isEnabled = isEnabled
        add(element)
    }

    /// What a surface becomes under a finger.
    func pressedSurface(_ surface: Color?) -> Color {
        guard let surface else { return theme.raised }
        return surface.mixed(with: theme.text, 0.12)
    }

    /// A button with words, as wide as its frame.
    /// - Parameters:
    ///   - inset: dp that it is lower than its frame, above and below
    ///   - edge: dp between its ends and what stands in it
    mutating func wordButton(
        _ id: ElementID, _ role: ElementRole = .button, title: String, icon image: Image?, frame: Frame,
        area: FocusArea, state: ViewState, surface: Color, color: Color, isEnabled: Bool = true,
        isSelected: Bool = false, inset: Double = 2, edge: Double = 24
    ) {
        let shape = Frame.centered(in: frame, width: frame.width, height: frame.height - 2 * px(inset))
        let isHeld = state.pressed == id || state.busy == id
        panel(shape, radius: shape.height / 2, isHeld ? surface.mixed(with: color, 0.15) : surface)
        let tint = isEnabled ? color : theme.control
        let inner = frame.insetSideways(by: px(edge))
        let iconSpace = image == nil ? 0 : px(32 + 12)
        let style = type.button
        let shown = environment.fitter.fit(title, style, width: inner.width - iconSpace)
        let textWidth = environment.fitter.width(of: shown, style)
        let start = inner.x + max(0, (inner.width - iconSpace - textWidth) / 2)
        if let image {
            let place = Frame(x: start, y: frame.y, width: px(32), height: frame.height)
            if state.busy == id && state.busyShowsSpinner {
                spinner(dp: 32, in: place, state.now, tint)
            } else {
                icon(image, 32, in: place, tint)
            }
        }
        line(
            title, style,
            Frame(
                x: start + iconSpace, y: frame.y, width: inner.right - start - iconSpace,
                height: frame.height), tint)
        var element = Element(
            id, role, label: title, frame: frame, area: area, shape: shape, shapeRadius: shape.height / 2)
        element.isEnabled = isEnabled
        element.isSelected = isSelected
        add(element)
    }

    /// Pixels a button with words asks for.
    func wordButtonWidth(_ title: String, hasIcon: Bool) -> Int {
        environment.wordButtonWidth(title, hasIcon: hasIcon)
    }

    /// Three bars: this is what plays.
    mutating func playingMark(in frame: Frame) {
        let unit = max(1, px(2))
        let heights = [0.55, 0.9, 0.68]
        let side = unit * 15
        let box = Frame.centered(in: frame, width: side, height: side)
        for (index, share) in heights.enumerated() {
            let height = Int(Double(side) * share)
            panel(
                Frame(x: box.x + unit * (1 + 5 * index), y: box.bottom - height, width: unit * 3, height: height),
                radius: unit, theme.accent)
        }
    }

    /// Eight dots of which the first runs round, eight steps a second.
    mutating func spinner(dp: Double, in frame: Frame, _ now: Double, _ color: Color) {
        let radius = Double(px(dp)) * 0.38
        let dot = max(3, px(dp * 0.17))
        let step = Spinner.step(at: now)
        for index in 0..<Spinner.dots {
            let (x, y) = Spinner.places[index]
            let age = (step - index + 2 * Spinner.dots) % Spinner.dots
            let share = 1 - Double(age) / Double(Spinner.dots)
            panel(
                Frame(
                    x: frame.x + frame.width / 2 + Int((x * radius).rounded()) - dot / 2,
                    y: frame.y + frame.height / 2 + Int((y * radius).rounded()) - dot / 2, width: dot, height: dot),
                radius: dot / 2, color.faded(to: 0.2 + 0.8 * share))
        }
    }

    /// A track with what is filled of it; round, `dp` high, in the middle of the frame.
    mutating func bar(dp: Double, share: Double, in frame: Frame, _ color: Color) {
        let height = max(2, px(dp))
        let track = Frame.centered(in: frame, width: frame.width, height: height)
        panel(track, radius: height / 2, theme.control)
        let filled = Int((Double(track.width) * max(0, min(1, share))).rounded())
        if filled >= height {
            panel(Frame(x: track.x, y: track.y, width: filled, height: height), radius: height / 2, color)
        }
    }
}

/// The steps of a spinner; the one thing beside progress that moves by itself.
enum Spinner {
    static let dots = 8
    static let stepDuration = 0.125
    static let places: [(Double, Double)] = [
        (0, -1), (0.707, -0.707), (1, 0), (0.707, 0.707), (0, 1), (-0.707, 0.707), (-1, 0), (-0.707, -0.707),
    ]

    static func step(at now: Double) -> Int {
        let steps = (now / stepDuration).rounded(.down)
        return Int(steps.truncatingRemainder(dividingBy: Double(dots)))
    }
}

extension LayoutEnvironment {
    /// Pixels that `Picture.wordButton` needs for a title that is not to be cut; one more for the middle of an odd rest.
    @MainActor
    func wordButtonWidth(_ title: String, hasIcon: Bool, edge: Double = 24) -> Int {
        let text = fitter.width(of: title, type.button)
        return max(metrics.target * 3 / 2, text + 2 * px(edge) + (hasIcon ? px(32 + 12) : 0) + 1)
    }
}
