// A value; any thread.

import AudioCore

/// Why a format is refused, without the path.
struct Refusal: Error, Equatable {
    var message: String

    init(_ message: String) { self.message = message }

    /// A rate in hertz outside those that are played.
    static func rate(_ rate: Int) -> Refusal {
        let right = StreamInfo.playableRates
        return Refusal("says its rate is \(rate) Hz, not \(right.lowerBound) to \(right.upperBound) Hz")
    }
}
