// What plays, under every browse screen. Main thread.

import TemplateKit

/// Where the music is now; the bar and the times are drawn from it.
public struct PlaybackPosition: Hashable, Sendable {
    /// Seconds from the start of the track to the sample being heard.
    public var seconds: Double
    /// Seconds; nil for a stream and while it is not known.
    public var duration: Double?
    /// Time passes in it.
    public var isMoving: Bool

    public init(seconds: Double, duration: Double?, isMoving: Bool) {
        self.seconds = seconds
        self.duration = duration
        self.isMoving = isMoving
    }

    var share: Double {
        guard let duration, duration > 0 else { return 0 }
        return max(0, min(1, seconds / duration))
    }
}

/// Cover, title, artist, play or pause, next; a progress line on the upper edge.
@MainActor
struct MiniPlayerLayout {
    let template: NowPlayingTemplate
    let position: PlaybackPosition?
    let frame: Frame
    let state: ViewState

    /// Pixels of the progress line that are filled; the picture changes only with it.
    static func filledWidth(_ position: PlaybackPosition?, width: Int) -> Int {
        Int((Double(width) * (position?.share ?? 0)).rounded())
    }

    func draw(in picture: inout Picture) {
        let px = picture.px
        let theme = picture.theme
        let metrics = picture.metrics
        picture.fill(frame, theme.panel)
        let lineHeight = max(2, px(4))
        picture.fill(Frame(x: frame.x, y: frame.y, width: frame.width, height: lineHeight), theme.line)
        if position?.duration != nil {
            let filled = Self.filledWidth(position, width: frame.width)
            picture.fill(Frame(x: frame.x, y: frame.y, width: filled, height: lineHeight), theme.accent)
        }
        let body = Frame(x: frame.x, y: frame.y + lineHeight, width: frame.width, height: frame.height - lineHeight)
        let side = min(metrics.target, body.height)
        let hasNext = template.transport.next != nil
        let buttonsWidth = (hasNext ? 2 : 1) * metrics.target + px(8)
        let buttons = metrics.fromDriver(
            Frame(x: body.right - buttonsWidth, y: body.y, width: buttonsWidth, height: body.height), in: body)
        let opening = metrics.fromDriver(
            Frame(x: body.x, y: body.y, width: body.width - buttonsWidth, height: body.height), in: body)
        draw(opening, &picture)
        let top = body.y + (body.height - side) / 2
        let edge = metrics.driverSide == .right ? px(8) : 0
        picture.iconButton(
            .miniPlay, label: picture.environment.string(.key(template.isPlaying ? "button.pause" : "button.play")),
            icon: .icon(template.isPlaying ? "pause" : "play"),
            frame: Frame(x: buttons.x + edge, y: top, width: metrics.target, height: side), area: .mini,
            state: state, iconDp: 40)
        if hasNext {
            picture.iconButton(
                .miniNext, label: picture.environment.string(.key("button.next")), icon: .icon("next"),
                frame: Frame(x: buttons.x + edge + metrics.target, y: top, width: metrics.target, height: side),
                area: .mini, state: state, iconDp: 38, isEnabled: template.transport.isNextEnabled)
        }
    }

    /// The part that opens Now Playing.
    private func draw(_ frame: Frame, _ picture: inout Picture) {
        let px = picture.px
        let shape = Frame(
            x: frame.x + px(10), y: frame.y + px(6), width: frame.width - px(14), height: frame.height - px(12))
        if state.pressed == .mini { picture.panel(shape, radius: px(14), picture.theme.raised) }
        let isNarrow = picture.metrics.widthInDp < 480
        let side = min(px(isNarrow ? 56 : 64), shape.height - px(4))
        let gap = px(isNarrow ? 12 : 18)
        let inner = shape.insetSideways(by: px(isNarrow ? 4 : 12))
        picture.picture(
            template.cover,
            Frame(x: inner.x, y: shape.y + (shape.height - side) / 2, width: side, height: side), radius: px(10))
        let words = Frame(
            x: inner.x + side + gap, y: shape.y, width: inner.width - side - gap, height: shape.height)
        let detail = picture.environment.string(template.artist ?? template.status ?? template.album)
        let titleHeight = px(38)
        let detailHeight = detail.isEmpty ? 0 : px(30)
        let top = words.y + (words.height - titleHeight - detailHeight) / 2
        let title = picture.environment.string(template.title)
        picture.line(
            title, picture.type.miniTitle,
            Frame(x: words.x, y: top, width: words.width, height: titleHeight), picture.theme.text)
        picture.line(
            detail, picture.type.secondary,
            Frame(x: words.x, y: top + titleHeight, width: words.width, height: detailHeight), picture.theme.dim)
        var element = Element(
            .mini, .miniPlayer, label: picture.environment.string(.key("nowPlaying")), frame: frame, area: .mini,
            shape: shape, shapeRadius: px(14))
        element.detail = detail.isEmpty ? title : picture.environment.fitter.joined(title, detail)
        element.isPlaying = template.isPlaying
        element.progress = position?.duration == nil ? nil : position?.share
        picture.add(element)
    }
}
