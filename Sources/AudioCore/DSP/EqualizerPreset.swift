// Curves that come with the program. Values; main thread.

/// A named curve of the graphic equalizer. Its words for people stand in the string catalogue.
public struct EqualizerPreset: Hashable, Sendable {
    /// As it is written on the command line.
    public let name: String
    public let curve: EqualizerCurve

    private init(_ name: String, _ gains: [Double]) {
        self.name = name
        curve = EqualizerCurve(octaves: gains)
    }

    /// In the order in which they are offered.
    public static let all: [EqualizerPreset] = [
        // Decibels at 31.5, 63, 125, 250, 500 Hz, 1, 2, 4, 8, 16 kHz.
        EqualizerPreset("flat", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        EqualizerPreset("bass", [6, 5, 4, 2, 0, 0, 0, 0, 0, 0]),
        EqualizerPreset("less-bass", [-6, -5, -4, -2, 0, 0, 0, 0, 0, 0]),
        EqualizerPreset("treble", [0, 0, 0, 0, 0, 0, 1, 3, 5, 6]),
        EqualizerPreset("less-treble", [0, 0, 0, 0, 0, 0, -1, -3, -5, -6]),
        EqualizerPreset("voice", [-6, -4, -2, 0, 2, 3, 3, 2, 0, -2]),
        // A cabin lifts the lowest octaves by itself and swallows the highest.
        EqualizerPreset("cabin", [-5, -3, -1.5, -1, 0, 0, 0.5, 1, 2, 3]),
        // Against the noise of the road, which lies low and hides soft bass.
        EqualizerPreset("motorway", [2, 4, 4, 2, 0, 0, 1, 2, 1, 0]),
        EqualizerPreset("small-speakers", [-12, -6, 2, 3, 1, 0, 0, 0, 1, 2]),
        EqualizerPreset("rock", [4, 3, 1.5, -0.5, -1.5, -0.5, 1.5, 2.5, 3, 3]),
        EqualizerPreset("dance", [6, 5, 2, 0, -1, -1, 0, 1.5, 3, 2.5]),
        EqualizerPreset("classical", [0, 0, 0, 0, 0, 0, -0.5, -1, -1, -1.5]),
        EqualizerPreset("late-evening", [-6, -4, -2, 0, 1, 1.5, 1, 0, -2, -4]),
    ]

    /// The preset of that name.
    public static func named(_ name: String) -> EqualizerPreset? {
        all.first { $0.name == name }
    }
}
