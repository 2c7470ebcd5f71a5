// The filter against what no loudspeaker plays and every cone feels. Values; main thread.

/// A Butterworth high pass of the fourth order: −3 dB at its frequency, 24 dB an octave below it.
public enum SubsonicFilter {
    /// Where it may be set, hertz.
    public static let range = 15.0...40.0
    public static let usual = 20.0

    /// The qualities of the two sections: 1 / (2·cos(π/8)) and 1 / (2·cos(3π/8)).
    private static let qualities = (0.5411961001461969, 1.3065629648763766)

    /// The two sections; nil at rates that have no such frequency.
    static func sections(
        frequency: Double, rate: Int
    ) -> (first: BiquadCoefficients, second: BiquadCoefficients)? {
        guard let first = BiquadCoefficients.highPass(frequency: frequency, q: qualities.0, rate: rate),
            let second = BiquadCoefficients.highPass(frequency: frequency, q: qualities.1, rate: rate)
        else { return nil }
        return (first, second)
    }
}
