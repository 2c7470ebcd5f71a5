// A handful of measurements and how they are printed.

/// Measurements of one thing.
struct Figures {
    private let sorted: [Double]

    /// Nil without a measurement.
    init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        sorted = values.sorted()
    }

    var median: Double {
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// `median (least … most)` with one decimal.
    var text: String {
        "\(Self.rounded(median)) (\(Self.rounded(sorted[0])) … \(Self.rounded(sorted[sorted.count - 1])))"
    }

    /// The value that `share` (0 ... 1) of the measurements do not exceed: the nearest rank (NIST handbook, 7.2.5.2).
    func quantile(_ share: Double) -> Double {
        sorted[max(0, min(sorted.count, Int((share * Double(sorted.count)).rounded(.up))) - 1)]
    }

    /// `median / 99 % / most` with two decimals.
    var spread: String {
        [median, quantile(0.99), sorted[sorted.count - 1]].map { Self.rounded($0, decimals: 2) }
            .joined(separator: " / ")
    }

    static func rounded(_ value: Double, decimals: Int = 1) -> String {
        JSON.number(value, decimals: decimals).text
    }
}
