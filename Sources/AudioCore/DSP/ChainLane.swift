// One way through the chain with constant parameters. Output thread, except `init` and `free`.

/// The linear stages in their order, running with one set of parameters. Linear and constant: stable by its poles,
/// and fit to be faded against another lane. A new linear stage is one line in `start` and one in `process`.
///
/// It points to memory that its owner frees by `free`.
struct ChainLane {
    private(set) var parameters: ChainParameters
    private let channels: Int
    private var filters: FilterCascade
    private var crossfeed = CrossfeedFilter()
    /// ReplayGain of the track that plays, headroom and volume in one factor.
    private(set) var gain: Double

    init(_ parameters: ChainParameters, channels: Int) {
        self.parameters = parameters
        self.channels = channels
        filters = FilterCascade(channels: channels)
        gain = 1
        start(parameters, track: .unknown, continuing: nil)
    }

    func free() {
        filters.free()
    }

    /// Takes other parameters. Filters that run in `earlier` too go on from its memory; others start from silence.
    mutating func start(_ parameters: ChainParameters, track: TrackLoudness, continuing earlier: ChainLane?) {
        self.parameters = parameters
        filters.start(parameters.filters, continuing: earlier?.filters)
        crossfeed.start(channels == 2 ? parameters.crossfeed : nil, continuing: earlier?.crossfeed)
        begin(track)
    }

    /// The next frame is the first of this track.
    mutating func begin(_ track: TrackLoudness) {
        gain = parameters.gain(for: track)
    }

    /// Every sample comes out as it goes in.
    var isTransparent: Bool { filters.bank.isEmpty && !crossfeed.isActive && gain == 1 }

    /// Runs the stages over interleaved frames in place.
    mutating func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) {
        filters.process(samples, frameCount: frameCount)
        crossfeed.process(samples, frameCount: frameCount)
        let gain = gain
        if gain != 1 {
            for index in 0..<(frameCount * channels) { samples[index] *= gain }
        }
    }
}
