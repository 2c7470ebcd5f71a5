// What the decoder side tells the player. Sent by the decoder thread, acted on by the main thread.

/// A step of the decoder that the player's rules need to know of. `serial` is the load it belongs to.
public enum DecoderEvent: Sendable, Equatable {
    /// The file is open; this is what it is.
    case opened(serial: Int32, StreamInfo)
    /// The stream cannot take this track: a device at another format is needed, `attach` answers.
    /// Sent when the frames of the track before are all in the ring.
    case needsOutput(serial: Int32, OutputRequest)
    /// The track before is decoded to its end and this one has begun, though it is not heard yet.
    case crossed(serial: Int32)
    /// A seek came too late: the track had been decoded to its end and another one has begun.
    case missedSeek(serial: Int32)
    /// Nothing more comes of this track. `wasOpen` is false when it never played.
    case failed(serial: Int32, AudioError, wasOpen: Bool)
}

/// What the decoder does when a track has been decoded to its end.
public enum Upcoming: Hashable, Sendable {
    case nothing
    /// The same track again: a lap, not a new load.
    case lap
    case track(serial: Int32, QueueItem)
}
