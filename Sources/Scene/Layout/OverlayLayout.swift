// What lies over a screen for a moment: volume and letters. Main thread.

import TemplateKit

/// The volume in dB; the program says what it is.
public struct VolumeLevel: Hashable, Sendable {
    public static let range = -60.0...0.0
    public var decibels: Double
    public var isMuted: Bool

    public init(decibels: Double, isMuted: Bool = false) {
        self.decibels = max(Self.range.lowerBound, min(Self.range.upperBound, decibels.isFinite ? decibels : -60))
        self.isMuted = isMuted
    }

    var share: Double { (decibels - Self.range.lowerBound) / (Self.range.upperBound - Self.range.lowerBound) }
}

/// A slider over the whole bar of a screen: nothing of what it covers looks out, and nothing else is covered in part.
@MainActor
enum VolumeLayout {
    /// - Parameter bar: of the screen, from edge to edge.
    static func panel(over bar: Frame, _ metrics: Metrics) -> Frame {
        Frame(
            x: bar.x + metrics.px(8), y: bar.y + metrics.px(2), width: bar.width - 2 * metrics.px(8),
            height: bar.height - 2 * metrics.px(2))
    }

    /// What a finger may touch is as high as the bar.
    static func slider(in panel: Frame, _ metrics: Metrics) -> Frame {
        Frame(
            x: panel.x + metrics.px(84), y: panel.y - metrics.px(2), width: panel.width - metrics.px(84 + 132),
            height: panel.height + 2 * metrics.px(2))
    }

    /// `isInteractive` is false for a change that was made elsewhere.
    static func draw(
        _ volume: VolumeLevel, panel: Frame, isInteractive: Bool, state: ViewState, in picture: inout Picture
    ) {
        let px = picture.px
        let theme = picture.theme
        let slider = slider(in: panel, picture.metrics)
        picture.panel(panel, radius: px(28), theme.raised)
        picture.commands.append(.ring(panel, radius: px(28), width: max(1, px(2)), theme.control))
        picture.icon(
            .icon(volume.isMuted ? "muted" : "volume"), 40,
            in: Frame(x: panel.x + px(8), y: panel.y, width: px(76), height: panel.height), theme.text)
        let track = Frame.centered(in: slider, width: slider.width, height: px(12))
        picture.bar(dp: 12, share: volume.isMuted ? 0 : volume.share, in: track, theme.text)
        let side = px(34)
        let x = track.x + Int((Double(track.width - side) * volume.share).rounded())
        picture.panel(
            Frame(x: x, y: track.y + (track.height - side) / 2, width: side, height: side), radius: side / 2,
            volume.isMuted ? theme.control : theme.text)
        let whole = Int(volume.decibels.rounded())
        let text = (whole < 0 ? "−\(-whole)" : "0") + "\u{A0}dB"
        picture.line(
            text, picture.type.value,
            Frame(x: slider.right + px(18), y: panel.y, width: px(132 - 18 - 16), height: panel.height), theme.text,
            .trailing)
        let shape = Frame(
            x: track.x - px(8), y: track.y - px(16), width: track.width + px(16), height: track.height + px(32))
        var element = Element(
            .slider("volume"), .slider, label: picture.environment.string(.key("button.volume")), frame: slider,
            area: isInteractive ? .modal : nil, shape: shape, shapeRadius: px(22))
        element.value = text
        element.progress = volume.share
        picture.add(element)
    }
}

/// The letter the knob or a finger is at, over the list.
@MainActor
enum LettersLayout {
    static func draw(_ letters: [IndexLetter], current: Int, pane: Frame, in picture: inout Picture) {
        guard letters.indices.contains(current) else { return }
        let px = picture.px
        let theme = picture.theme
        // As many letters beside the current one as fit, the current one in the middle.
        let cell = px(76)
        let most = max(1, min(9, (pane.width - 2 * px(16)) / cell))
        let sides = (most - 1) / 2
        let width = (2 * sides + 1) * cell + 2 * px(12)
        let height = px(132)
        let panel = Frame.centered(in: pane, width: min(width, pane.width), height: min(height, pane.height))
        picture.panel(panel, radius: px(28), theme.raised)
        picture.commands.append(.ring(panel, radius: px(28), width: max(1, px(2)), theme.control))
        for offset in -sides...sides {
            let number = current + offset
            guard letters.indices.contains(number) else { continue }
            let center = panel.x + panel.width / 2 + offset * cell
            let frame = Frame(x: center - cell / 2, y: panel.y, width: cell, height: panel.height)
            let style = offset == 0 ? picture.type.bigLetter : picture.type.playingArtist
            picture.line(letters[number].letter, style, frame, offset == 0 ? theme.text : theme.dim, .center)
        }
        picture.add(Element(.text("letter"), .text, label: letters[current].letter, frame: panel))
    }
}
