import AudioCore
import Glibc
import Testing

@Suite("equal-loudness contours of ISO 226:2023")
struct EqualLoudnessTests {
    private func line(_ frequency: Double) throws -> EqualLoudness.Line {
        try #require(EqualLoudness.table.first { $0.frequency == frequency })
    }

    @Test(
        "levels of a contour",
        arguments: [
            (40.0, 20.0, 99.74), (40, 100, 64.24), (40, 1000, 40.00), (40, 4000, 36.72), (40, 10000, 54.38),
            (80, 100, 92.46), (80, 1000, 80.00), (20, 20, 89.5445),
        ])
    func level(phon: Double, frequency: Double, level: Double) throws {
        // The last one tells the right threshold term from a widespread wrong one, which gives 88.167.
        #expect(abs(try line(frequency).level(phon: phon) - level) < 0.006)
    }

    @Test("a contour of 2.4 phon is the threshold of hearing")
    func threshold() {
        for line in EqualLoudness.table {
            #expect(abs(line.level(phon: 2.4) - line.threshold) < 1e-9, "\(line.frequency) Hz")
        }
    }

    @Test("phon is the inverse of level over the whole validity of the standard")
    func inverse() {
        for line in EqualLoudness.table {
            for phon in stride(from: 20.0, through: line.frequency <= 4000 ? 90 : 80, by: 5) {
                #expect(abs(line.phon(level: line.level(phon: phon)) - phon) < 1e-9, "\(line.frequency) Hz")
            }
        }
    }

    @Test("at 1 kHz phon and decibels are the same", arguments: [20.0, 40, 60, 80, 90])
    func reference(phon: Double) throws {
        #expect(abs(try line(1000).level(phon: phon) - phon) < 1e-9)
    }

    /// Contour differences from 80 phon at 20, 50, 125, 315, 1000, 4000, 10000, 12500 Hz.
    @Test(
        "differences from 80 phon",
        arguments: [
            (75.0, [2.6, 2.0, 1.3, 0.6, 0, -0.2, 0.3, 0.8]), (70, [5.3, 4.1, 2.7, 1.2, 0, -0.4, 0.7, 1.5]),
            (60, [10.5, 8.1, 5.3, 2.4, 0, -0.8, 1.4, 3.0]), (40, [20.9, 16.0, 10.4, 4.7, 0, -1.7, 2.5, 5.7]),
        ] as [(Double, [Double])])
    func differences(phon: Double, expected: [Double]) {
        for (frequency, value) in zip([20.0, 50, 125, 315, 1000, 4000, 10000, 12500], expected) {
            let difference = EqualLoudness.difference(atFrequency: frequency, from: 80, to: phon).value
            #expect(abs(difference - value) <= 0.0501, "\(frequency) Hz: \(difference)")
        }
    }

    @Test("between the lines the difference lies between theirs, and outside the table the last value holds")
    func interpolation() {
        func difference(_ frequency: Double) -> Double {
            EqualLoudness.difference(atFrequency: frequency, from: 80, to: 50).value
        }
        #expect(difference(10) == difference(20))
        #expect(difference(20000) == difference(12500))
        for (low, high) in zip(EqualLoudness.table, EqualLoudness.table.dropFirst()) {
            let ends = [difference(low.frequency), difference(high.frequency)]
            let middle = difference((low.frequency * high.frequency).squareRoot())
            #expect(abs(middle - (ends[0] + ends[1]) / 2) < 1e-9)
        }
    }

    @Test("the edition of 2003 asks for the same compensation within 0.4 dB")
    func olderEdition() throws {
        for line in EqualLoudness.table {
            let older = try #require(Edition2003.table[line.frequency])
            let reference = try #require(Edition2003.table[1000])
            for phon in stride(from: 40.0, through: 80, by: 5) {
                let its =
                    (older.level(phon) - older.level(80)) - (reference.level(phon) - reference.level(80))
                let ours = EqualLoudness.difference(atFrequency: line.frequency, from: 80, to: phon).value
                #expect(abs(its - ours) < 0.4, "\(line.frequency) Hz at \(phon) phon")
            }
        }
    }

    @Test(
        "the table of 2003 that this is measured against gives the levels known for it",
        arguments: [
            (40.0, 20.0, 99.85), (40, 100, 64.37), (40, 1000, 40.01), (40, 4000, 36.65), (40, 10000, 54.28),
            (80, 100, 92.48),
        ])
    func olderLevels(phon: Double, frequency: Double, level: Double) throws {
        #expect(abs(try #require(Edition2003.table[frequency]).level(phon) - level) < 0.006)
    }
}

/// ISO 226:2003: exponent, transfer, threshold by frequency, and its formula.
private struct Edition2003 {
    let exponent: Double
    let transfer: Double
    let threshold: Double

    func level(_ phon: Double) -> Double {
        let factor =
            4.47e-3 * (pow(10, 0.025 * phon) - 1.15) + pow(0.4 * pow(10, (threshold + transfer) / 10 - 9), exponent)
        return 10 / exponent * log10(factor) - transfer + 94
    }

    static let table: [Double: Edition2003] = {
        let exponents = [
            0.532, 0.506, 0.480, 0.455, 0.432, 0.409, 0.387, 0.367, 0.349, 0.330, 0.315, 0.301, 0.288, 0.276, 0.267,
            0.259, 0.253, 0.250, 0.246, 0.244, 0.243, 0.243, 0.243, 0.242, 0.242, 0.245, 0.254, 0.271, 0.301,
        ]
        let transfers = [
            -31.6, -27.2, -23.0, -19.1, -15.9, -13.0, -10.3, -8.1, -6.2, -4.5, -3.1, -2.0, -1.1, -0.4, 0.0, 0.3, 0.5,
            0.0, -2.7, -4.1, -1.0, 1.7, 2.5, 1.2, -2.1, -7.1, -11.2, -10.7, -3.1,
        ]
        let thresholds = [
            78.5, 68.7, 59.5, 51.1, 44.0, 37.5, 31.5, 26.5, 22.1, 17.9, 14.4, 11.4, 8.6, 6.2, 4.4, 3.0, 2.2, 2.4, 3.5,
            1.7, -1.3, -4.2, -6.0, -5.4, -1.5, 6.0, 12.6, 13.9, 12.3,
        ]
        var table: [Double: Edition2003] = [:]
        for (index, line) in EqualLoudness.table.enumerated() {
            table[line.frequency] = Edition2003(
                exponent: exponents[index], transfer: transfers[index], threshold: thresholds[index])
        }
        return table
    }()
}
