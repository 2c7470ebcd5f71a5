// What a press does. Main thread.

public import TemplateKit

extension Stage {
    /// A press on an element, by whatever hand.
    func activate(_ id: ElementID, at time: Double) {
        isDirty = true
        program?.pressed()
        if let modal = modals.last {
            if case .action(let number) = id { answer(modal, number, at: time) }
            return
        }
        switch id {
        case .tab(let number): selectTab(number, at: time)
        case .bar("back"): goBackByButton(at: time)
        case .mini: openNowPlaying(at: time)
        case .key(let name): pressKey(name, at: time)
        case SearchLayout.field: setKeyboard(hidden: false, at: time)
        case .miniPlay: if let action = miniTemplate?.transport.playPause { run(action, from: id, at: time) }
        case .miniNext: if let action = miniTemplate?.transport.next { run(action, from: id, at: time) }
        default: if let action = action(of: id) { run(action, from: id, at: time) }
        }
    }

    private func goBackByButton(at time: Double) { pop(at: time) }

    private func answer(_ modal: Modal, _ number: Int, at time: Double) {
        let actions: [ModalAction]
        switch modal.entry.template {
        case .alert(let alert): actions = alert.actions
        case .actionSheet(let sheet): actions = sheet.actions
        default: actions = []
        }
        guard actions.indices.contains(number), actions[number].isEnabled else { return }
        dismissTopModal(at: time)
        if let action = actions[number].action { run(action, from: nil, at: time) }
    }

    /// The action of an element of the top screen.
    private func action(of id: ElementID) -> Action? {
        guard let top else { return nil }
        switch top.template {
        case .list(let template): return action(of: id, in: template, top.model)
        case .grid(let template): return action(of: id, in: template.list, top.model)
        case .information(let template):
            if case .button(let name) = id { return Self.action(name, of: template.buttons) }
            return nil
        case .search(let template): return action(of: id, in: template.results, top.model)
        case .nowPlaying(let template): return action(of: id, in: template)
        case .message(let template):
            if case .button(let name) = id { return Self.action(name, of: template.buttons) }
            return nil
        case .tabBar, .alert, .actionSheet, .notice: return nil
        }
    }

    private static func action(_ name: String, of buttons: [Button]) -> Action? {
        buttons.first { $0.name == name && $0.isEnabled }?.action
    }

    private func action(of id: ElementID, in template: ListTemplate, _ model: ListModel?) -> Action? {
        switch id {
        case .bar(let name): return Self.action(name, of: template.leadingButtons + template.trailingButtons)
        case .button(let name): return Self.action(name, of: template.header?.buttons ?? [])
        case .row(let row):
            if let imageRow = model?.imageRow(row) { return imageRow.titleAction }
            guard let content = model?.content(ofRow: row), content.isEnabled else { return nil }
            switch content.press {
            case .select(let action), .toggle(_, let action): return action
            case nil: return nil
            }
        case .rowAction(let row, let number):
            guard let content = model?.content(ofRow: row), content.isEnabled,
                content.actions.indices.contains(number)
            else { return nil }
            return content.actions[number].action
        case .item(let number):
            guard let item = model?.item(number), item.isEnabled else { return nil }
            return item.select
        case .image(let row, let item):
            guard let imageRow = model?.imageRow(row) else { return nil }
            guard imageRow.elements.indices.contains(item) else { return imageRow.all }
            return imageRow.elements[item].isEnabled ? imageRow.elements[item].select : nil
        default: return nil
        }
    }

    private func action(of id: ElementID, in template: NowPlayingTemplate) -> Action? {
        switch id {
        case .button("play"): return template.transport.playPause
        case .button("previous"): return template.transport.isPreviousEnabled ? template.transport.previous : nil
        case .button("next"): return template.transport.isNextEnabled ? template.transport.next : nil
        case .button(let name):
            if let button = template.buttons.first(where: { $0.name == name && $0.isEnabled }) { return button.action }
            return name == "artist" ? template.artistAction : name == "album" ? template.albumAction : nil
        case .bar(let name): return template.barButtons.first { $0.name == name && $0.isEnabled }?.action
        default: return nil
        }
    }

    // MARK: - Doing

    /// Does what is the stage's own, and hands the rest to the program. While an action is not done, a second press on
    /// its element does nothing.
    func run(_ action: Action, from id: ElementID?, at time: Double) {
        if let busy, busy.entry === top, busy.id == id { return }
        switch action.name {
        case "open", "alert", "sheet":
            if let name = action.screen { open(name, parameters: action.parameters, at: time) }
        case "back": if !pop(at: time) { goBack(at: time) }
        case "nowPlaying": openNowPlaying(at: time)
        case "volume" where action.arguments["to"] == nil: openVolume(at: time)
        default:
            let token = ActionToken(number: nextToken)
            nextToken += 1
            // Known before it is done: a program may finish it before it returns.
            let before = busy
            if let id { busy = Busy(token: token, id: id, entry: top, since: time) }
            let outcome = program?.perform(action, token: token) ?? .done
            if outcome == .done {
                if busy?.token == token { busy = before }
            } else if let before, before.token != token {
                // One at a time has the highlight; the one before goes on without.
                isDirty = true
            }
        }
        isDirty = true
    }

    /// The end of an action that was pending; `failure` is shown, and says why.
    public func finish(_ token: ActionToken, failure: AlertTemplate? = nil, at time: Double) {
        if busy?.token == token {
            busy = nil
            isDirty = true
        }
        if let failure { present(failure, at: time) }
    }

    func cancelBusy() {
        guard let busy else { return }
        self.busy = nil
        program?.cancel(busy.token)
    }

    // MARK: - Sliders by the knob

    /// Seconds a tick moves in what is playing.
    static let secondsPerTick = 5.0

    func slide(_ id: ElementID, ticks: Int, at time: Double) {
        switch id {
        case .slider("volume"): changeVolume(by: ticks, at: time)
        case .slider:
            guard case .nowPlaying(let template) = top?.template, let progress = template.progress,
                progress.isSeekable, let shown = shownPosition(template)
            else { return }
            let duration = shown.duration ?? progress.duration
            let seconds = max(0, min(duration, shown.seconds + Double(ticks) * Self.secondsPerTick))
            pendingSeek = PendingSeek(seconds: seconds, due: time + Timing.seekDelay)
        case .index: turnIndex(ticks, at: time)
        default: break
        }
    }

    private func turnIndex(_ ticks: Int, at time: Double) {
        guard let top, let model = top.model, !model.letters.isEmpty else { return }
        let row = model.row(at: Int(top.scroll.to.rounded())) ?? 0
        let now = model.letter(ofRow: row) ?? 0
        let letter = max(0, min(model.letters.count - 1, now + ticks))
        jump(toLetter: letter, focusing: false, at: time)
    }

    func endSlide(_ id: ElementID, at time: Double) {
        switch id {
        case .slider("volume"): closeVolume(at: time)
        case .slider: if pendingSeek?.due != nil { sendSeek(at: time) }
        default: break
        }
    }

    func sendSeek(at time: Double) {
        guard let seek = pendingSeek else { return }
        pendingSeek = PendingSeek(seconds: seek.seconds, due: nil, sent: time)
        isDirty = true
        program?.request(.seek(to: seek.seconds))
    }

    // MARK: - Volume

    /// Opens the slider; the knob turns it at once, press or back leave it. Nothing where the volume is fixed.
    public func openVolume(at time: Double) {
        guard program?.volume != nil, volumeOverlay.isPassive else { return }
        top?.place = focus.savedPlace
        volumeOverlay = .interactive(end: time + Timing.volumeRest)
        layout(at: time)
        let map = map(at: time)
        focus.enter(map)
        focus.manipulate(.slider("volume"))
        resetRing()
        isDirty = true
    }

    func closeVolume(at time: Double) {
        guard !volumeOverlay.isPassive else { return }
        volumeOverlay = .hidden
        layout(at: time)
        focus.restore(top?.place ?? FocusEngine.Place(), in: map(at: time))
        resetRing()
        isDirty = true
    }

    /// The volume was changed elsewhere: it is shown for a moment.
    public func showVolume(at time: Double) {
        guard program?.volume != nil else { return }
        if case .interactive = volumeOverlay {
            volumeOverlay = .interactive(end: time + Timing.volumeRest)
        } else {
            volumeOverlay = .passive(end: time + Timing.volumeNotice)
        }
        isDirty = true
    }

    /// So many dB louder or softer, and seen.
    func changeVolume(by ticks: Int, at time: Double) {
        guard let volume = program?.volume else { return }
        setVolume(VolumeLevel(decibels: volume.decibels.rounded() + Double(ticks)).decibels, at: time)
    }

    func setVolume(_ decibels: Double, at time: Double) {
        program?.request(.volume(to: decibels))
        showVolume(at: time)
    }
}
