// The position of what plays as a value that documents may print. Main thread.

import AudioCore
import TemplateKit

/// The records of all screens but Now Playing, whose bar the stage moves by itself: here the record `player` tells the
/// second, again and again as long as a screen has it and the music moves.
@MainActor
final class PositionRecords: RecordProvider {
    private let services: AppServices
    private let records: ScreenRecords
    private var shown: [Shown] = []
    private var isAwaitingSecond = false

    private struct Shown {
        weak var record: LiveRecord?
    }

    init(services: AppServices, records: ScreenRecords) {
        self.services = services
        self.records = records
    }

    func records(for reference: SourceReference) -> any RecordSource {
        guard reference.name == "player" else { return records.records(for: reference) }
        let record = LiveRecord { [weak self] in self?.player ?? [:] }
        shown.append(Shown(record: record))
        awaitSecond()
        return record
    }

    /// What plays has changed, or has begun to.
    func refresh() {
        shown.removeAll { $0.record == nil }
        for shown in shown { shown.record?.refresh() }
        awaitSecond()
    }

    private var player: Record {
        var record = records.player
        if record["position"] != nil, let player = services.player {
            record["position"] = .duration(player.position.rounded(.down))
        }
        return record
    }

    /// Looks again when the next second begins; never while nothing moves or nobody looks.
    private func awaitSecond() {
        guard !isAwaitingSecond, !shown.isEmpty, !services.hasRadio, let player = services.player,
            player.status == .playing
        else { return }
        isAwaitingSecond = true
        let rest = 1 - player.position.truncatingRemainder(dividingBy: 1)
        // A little later, so that the second has begun for certain.
        services.loop.timers.schedule(after: max(0.1, rest + 0.005)) { [weak self] in
            self?.isAwaitingSecond = false
            self?.refresh()
        }
    }
}
