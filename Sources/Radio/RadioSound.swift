// What the radio is told about the sound, and what its threads tell the main thread. Values; any thread.

public import AudioCore

/// What the owner has set about the sound, as far as the radio goes by it.
public struct RadioSound: Hashable, Sendable {
    /// ReplayGain and the limiter in it are not the radio's.
    public var settings: SoundSettings
    /// The volume is the card's own.
    public var isVolumeInHardware: Bool
    /// Attenuation of stations against the owner's music, 0 or below.
    public var trim: Decibels
    /// The limiter runs on the radio as well.
    public var isLimiting: Bool

    public init(
        settings: SoundSettings = SoundSettings(), isVolumeInHardware: Bool = false, trim: Decibels = 0,
        isLimiting: Bool = false
    ) {
        self.settings = settings
        self.isVolumeInHardware = isVolumeInHardware
        self.trim = trim
        self.isLimiting = isLimiting
    }
}

/// Something that a thread of the radio has to tell; the main thread hands it to `receive`.
public struct RadioMessage: Sendable {
    enum Content: Sendable {
        case connection(number: Int, ConnectionEvent)
        case decoder(DecoderEvent)
    }

    let content: Content
}
