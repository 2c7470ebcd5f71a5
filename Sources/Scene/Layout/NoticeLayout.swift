// The line that says what has happened by itself. Main thread.

import TemplateKit

/// Two lines of words at most, with their icon; never has the focus, and never lies over what has it.
@MainActor
enum NoticeLayout {
    /// Where a notice may stand.
    struct Place: Hashable {
        let panel: Frame
        /// What of a list is not seen while it stands there; nil where it lies over a picture or over a whole bar.
        var band: Frame?

        var covered: Frame { band ?? panel }
    }

    /// Over the foot of a pane, the first choice: of a list it takes the last rows.
    static func foot(of pane: Frame, _ metrics: Metrics) -> Place {
        let height = metrics.target
        let edge = metrics.px(pane.width < metrics.px(600) ? 8 : 16)
        let width = min(pane.width - 2 * edge, metrics.px(900))
        let panel = Frame(
            x: pane.x + (pane.width - width) / 2, y: pane.bottom - height - metrics.px(10), width: width,
            height: height)
        let top = panel.y - metrics.px(8)
        return Place(
            panel: panel, band: Frame(x: pane.x, y: top, width: pane.width, height: pane.bottom - top))
    }

    /// Over the whole of a bar but for the way back, which stays in sight and in reach.
    static func over(_ bar: Frame, sparing back: Frame?, _ metrics: Metrics) -> Place {
        var panel = VolumeLayout.panel(over: bar, metrics)
        if let back, !back.intersection(panel).isEmpty {
            let gap = metrics.px(2)
            if back.x - bar.x < bar.right - back.right {
                panel.width -= back.right + gap - panel.x
                panel.x = back.right + gap
            } else {
                panel.width = back.x - gap - panel.x
            }
        }
        return Place(panel: panel)
    }

    /// On Now Playing: over the cover where that is large, for it says least; over the bar, or over the last line; beside
    /// a cover that has the focus.
    static func playing(_ metrics: Metrics, bar: Frame, sparing back: Frame?) -> [Place] {
        let parts = NowPlayingLayout.parts(metrics)
        let line = Frame(x: 0, y: parts.buttons.y, width: metrics.width, height: parts.buttons.height)
        let reach = min(metrics.px(16), parts.bar.x)
        let beside = Frame(
            x: parts.bar.x - reach, y: bar.y, width: parts.bar.width + 2 * reach, height: bar.height)
        let others = [
            over(bar, sparing: back, metrics), over(line, sparing: nil, metrics), over(beside, sparing: back, metrics),
        ]
        // Upright there is nothing beside the cover that the notice could hide.
        let cover = parts.cover
        let ground =
            metrics.isPortrait ? Frame(x: 0, y: cover.y, width: metrics.width, height: cover.height) : cover
        guard ground.width >= metrics.px(360), cover.height >= metrics.target + metrics.px(32) else { return others }
        return [Place(panel: foot(of: ground, metrics).panel)] + others
    }

    /// The band begins above any line of text that it would cut in two.
    static func raised(_ place: Place, over commands: [DrawCommand], _ metrics: Metrics) -> Place {
        guard let band = place.band else { return place }
        var top = band.y
        var isCutting = true
        while isCutting {
            isCutting = false
            for case .line(let line, let frame, _) in commands where frame.x < band.right && frame.right > band.x {
                // The letters at the edge are capitals; other words reach under their line.
                let height = line.style.size * (line.style.size <= metrics.px(18) ? 8 : 12) / 10
                let inkTop = frame.y + (frame.height - height) / 2
                guard inkTop < top, inkTop + height > top else { continue }
                top = inkTop
                isCutting = true
            }
        }
        return Place(
            panel: place.panel, band: Frame(x: band.x, y: top, width: band.width, height: band.bottom - top))
    }

    /// Beside its icon.
    private static func words(_ notice: NoticeTemplate, in panel: Frame, _ metrics: Metrics) -> Frame {
        var words = panel.insetSideways(by: metrics.px(24))
        guard notice.icon != nil else { return words }
        words.x += metrics.px(56)
        words.width = max(0, words.width - metrics.px(56))
        return words
    }

    /// Whether all of it can be read there.
    static func holds(_ notice: NoticeTemplate, in place: Place, _ environment: LayoutEnvironment) -> Bool {
        environment.fitter.holds(
            environment.string(notice.text), environment.type.secondary,
            width: words(notice, in: place.panel, environment.metrics).width, most: 2)
    }

    static func draw(_ notice: NoticeTemplate, at place: Place, in picture: inout Picture) {
        let px = picture.px
        let frame = place.panel
        if let band = place.band { picture.fill(band, picture.theme.background) }
        picture.panel(frame, radius: px(20), picture.theme.raised)
        picture.commands.append(.ring(frame, radius: px(20), width: max(1, px(2)), picture.theme.control))
        let words = words(notice, in: frame, picture.metrics)
        if let icon = notice.icon {
            picture.icon(
                icon, 38, in: Frame(x: frame.x + px(24), y: words.y, width: px(40), height: words.height),
                picture.theme.text)
        }
        let shown = NoticeWords(notice.text, width: words.width, picture.environment)
        let step = shown.lines.count > 1 ? px(30) : words.height
        var line = Frame(
            x: words.x, y: words.y + (words.height - shown.lines.count * step) / 2, width: words.width, height: step)
        for text in shown.lines {
            picture.line(text, shown.style, line, picture.theme.text)
            line.y += step
        }
        picture.addText("notice", picture.environment.string(notice.text), frame)
    }
}
