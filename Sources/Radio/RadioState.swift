// What can be seen of the radio. A value; the main thread reads it.

public import AudioCore

/// The radio at one moment.
public struct RadioState: Equatable, Sendable {
    /// What a listener would say it does.
    public enum Phase: Equatable, Sendable {
        /// Nothing is wanted: no station, a pause, or a stream that has come to its end.
        case stopped
        /// Nothing has come of the station yet.
        case connecting
        /// Something comes, and is not heard yet, or not any more.
        case buffering
        case playing
        /// The stream broke off and what had come of it is heard; `attempt` counts from 1.
        case reconnecting(attempt: Int)
        /// It is given up until play is pressed again.
        case failed(AudioError)
    }

    /// The station that plays, or would; nil before the first.
    public var station: Station?
    public var phase = Phase.stopped
    /// Who stopped it; nil while it plays, and when it ended by itself.
    public var pausedBy: PauseReason?
    /// Why it has to connect anew, until it sounds again.
    public var trouble: AudioError?
    /// What the stream calls itself.
    public var streamName: String?
    /// What is heard, as the stream tells it. Nil when it does not.
    public var title: String?
    public var artist: String?
    /// Of what is heard; nil before the first sound. Its bitrate is the one that the stream states.
    public var info: StreamInfo?

    public init() {}
}

extension RadioState.Phase {
    /// In the words of the contract's `state.status`.
    public var status: PlayerStatus {
        switch self {
        case .stopped, .failed: .stopped
        case .connecting, .buffering, .reconnecting: .buffering
        case .playing: .playing
        }
    }
}
