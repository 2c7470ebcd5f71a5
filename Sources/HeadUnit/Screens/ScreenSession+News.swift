// What the screens say by themselves: a stick that went, a device that is late, a fault in a file. Main thread.

import Scene
import TemplateKit

extension ScreenSession {
    /// The first of what is wrong in the files, for whoever is writing them; it goes when nothing is.
    func noticeFaults() {
        if let faultNotice { stage.dismiss(faultNotice) }
        faultNotice = nil
        guard let fault = assets.faults.first else { return }
        let more = assets.faults.count > 1 ? " (+\(assets.faults.count - 1))" : ""
        let text = String("\(fault.brief)\(more)".prefix(TemplateLimits.standard.textCharacters.upperBound))
        guard let notice = try? NoticeTemplate(text: .literal(text), icon: .icon("warning")) else { return }
        faultNotice = notice
        stage.show(notice, at: now())
    }

    /// Opens a screen of that name, whatever its template is: a line over the mini player about what happened by itself,
    /// an alert.
    func notice(_ name: String, _ parameters: Record = [:]) {
        stage.open(name, parameters: parameters, at: now())
    }

    /// What happens by itself says so: a device or a stick that went or came back. What was pressed is no news.
    func noticeWhatHappened() {
        let name = services.awaited ?? records.strings.someDevice
        let reason = services.pausedBy
        let before = last
        last = (reason, name, services.isAwaiting)
        if before.isAwaiting, !services.isAwaiting { dismissOffer() }
        guard reason != before.reason else { return }
        if before.isAwaiting { dismissOffer() }
        switch (before.reason, reason) {
        case (_, .device?): notice("deviceGone", ["name": .text(name)])
        case (_, .storage?): notice("storageGone", ["name": .text(name)])
        case (.device?, nil) where services.isSounding: notice("deviceBack", ["name": .text(before.name)])
        case (.storage?, nil) where services.isSounding: notice("storageBack", ["name": .text(before.name)])
        default: break
        }
    }

    /// What the radio does by itself.
    func tell(_ news: RadioNews) {
        switch news {
        case .reconnecting(let name): notice("radioReconnecting", ["name": .text(name)])
        case .lost(let name): notice("stationLost", ["name": .text(name)])
        }
    }

    /// A question that only a press answers, so that the music never goes elsewhere by itself.
    func offer(_ offer: LateOffer) {
        let name = services.awaited ?? records.strings.someDevice
        switch offer {
        case .device(let id, let other):
            stage.open(
                "deviceLate", parameters: ["name": .text(name), "other": .text(other), "device": .text(id)], at: now())
        case .music: stage.open("storageLate", parameters: ["name": .text(name)], at: now())
        }
    }

    private func dismissOffer() {
        for name in ["deviceLate", "storageLate"] { stage.dismissModal(named: name, at: now()) }
    }
}
