// The volume of a sound card's own mixer, as the player knows it. Values; any thread.

/// The control that sets how loud a card is.
public struct HardwareVolume: Hashable, Sendable {
    /// The mixer's name for it: `Digital`, `PCM` …
    public var element: String
    /// Decibels between its lowest step that sounds and its highest.
    public var range: ClosedRange<Double>

    public init(element: String, range: ClosedRange<Double>) {
        self.element = element
        self.range = range
    }
}

/// Where the control stands.
public struct HardwareVolumeState: Hashable, Sendable {
    /// What the card does to the samples; above 0 it raises them.
    public var level: Decibels
    /// Its switch is off.
    public var isMuted: Bool
    /// The number of the last wish that was carried out; 0 before the first.
    public var wish: Int
    /// Somebody else moved it.
    public var isForeign: Bool

    public init(level: Decibels, isMuted: Bool, wish: Int, isForeign: Bool) {
        self.level = level
        self.isMuted = isMuted
        self.wish = wish
        self.isForeign = isForeign
    }
}
