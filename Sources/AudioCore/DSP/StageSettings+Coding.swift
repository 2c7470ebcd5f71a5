// The settings of the stages as JSON: read strictly, so that a mistake is named in place of being ignored. Any thread.
//
//   {"equalizer": {"on": true, "graphic": [6, 5, 4, 2, 0, 0, 0, 0, 0, 0]}, "subsonic": 20, "crossfeed": "light",
//    "replayGain": {"mode": "auto", "preamp": 0}, "limiter": true}

extension StageSettings: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case equalizer, subsonic, crossfeed, replayGain, limiter
    }

    /// A member that is missing is off.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        self.init(
            equalizer: try values.decodeIfPresent(EqualizerSettings.self, forKey: .equalizer) ?? EqualizerSettings(),
            subsonic: try values.number(.subsonic, in: SubsonicFilter.range, "Hz"),
            crossfeed: try values.word(.crossfeed) ?? .off,
            replayGain: try values.decodeIfPresent(ReplayGainSettings.self, forKey: .replayGain)
                ?? ReplayGainSettings(),
            isLimiting: try values.decodeIfPresent(Bool.self, forKey: .limiter) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(equalizer, forKey: .equalizer)
        try values.encode(subsonic, forKey: .subsonic)
        try values.encode(crossfeed.rawValue, forKey: .crossfeed)
        try values.encode(replayGain, forKey: .replayGain)
        try values.encode(isLimiting, forKey: .limiter)
    }
}

extension ReplayGainSettings: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case mode, preamp
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        self.init(
            mode: try values.word(.mode) ?? .off,
            preamp: try values.number(.preamp, in: Self.preampRange, "dB") ?? 0)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(mode.rawValue, forKey: .mode)
        try values.encode(preamp, forKey: .preamp)
    }
}

extension EqualizerSettings: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case on, graphic, parametric
    }

    /// A curve without `on` is on: that is how an equalizer's own file is written.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        self.init(
            isOn: try values.decodeIfPresent(Bool.self, forKey: .on) ?? true, curve: try Self.curve(values, decoder))
    }

    private static func curve(
        _ values: KeyedDecodingContainer<CodingKeys>, _ decoder: any Decoder
    ) throws -> EqualizerCurve {
        if values.contains(.graphic), values.contains(.parametric) {
            throw DecodingError.dataCorruptedError(
                forKey: .parametric, in: values,
                debugDescription: "both “graphic” and “parametric” are given (one of them)")
        }
        if values.contains(.graphic) { return try graphic(values) }
        if values.contains(.parametric) { return try parametric(values) }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: decoder.codingPath,
                debugDescription: "there is no curve (“graphic”: ten gains, or “parametric”: bands)"))
    }

    private static func graphic(_ values: KeyedDecodingContainer<CodingKeys>) throws -> EqualizerCurve {
        var list = try values.nestedUnkeyedContainer(forKey: .graphic)
        var gains: [Double] = []
        while !list.isAtEnd { gains.append(try list.number(in: EqualizerCurve.graphicRange, "dB")) }
        guard let curve = EqualizerCurve(graphic: gains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .graphic, in: values,
                debugDescription: "\(gains.count) gains (ten: 31.5, 63, 125, 250, 500 Hz, 1, 2, 4, 8, 16 kHz)")
        }
        return curve
    }

    private static func parametric(_ values: KeyedDecodingContainer<CodingKeys>) throws -> EqualizerCurve {
        let bands = try values.decode([EqualizerBand].self, forKey: .parametric)
        guard let curve = EqualizerCurve(parametric: bands) else {
            throw DecodingError.dataCorruptedError(
                forKey: .parametric, in: values,
                debugDescription: "\(bands.count) bands (at most \(EqualizerCurve.largestBandCount))")
        }
        return curve
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(isOn, forKey: .on)
        if let gains = curve.graphicGains {
            try values.encode(gains, forKey: .graphic)
        } else {
            try values.encode(curve.bands, forKey: .parametric)
        }
    }
}

extension EqualizerBand: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case type, frequency, gain, q
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        let shape: Shape = try values.required(try values.word(.type), .type)
        let frequency = try values.required(
            try values.number(.frequency, in: Self.frequencyRange, "Hz"), .frequency)
        let q = try values.required(try values.number(.q, in: Self.qRange, ""), .q)
        let gain = try values.number(.gain, in: Self.gainRange, "dB")
        if !shape.hasGain, gain != nil {
            throw DecodingError.dataCorruptedError(
                forKey: .gain, in: values, debugDescription: "a \(shape.rawValue) has no gain (leave it out)")
        }
        self.init(
            unchecked: shape, frequency: frequency,
            gain: shape.hasGain ? try values.required(gain, .gain) : 0, q: q)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(shape.rawValue, forKey: .type)
        try values.encode(frequency, forKey: .frequency)
        if shape.hasGain { try values.encode(gain, forKey: .gain) }
        try values.encode(q, forKey: .q)
    }
}
