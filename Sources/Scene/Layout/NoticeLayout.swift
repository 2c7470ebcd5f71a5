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

    /// Over the whole of a bar.
    static func over(_ bar: Frame, _ metrics: Metrics) -> Place {
        Place(panel: VolumeLayout.panel(over: bar, metrics))
    }

    /// On Now Playing: over the cover where that is large, for it says least; over the bar, or over the last line; beside
    /// a cover that has the focus.
    static func playing(_ metrics: Metrics, bar: Frame) -> [Place] {
        let parts = NowPlayingLayout.parts(metrics)
        let line = Frame(x: 0, y: parts.buttons.y, width: metrics.width, height: parts.buttons.height)
        let reach = min(metrics.px(16), parts.bar.x)
        let beside = Frame(
            x: parts.bar.x - reach, y: bar.y, width: parts.bar.width + 2 * reach, height: bar.height)
        let others = [over(bar, metrics), over(line, metrics), over(beside, metrics)]
        guard parts.cover.width >= metrics.px(360) else { return others }
        return [Place(panel: foot(of: parts.cover, metrics).panel)] + others
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

    static func draw(_ notice: NoticeTemplate, at place: Place, in picture: inout Picture) {
        let px = picture.px
        let frame = place.panel
        if let band = place.band { picture.fill(band, picture.theme.background) }
        picture.panel(frame, radius: px(20), picture.theme.raised)
        picture.commands.append(.ring(frame, radius: px(20), width: max(1, px(2)), picture.theme.control))
        var words = frame.insetSideways(by: px(24))
        if let icon = notice.icon {
            picture.icon(
                icon, 38, in: Frame(x: words.x, y: words.y, width: px(40), height: words.height), picture.theme.text)
            words.x += px(56)
            words.width -= px(56)
        }
        let text = picture.environment.string(notice.text)
        let lines = picture.environment.fitter.wrap(text, picture.type.lead, width: words.width, most: 2)
        if lines.count > 1 {
            // Two lines are smaller; both must fit the one height.
            let small = picture.environment.fitter.wrap(text, picture.type.secondary, width: words.width, most: 2)
            let top = words.y + (words.height - small.count * px(30)) / 2
            for (number, line) in small.enumerated() {
                picture.line(
                    line, picture.type.secondary,
                    Frame(x: words.x, y: top + number * px(30), width: words.width, height: px(30)),
                    picture.theme.text)
            }
        } else {
            picture.line(text, picture.type.lead, words, picture.theme.text)
        }
        picture.addText("notice", text, frame)
    }
}
