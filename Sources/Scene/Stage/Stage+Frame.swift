// Frames: when one is needed, and what moves by itself. Main thread.

import TemplateKit

/// One picture with its meaning.
public struct SceneFrame: Sendable {
    public let commands: [DrawCommand]
    public let elements: [Element]
}

extension Stage {
    /// The picture at `now`, or nil when it is the one that was given last. Lets time pass first.
    public func frame(now: Double) -> SceneFrame? {
        advance(to: now)
        update(at: now)
        guard needsFrame(at: now) else { return nil }
        layout(at: now)
        isDirty = false
        guard drawn.commands != drawn.presented else { return nil }
        return drawn.give()
    }

    /// The picture at `now` in any case: for a window that lost its own, and for pictures of it.
    public func wholeFrame(now: Double) -> SceneFrame {
        advance(to: now)
        update(at: now)
        layout(at: now)
        isDirty = false
        return drawn.give()
    }

    /// Whether the picture may be another than the last. A still screen says no.
    public func needsFrame(at now: Double) -> Bool {
        isDirty || needsTemplates || drawn.isMoving || ambient(at: now) != drawn.ambient
    }

    /// When to come back though nothing happens: in a sixtieth of a second while something moves, at the next second
    /// or pixel of progress, when something ends; nil when only an input can change anything.
    public func nextWake(after now: Double) -> Double? {
        if isDirty || needsTemplates { return now }
        if drawn.isMoving { return max(now, drawn.time + Timing.frame) }
        var first = Double.infinity
        func wake(_ time: Double) { first = min(first, time) }
        if let deadline = focus.deadline(in: map(at: now)) { wake(deadline) }
        if let notice { wake(notice.end) }
        if let pendingPush { wake(pendingPush.deadline) }
        if let busy, !Timing.hasPassed(Timing.spinnerDelay, since: busy.since, at: now) {
            wake(busy.since + Timing.spinnerDelay)
        }
        if let since = top?.loadingSince, !Timing.hasPassed(Timing.spinnerDelay, since: since, at: now) {
            wake(since + Timing.spinnerDelay)
        }
        switch volumeOverlay {
        case .hidden: break
        case .passive(let end), .interactive(let end): wake(end)
        }
        if let pendingSeek {
            if let due = pendingSeek.due { wake(due) }
            if let sent = pendingSeek.sent { wake(sent + 1) }
        }
        if drawn.hasSpinner { wake(((now / Spinner.stepDuration).rounded(.down) + 1) * Spinner.stepDuration) }
        if let next = nextProgress(after: now) { wake(next) }
        return first == .infinity ? nil : max(first, now)
    }

    // MARK: - Time

    /// Whatever was due by `now` happens.
    func advance(to now: Double) {
        if let notice, notice.end <= now {
            self.notice = nil
            isDirty = true
        }
        if let busy, !drawn.hasSpinner, Timing.hasPassed(Timing.spinnerDelay, since: busy.since, at: now) {
            isDirty = true
        }
        if let since = top?.loadingSince, !drawn.hasSpinner,
            Timing.hasPassed(Timing.spinnerDelay, since: since, at: now)
        {
            isDirty = true
        }
        switch volumeOverlay {
        case .hidden: break
        case .passive(let end):
            if end <= now {
                volumeOverlay = .hidden
                isDirty = true
            }
        case .interactive(let end):
            if end <= now, touch.slider == nil { closeVolume(at: now) }
        }
        if let due = pendingSeek?.due, due <= now { sendSeek(at: now) }
        if let sent = pendingSeek?.sent, let seconds = pendingSeek?.seconds {
            let isThere = program?.position.map { abs($0.seconds - seconds) < 1 } ?? true
            if isThere || now - sent >= 1 {
                pendingSeek = nil
                isDirty = true
            }
        }
        perform(focus.tick(at: now, in: map(at: now)), at: now)
    }

    // MARK: - Progress

    /// Where the music is shown to be: at a seek that is on its way, else where it is.
    func shownPosition(_ template: NowPlayingTemplate) -> PlaybackPosition? {
        var position =
            program?.position
            ?? template.progress.map {
                PlaybackPosition(seconds: $0.position, duration: $0.duration, isMoving: false)
            }
        guard let progress = template.progress else {
            position?.duration = nil
            return position
        }
        if position?.duration == nil { position?.duration = progress.duration }
        if let pendingSeek { position?.seconds = pendingSeek.seconds }
        if let duration = position?.duration, let seconds = position?.seconds {
            position?.seconds = max(0, min(duration, seconds.isFinite ? seconds : 0))
        }
        return position
    }

    /// The width over which progress is drawn, with the template it belongs to; nil when none is shown.
    private var progressBar: (template: NowPlayingTemplate, width: Int, hasTimes: Bool)? {
        guard let top else { return nil }
        if case .nowPlaying(let template) = top.template {
            guard template.progress != nil else { return nil }
            return (template, NowPlayingLayout.parts(metrics).progress.width, true)
        }
        guard let template = miniTemplate, template.progress != nil else { return nil }
        return (template, panes.miniPlayer.width, false)
    }

    func ambient(at now: Double) -> Ambient {
        var ambient = Ambient()
        if let bar = progressBar, let position = shownPosition(bar.template) {
            // Where the time is written, the bar moves with it: one picture a second.
            if bar.hasTimes {
                ambient.seconds = Int(min(position.seconds, 1e9))
            } else {
                ambient.pixels = MiniPlayerLayout.filledWidth(position, width: bar.width)
            }
        }
        if drawn.hasSpinner { ambient.spinnerStep = Spinner.step(at: now) }
        return ambient
    }

    /// When the next second is reached, or, where no time is written, the next pixel; at most once a second.
    private func nextProgress(after now: Double) -> Double? {
        guard let bar = progressBar, let position = shownPosition(bar.template), position.isMoving,
            pendingSeek == nil, let duration = position.duration, duration > 0, duration.isFinite,
            position.seconds < duration
        else { return nil }
        let pixels = Double(MiniPlayerLayout.filledWidth(position, width: bar.width))
        let nextPixel = (pixels + 0.5) / Double(max(1, bar.width)) * duration - position.seconds
        let nextSecond = position.seconds.rounded(.down) + 1 - position.seconds
        // A millisecond behind, so that it is certain to be reached.
        return now + max(0.001, bar.hasTimes ? nextSecond : max(nextPixel, nextSecond)) + 0.001
    }
}
