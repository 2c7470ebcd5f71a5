// What lies over a screen for a moment, and a screen on its way. Main thread.

import TemplateKit

extension Stage {
    /// - Parameter elements: of the screen, with the focused one marked.
    func drawOverlays(_ state: ViewState, over elements: [Element]) -> Picture {
        var picture = Picture(environment)
        let panes = panes
        drawn.noticeFrame = nil
        if let notice {
            // The ring belongs to it.
            let focused = elements.first(where: \.isFocused).map {
                $0.visibleFrame.union($0.shape.inset(by: -metrics.px(6)))
            }
            let place = noticePlace(of: notice.template, notOver: focused)
            drawn.noticeFrame = place.covered
            NoticeLayout.draw(notice.template, at: place, in: &picture)
        }
        if let letter = shownLetter, let model = top?.model {
            LettersLayout.draw(model.letters, current: letter, pane: panes.content, in: &picture)
        }
        if volumeOverlay != .hidden, let volume = program?.volume {
            var volumeState = state
            volumeState.focus = focus.focus
            VolumeLayout.draw(
                volume, panel: volumePanel, isInteractive: !volumeOverlay.isPassive, state: volumeState, in: &picture)
        }
        return picture
    }

    /// Where the volume is shown.
    var volumePanel: Frame { VolumeLayout.panel(over: coveredBar, metrics) }

    /// The bar of the screen, with all that stands in it.
    private var coveredBar: Frame {
        switch top?.template.kind {
        case .nowPlaying: NowPlayingLayout.coveredBar(metrics)
        case .search: Frame(x: 0, y: 0, width: metrics.width, height: metrics.target)
        default: panes.titleBar
        }
    }

    // MARK: - The notice

    /// Where a notice may stand, the best place first.
    private var noticePlaces: [NoticeLayout.Place] {
        let back = drawn.column.elements.first { $0.id == .bar("back") }?.frame
        let over = NoticeLayout.over(coveredBar, sparing: back, metrics)
        switch top?.template.kind {
        case .nowPlaying: return NoticeLayout.playing(metrics, bar: coveredBar, sparing: back)
        case .search where panes.content.height < 2 * metrics.target:
            // The keys are not covered while somebody types.
            return [over, NoticeLayout.foot(of: panes.column, metrics)]
        case .search: return [NoticeLayout.foot(of: panes.content, metrics), over]
        default: return [NoticeLayout.foot(of: noticePane, metrics), over]
        }
    }

    /// The letters at the edge stay in sight where there is room beside them.
    private var noticePane: Frame {
        let pane = panes.column
        let width = pane.width - metrics.px(IndexLayout.width)
        guard let model = top?.model, model.letters.count > 1, width >= metrics.px(420) else { return pane }
        return metrics.fromDriver(Frame(x: pane.x, y: pane.y, width: width, height: pane.height), in: pane)
    }

    /// It stands where it stood, until the focus comes under it; at first where its words are whole.
    /// - Parameter focused: what must be seen.
    private func noticePlace(of notice: NoticeTemplate, notOver focused: Frame?) -> NoticeLayout.Place {
        let places = noticePlaces.map { NoticeLayout.raised($0, over: drawn.column.commands, metrics) }
        func isFree(_ place: NoticeLayout.Place) -> Bool {
            focused.map { place.covered.intersection($0).isEmpty } ?? true
        }
        if let known = drawn.noticePlace, places.indices.contains(known), isFree(places[known]) {
            return places[known]
        }
        let environment = environment
        let best =
            places.firstIndex { isFree($0) && NoticeLayout.holds(notice, in: $0, environment) }
            ?? places.firstIndex { isFree($0) } ?? 0
        drawn.noticePlace = best
        return places[best]
    }

    /// The letter that the knob or a finger is at.
    var shownLetter: Int? {
        if let letters = focus.letters { return letters.current }
        if case .index(_, let letter) = touch { return letter }
        return nil
    }

    func slide(
        _ transition: Transition, column: [DrawCommand], chrome: [DrawCommand], _ isFull: Bool, at time: Double
    ) -> [DrawCommand] {
        let share = transition.motion.value(at: time)
        let whole = isFull || transition.fromWasFull
        let region = whole ? metrics.bounds : panes.column
        let arriving = whole ? column + chrome : column
        let leaving = whole ? transition.fromBase : transition.from
        let width = Double(region.width)
        func layer(_ commands: [DrawCommand], _ dx: Double) -> [DrawCommand] {
            [.beginLayer(dx: Int(dx.rounded()), dy: 0, opacity: 255)] + commands + [.endLayer]
        }
        var result: [DrawCommand] = [.beginClip(region)]
        if transition.isPush {
            result += layer(leaving, -width / 4 * share)
            result += layer(arriving, width * (1 - share))
        } else {
            result += layer(arriving, -width / 4 * (1 - share))
            result += layer(leaving, width * share)
        }
        result.append(.endClip)
        return whole ? result : result + chrome
    }
}
