import AudioCore
import Testing

@Suite("rates")
struct RateTests {
    private static let usual = [44100, 48000, 88200, 96000, 176_400, 192_000]

    @Test(
        "the device's rate for music it does not take as it is",
        arguments: [
            (44100, usual, 44100), (44100, [48000, 88200, 96000], 88200), (44100, [48000, 96000, 176_400], 176_400),
            (44100, [48000, 96000], 48000), (48000, [44100, 96000], 96000), (48000, [44100], 44100),
            (48000, [44100, 88200], 88200), (88200, [44100, 48000, 96000], 44100),
            (88200, [48000, 96000], 96000), (96000, [44100, 48000], 48000), (176_400, [88200, 192_000], 88200),
            (192_000, [176_400, 96000, 48000], 96000), (192_000, [44100], 44100), (352_800, usual, 176_400),
            (22050, [44100, 48000], 44100), (32000, [44100, 48000], 48000), (8000, [44100, 48000], 48000),
            (11025, [8000, 48000, 22050], 22050), (44100, [22050, 48000], 48000), (44100, [22050, 8000], 22050),
            (37800, [44100, 48000], 44100), (96000, [8000, 16000, 44100], 44100),
        ] as [(Int, [Int], Int)])
    func nearest(rate: Int, among: [Int], expected: Int) {
        #expect(nearestFamilyRate(of: rate, among: among) == expected)
        #expect(nearestFamilyRate(of: rate, among: among.reversed()) == expected)
    }

    @Test("a device without rates has none")
    func none() {
        #expect(nearestFamilyRate(of: 44100, among: []) == nil)
    }

    @Test(
        "lengths in whole frames",
        arguments: [
            (44100, 48000, 44100, 48000), (44100, 48000, 1, 1), (48000, 44100, 1, 1), (44100, 88200, 7, 14),
            (96000, 44100, 1, 0), (88200, 44100, 1, 1), (88200, 44100, 3, 2), (44100, 48000, 147, 160),
            (44100, 48000, 0, 0), (44100, 192_000, 1 << 45, 153_183_660_794_915),
        ] as [(Int, Int, Int64, Int64)])
    func lengths(from: Int, to: Int, input: Int64, output: Int64) {
        #expect(ResamplingRatio(from: from, to: to).outputFrame(ofInput: input) == output)
    }

    @Test("a length that fits nowhere is the largest, not a trap")
    func overflow() {
        #expect(ResamplingRatio(from: 8000, to: 384_000).outputFrame(ofInput: .max) == .max)
        #expect(ResamplingRatio(from: 1, to: .max).outputFrame(ofInput: .max) == .max)
        #expect(ResamplingRatio(from: 384_000, to: 8000).inputFrame(ofOutput: .max) == .max)
    }

    @Test("going there and back stays within a frame", arguments: [(44100, 48000), (44100, 192_000), (48000, 44100)])
    func back(from: Int, to: Int) {
        let ratio = ResamplingRatio(from: from, to: to)
        for frame: Int64 in [0, 1, 2, 12345, 1 << 33] {
            #expect(abs(ratio.inputFrame(ofOutput: ratio.outputFrame(ofInput: frame)) - frame) <= 1)
        }
    }
}
