// Fingers: the same elements that the knob moves among. Main thread.

import TemplateKit

extension Stage {
    /// Pixels a finger may move and still press.
    private var slop: Int { metrics.px(16) }

    func handleTouch(_ finger: Int, _ phase: InputEvent.Phase, _ x: Int, _ y: Int, at time: Double) {
        switch phase {
        case .began:
            guard touch.finger == nil else { return }
            touchBegan(finger, x, y, at: time)
        case .moved:
            guard touch.finger == finger else { return }
            touchMoved(x, y, at: time)
        case .ended:
            guard touch.finger == finger else { return }
            touchMoved(x, y, at: time)
            touchEnded(at: time)
        case .cancelled:
            guard touch.finger == finger else { return }
            touchCancelled(at: time)
        }
        isDirty = true
    }

    /// The topmost element that can be pressed there.
    private func element(atX x: Int, y: Int) -> Element? {
        drawn.elements.last { $0.area != nil && $0.visibleFrame.contains(x: x, y: y) }
    }

    // MARK: - Down

    private func touchBegan(_ finger: Int, _ x: Int, _ y: Int, at time: Double) {
        let hit = element(atX: x, y: y)
        let id = hit?.isEnabled == true ? hit?.id : nil
        // A touch beside the volume slider puts it away and does nothing else.
        let isBesideVolume = !volumeOverlay.isPassive && id != .slider("volume")
        let isOnVolume = isBesideVolume && volumePanel.contains(x: x, y: y)
        perform(focus.touched(isOnVolume ? focus.manipulated : id), at: time)
        if isBesideVolume {
            if !isOnVolume { closeVolume(at: time) }
            touch = .spent(finger: finger)
            return
        }
        if modals.isEmpty, drawn.noticeFrame?.contains(x: x, y: y) == true {
            // What is under a notice is not seen: a finger puts the notice away, and presses nothing.
            notice = nil
            touch = .spent(finger: finger)
            return
        }
        if stopMoving(atX: x, y: y, at: time) {
            touch = .spent(finger: finger)
            beginDrag(finger, x, y, at: time)
            return
        }
        switch id {
        case .slider(let name):
            touch = .sliding(.slider(name), finger: finger)
            slide(.slider(name), toX: x, at: time)
        case .index:
            let count = top?.model?.letters.count ?? 0
            let frame = hit?.frame ?? .zero
            let letter = IndexLayout.letter(at: y, in: frame, count: count)
            touch = .index(finger: finger, letter: letter)
            jump(toLetter: letter, focusing: false, at: time)
        default:
            var track = TouchTrack()
            track.add(x: x, y: y, at: time)
            let isInList = modals.isEmpty && top.flatMap(scrollPane)?.frame.contains(x: x, y: y) == true
            touch = .pressing(
                TouchState.Press(
                    finger: finger, id: id, frame: hit?.visibleFrame ?? .zero, x: x, y: y, time: time,
                    isInList: isInList, track: track))
        }
    }

    /// A finger on a list that runs stops it, and presses nothing.
    private func stopMoving(atX x: Int, y: Int, at time: Double) -> Bool {
        guard modals.isEmpty, let top, scrollPane(of: top)?.frame.contains(x: x, y: y) == true else { return false }
        if top.scroll.isMoving(at: time), abs(top.scroll.to - top.scroll.value(at: time)) > Double(slop) {
            top.scroll = Motion(top.scroll.value(at: time))
            return true
        }
        return false
    }

    /// Goes on with a list that was stopped by the finger.
    private func beginDrag(_ finger: Int, _ x: Int, _ y: Int, at time: Double) {
        guard let top else { return }
        var track = TouchTrack()
        track.add(x: x, y: y, at: time)
        touch = .dragging(
            TouchState.Drag(finger: finger, start: y, scroll: top.scroll.value(at: time), track: track))
    }

    // MARK: - Moving

    private func touchMoved(_ x: Int, _ y: Int, at time: Double) {
        switch touch {
        case .pressing(var press):
            press.track.add(x: x, y: y, at: time)
            touch = .pressing(press)
            becomeDrag(press, x, y, at: time)
        case .dragging(var drag):
            // One owner of the track while it grows.
            touch = .spent(finger: drag.finger)
            drag.track.add(x: x, y: y, at: time)
            touch = .dragging(drag)
            guard let top, let pane = scrollPane(of: top) else { return }
            top.scroll = Motion(max(0, min(Double(pane.last), drag.scroll + Double(drag.start - y))))
        case .draggingRow(let row, var drag):
            drag.track.add(x: x, y: y, at: time)
            touch = .draggingRow(row, drag)
            guard let top, let imageRow = top.model?.imageRow(row) else { return }
            let layout = ImageRowLayout(imageRow, metrics: metrics)
            let last = Double(layout.maximumScroll(width: panes.content.width))
            top.sideways[row] = Motion(max(0, min(last, drag.scroll + Double(drag.start - x))))
        case .sliding(let id, _): slide(id, toX: x, at: time)
        case .index(let finger, let letter):
            let count = top?.model?.letters.count ?? 0
            let frame = ListLayout.indexFrame(in: panes.content, metrics: metrics)
            let next = IndexLayout.letter(at: y, in: frame, count: count)
            guard next != letter else { return }
            touch = .index(finger: finger, letter: next)
            jump(toLetter: next, focusing: false, at: time)
        case .idle, .spent: break
        }
    }

    /// A press that moved is a drag where something scrolls, and nothing elsewhere.
    private func becomeDrag(_ press: TouchState.Press, _ x: Int, _ y: Int, at time: Double) {
        let dx = x - press.x
        let dy = y - press.y
        guard max(abs(dx), abs(dy)) > slop else { return }
        guard press.isInList, let top else {
            // Off what it pressed, it presses nothing; on a large button a finger may roll.
            let near = Frame(
                x: press.frame.x - slop, y: press.frame.y - slop, width: press.frame.width + 2 * slop,
                height: press.frame.height + 2 * slop)
            if !near.contains(x: x, y: y) { touch = .spent(finger: press.finger) }
            return
        }
        let pane = panes.content
        let rowUnder = top.model?.row(at: press.y - pane.y + top.scroll.pixels(at: time))
        if abs(dx) > abs(dy), let row = rowUnder, top.model?.imageRow(row) != nil {
            let scroll = (top.sideways[row] ?? Motion(0)).value(at: time)
            // From here on, so that nothing jumps by the slop.
            touch = .draggingRow(
                row, TouchState.Drag(finger: press.finger, start: x, scroll: scroll, track: press.track))
        } else if abs(dy) >= abs(dx) {
            touch = .dragging(
                TouchState.Drag(
                    finger: press.finger, start: y, scroll: top.scroll.value(at: time), track: press.track))
        } else {
            touch = .spent(finger: press.finger)
        }
    }

    private func slide(_ id: ElementID, toX x: Int, at time: Double) {
        if id == .slider("volume") {
            let slider = VolumeLayout.slider(in: volumePanel, metrics)
            let share = max(0, min(1, Double(x - slider.x) / Double(max(1, slider.width))))
            let range = VolumeLevel.range
            let decibels = range.lowerBound + share * (range.upperBound - range.lowerBound)
            setVolume(decibels.rounded(), at: time)
            return
        }
        guard case .nowPlaying(let template) = top?.template, let progress = template.progress, progress.isSeekable
        else { return }
        let track = NowPlayingLayout.track(in: NowPlayingLayout.parts(metrics).progress, metrics: metrics)
        let share = max(0, min(1, Double(x - track.x) / Double(max(1, track.width))))
        let duration = shownPosition(template)?.duration ?? progress.duration
        pendingSeek = PendingSeek(seconds: share * duration)
    }

    // MARK: - Up

    private func touchEnded(at time: Double) {
        let ended = touch
        touch = .idle
        switch ended {
        case .pressing(let press):
            guard let id = press.id else { return touchedBeside(at: time) }
            // Still there and still to be pressed: a refresh may have taken it away under the finger.
            guard drawn.elements.contains(where: { $0.id == id && $0.isFocusable }) else { return }
            activate(id, at: time)
        case .dragging(let drag): throwList(drag, at: time)
        case .draggingRow(let row, let drag): throwRow(row, drag, at: time)
        case .sliding(let id, _): if id == .slider("progress") { sendSeek(at: time) }
        case .idle, .spent, .index: break
        }
    }

    /// A finger beside a sheet puts it away, as back does; an alert wants an answer.
    private func touchedBeside(at time: Double) {
        guard let modal = modals.last, modal.entry.template.kind == .actionSheet else { return }
        answerByBack(modal, at: time)
    }

    private func touchCancelled(at time: Double) {
        let ended = touch
        touch = .idle
        switch ended {
        case .sliding: pendingSeek = nil
        case .dragging(var drag):
            drag.track = TouchTrack()
            throwList(drag, at: time)
        case .draggingRow(let row, var drag):
            drag.track = TouchTrack()
            throwRow(row, drag, at: time)
        case .idle, .pressing, .index, .spent: break
        }
    }

    /// A list goes on by itself, slower and slower, exactly to the row nearest to where it would have stopped.
    private func throwList(_ drag: TouchState.Drag, at time: Double) {
        guard let top, let pane = scrollPane(of: top) else { return }
        let speed = -drag.track.speed(at: time).y
        let place = top.scroll.value(at: time) + speed * Timing.glide
        // Rows rest at the top of one; what has none rests anywhere.
        let target =
            top.model?.rest(near: place, viewport: pane.frame.height)
            ?? Int(max(0, min(Double(pane.last), place.isFinite ? place : 0)))
        top.scroll = glide(top.scroll, to: target, speed: speed, at: time)
    }

    private func throwRow(_ row: Int, _ drag: TouchState.Drag, at time: Double) {
        guard let top, let imageRow = top.model?.imageRow(row) else { return }
        let speed = -drag.track.speed(at: time).x
        let motion = top.sideways[row] ?? Motion(0)
        let layout = ImageRowLayout(imageRow, metrics: metrics)
        let target = layout.rest(near: motion.value(at: time) + speed * Timing.glide, width: panes.content.width)
        top.sideways[row] = glide(motion, to: target, speed: speed, at: time)
    }

    private func glide(_ motion: Motion, to target: Int, speed: Double, at time: Double) -> Motion {
        if reducesMotion { return Motion(Double(target)) }
        // A slow finger only lets the list find its row.
        let isThrown = abs(speed) > Double(metrics.px(100))
        return motion.gliding(
            to: Double(target), at: time, timeConstant: isThrown ? Timing.glide : Timing.settle)
    }

}
