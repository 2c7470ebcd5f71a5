// Equal-loudness contours of ISO 226:2023, table 1 and its formulas. Values; any thread.

import Glibc

/// The contours of equally loud pure tones (ISO 226:2023, free field, frontal, otologically normal listeners).
public enum EqualLoudness {
    /// One line of the standard's table 1.
    public struct Line: Sendable {
        /// Hertz.
        public let frequency: Double
        /// αf, the exponent of loudness perception.
        public let exponent: Double
        /// LU, the magnitude of the linear transfer function at 1 kHz, dB.
        public let transfer: Double
        /// Tf, the threshold of hearing, dB SPL.
        public let threshold: Double

        fileprivate init(_ frequency: Double, _ exponent: Double, _ transfer: Double, _ threshold: Double) {
            self.frequency = frequency
            self.exponent = exponent
            self.transfer = transfer
            self.threshold = threshold
        }

        /// The sound pressure level (dB SPL) of a tone as loud as `phon`.
        /// - Parameter phon: 20 to 90 up to 4 kHz, 20 to 80 above, by the standard; 2.4 gives the threshold.
        public func level(phon: Double) -> Double {
            let loudness = pow(10, 0.03 * phon) - pow(10, 0.072)
            let scaled = pow(4e-10, 0.3 - exponent) * loudness
            let threshold = pow(10, exponent * (self.threshold + transfer) / 10)
            return 10 / exponent * log10(scaled + threshold) - transfer
        }

        /// The loudness level (phon) of a tone of `level` dB SPL: the inverse of `level(phon:)`.
        public func phon(level: Double) -> Double {
            let heard = pow(10, exponent * (level + transfer) / 10)
            let threshold = pow(10, exponent * (self.threshold + transfer) / 10)
            return 100 / 3 * log10((heard - threshold) / pow(4e-10, 0.3 - exponent) + pow(10, 0.072))
        }
    }

    /// Table 1: the third octaves from 20 Hz to 12.5 kHz.
    public static let table: [Line] = [
        Line(20, 0.635, -31.5, 78.1),
        Line(25, 0.602, -27.2, 68.7),
        Line(31.5, 0.569, -23.1, 59.5),
        Line(40, 0.537, -19.3, 51.1),
        Line(50, 0.509, -16.1, 44.0),
        Line(63, 0.482, -13.1, 37.5),
        Line(80, 0.456, -10.4, 31.5),
        Line(100, 0.433, -8.2, 26.5),
        Line(125, 0.412, -6.3, 22.1),
        Line(160, 0.391, -4.6, 17.9),
        Line(200, 0.373, -3.2, 14.4),
        Line(250, 0.357, -2.1, 11.4),
        Line(315, 0.343, -1.2, 8.6),
        Line(400, 0.330, -0.5, 6.2),
        Line(500, 0.320, 0.0, 4.4),
        Line(630, 0.311, 0.4, 3.0),
        Line(800, 0.303, 0.5, 2.2),
        reference,
        Line(1250, 0.295, -2.7, 3.5),
        Line(1600, 0.292, -4.2, 1.7),
        Line(2000, 0.290, -1.2, -1.3),
        Line(2500, 0.290, 1.4, -4.2),
        Line(3150, 0.289, 2.3, -6.0),
        Line(4000, 0.289, 1.0, -5.4),
        Line(5000, 0.289, -2.3, -1.5),
        Line(6300, 0.293, -7.2, 6.0),
        Line(8000, 0.303, -11.2, 12.6),
        Line(10000, 0.323, -10.9, 13.9),
        Line(12500, 0.354, -3.5, 12.3),
    ]

    /// The line of 1 kHz, where phon and dB SPL are the same.
    private static let reference = Line(1000, 0.300, 0.0, 2.4)

    /// How much more a tone of `frequency` must be raised than one of 1 kHz to keep its place when the music plays at
    /// `phon` in place of `reference` phon; 0 at 1 kHz.
    ///
    /// Between the table's lines it runs straight over the logarithm of frequency; outside them the last value holds.
    public static func difference(atFrequency frequency: Double, from reference: Double, to phon: Double) -> Decibels {
        let behind = table.firstIndex { $0.frequency >= frequency } ?? table.count - 1
        let upper = table[behind]
        let before = max(0, behind - 1)
        let lower = table[before]
        let high = difference(upper, from: reference, to: phon)
        guard before != behind, frequency < upper.frequency else { return Decibels(high) }
        let low = difference(lower, from: reference, to: phon)
        let share = log(frequency / lower.frequency) / log(upper.frequency / lower.frequency)
        return Decibels(low + (high - low) * share)
    }

    private static func difference(_ line: Line, from reference: Double, to phon: Double) -> Double {
        let here = line.level(phon: phon) - line.level(phon: reference)
        let atOneKilohertz = Self.reference.level(phon: phon) - Self.reference.level(phon: reference)
        return here - atOneKilohertz
    }
}
