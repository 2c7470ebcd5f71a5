// Alerts, sheets and notices: what lies over a screen until it is answered, or for a moment. Main thread.

public import TemplateKit

extension Stage {
    func present(_ entry: StackEntry, at time: Double) {
        closeVolume(at: time)
        let appears = Motion(0).eased(to: 1, at: time, duration: duration(Timing.appear))
        modals.append(Modal(entry: entry, placeBefore: focus.savedPlace, appears: appears))
        touch = .idle
        volumeOverlay = .hidden
        enterTop(at: time)
    }

    /// An alert that no document made: why something did not work.
    public func present(_ alert: AlertTemplate, at time: Double) {
        show(ClosureScreen("alert") { .alert(alert) }, at: time)
    }

    func dismissModals(at time: Double, restoring: Bool) {
        guard let first = modals.first else { return }
        for modal in modals { close(modal.entry) }
        modals = []
        isDirty = true
        resetRing()
        guard restoring else { return }
        layout(at: time)
        focus.restore(first.placeBefore, in: map(at: time))
    }

    /// Takes an alert or a sheet away that nobody needs to answer any more, if it is the one on top.
    public func dismissModal(named name: String, at time: Double) {
        if modals.last?.entry.screen.name == name { dismissTopModal(at: time) }
    }

    func dismissTopModal(at time: Double) {
        guard let modal = modals.popLast() else { return }
        close(modal.entry)
        isDirty = true
        resetRing()
        layout(at: time)
        focus.restore(modal.placeBefore, in: map(at: time))
    }

    /// One line for six seconds; the newest takes the place of the one before.
    public func show(_ notice: NoticeTemplate, at time: Double) {
        self.notice = (notice, time + NoticeTemplate.duration)
        drawn.noticePlace = nil
        isDirty = true
    }

    /// Takes a notice away that is true no longer, if it is still there.
    public func dismiss(_ notice: NoticeTemplate) {
        guard self.notice?.template == notice else { return }
        self.notice = nil
        isDirty = true
    }
}
