// Surround sound to a pair of loudspeakers, as tables. Values; any thread.

/// The fold-down of ITU-R BS.775 (downward mixing to two channels): centre and surround at −3 dB in the pair, the low-frequency effects left
/// out. All factors are then divided so that the sum of a row is at most 1 and no music can clip.
enum FoldDown {
    /// Where a channel stands.
    private enum Place {
        case left, right, centre, lowFrequency, surroundLeft, surroundRight, surroundCentre
    }

    /// Channel orders of FLAC (RFC 9639, 9.1.3), which are those of WAVE's default speaker positions.
    private static func places(_ channels: Int) -> [Place] {
        switch channels {
        case 3: [.left, .right, .centre]
        case 4: [.left, .right, .surroundLeft, .surroundRight]
        case 5: [.left, .right, .centre, .surroundLeft, .surroundRight]
        case 6: [.left, .right, .centre, .lowFrequency, .surroundLeft, .surroundRight]
        case 7: [.left, .right, .centre, .lowFrequency, .surroundCentre, .surroundLeft, .surroundRight]
        case 8:
            [
                .left, .right, .centre, .lowFrequency, .surroundLeft, .surroundRight, .surroundLeft, .surroundRight,
            ]
        default: [.left, .right]
        }
    }

    /// The factors of each of `channels` source channels in the left and the right of a pair. One channel goes to both
    /// in full. Beyond eight there is no agreed order: the first two play.
    static func pair(from channels: Int) -> (left: [Double], right: [Double]) {
        if channels == 1 { return ([1], [1]) }
        let places = places(channels)
        let missing = [Double](repeating: 0, count: channels - places.count)
        let left = places.map { factor(of: $0, near: .left, .surroundLeft) } + missing
        let right = places.map { factor(of: $0, near: .right, .surroundRight) } + missing
        let largest = max(left.reduce(0, +), right.reduce(0, +))
        return (left.map { $0 / largest }, right.map { $0 / largest })
    }

    private static func factor(of place: Place, near front: Place, _ surround: Place) -> Double {
        switch place {
        case front: 1
        case surround, .centre: 0.5.squareRoot()
        // One rear loudspeaker stands for two: −3 dB for the sharing and −3 dB as a surround.
        case .surroundCentre: 0.5
        default: 0
        }
    }
}
