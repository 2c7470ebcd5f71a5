// One thing to play: a file, or a track of a CUE sheet inside one. Values; any thread.

/// A stretch of a file in CUE frames: 75 a second (IEC 60908, the sector of an audio CD).
public struct CueRegion: Codable, Hashable, Sendable {
    /// Frames a second.
    public static let rate = 75
    /// No CUE sheet reaches farther: 10,000 hours. Keeps a damaged number from overflowing sums.
    public static let farthestFrame = 10_000 * 3600 * rate

    /// The first frame played; 0 or more.
    public let startFrame: Int
    /// The frame behind the last one, above `startFrame`; nil plays to the end of the file.
    public let endFrame: Int?

    /// - Returns: nil when the frames are out of order or out of range.
    public init?(startFrame: Int, endFrame: Int?) {
        guard (0...Self.farthestFrame).contains(startFrame) else { return nil }
        if let endFrame {
            guard endFrame > startFrame, endFrame <= Self.farthestFrame else { return nil }
        }
        self.startFrame = startFrame
        self.endFrame = endFrame
    }

    private enum CodingKeys: String, CodingKey {
        case startFrame, endFrame
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let region = CueRegion(
            startFrame: try values.decode(Int.self, forKey: .startFrame),
            endFrame: try values.decodeIfPresent(Int.self, forKey: .endFrame))
        guard let region else {
            throw DecodingError.dataCorruptedError(
                forKey: .startFrame, in: values, debugDescription: "the frames of a CUE region are out of order")
        }
        self = region
    }
}

/// An entry of the play queue. Coded with its path as a `file:` URI of raw bytes, under `uri`.
public struct QueueItem: Hashable, Sendable {
    /// The audio file; absolute, else the item cannot be coded.
    public let path: RawPath
    /// The number of the track in its CUE sheet, 0 ... 9999; nil for a whole file.
    public let cueTrack: Int?
    /// What of the file is played; nil for all of it.
    public let region: CueRegion?

    public init(path: RawPath, cueTrack: Int? = nil, region: CueRegion? = nil) {
        self.path = path
        self.cueTrack = cueTrack
        self.region = region
    }
}

extension QueueItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case uri, cueTrack, region
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let uri = try values.decode(String.self, forKey: .uri)
        guard let path = RawPath(uri: uri) else {
            throw DecodingError.dataCorruptedError(
                forKey: .uri, in: values, debugDescription: "not the file: URI of an absolute path")
        }
        let track = try values.decodeIfPresent(Int.self, forKey: .cueTrack)
        if let track, !(0...9999).contains(track) {
            throw DecodingError.dataCorruptedError(
                forKey: .cueTrack, in: values, debugDescription: "a CUE track number is out of range")
        }
        self.init(path: path, cueTrack: track, region: try values.decodeIfPresent(CueRegion.self, forKey: .region))
    }

    public func encode(to encoder: any Encoder) throws {
        guard path.isAbsolute, !path.bytes.contains(0) else {
            throw EncodingError.invalidValue(
                path.shown, .init(codingPath: encoder.codingPath, debugDescription: "a queued path is not absolute"))
        }
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(path.uri, forKey: .uri)
        try values.encodeIfPresent(cueTrack, forKey: .cueTrack)
        try values.encodeIfPresent(region, forKey: .region)
    }
}
