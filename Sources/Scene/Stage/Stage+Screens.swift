// Screens come and go. Main thread.

public import TemplateKit

extension Stage {
    // MARK: - Root

    /// The screen everything begins at: a bar of tabs, or one screen. The same stacks go on under another root, so that
    /// a library that becomes ready changes nothing on the screen but what it has to say.
    public func setRoot(_ screen: any Screen, at time: Double) {
        let old = rootScreen
        screen.onChange = { [weak self] in self?.invalidate() }
        rootScreen = screen
        // A root that is a screen itself is closed when it leaves its stack.
        if let old, old !== screen, stacks[""]?.root.screen !== old {
            old.onChange = nil
            old.close()
        }
        needsTemplates = true
        isDirty = true
        update(at: time)
    }

    /// The tabs as the root says; stacks stay by the name of their root screen.
    func adoptRoot(_ template: Template, of screen: any Screen, at time: Double) {
        if case .tabBar(let tabs) = template {
            guard tabs != tabBar else { return }
            let selectedName = tabBar?.tabs[selectedTab].screen
            var above: [StackEntry] = []
            if var single = stacks.removeValue(forKey: "") {
                above = single.takeAboveRoot()
                close(single.root, unless: screen)
            }
            tabBar = tabs
            selectedTab = tabs.tabs.firstIndex { $0.screen == selectedName } ?? 0
            for (name, stack) in stacks where !tabs.tabs.contains(where: { $0.screen == name }) {
                for entry in stack.entries { close(entry) }
                stacks[name] = nil
            }
            openTab(selectedTab, at: time)
            for entry in above { stacks[stackName]?.push(entry) }
            settleFocus(at: time)
            return
        }
        if stacks[""] == nil {
            var above: [StackEntry] = []
            if tabBar != nil { above = stacks[stackName]?.takeAboveRoot() ?? [] }
            for stack in stacks.values {
                for entry in stack.entries { close(entry) }
            }
            stacks = ["": ScreenStack(root: StackEntry(screen, limits))]
            tabBar = nil
            selectedTab = 0
            for entry in above { stacks[""]?.push(entry) }
            if let root = stacks[""]?.root { rebuildModel(of: root, keepingPlace: false, at: time) }
            settleFocus(at: time)
        } else if let root = stacks[""]?.root, root.screen === screen {
            root.needsTemplate = false
            adopt(template, in: root, at: time)
        } else {
            let entry = StackEntry(screen, limits)
            rebuildModel(of: entry, keepingPlace: false, at: time)
            if let old = stacks[""]?.root { close(old) }
            stacks[""]?.replaceRoot(entry)
            settleFocus(at: time)
        }
    }

    private func openTab(_ number: Int, at time: Double) {
        guard let tabBar, tabBar.tabs.indices.contains(number), let program else { return }
        let name = tabBar.tabs[number].screen
        guard stacks[name] == nil else { return }
        let screen = program.screen(named: name, parameters: [:]) ?? MissingScreen(name)
        stacks[name] = ScreenStack(root: makeEntry(screen, at: time))
    }

    func makeEntry(_ screen: any Screen, at time: Double) -> StackEntry {
        screen.onChange = { [weak self] in self?.invalidate() }
        let entry = StackEntry(screen, limits)
        rebuildModel(of: entry, keepingPlace: false, at: time)
        return entry
    }

    func close(_ entry: StackEntry, unless kept: (any Screen)? = nil) {
        if let busy, busy.entry === entry { cancelBusy() }
        guard entry.screen !== nowPlaying?.screen, entry.screen !== kept else { return }
        entry.screen.onChange = nil
        entry.screen.close()
    }

    // MARK: - Tabs

    /// Shows a tab as it was left; chosen again it goes to its root.
    public func selectTab(_ number: Int, at time: Double) {
        guard let tabBar, tabBar.tabs.indices.contains(number) else { return }
        abandonPush()
        closeVolume(at: time)
        if number == selectedTab {
            popToRoot(at: time)
            return
        }
        top?.place = focus.savedPlace
        let place = focus.savedPlace
        selectedTab = number
        openTab(number, at: time)
        refreshTop(at: time)
        resetRing()
        transition = nil
        // A knob that chose the tab stays on it.
        if focus.area == .tabBar {
            layout(at: time)
            focus.restore(place, in: map(at: time))
        } else {
            returnFocus(to: top, at: time)
        }
        isDirty = true
    }

    // MARK: - Open and back

    /// Opens the screen of that name over the present one, whatever its template is.
    public func open(_ name: String, parameters: [String: FieldValue] = [:], at time: Double) {
        if name == "nowPlaying" {
            openNowPlaying(at: time)
            return
        }
        guard let screen = program?.screen(named: name, parameters: parameters) else { return }
        show(screen, at: time)
    }

    /// Shows a screen: pushed, or over the present one when it is an alert, a sheet or a notice.
    public func show(_ screen: any Screen, at time: Double) {
        let entry = makeEntry(screen, at: time)
        switch entry.template {
        case .alert, .actionSheet: present(entry, at: time)
        case .notice(let notice): show(notice, at: time)
        case .tabBar: setRoot(screen, at: time)
        case .list, .grid, .search, .nowPlaying, .information, .message:
            if screen.isReady {
                push(entry, at: time)
            } else {
                abandonPush()
                pendingPush = (entry, time + Timing.readiness)
            }
        }
    }

    /// Opens Now Playing; a screen that lies under it in this stack comes up again when it is left.
    public func openNowPlaying(at time: Double) {
        loadNowPlaying(at: time)
        guard let nowPlaying, let stack, stack.top.screen !== nowPlaying.screen else { return }
        guard stack.root.screen !== nowPlaying.screen else {
            popToRoot(at: time)
            return
        }
        let entry = stacks[stackName]?.take(nowPlaying.screen.name) ?? StackEntry(nowPlaying.screen, limits)
        push(entry, at: time)
    }

    /// Takes Now Playing and what was opened from it off the present stack, which is about to be left: the tab shows its
    /// own screens when it is chosen again.
    func leaveNowPlaying(at time: Double) {
        guard let nowPlaying, let stack, tabBar != nil, selectedTab != 0,
            stack.entries.dropFirst().contains(where: { $0.screen === nowPlaying.screen })
        else { return }
        for entry in stacks[stackName]?.cut(from: nowPlaying.screen) ?? [] { close(entry) }
        returnFocus(to: top, at: time)
    }

    func loadNowPlaying(at time: Double) {
        guard nowPlaying == nil, let screen = program?.screen(named: "nowPlaying", parameters: [:]) else { return }
        nowPlaying = makeEntry(screen, at: time)
        isDirty = true
    }

    func push(_ entry: StackEntry, at time: Double) {
        abandonPush()
        closeVolume(at: time)
        guard let top else { return }
        if let busy, busy.entry === top { cancelBusy() }
        top.place = focus.savedPlace
        dismissModals(at: time, restoring: false)
        beginTransition(isPush: true, at: time)
        stacks[stackName]?.push(entry)
        refreshTop(at: time)
        enterTop(at: time)
    }

    /// A screen that still waits to be pushed is not wanted any more.
    func abandonPush() {
        if let waiting = pendingPush?.entry { close(waiting) }
        pendingPush = nil
    }

    /// One screen back; nothing at the root.
    @discardableResult
    public func pop(at time: Double) -> Bool {
        if pendingPush != nil {
            abandonPush()
            cancelBusy()
            isDirty = true
            return true
        }
        guard let stack, stack.depth > 1 else { return false }
        beginTransition(isPush: false, at: time)
        if let popped = stacks[stackName]?.pop() { close(popped) }
        refreshTop(at: time)
        returnFocus(to: top, at: time)
        return true
    }

    public func popToRoot(at time: Double) {
        guard let stack, stack.depth > 1 else { return }
        beginTransition(isPush: false, at: time)
        for entry in stacks[stackName]?.popToRoot() ?? [] { close(entry) }
        refreshTop(at: time)
        returnFocus(to: top, at: time)
    }

    private func refreshTop(at time: Double) {
        guard let top else { return }
        if top.needsTemplate { pull(top, at: time) }
        isDirty = true
        volumeOverlay = .hidden
        touch = .idle
        scrollBeforeTick = nil
    }

    func enterTop(at time: Double) {
        layout(at: time)
        focus.enter(map(at: time))
        resetRing()
        isDirty = true
    }

    private func returnFocus(to entry: StackEntry?, at time: Double) {
        layout(at: time)
        focus.restore(entry?.place ?? FocusEngine.Place(), in: map(at: time))
        resetRing()
        isDirty = true
    }
}
