// What other threads tell the main thread. Values; posted into the one inbox.

import AudioCore
import Radio

/// A message for the main thread.
enum MainMessage: Sendable {
    case decoder(DecoderEvent)
    case output(OutputEvent)
    /// From the threads of the radio.
    case radio(RadioMessage)
    /// The first reading of the state folder is done, or failed.
    case loaded(Result<LoadedState, LoadFailure>)
    /// What there is to play has been looked up.
    case gathered(GatheredQueue)
    /// The words for a track.
    case facts(QueueItem, TrackFacts)
    /// What was asked for about a track's loudness.
    case loudness(QueueItem, TrackLoudness)
    /// Something for people that a worker noticed.
    case problem(AudioError)
    case note(String)
    /// A line about something that is wrong in a file or a folder; said even when quiet.
    case fault(String)
    /// A large font has been opened: texts look and measure differently.
    case fontsArrived
    /// What a worker of a screen or of the library has to say.
    case perform(@MainActor @Sendable () -> Void)
}

/// Why a start cannot go on; one line.
struct LoadFailure: Error, Sendable {
    var message: String
}
