// What the numbers of Bluetooth's codecs mean. Tables; any thread.

extension BluetoothTransport {
    /// The codec's name in lower case; nil for one that is not known.
    ///
    /// Numbers of A2DP: Bluetooth Assigned Numbers (2024), 6.5.1, audio codec ID; those of LE Audio: 2.11, coding format.
    /// 0xFF stands for a vendor's own, which the configuration names by the vendor's number and the vendor's number of
    /// the codec (A2DP 1.4, 4.7.2).
    public var codecName: String? {
        guard isClassic else { return codec == 0x06 ? "lc3" : nil }
        switch codec {
        case 0x00: return "sbc"
        case 0x01: return "mp3"
        case 0x02: return "aac"
        case 0x03: return "usac"
        case 0x04: return "atrac"
        case 0xFF: return vendorCodec.flatMap { Self.vendorCodecs[$0] }
        default: return nil
        }
    }

    struct VendorCodec: Hashable {
        var vendor: UInt32
        var codec: UInt16
    }

    /// The first six bytes of the configuration, little endian.
    private var vendorCodec: VendorCodec? {
        guard configuration.count >= 6 else { return nil }
        let bytes = configuration.prefix(6).map(UInt32.init)
        let vendor = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24
        return VendorCodec(vendor: vendor, codec: UInt16(bytes[4] | bytes[5] << 8))
    }

    /// Vendors by Bluetooth's company identifiers; their codecs as BlueALSA 4 and PipeWire 1.2 know them, in the spelling of
    /// BlueALSA, which names them to ALSA itself.
    private static let vendorCodecs: [VendorCodec: String] = [
        VendorCodec(vendor: 0x004F, codec: 0x0001): "aptx",
        VendorCodec(vendor: 0x00D7, codec: 0x0024): "aptx-hd",
        VendorCodec(vendor: 0x00D7, codec: 0x0025): "aptx-tws",
        VendorCodec(vendor: 0x00D7, codec: 0x00AD): "aptx-ad",
        VendorCodec(vendor: 0x000A, codec: 0x0001): "faststream",
        VendorCodec(vendor: 0x000A, codec: 0x0002): "aptx-ll",
        VendorCodec(vendor: 0x012D, codec: 0x00AA): "ldac",
        VendorCodec(vendor: 0x0075, codec: 0x0102): "samsung-hd",
        VendorCodec(vendor: 0x0075, codec: 0x0103): "samsung-sc",
        VendorCodec(vendor: 0x053A, codec: 0x484C): "lhdc-v1",
        VendorCodec(vendor: 0x053A, codec: 0x4C32): "lhdc-v2",
        VendorCodec(vendor: 0x053A, codec: 0x4C33): "lhdc-v3",
        VendorCodec(vendor: 0x053A, codec: 0x4C35): "lhdc-v5",
        VendorCodec(vendor: 0x053A, codec: 0x4C4C): "lhdc-ll",
        VendorCodec(vendor: 0x08A9, codec: 0x0001): "lc3plus",
        VendorCodec(vendor: 0x00E0, codec: 0x0001): "opus",
        VendorCodec(vendor: 0x05F1, codec: 0x1005): "opus",
    ]
}
