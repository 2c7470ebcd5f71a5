// Fades over every layout.

import AudioCore
import Testing

@testable import ALSAOutput

@Suite("fades")
struct FadeTests {
    static func frames(_ values: [Int], _ layout: SampleLayout) -> [UInt8] {
        values.flatMap { value -> [UInt8] in
            let bits = layout == .float32 ? Float(value).bitPattern : UInt32(bitPattern: Int32(value))
            return (0..<layout.bytesPerSample).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        }
    }

    static func values(_ bytes: [UInt8], _ layout: SampleLayout) -> [Int] {
        stride(from: 0, to: bytes.count, by: layout.bytesPerSample).map { start in
            var bits: UInt32 = 0
            for place in 0..<layout.bytesPerSample { bits |= UInt32(bytes[start + place]) << (8 * place) }
            if layout == .float32 { return Int(Float(bitPattern: bits).rounded()) }
            let unused = 32 - 8 * layout.bytesPerSample
            return Int(Int32(bitPattern: bits << unused) >> unused)
        }
    }

    @Test("a falling and a rising fade of the same frames add up to the frames", arguments: SampleLayout.allCases)
    func complement(layout: SampleLayout) {
        let full = layout == .s16 ? 32_767 : layout == .s32 ? 2_147_483_520 : 8_388_607
        let original = [full, -full, full / 3, -full / 7, 1, -1, 0, full, -full - 1, 77, -full, full]
        var falling = Self.frames(original, layout)
        var rising = falling
        let format = DeviceFormat(rate: 48_000, channels: 2, layout: layout, significantBits: 16)
        falling.withUnsafeMutableBytes {
            Fade(length: 6, rises: false).apply(to: $0.baseAddress!, frameCount: 6, position: 0, format: format)
        }
        rising.withUnsafeMutableBytes {
            Fade(length: 6, rises: true).apply(to: $0.baseAddress!, frameCount: 6, position: 0, format: format)
        }
        let tolerance = layout == .float32 ? 2 : 1
        for (place, sum) in zip(Self.values(falling, layout), Self.values(rising, layout)).map({ $0 + $1 }).enumerated()
        {
            #expect(abs(sum - original[place]) <= tolerance)
        }
        #expect(Self.values(falling, layout)[0] == full / 7 * 6 + full % 7 * 6 / 7 || layout == .float32)
    }

    @Test("a fade in two pieces is the fade in one", arguments: SampleLayout.allCases, [true, false])
    func pieces(layout: SampleLayout, rises: Bool) {
        let original = Self.frames((0..<20).map { $0 * 1500 - 14_000 }, layout)
        var whole = original
        var pieces = original
        let format = DeviceFormat(rate: 48_000, channels: 1, layout: layout, significantBits: 16)
        let fade = Fade(length: 20, rises: rises)
        whole.withUnsafeMutableBytes { fade.apply(to: $0.baseAddress!, frameCount: 20, position: 0, format: format) }
        pieces.withUnsafeMutableBytes { bytes in
            fade.apply(to: bytes.baseAddress!, frameCount: 7, position: 0, format: format)
            let rest = bytes.baseAddress! + 7 * layout.bytesPerSample
            fade.apply(to: rest, frameCount: 13, position: 7, format: format)
        }
        #expect(whole == pieces)
        #expect(whole != original)
    }
}
