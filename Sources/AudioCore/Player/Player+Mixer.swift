// The volume at the card: what is wished for, and what becomes of it. Main thread.

/// What the player knows of the card's own volume.
struct PlayerMixer {
    /// The builder wants the volume to be the card's.
    let isWanted: Bool
    /// It is. Before a device was opened that is what is expected.
    private(set) var isUsed: Bool
    /// Where it stands, as far as that was told.
    private(set) var state: HardwareVolumeState?
    /// The number of the last wish, and the wish.
    private(set) var wish = 0
    private var wished: Wish?

    struct Wish: Equatable {
        var level: Decibels
        var isMuted: Bool
    }

    init(isWanted: Bool) {
        self.isWanted = isWanted
        isUsed = isWanted
    }

    mutating func opened(_ description: OutputDescription) {
        isUsed = isWanted && description.hardwareVolume != nil
        if !isUsed { state = nil }
    }

    mutating func lost() {
        isUsed = false
        state = nil
    }

    /// Takes what the mixer says.
    /// - Returns: true when somebody else moved it, and nothing has been wished for since.
    mutating func take(_ new: HardwareVolumeState) -> Bool {
        state = new
        guard isUsed, new.isForeign, new.wish == wish else { return false }
        wished = nil
        return true
    }

    /// What somebody else did is taken for our own wish: it is not wished for again.
    mutating func adopt(level: Decibels, isMuted: Bool) { wished = Wish(level: level, isMuted: isMuted) }

    /// The number of a new wish; nil when it is the last one again.
    mutating func number(_ new: Wish) -> Int? {
        guard isWanted, new != wished else { return nil }
        wished = new
        wish += 1
        return wish
    }
}

extension Player {
    /// What the card does to the samples; nil when the volume is not the card's.
    public var hardwareVolume: Decibels? { outputDescription != nil ? cardVolume : nil }

    /// The same, whoever has the device.
    public var cardVolume: Decibels? { mixer.isUsed ? mixer.state?.level : nil }

    /// The volume is the card's own.
    public var isVolumeInHardware: Bool { mixer.isUsed }

    /// Wishes the volume, raised by what the chain takes away in front of it to make room.
    func wishVolume() {
        guard mixer.isWanted else { return }
        let chain = parameters(rate: stream?.format.rate ?? 44100, stream?.format.channels ?? 2)
        let raise = mixer.isUsed ? Decibels(chain.headroomDb) : 0
        let wish = PlayerMixer.Wish(level: settings.attenuatingVolume + raise, isMuted: settings.isMuted)
        guard let number = mixer.number(wish) else { return }
        output.setHardwareVolume(wish.level, isMuted: wish.isMuted, wish: number)
    }

    func takeHardwareVolume(_ state: HardwareVolumeState?) {
        guard let state else {
            guard mixer.isUsed else { return }
            mixer.lost()
            publishSettings()
            return onChange()
        }
        guard mixer.take(state) else { return onChange() }
        let raised = parameters(rate: stream?.format.rate ?? 44100, stream?.format.channels ?? 2).headroomDb
        var moved = settings
        moved.volume = min(0, state.level - Decibels(raised))
        moved.isMuted = state.isMuted
        mixer.adopt(level: moved.volume + Decibels(raised), isMuted: moved.isMuted)
        settings = moved
        onVolumeMoved()
        onChange()
    }
}

/// The settings worked out for a device, and what they were worked out from.
struct KnownParameters {
    struct Key: Equatable {
        var settings: SoundSettings
        var isShuffled: Bool
        var isInHardware: Bool
        var rate: Int
        var channels: Int
    }

    let key: Key
    let parameters: ChainParameters
}
