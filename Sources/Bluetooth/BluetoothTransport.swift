// A stream between this computer and a Bluetooth device. A value; any thread.

/// What BlueZ tells of a stream (its interface `org.bluez.MediaTransport1`).
public struct BluetoothTransport: Hashable, Sendable {
    /// Of the device, in upper case: `00:11:22:33:44:55`.
    public var address: String
    /// The UUID of the profile in which this computer takes part, in lower case.
    public var profile: String
    /// Sound flows.
    public var isActive: Bool
    /// The number of the codec in the profile's own list.
    public var codec: UInt8
    /// What the two ends agreed on, in the codec's own form.
    public var configuration: [UInt8]

    public init(address: String, profile: String, isActive: Bool, codec: UInt8, configuration: [UInt8] = []) {
        self.address = address
        self.profile = profile
        self.isActive = isActive
        self.codec = codec
        self.configuration = configuration
    }

    /// Sound flows from this computer to a loudspeaker: A2DP source, LE Audio source and broadcast source.
    public var isSending: Bool {
        isActive && (isClassic || profile.hasPrefix("00002bcb-") || profile.hasPrefix("00001852-"))
    }

    /// Advanced Audio Distribution, the profile before LE Audio.
    var isClassic: Bool { profile.hasPrefix("0000110a-") }
}

extension [BluetoothTransport] {
    /// What the stream behind an output encodes with, in lower case.
    ///
    /// A name that holds the address of a device, as those of BlueALSA, PulseAudio and PipeWire do
    /// (`bluealsa:DEV=00:11:22:33:44:55`, `bluez_output.00_11_22_33_44_55.1`), means the stream to that device; any other
    /// the only stream there is.
    /// - Returns: nil when that does not tell one codec.
    public func codec(ofOutput name: String) -> String? {
        let address = BluetoothAddress.first(in: name)
        let sending = filter { $0.isSending && (address == nil || $0.address == address) }
        if address == nil, sending.count != 1 { return nil }
        // Both ears of LE Audio are streams of their own.
        let names = Set(sending.map(\.codecName))
        return names.count == 1 ? names.first ?? nil : nil
    }
}

enum BluetoothAddress {
    /// The first address in a text, `00_11_22_33_44_55` or with colons, in upper case with colons.
    static func first(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 17 else { return nil }
        for start in 0...(bytes.count - 17) {
            let place = bytes[start..<(start + 17)]
            let fits = place.enumerated().allSatisfy { index, byte in
                index % 3 == 2 ? byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_") : isHexadecimal(byte)
            }
            if fits { return String(decoding: place, as: UTF8.self).uppercased().replacing("_", with: ":") }
        }
        return nil
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
