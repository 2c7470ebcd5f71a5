// Surround sound to a pair of loudspeakers, as a table. Values; any thread.

/// The fold-down of ITU-R BS.775-4 (12/2022), Annex 4, Table 2: centre and surround go to the pair at −3 dB, a single
/// surround at −6 dB to each side, the low-frequency effects are left out. The places it does not know follow its rule:
/// every pair that is not the front one is a surround pair, heights too; every centre that is not the front one is a
/// single surround; those beside the centre are the front of their side. All factors are then divided so that the sum
/// of a row is at most 1 and no music can clip.
enum FoldDown {
    /// The factors of each source channel in the left and the right of a pair. One channel goes to both in full. A layout
    /// of which nothing is known has its first two channels played.
    static func pair(from layout: SpeakerLayout) -> (left: [Double], right: [Double]) {
        if layout.channels == 1 { return ([1], [1]) }
        let factors = layout.speakers.map(factors)
        let largest = max(factors.reduce(0) { $0 + $1.left }, factors.reduce(0) { $0 + $1.right })
        guard largest > 0 else { return pair(from: .standard(2), of: layout.channels) }
        return (factors.map { $0.left / largest }, factors.map { $0.right / largest })
    }

    private static func pair(from front: SpeakerLayout, of channels: Int) -> (left: [Double], right: [Double]) {
        let rest = [Double](repeating: 0, count: channels - front.channels)
        return ([1, 0] + rest, [0, 1] + rest)
    }

    private static let minus3 = 0.5.squareRoot()

    private static func factors(of speaker: Speaker?) -> (left: Double, right: Double) {
        switch speaker {
        case .frontLeft, .frontLeftOfCentre: (1, 0)
        case .frontRight, .frontRightOfCentre: (0, 1)
        case .frontCentre: (minus3, minus3)
        case .backLeft, .sideLeft, .topFrontLeft, .topBackLeft: (minus3, 0)
        case .backRight, .sideRight, .topFrontRight, .topBackRight: (0, minus3)
        case .backCentre, .topCentre, .topFrontCentre, .topBackCentre: (0.5, 0.5)
        case .lowFrequency, nil: (0, 0)
        }
    }
}
