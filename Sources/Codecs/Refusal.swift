// A value; any thread.

import AudioCore

/// Why a format is refused, without the path.
struct Refusal: Error, Equatable {
    var message: String
    /// The container is known, and what is refused is the coding of the sound in it: another library may know it.
    var isOfCoding: Bool

    init(_ message: String, isOfCoding: Bool = false) {
        self.message = message
        self.isOfCoding = isOfCoding
    }

    /// A rate in hertz outside those that are played.
    static func rate(_ rate: Int) -> Refusal {
        let right = StreamInfo.playableRates
        return Refusal("says its rate is \(rate) Hz, not \(right.lowerBound) to \(right.upperBound) Hz")
    }
}
