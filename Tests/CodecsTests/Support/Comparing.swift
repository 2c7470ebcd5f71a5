// Whether a seek gives what playing there gives.

import AudioCore
import TestSupport
import Testing

/// Seeks to many places of a codec and compares what comes with what `whole` has there.
/// - Parameter tolerance: the largest difference of two floats; 0 asks for the same bits.
func checkSeeks(
    _ codec: any AudioCodec, _ whole: Played, count: Int = 30, seed: UInt64 = 7, tolerance: Float = 0
) throws {
    var numbers = SeededNumbers(seed: seed)
    let total = whole.frameCount
    let channels = codec.info.channels
    let fixed = [0, 1, total - 1, total / 2, total / 2 + 1, total / 3, 5, total - 700, 1023, 1024, 1025]
    let places = fixed + (0..<count).map { _ in Int.random(in: 0..<total, using: &numbers) }
    for place in places where (0..<total).contains(place) {
        try codec.seek(toFrame: Int64(place))
        let wanted = min(600, total - place)
        let part = play(codec, limit: wanted).words
        let expected = Array(whole.words[(place * channels)..<((place + wanted) * channels)])
        if tolerance == 0 {
            #expect(part == expected, "frame \(place)")
        } else {
            #expect(part.count == expected.count, "frame \(place)")
            let largest = zip(part, expected).map { abs(Float(bitPattern: $0) - Float(bitPattern: $1)) }.max() ?? 0
            #expect(largest <= tolerance, "frame \(place)")
        }
    }
    for place: Int64 in [Int64(total), Int64(total) + 1, .max] {
        try codec.seek(toFrame: place)
        #expect(play(codec).frameCount == 0)
    }
    try codec.seek(toFrame: 0)
    #expect(play(codec).frameCount == total)
}

/// How far `part` lies from `signal`, root of the mean square of the difference, full scale = 1; `shift` frames later.
func distance(_ played: Played, _ signal: Signal, shift: Int = 0) -> Double {
    let channels = signal.channels
    var sum = 0.0
    var count = 0
    for frame in 2000..<(min(played.frameCount, signal.frameCount) - 2000) {
        for channel in 0..<channels {
            let word = played.words[(frame + shift) * channels + channel]
            let got =
                played.info.words == .float32
                ? Double(Float(bitPattern: word)) : Double(Int32(bitPattern: word)) / 0x1p31
            let wanted = Double(Int32(bitPattern: signal.words[frame * channels + channel])) / 0x1p31
            sum += (got - wanted) * (got - wanted)
            count += 1
        }
    }
    return (sum / Double(max(count, 1))).squareRoot()
}
