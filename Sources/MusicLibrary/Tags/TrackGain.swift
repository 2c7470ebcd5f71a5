// ReplayGain and R128 values as tags hold them, or as they were measured. Values; any thread.

/// What is stated about a track's loudness, in ReplayGain 2.0 terms (reference −18 LUFS).
public struct TrackGain: Hashable, Sendable {
    /// Where the gains come from; raw values are part of the JSON contract.
    public enum Origin: String, Sendable {
        case replayGain = "replaygain"
        case r128
        /// Not from tags: `carillon scan --gain` has measured them.
        case measured
    }

    /// Decibels to add; nil when not stated.
    public var track: Double?
    /// The largest sample magnitude, full scale = 1; may lie above 1; nil when not stated.
    public var trackPeak: Double?
    /// Decibels to add; nil when not stated.
    public var album: Double?
    /// As `trackPeak`.
    public var albumPeak: Double?
    public var origin: Origin

    public init(
        track: Double? = nil, trackPeak: Double? = nil, album: Double? = nil, albumPeak: Double? = nil,
        origin: Origin = .replayGain
    ) {
        self.track = track
        self.trackPeak = trackPeak
        self.album = album
        self.albumPeak = albumPeak
        self.origin = origin
    }
}

extension TrackGain {
    /// The gain that tag fields state; nil when neither gain can be used. A peak alone says nothing.
    ///
    /// - Parameters:
    ///   - value: the text of a field by its upper-case Vorbis name.
    ///   - prefersR128: the stream is Opus, whose own tags stand in front of ReplayGain's (RFC 7845, section 5.2.1: a
    ///     player that knows them ignores the others). Its header's gain is no business of tags: the decoder applies it.
    init?(prefersR128: Bool = false, fields value: (String) -> String?) {
        let replayGain = Self.replayGain(value)
        let r128 = Self.r128(fields: value)
        guard let gain = prefersR128 ? r128 ?? replayGain : replayGain ?? r128 else { return nil }
        self = gain
    }

    private static func replayGain(_ value: (String) -> String?) -> TrackGain? {
        let track = value("REPLAYGAIN_TRACK_GAIN").flatMap(decibels)
        let album = value("REPLAYGAIN_ALBUM_GAIN").flatMap(decibels)
        guard track != nil || album != nil else { return nil }
        return TrackGain(
            track: track, trackPeak: value("REPLAYGAIN_TRACK_PEAK").flatMap(peak),
            album: album, albumPeak: value("REPLAYGAIN_ALBUM_PEAK").flatMap(peak))
    }

    private static func r128(fields value: (String) -> String?) -> TrackGain? {
        let track = value("R128_TRACK_GAIN").flatMap(r128)
        let album = value("R128_ALBUM_GAIN").flatMap(r128)
        guard track != nil || album != nil else { return nil }
        return TrackGain(track: track, album: album, origin: .r128)
    }

    /// Decibels out of `-7.03 dB`, also without the unit or with a decimal comma. Nil when it is no number or beyond
    /// ±60 dB, which no music needs and only a fault writes.
    static func decibels(_ text: String) -> Double? {
        var text = text.trimmed
        if text.lowercased().hasSuffix("db") { text = String(text.dropLast(2)).trimmed }
        guard let value = number(text), abs(value) <= 60 else { return nil }
        return value
    }

    /// A peak out of `0.988553`. Nil when it is no number, not above 0, or above 100 (a sample of another scale).
    static func peak(_ text: String) -> Double? {
        guard let value = number(text.trimmed), value > 0, value <= 100 else { return nil }
        return value
    }

    /// Decibels to −18 LUFS out of an R128 tag: a decimal Q7.8 number to −23 LUFS (RFC 7845, section 5.2.1).
    static func r128(_ text: String) -> Double? {
        guard let value = Int16(text.trimmed) else { return nil }
        return Double(value) / 256 + 5
    }

    /// A finite decimal number; the words that `Double` also takes (`nan`, `inf`, hexadecimal) are not numbers here.
    /// A blank may stand behind the sign.
    private static func number(_ text: String) -> Double? {
        var text = String(text.map { $0 == "," ? "." : $0 == "\u{2212}" ? "-" : $0 })
        if let sign = text.first, sign == "+" || sign == "-" { text = String(sign) + String(text.dropFirst()).trimmed }
        guard !text.isEmpty, text.utf8.count <= 32, text.utf8.allSatisfy(isNumberByte), let value = Double(text),
            value.isFinite
        else { return nil }
        return value
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
