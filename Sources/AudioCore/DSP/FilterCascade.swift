// The filter sections of a lane, running one behind the other. Output thread, except `init` and `free`.

/// Runs the sections of a `FilterBank` over interleaved frames. Points to memory that its owner frees by `free`.
struct FilterCascade {
    private(set) var bank = FilterBank()
    private let channels: Int
    /// The sections in use, those of one place side by side for all channels.
    private let sections: UnsafeMutablePointer<Biquad>

    init(channels: Int) {
        self.channels = channels
        let count = FilterBank.capacity * channels
        sections = .allocate(capacity: count)
        sections.initialize(repeating: Biquad(.identity), count: count)
    }

    func free() {
        sections.deallocate()
    }

    /// Takes other sections. Those that run in `earlier` too go on from its memory; others start from silence.
    mutating func start(_ bank: FilterBank, continuing earlier: FilterCascade?) {
        self.bank = bank
        var section = sections
        for place in 0..<FilterBank.capacity where bank.has(place) {
            if let earlier, earlier.bank.has(place) {
                let memory = earlier.sections + earlier.bank.count(before: place) * channels
                for channel in 0..<channels { section[channel] = Biquad(bank[place], continuing: memory[channel]) }
            } else {
                for channel in 0..<channels { section[channel] = Biquad(bank[place]) }
            }
            section += channels
        }
    }

    /// Filters `frameCount` frames in place.
    func process(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) {
        var section = sections
        var left = bank.count
        while channels == 2, left >= 2 {
            Biquad.processStereoPair(section, samples, frameCount: frameCount)
            section += 4
            left -= 2
        }
        while left > 0 {
            for channel in 0..<channels {
                section[channel].process(samples + channel, frameCount: frameCount, stride: channels)
            }
            section += channels
            left -= 1
        }
    }
}
