// Who needs the output device, and when nobody does any more. A value; the coordinator keeps time for it.

/// A source of sound that may hold the device.
public enum AudioSourceKind: String, Sendable, CaseIterable {
    case library
    case radio
    /// A click, an error, a prompt.
    case voice
}

/// Counts the holds on the output device. The last release leaves it open for a while, so that play right after pause
/// neither opens nor closes anything.
public struct OutputLease: Sendable {
    /// Seconds the device stays open after the last release.
    public static let grace = 1.0
    /// Seconds a voice holds the device after its end.
    public static let voiceGrace = 2.0

    private var holders: Set<AudioSourceKind> = []
    private var expiry: Double?

    public init() {}

    /// Somebody needs the device.
    public var isHeld: Bool { !holders.isEmpty }
    /// When the device is to be closed, in seconds of the caller's clock; nil while it is held or closed.
    public var closesAt: Double? { expiry }

    /// `source` needs the device: a pending close is called off. A source holds once, however often it asks.
    public mutating func hold(_ source: AudioSourceKind) {
        holders.insert(source)
        expiry = nil
    }

    /// `source` needs it no more. Without effect when it held nothing.
    public mutating func release(_ source: AudioSourceKind, now: Double) {
        guard holders.remove(source) != nil, holders.isEmpty else { return }
        expiry = now + Self.grace
    }

    /// The device was opened though nobody holds it: it is closed after the usual while.
    public mutating func openedUnheld(now: Double) {
        if holders.isEmpty { expiry = now + Self.grace }
    }

    /// True once, when the time is over and the device is to be closed.
    public mutating func expires(now: Double) -> Bool {
        guard let expiry, now >= expiry else { return false }
        self.expiry = nil
        return true
    }
}
