// What the player has loaded, kept so that the last line of a run can speak of it when nothing is left. Main thread.

import AudioCore

/// A track as it is seen at one moment.
@MainActor
struct LoadedTrack {
    let item: QueueItem
    /// Seconds into it.
    let position: Double
    let duration: Double?
    let quality: JSON
    /// What the player had let be heard in all at that moment, seconds.
    let heardSeconds: Double

    /// Nil while nothing is loaded.
    init?(_ services: AppServices) {
        guard let player = services.player, let item = player.item else { return nil }
        self.item = item
        position = player.position
        duration = player.duration
        quality = QualityReport(player).json
        heardSeconds = player.heardSeconds
    }
}
