// Inputs: who takes them, and what the focus wants done. Main thread.

import TemplateKit

extension Stage {
    /// One input, in the order of their times. Acts at once; the next frame shows it.
    public func handle(_ event: InputEvent) {
        let time = event.time
        advance(to: time)
        update(at: time)
        // What a finger hits and the knob moves among is what is on the screen now.
        layout(at: time)
        let before = focus.focus
        switch event.kind {
        case .touch(let finger, let phase, let x, let y): handleTouch(finger, phase, x, y, at: time)
        case .rotate(let ticks):
            if focus.letters == nil, let top { scrollBeforeTick = tickStart(of: top) }
            perform(focus.rotate(ticks, at: time, in: map(at: time)), at: time)
        case .press(let isDown): perform(focus.press(isDown: isDown, at: time, in: map(at: time)), at: time)
        case .nudge(let direction): perform(focus.nudge(direction, at: time, in: map(at: time)), at: time)
        case .back: perform(focus.back(at: time), at: time)
        case .key(let key): handle(key, at: time)
        case .volume(let ticks): changeVolume(by: ticks, at: time)
        case .text(let text): type(text, at: time)
        case .deleteBackward: deleteBackward(at: time)
        }
        // The ring sets out when the knob is turned, not when the next picture is due.
        if focus.focus != before { layout(at: time) }
        isDirty = true
    }

    private func tickStart(of entry: StackEntry) -> (entry: StackEntry, scroll: Motion, sideways: [Int: Motion]) {
        // A reverse within 60 ms of a tick puts back what was before that tick, not before its reverse.
        if let undo = focus.undo, drawn.time - undo.time <= Timing.undo, let before = scrollBeforeTick,
            before.entry === entry
        {
            return before
        }
        return (entry, entry.scroll, entry.sideways)
    }

    private func handle(_ key: InputEvent.Key, at time: Double) {
        switch key {
        case .home:
            dismissModals(at: time, restoring: true)
            abandonPush()
            leaveNowPlaying(at: time)
            if tabBar != nil && selectedTab != 0 { selectTab(0, at: time) }
            popToRoot(at: time)
        case .nowplaying:
            dismissModals(at: time, restoring: true)
            openNowPlaying(at: time)
        case .volumeup: changeVolume(by: 1, at: time)
        case .volumedown: changeVolume(by: -1, at: time)
        case .mute:
            program?.request(.key(key))
            showVolume(at: time)
        case .play, .pause, .playpause, .next, .previous: program?.request(.key(key))
        }
    }

    // MARK: - What the focus wants

    func perform(_ effects: [FocusEffect], at time: Double) {
        guard !effects.isEmpty else { return }
        isDirty = true
        for effect in effects {
            switch effect {
            case .focused(let id): bringIntoSight(id, at: time)
            case .scrolled(_, let ticks): scroll(byTicks: ticks, at: time)
            case .undone: undoScroll()
            case .activated(let id): activate(id, at: time)
            case .slid(let id, let ticks): slide(id, ticks: ticks, at: time)
            case .slideEnded(let id): endSlide(id, at: time)
            case .lettersMoved: break
            case .lettersClosed(let letter): if let letter { jump(toLetter: letter, focusing: true, at: time) }
            case .back: goBack(at: time)
            case .volume(let ticks): changeVolume(by: ticks, at: time)
            }
        }
    }

    /// Back: what is over the screen, the screen, at the root the tab bar, from there Now Playing.
    func goBack(at time: Double) {
        if let modal = modals.last {
            answerByBack(modal, at: time)
            return
        }
        if !volumeOverlay.isPassive {
            closeVolume(at: time)
            return
        }
        if pop(at: time) { return }
        layout(at: time)
        let map = map(at: time)
        if focus.area != .tabBar, let tab = map.defaultElement(in: .tabBar) {
            focus.move(to: tab, at: time, in: map)
        } else {
            openNowPlaying(at: time)
        }
    }

    /// Back answers an alert with the action that changes nothing, if there is one.
    func answerByBack(_ modal: Modal, at time: Double) {
        let actions: [ModalAction]
        switch modal.entry.template {
        case .alert(let alert): actions = alert.actions
        case .actionSheet(let sheet): actions = sheet.actions
        default: actions = []
        }
        dismissTopModal(at: time)
        if let cancel = actions.first(where: { $0.style == .cancel })?.action {
            run(cancel, from: nil, at: time)
        } else if actions.count == 1, actions[0].isEnabled, let only = actions[0].action {
            run(only, from: nil, at: time)
        }
    }

    // MARK: - Into sight

    /// The list moves as little as it can, and stays at rest on a row.
    func bringIntoSight(_ id: ElementID, at time: Double) {
        guard modals.isEmpty, let top, let model = top.model else { return }
        let pane = panes.content
        let from = Int(top.scroll.to.rounded())
        var target = from
        if let row = id.row, let extent = model.extent(ofRow: row) {
            var first = extent.y
            if case .image = id, let imageRow = model.imageRow(row), extent.height > pane.height {
                // Where the whole does not fit, the pictures and their words go before the title.
                first += ImageRowLayout(imageRow, metrics: metrics).titleHeight - metrics.px(8)
            }
            // The first row of a section brings its header, the first of a list all that is above it.
            if let number = model.blocks.firstIndex(where: { $0.firstRow == row && $0.rowCount > 0 }), number > 0 {
                if case .sectionHeader = model.blocks[number - 1].kind { first = model.blocks[number - 1].y }
                if row == 0, extent.y + extent.height <= pane.height { first = 0 }
            }
            target = model.scroll(showing: first, extent.y + extent.height, from: from, viewport: pane.height)
            bringSideways(id, row, model, pane, top, at: time)
        } else if case .button = id {
            target = 0
        }
        guard target != from else { return }
        top.scroll = top.scroll.eased(to: Double(target), at: time, duration: duration(Timing.focus))
    }

    private func bringSideways(
        _ id: ElementID, _ row: Int, _ model: ListModel, _ pane: Frame, _ entry: StackEntry, at time: Double
    ) {
        guard case .image(_, let item) = id, let imageRow = model.imageRow(row) else { return }
        let layout = ImageRowLayout(imageRow, metrics: metrics)
        let motion = entry.sideways[row] ?? Motion(0)
        let from = Int(motion.to.rounded())
        let target = layout.scroll(showing: item, from: from, width: pane.width)
        guard target != from else { return }
        entry.sideways[row] = motion.eased(to: Double(target), at: time, duration: duration(Timing.focus))
    }

    private func scroll(byTicks ticks: Int, at time: Double) {
        guard let top, let pane = scrollPane(of: top) else { return }
        let target = max(0, min(pane.last, Int(top.scroll.to.rounded()) + ticks * metrics.target))
        top.scroll = top.scroll.eased(to: Double(target), at: time, duration: duration(Timing.focus))
    }

    private func undoScroll() {
        guard let before = scrollBeforeTick, before.entry === top else { return }
        before.entry.scroll = before.scroll
        before.entry.sideways = before.sideways
    }

    /// To the first row of a letter.
    func jump(toLetter letter: Int, focusing: Bool, at time: Double) {
        guard let top, let model = top.model, model.letters.indices.contains(letter) else { return }
        let row = model.letters[letter].row
        guard let extent = model.extent(ofRow: row) else { return }
        let pane = panes.content
        var y = extent.y
        if let number = model.blocks.firstIndex(where: { $0.firstRow == row && $0.rowCount > 0 }), number > 0,
            case .sectionHeader = model.blocks[number - 1].kind
        {
            y = model.blocks[number - 1].y
        }
        top.scroll = Motion(Double(min(y, model.maximumScroll(viewport: pane.height))))
        isDirty = true
        guard focusing else { return }
        let map = map(at: time)
        let stops = map.list?.stops(inRow: row) ?? []
        if let stop = stops.first { focus.move(to: stop, at: time, in: map, isShown: false) }
    }
}
