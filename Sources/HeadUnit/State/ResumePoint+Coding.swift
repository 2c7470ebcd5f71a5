// The resume point as members of a JSON object. Reading is tolerant: a member that is missing has its default.

import AudioCore
import Radio

extension ResumePoint: Codable {
    private enum CodingKeys: String, CodingKey {
        case item, title, artist, album, duration, format, gain, thumbnail, status, pausedBy, position
        case isShuffled = "shuffle"
        case repeatMode = "repeat"
        case queueIndex, volume
        case isMuted = "muted"
        case loudness, device, station
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? { try values.decodeIfPresent(String.self, forKey: key) }
        self.init(
            item: try values.decodeIfPresent(QueueItem.self, forKey: .item),
            // A status of a later version is taken for the careful one.
            status: try text(.status).map { Status(rawValue: $0) ?? .paused } ?? .stopped,
            position: PositionSlot.Progress.valid(try values.decodeIfPresent(Int.self, forKey: .position) ?? 0))
        title = try text(.title)
        artist = try text(.artist)
        album = try text(.album)
        duration = try values.decodeIfPresent(Double.self, forKey: .duration).flatMap(Self.validDuration)
        format = try values.decodeIfPresent(Format.self, forKey: .format).flatMap(Self.validFormat)
        trackLoudness = try values.decodeIfPresent(TrackLoudness.self, forKey: .gain)
        thumbnail = try text(.thumbnail)
        pausedBy = status == .paused ? try text(.pausedBy).flatMap { PauseReason(rawValue: $0) } : nil
        isShuffled = try values.decodeIfPresent(Bool.self, forKey: .isShuffled) ?? false
        repeatMode = try text(.repeatMode).flatMap { RepeatMode(rawValue: $0) } ?? .off
        queueIndex = max(0, try values.decodeIfPresent(Int.self, forKey: .queueIndex) ?? 0)
        volume = KeptVolume.valid(
            try values.decodeIfPresent(Double.self, forKey: .volume) ?? KeptVolume.initial)
        isMuted = try values.decodeIfPresent(Bool.self, forKey: .isMuted) ?? false
        loudness = try text(.loudness) ?? "off"
        device = try text(.device)
        station = try values.decodeIfPresent(Station.self, forKey: .station)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(item, forKey: .item)
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(artist, forKey: .artist)
        try values.encodeIfPresent(album, forKey: .album)
        try values.encodeIfPresent(duration.flatMap(Self.validDuration), forKey: .duration)
        try values.encodeIfPresent(format, forKey: .format)
        try values.encodeIfPresent(trackLoudness, forKey: .gain)
        try values.encodeIfPresent(thumbnail, forKey: .thumbnail)
        try values.encode(status.rawValue, forKey: .status)
        if status == .paused { try values.encodeIfPresent(pausedBy?.rawValue, forKey: .pausedBy) }
        try values.encode(PositionSlot.Progress.valid(position), forKey: .position)
        try values.encode(isShuffled, forKey: .isShuffled)
        try values.encode(repeatMode, forKey: .repeatMode)
        try values.encode(queueIndex, forKey: .queueIndex)
        try values.encode(KeptVolume.valid(volume), forKey: .volume)
        try values.encode(isMuted, forKey: .isMuted)
        try values.encode(loudness, forKey: .loudness)
        try values.encodeIfPresent(device, forKey: .device)
        try values.encodeIfPresent(station, forKey: .station)
    }

    /// A duration that a track can have: up to 10,000 hours.
    private static func validDuration(_ seconds: Double) -> Double? {
        (0...36_000_000).contains(seconds) ? seconds : nil
    }

    private static func validFormat(_ format: Format) -> Format? {
        (1...10_000_000).contains(format.rate) && (1...64).contains(format.channels)
            && (1...64).contains(format.bits ?? 16) ? format : nil
    }
}
