// The words in which the player's rules speak: what happens, what is to be done, what can be seen. Values.

/// Who stopped the music; the raw values are part of the JSON contract.
public enum PauseReason: String, Sendable, CaseIterable {
    case user
    /// A call, another program.
    case system
    /// The output device is gone or cannot be opened.
    case device
    /// The volume with the music is gone.
    case storage
}

/// What a listener would say the player does; the raw values are part of the JSON contract.
public enum PlayerStatus: String, Sendable {
    case playing, paused, stopped
    /// Playing was asked for and the decoder has nothing yet.
    case buffering
    /// Something that comes later is awaited: a device, a stick.
    case waiting
}

/// Everything that can happen to a player.
public enum PlayerEvent: Sendable {
    // Commands.
    case load(item: QueueItem, seconds: Double, play: Bool)
    case play
    /// What is awaited may be there now: tries to play, and goes on waiting when it is not.
    case retry
    /// What is awaited has not come for too long: paused for the same reason, until play is pressed.
    case stopWaiting
    case pause(PauseReason)
    case seek(seconds: Double)
    /// What follows, and what comes behind that: tracks may be shorter than a device's buffer.
    case setUpcoming(UpcomingItem, then: [QueueItem] = [])
    case unload
    /// The second after a pause is over.
    case leaseExpired
    /// Open the device for music of this shape before the file is open: at start, from what was saved.
    case prepareOutput(OutputRequest)
    /// Another device was chosen: the one that is open closes, and the same music goes on at the other.
    case moveOutput
    /// Another source opens the device: it is closed, as far as this one goes.
    case outputTaken
    // From the decoder.
    case decoder(DecoderEvent)
    // From the output.
    case output(OutputEvent)
    // Heard through the loudspeaker.
    case heard(TrackMark)
}

/// What follows the current track, as the queue says it.
public enum UpcomingItem: Hashable, Sendable {
    case nothing
    case lap
    case item(QueueItem)
}

/// What the player's shell has to do, in order.
public enum PlayerAction: Sendable, Equatable {
    case decoderLoad(serial: Int32, item: QueueItem, seconds: Double)
    case decoderSeek(serial: Int32, seconds: Double)
    case decoderUpcoming(Upcoming, then: [Upcoming] = [])
    case decoderUnload
    /// The device runs at this format: give its stream to the decoder and the renderer.
    case attach(OutputRequest, DeviceFormat)
    case outputOpen(OutputRequest, serial: Int)
    case outputRun
    case outputPause
    /// What stands unheard in the device is not wanted any more: it falls silent, and goes on with what comes then.
    case outputDiscard
    case outputClose
    /// Call back with `leaseExpired` one second from now, unless `cancelLease` comes before.
    case startLease
    case cancelLease
    /// The upcoming track is the current one now.
    case advanced
    /// The upcoming track cannot be played: choose another.
    case upcomingFailed
    /// The current track could not be opened: choose another.
    case currentFailed
    /// The last track has been heard to its end; said once.
    case ended
    case report(AudioError)
}
