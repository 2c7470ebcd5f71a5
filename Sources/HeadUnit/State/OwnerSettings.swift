// What the owner sets on the screen. A value; kept in `settings.json`.

public import AudioCore

/// The owner's settings (`settings.json`, version 1).
public struct OwnerSettings: Codable, Hashable, Sendable {
    public static let name = "settings"
    public static let version = 1

    /// Decibels, -120 ... 0.
    public var volume: Double { didSet { volume = KeptVolume.valid(volume) } }
    public var isMuted: Bool
    /// The strength of loudness: `off`, `light`, `medium`, `strong`.
    public var loudness: String
    /// The output device as ALSA names it; nil lets the program choose.
    public var device: String?
    /// The stages of the chain besides volume and loudness.
    public var stages: StageSettings

    /// What was chosen of the settings that have no member of their own: the word, by the setting's key.
    public var chosen: [String: String]

    public init(
        volume: Double = KeptVolume.initial, isMuted: Bool = false, loudness: String = "off", device: String? = nil,
        stages: StageSettings = StageSettings(), chosen: [String: String] = [:]
    ) {
        self.volume = KeptVolume.valid(volume)
        self.isMuted = isMuted
        self.loudness = loudness
        self.device = device
        self.stages = stages
        self.chosen = chosen
    }

    private enum CodingKeys: String, CodingKey {
        case volume
        case isMuted = "muted"
        case loudness, device
        case stages = "sound"
        case chosen
    }

    /// A member that is missing has its default: the file may come from an earlier program.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            volume: try values.decodeIfPresent(Double.self, forKey: .volume) ?? KeptVolume.initial,
            isMuted: try values.decodeIfPresent(Bool.self, forKey: .isMuted) ?? false,
            loudness: try values.decodeIfPresent(String.self, forKey: .loudness) ?? "off",
            device: try values.decodeIfPresent(String.self, forKey: .device),
            stages: try values.decodeIfPresent(StageSettings.self, forKey: .stages) ?? StageSettings(),
            chosen: try values.decodeIfPresent([String: String].self, forKey: .chosen) ?? [:])
    }
}

/// A volume as it may be kept: a file never makes it louder than full scale.
public enum KeptVolume {
    /// Decibels before the owner has set any: nothing changes the sound until it is asked for.
    public static let initial = 0.0

    /// `decibels` within -120 ... 0; `initial` for what is no number.
    public static func valid(_ decibels: Double) -> Double {
        decibels.isNaN ? initial : max(-120, min(0, decibels))
    }
}
