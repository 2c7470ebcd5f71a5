// One way through the chain with constant parameters. Output thread, except `init` and `free`.

/// The linear stages in their order, running with one set of parameters. Linear and constant: stable by its poles,
/// and fit to be faded against another lane. A new linear stage is one line in `start` and one in `process`.
///
/// It points to memory that its owner frees by `free`.
struct ChainLane {
    private(set) var parameters: ChainParameters
    private let channels: Int
    /// Two sections a channel.
    private let loudness: UnsafeMutablePointer<Biquad>

    init(_ parameters: ChainParameters, channels: Int) {
        self.parameters = parameters
        self.channels = channels
        loudness = .allocate(capacity: 2 * channels)
        loudness.initialize(repeating: Biquad(.identity), count: 2 * channels)
        start(parameters, continuing: nil)
    }

    func free() {
        loudness.deallocate()
    }

    /// Takes other parameters. Filters that run in `earlier` too go on from its memory; others start from silence.
    mutating func start(_ parameters: ChainParameters, continuing earlier: ChainLane?) {
        self.parameters = parameters
        guard let filter = parameters.loudness else { return }
        let memory = earlier.flatMap { $0.parameters.loudness == nil ? nil : $0.loudness }
        for channel in 0..<channels {
            let low = 2 * channel
            let high = low + 1
            if let memory {
                loudness[low] = Biquad(filter.low, continuing: memory[low])
                loudness[high] = Biquad(filter.high, continuing: memory[high])
            } else {
                loudness[low] = Biquad(filter.low)
                loudness[high] = Biquad(filter.high)
            }
        }
    }

    /// Runs the stages over interleaved frames in place.
    func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) {
        if parameters.loudness != nil {
            for channel in 0..<channels {
                loudness[2 * channel].process(samples + channel, frameCount: frameCount, stride: channels)
                loudness[2 * channel + 1].process(samples + channel, frameCount: frameCount, stride: channels)
            }
        }
        let gain = parameters.gain
        if gain != 1 {
            for index in 0..<(frameCount * channels) { samples[index] *= gain }
        }
    }
}
