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

    static func rounded(_ value: Double, decimals: Int = 1) -> String {
        JSON.number(value, decimals: decimals).text
    }
}
