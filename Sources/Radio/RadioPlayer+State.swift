// What can be seen of the radio. Main thread; cheap enough for every frame.

public import AudioCore

extension RadioPlayer {
    /// Everything that is shown.
    public var state: RadioState {
        var state = RadioState()
        state.station = machine.station
        state.phase = machine.phase
        state.pausedBy = machine.pausedBy
        state.trouble = machine.trouble
        state.streamName = machine.facts.name
        state.title = titles.title?.title
        state.artist = titles.title?.artist
        state.info = info
        return state
    }

    /// The shape of what is heard, or of what comes first.
    public var info: StreamInfo? { heardStart.flatMap { infos[$0.serial] } ?? machine.newest?.info }

    /// It would play if a device were there.
    public var isAwaiting: Bool { machine.isAwaiting }
    public var wantsToPlay: Bool { machine.wantsToPlay }
    public var outputDescription: OutputDescription? { machine.description }
    /// The device was asked for and has not answered.
    public var isOpeningOutput: Bool { if case .opening = machine.output { true } else { false } }
    /// Somebody found out what the wireless link of a device encodes with, in lower case.
    public func learn(codec: String, ofDevice device: String) {
        if machine.learn(codec: codec, ofDevice: device) { onChange() }
    }

    /// Times the sound broke off for want of samples.
    public var underrunCount: Int { output.underrunCount + renderer.dryCount }

    /// The limiter, when it is among the stages, changes samples just now.
    public var isLimiting: Bool { renderer.isLimiting }

    /// Seconds that have been heard since the first device was opened, over all stations.
    public var heardSeconds: Double {
        heardBefore + (stream.map { Double($0.heardFrame) / Double($0.format.rate) } ?? 0)
    }

    /// Stages that change the sound, in the order of the chain.
    public var activeStages: [SoundStage] {
        parameters(stream?.format).stages()
    }

    /// What we do to the rate; nil when nothing.
    public var resampling: OutputResampling? {
        guard let info, let format = stream?.format, info.rate != format.rate else { return nil }
        return OutputResampling(from: info.rate, to: format.rate, by: "soxr")
    }
}
