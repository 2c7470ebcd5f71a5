// What can be seen of the player. Main thread; cheap enough for every frame.

extension Player {
    /// Seconds into the current track: the sample being heard.
    public var position: Double {
        machine.position(heardFrame: stream?.heardFrame ?? 0, rate: stream?.format.rate ?? 1)
    }

    /// Seconds; nil when the stream does not say.
    public var duration: Double? { machine.duration }

    public var item: QueueItem? { machine.item }
    public var info: StreamInfo? { machine.info }
    public var status: PlayerStatus { machine.status(isStarved: stream?.isStarved ?? false) }
    public var pausedBy: PauseReason? { machine.pausedBy }
    /// It would play if a device or a stick were there.
    public var isAwaiting: Bool { machine.isAwaiting }
    public var wantsToPlay: Bool { machine.wantsToPlay }
    public var hasEnded: Bool { machine.hasEnded }
    /// The device runs.
    public var isSounding: Bool { machine.isRunning }
    public var outputDescription: OutputDescription? { machine.description }
    /// Grows each time a device is asked for; the number that the answer carries.
    public var outputSerial: Int { machine.outputSerial }
    /// The device was asked for and has not answered.
    public var isOpeningOutput: Bool { if case .opening = machine.output { true } else { false } }
    /// Times the music broke off for want of samples: the devices' own count, and the times the decoder was too late.
    public var underrunCount: Int { output.underrunCount + renderer.dryCount }
    /// Times the position was set by a command; with `lapCount`, the only ways in which it may fall.
    public var seekCount: Int { machine.seekCount }
    public var lapCount: Int { machine.lapCount }

    /// The shape of music the stream in use was opened for, to open the device again before the file.
    public var outputRequest: OutputRequest? { stream?.request }

    /// Stages that change the sound, in the order of the chain.
    public var activeStages: [SoundStage] {
        parameters(rate: stream?.format.rate ?? 44100, stream?.format.channels ?? 2)
            .stages(for: info?.loudness ?? .unknown)
    }

    /// The limiter, when it is among the stages, changes samples just now.
    public var isLimiting: Bool { renderer.isLimiting }

    /// What we do to the rate; nil when nothing.
    public var resampling: OutputResampling? {
        guard let info, let format = stream?.format, info.rate != format.rate else { return nil }
        return OutputResampling(from: info.rate, to: format.rate, by: "soxr")
    }
}

extension Player {
    /// Somebody found out what the wireless link of a device encodes with, in lower case. Of another device than the one
    /// that is open it is no news.
    public func learn(codec: String, ofDevice device: String) {
        if machine.learn(codec: codec, ofDevice: device) { onChange() }
    }

    /// Nothing is being decoded or opened.
    public var isResting: Bool { decoder.isResting }

    /// Has the decoder look at the ring when less than `seconds` are decoded ahead of what is heard.
    public func refill(below seconds: Double) {
        guard let stream, machine.isRunning else { return }
        let ahead = Double(stream.ring.written - stream.heardFrame) / Double(stream.format.rate)
        if ahead < seconds { decoder.send(.refill) }
    }

    /// Seconds of the stream that have been heard since the first device was opened, over all tracks.
    public var heardSeconds: Double {
        heardBefore + (stream.map { Double($0.heardFrame) / Double($0.format.rate) } ?? 0)
    }
}
