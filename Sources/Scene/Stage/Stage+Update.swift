// Templates are asked for, and a refreshed list keeps its place. Main thread.

import TemplateKit

extension Stage {
    /// Asks for the templates that may have changed; once however often `invalidate` was called.
    func update(at time: Double) {
        if let pendingPush, pendingPush.entry.screen.isReady || pendingPush.deadline <= time {
            self.pendingPush = nil
            pendingPush.entry.needsTemplate = true
            pull(pendingPush.entry, at: time)
            push(pendingPush.entry, at: time)
        }
        // A template may ask for rows that come at once and change it again; twice is enough for any.
        for _ in 0..<2 where needsTemplates {
            needsTemplates = false
            if let rootScreen { adoptRoot(rootScreen.makeTemplate().limited(to: limits), of: rootScreen, at: time) }
            loadNowPlaying(at: time)
            if let nowPlaying, nowPlaying.needsTemplate { pull(nowPlaying, at: time) }
            if let top, top.needsTemplate { pull(top, at: time) }
            for modal in modals where modal.entry.needsTemplate { pull(modal.entry, at: time) }
        }
    }

    func pull(_ entry: StackEntry, at time: Double) {
        entry.needsTemplate = false
        adopt(entry.screen.makeTemplate().limited(to: limits), in: entry, at: time)
    }

    /// An equal template changes nothing.
    func adopt(_ template: Template, in entry: StackEntry, at time: Double) {
        guard template != entry.template else { return }
        let old = entry.model
        let keepsFocus = template.kind == entry.template.kind
        let oldTemplate = entry.template
        entry.template = template
        if case .nowPlaying(let old) = oldTemplate, case .nowPlaying(let new) = template { forgetSeek(old, new) }
        isDirty = true
        guard template.listed != nil else {
            entry.model = nil
            clampScroll(of: entry)
            if entry === top || entry === modals.last?.entry { settleFocus(at: time) }
            return
        }
        rebuildModel(of: entry, keepingPlace: true, at: time)
        guard let old, let model = entry.model, keepsFocus else {
            if entry === top { settleFocus(at: time) }
            return
        }
        if template.isRefresh(of: oldTemplate) && old.keys == model.keys {
            if entry === top, modals.isEmpty { settleFocus(at: time) }
            return
        }
        let transform: (ElementID) -> ElementID? = { model.element(of: $0, in: old) }
        if entry === top {
            focus.remap(transform)
            if let busy, busy.entry === entry, let id = transform(busy.id) {
                self.busy = Busy(token: busy.token, id: id, entry: entry, since: busy.since)
            }
            if modals.isEmpty {
                settleFocus(at: time)
                // At its beginning a list shows what comes above: that must not push the focus out of sight.
                if entry.scroll.to == 0, let id = focus.focus { bringIntoSight(id, at: time) }
            }
        }
        entry.place.remap(transform)
        var sideways: [Int: Motion] = [:]
        for (row, motion) in entry.sideways {
            if let now = model.row(of: row, in: old) { sideways[now] = motion }
        }
        entry.sideways = sideways
    }

    /// What was to be sought in one track must not be done in the next.
    private func forgetSeek(_ old: NowPlayingTemplate, _ new: NowPlayingTemplate) {
        guard pendingSeek != nil else { return }
        let isSame =
            old.title == new.title && old.album == new.album
            && old.progress?.duration == new.progress?.duration
        if isSame { return }
        pendingSeek = nil
        if let finger = touch.finger, touch.slider == .slider("progress") { touch = .spent(finger: finger) }
    }

    /// Makes the model anew. The row at the top of the viewport stays there, by its key, unless the list is at its
    /// beginning: what is added above the first row shall be seen.
    func rebuildModel(of entry: StackEntry, keepingPlace: Bool, at time: Double) {
        guard let template = entry.template.listed else {
            entry.model = nil
            clampScroll(of: entry)
            return
        }
        entry.pictures.forget()
        let old = entry.model
        let pane = contentPane(of: entry)
        let model = ListModel(template, environment: environment, pane: pane)
        entry.model = model
        if model.isLoading {
            if entry.loadingSince == nil { entry.loadingSince = time }
        } else {
            entry.loadingSince = nil
        }
        guard keepingPlace, let old else { return }
        let place = Int(entry.scroll.to.rounded())
        guard place > 0 else { return }
        var target = place
        if let row = old.row(at: place), let before = old.extent(ofRow: row),
            let now = model.row(of: row, in: old), let after = model.extent(ofRow: now)
        {
            // Rows of another height keep the share of it that is cut off.
            let cut = (place - before.y) * after.height / max(1, before.height)
            target = after.y + cut
        }
        target = max(0, min(target, model.maximumScroll(viewport: pane.height)))
        if target != place {
            entry.scroll =
                old.rowHeight == model.rowHeight
                ? entry.scroll.shifted(by: Double(target - place)) : Motion(Double(target))
        }
    }
}

extension FocusEngine.Place {
    mutating func remap(_ transform: (ElementID) -> ElementID?) {
        focus = focus.flatMap(transform)
        lastTouched = lastTouched.flatMap(transform)
    }
}
