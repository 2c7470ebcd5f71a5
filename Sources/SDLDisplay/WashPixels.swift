// A vertical gradient, dithered so that no bands show on a dark panel. Values; any thread.

import Scene

struct WashKey: Hashable {
    var top: Color
    var bottom: Color
    var height: Int

    /// Pixels of the tile that is repeated sideways.
    static let tileWidth = 128

    var isOpaque: Bool { top.alpha == 255 && bottom.alpha == 255 }

    /// Rows of `tileWidth` pixels. Each channel is rounded with triangular noise of one step either side, from a
    /// fixed hash of the place, so the same wash is the same picture.
    func pixels() -> [UInt32] {
        let width = Self.tileWidth
        var pixels = [UInt32](repeating: 0, count: width * max(0, height))
        let last = Float(max(1, height - 1))
        for y in 0..<max(0, height) {
            let part = Float(y) / last
            let red = Self.mix(top.red, bottom.red, part)
            let green = Self.mix(top.green, bottom.green, part)
            let blue = Self.mix(top.blue, bottom.blue, part)
            let alpha = UInt32(Self.mix(top.alpha, bottom.alpha, part).rounded())
            for x in 0..<width {
                let noise = Self.hash(UInt32(truncatingIfNeeded: y * width + x))
                pixels[y * width + x] =
                    alpha << 24 | Self.level(red, noise) << 16 | Self.level(green, noise >> 10) << 8
                    | Self.level(blue, noise >> 20)
            }
        }
        return pixels
    }

    private static func mix(_ a: UInt8, _ b: UInt8, _ part: Float) -> Float {
        Float(a) + (Float(b) - Float(a)) * part
    }

    /// Rounds a level with 10 bits of noise: two halves of 5 bits, whose difference is triangular in -1...1.
    private static func level(_ value: Float, _ noise: UInt32) -> UInt32 {
        let whole = value.rounded()
        // A level that is exact stays exact: a wash between equal colours is a plain fill.
        if abs(value - whole) < 0.001 { return UInt32(whole) }
        let triangle = (Float(noise & 31) - Float(noise >> 5 & 31)) / 32
        return UInt32(min(255, max(0, (value + triangle * 0.5).rounded())))
    }

    private static func hash(_ value: UInt32) -> UInt32 {
        var mixed = value &* 0x9E37_79B1
        mixed ^= mixed >> 15
        mixed = mixed &* 0x85EB_CA77
        mixed ^= mixed >> 13
        mixed = mixed &* 0xC2B2_AE3D
        return mixed ^ mixed >> 16
    }
}
