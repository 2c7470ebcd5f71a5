// What lies over a screen for a moment, and a screen on its way. Main thread.

import TemplateKit

extension Stage {
    func drawOverlays(_ state: ViewState) -> Picture {
        var picture = Picture(environment)
        let panes = panes
        if let notice {
            let pane = top?.template.kind == .nowPlaying ? NoticeLayout.playingPane(metrics) : panes.column
            NoticeLayout.draw(notice.template, pane: pane, in: &picture)
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
    var volumePanel: Frame { VolumeLayout.panel(metrics, isOverPlaying: top?.template.kind == .nowPlaying) }

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
