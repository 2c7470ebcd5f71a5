// The device names that are not ALSA's.

enum DeviceName {
    /// No device, paced by the clock.
    static let clock = "null:"
    /// The first choice without history.
    static let automatic = "auto"
}
