// From the state of the stage to commands and elements. Main thread; changes nothing but what was drawn.

import TemplateKit

/// One screen leaves while another comes.
struct Transition {
    let from: [DrawCommand]
    let fromWasFull: Bool
    let fromBase: [DrawCommand]
    let isPush: Bool
    let motion: Motion
}

extension Stage {
    func beginTransition(isPush: Bool, at time: Double) {
        let length = duration(Timing.push)
        guard length > 0, !drawn.column.commands.isEmpty else {
            transition = nil
            return
        }
        transition = Transition(
            from: drawn.column.commands, fromWasFull: drawn.wasFullScreen, fromBase: drawn.base, isPush: isPush,
            motion: Motion(0).eased(to: 1, at: time, duration: length))
    }

    /// Lays everything out as it is at `time`.
    func layout(at time: Double) {
        var state = ViewState(now: time, focus: modals.isEmpty && volumeOverlay.isPassive ? focus.focus : nil)
        state.pressed = touch.highlighted(at: time) ?? focus.pressed
        if touch.slider != nil { state.pressed = touch.slider }
        if let busy, modals.isEmpty, busy.entry === top {
            state.busy = busy.id
            state.busyShowsSpinner = Timing.hasPassed(Timing.spinnerDelay, since: busy.since, at: time)
        }
        state.manipulated = focus.manipulated
        if let top, let model = top.model, model.paneHeight != contentPane(of: top).height {
            // The mini player has come or gone since.
            rebuildModel(of: top, keepingPlace: true, at: time)
        }
        drawn.time = time
        drawn.isMoving = touch.isWaiting(at: time)
        drawn.hasSpinner = state.busyShowsSpinner

        drawScreen(state)
        var sheet = drawn.begin()
        sheet.commands += drawn.column.commands
        sheet.commands += drawn.chrome.commands
        putInOrder(&sheet.elements)
        if modals.isEmpty, volumeOverlay.isPassive {
            drawRing(on: &sheet.commands, &sheet.elements, at: time)
        } else {
            drawn.ring = nil
        }
        let isFull = top?.isFullScreen ?? true
        if let transition {
            if transition.motion.isMoving(at: time) {
                drawn.isMoving = true
                sheet.commands = slide(
                    transition, column: drawn.column.commands, chrome: drawn.chrome.commands, isFull, at: time)
            } else {
                self.transition = nil
            }
        }
        drawn.wasFullScreen = isFull
        let overlay = drawOverlays(state, over: sheet.elements)
        sheet.commands += overlay.commands
        sheet.elements += overlay.elements
        if case .interactive = volumeOverlay {
            drawRing(on: &sheet.commands, &sheet.elements, at: time, force: true)
        }
        for (number, modal) in modals.enumerated() {
            let isTop = number == modals.count - 1
            let share = modal.appears.value(at: time)
            if modal.appears.isMoving(at: time) { drawn.isMoving = true }
            sheet.commands.append(.fill(metrics.bounds, theme.scrim.faded(to: share)))
            var picture = Picture(environment)
            var modalState = state
            modalState.focus = isTop ? focus.focus : nil
            draw(modal.entry.template, modalState, &picture)
            if isTop {
                sheet.elements = picture.elements
                drawRing(on: &picture.commands, &sheet.elements, at: time, force: true)
            }
            if share < 1 {
                let rise = Int((Double(metrics.px(24)) * (1 - share)).rounded())
                sheet.commands.append(.beginLayer(dx: 0, dy: rise, opacity: UInt8((share * 255).rounded())))
                sheet.commands += picture.commands
                sheet.commands.append(.endLayer)
            } else {
                sheet.commands += picture.commands
            }
        }
        drawn.finish(sheet)
        drawn.ambient = ambient(at: time)
    }

    // MARK: - The screen

    /// Column and chrome, each on the sheet it was on before.
    private func drawScreen(_ state: ViewState) {
        let environment = environment
        var column = Picture(environment, on: drawn.column.take())
        var chrome = Picture(environment, on: drawn.chrome.take())
        draw(&column, &chrome, state)
        drawn.column = column.sheet
        drawn.chrome = chrome.sheet
    }

    private func draw(_ column: inout Picture, _ chrome: inout Picture, _ state: ViewState) {
        guard let top else {
            column.fill(metrics.bounds, theme.background)
            return
        }
        if case .nowPlaying(let template) = top.template {
            NowPlayingLayout(
                template: template, position: shownPosition(template), hasBack: (stack?.depth ?? 1) > 1,
                clock: clockText, state: state
            ).draw(in: &column)
            return
        }
        if case .search(let template) = top.template {
            drawSearch(top, template, state, &column)
            return
        }
        let panes = panes
        column.clipped(to: panes.column) { picture in
            picture.fill(panes.column, theme.background)
            draw(top, panes, state, &picture)
        }
        if let tabBar {
            TabBarLayout(
                template: tabBar, selected: selectedTab, clock: metrics.isPortrait ? nil : clockText,
                frame: panes.tabs, state: state
            ).draw(in: &chrome)
        }
        if let template = miniTemplate {
            MiniPlayerLayout(
                template: template, position: shownPosition(template), frame: panes.miniPlayer, state: state
            ).draw(in: &chrome)
        }
    }

    private func draw(_ entry: StackEntry, _ panes: Panes, _ state: ViewState, _ picture: inout Picture) {
        let depth = stack?.depth ?? 1
        func bar(_ title: String, spare: String = "", _ leading: [Button], _ trailing: [Button]) {
            TitleBarLayout(
                title: title, spare: spare, hasBack: depth > 1, leading: leading, trailing: trailing,
                clock: tabBar == nil || metrics.isPortrait ? clockText : nil, frame: panes.titleBar, state: state,
                pictures: entry.pictures, picture.environment
            ).draw(in: &picture)
        }
        switch entry.template {
        case .list, .grid:
            guard let model = entry.model else { return }
            let template = model.template
            let scroll = entry.scroll.pixels(at: state.now)
            let list = listLayout(of: entry, model, in: panes.content, state)
            list.drawWash(in: &picture)
            var title = strings.string(for: template.title)
            let spare = template.header.map { strings.string(for: $0.title) } ?? title
            if let header = template.header {
                let headerHeight = model.blocks.first?.height ?? 0
                title = scroll >= headerHeight / 2 ? strings.string(for: header.title) : ""
            }
            bar(title, spare: spare, template.leadingButtons, template.trailingButtons)
            list.draw(in: &picture)
        case .information(let template):
            bar(strings.string(for: template.title), [], [])
            InformationLayout(template, pane: panes.content, environment: environment)
                .draw(scroll: max(0, entry.scroll.pixels(at: state.now)), state: state, in: &picture)
            if entry.scroll.isMoving(at: state.now) { drawn.isMoving = true }
        case .message(let template):
            var frame = panes.content
            if depth > 1 || tabBar != nil {
                bar("", [], [])
            } else {
                frame = panes.column
            }
            MessageLayout(template: template, frame: frame, state: state).draw(in: &picture)
            if template.progress == .endless { drawn.hasSpinner = true }
        default: draw(entry.template, state, &picture)
        }
    }

    /// The rows of a screen in their pane.
    func drawList(of entry: StackEntry, in pane: Frame, _ state: ViewState, _ picture: inout Picture) {
        guard let model = entry.model else { return }
        listLayout(of: entry, model, in: pane, state).draw(in: &picture)
    }

    /// A list as it is now; what moves in it wants another frame.
    private func listLayout(
        of entry: StackEntry, _ model: ListModel, in pane: Frame, _ state: ViewState
    ) -> ListLayout {
        var list = ListLayout(
            model: model, pane: pane, scroll: max(0, entry.scroll.pixels(at: state.now)),
            sideways: entry.sideways, state: state, pictures: entry.pictures)
        if let since = entry.loadingSince {
            list.loadingTime = state.now - since
            drawn.hasSpinner = drawn.hasSpinner || state.now - since >= Timing.spinnerDelay
        }
        if entry.scroll.isMoving(at: state.now)
            || entry.sideways.values.contains(where: { $0.isMoving(at: state.now) })
        {
            drawn.isMoving = true
        }
        return list
    }

    /// The templates that need nothing around them.
    private func draw(_ template: Template, _ state: ViewState, _ picture: inout Picture) {
        switch template {
        case .alert(let alert): AlertLayout(template: alert, state: state).draw(in: &picture)
        case .actionSheet(let sheet): ActionSheetLayout(template: sheet, state: state).draw(in: &picture)
        case .list, .grid, .information, .message, .nowPlaying, .search, .tabBar, .notice: break
        }
    }

    /// Reading order: tabs, bar, content, mini player; in portrait the tabs are read last as they are drawn last, but
    /// the knob begins at them all the same.
    private func putInOrder(_ elements: inout [Element]) {
        func add(mini: Bool) {
            for element in drawn.chrome.elements where (element.area == .mini) == mini { elements.append(element) }
        }
        if !metrics.isPortrait { add(mini: false) }
        elements += drawn.column.elements
        add(mini: true)
        if metrics.isPortrait { add(mini: false) }
    }
}

extension Stage.VolumeOverlay {
    var isPassive: Bool {
        if case .interactive = self { return false }
        return true
    }
}
