// The words in which the radio's rules speak: what happens, and what is to be done. Values; main thread.

import AudioCore

/// Everything that can happen to the radio.
enum RadioEvent: Sendable {
    // Commands.
    case play(Station)
    /// The same station again, live.
    case resume
    case pause(PauseReason)
    /// What is awaited may be there now: tries the device, and goes on waiting when it is not.
    case retry
    /// Another device was chosen.
    case moveOutput
    // The network.
    /// The wait before connection `number` is over.
    case reconnect(number: Int)
    /// Connection `number` has brought the first sound.
    case began(number: Int, StreamFacts)
    case ended(number: Int, StreamEnd)
    /// Behind what has been decoded the stream goes on in another shape.
    case reshaped(number: Int)
    // Decoder and device.
    case decoder(DecoderEvent)
    case output(OutputEvent)
    /// Heard through the loudspeaker; `ahead` seconds are decoded and wait.
    case heard(TrackMark, ahead: Double)
    /// Seconds that are decoded and wait while the device stands still; the decoder rests.
    case decoded(ahead: Double, isResting: Bool)
    /// The ring is dry in the middle of sound.
    case starved
    // The coordinator.
    case outputTaken
    case leaseExpired
}

/// What the radio's shell has to do, in order.
enum RadioAction: Equatable, Sendable {
    /// Connection `number` begins; the one before has ended, and what it brought is still played.
    case connect(number: Int, Station)
    /// Every connection is closed, and what it brought is not wanted any more.
    case disconnect
    /// Connection `number` brings nothing that can be played.
    case abandon(number: Int)
    /// Call back with `reconnect` after so many seconds.
    case reconnect(after: Double, number: Int)
    /// Drop what is decoded, and begin with what a connection brings.
    case decoderLoad(serial: Int32, number: Int)
    /// Go on with it behind what is decoded.
    case decoderNext(serial: Int32, number: Int)
    case decoderUnload
    /// The device runs at this format: give its stream to the decoder and the renderer.
    case attach(OutputRequest, DeviceFormat)
    case outputOpen(OutputRequest, serial: Int)
    case outputRun
    case outputPause
    case outputDiscard
    case outputClose
    case startLease
    case cancelLease
    /// A file that is no stream has been heard to its end.
    case finished
    case report(AudioError)
}
