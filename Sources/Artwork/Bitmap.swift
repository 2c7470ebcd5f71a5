// A picture in memory, ready for a texture. A value; any thread.

/// Pixels in rows from the top left, without padding.
public struct Bitmap: Hashable, Sendable {
    /// Pixels, at least 1.
    public let width: Int
    public let height: Int
    /// `width * height` words 0xAARRGGBB, premultiplied: no colour is larger than its alpha.
    public var pixels: [UInt32]

    /// - Precondition: both sides are at least 1 and `pixels` has `width * height` words.
    public init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height, "a bitmap holds exactly its pixels")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// A picture of one colour; `color` is premultiplied 0xAARRGGBB.
    public init(width: Int, height: Int, filledWith color: UInt32 = 0) {
        self.init(width: width, height: height, pixels: [UInt32](repeating: color, count: width * height))
    }

    public subscript(x x: Int, y y: Int) -> UInt32 {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }
}

/// Arithmetic on one 0xAARRGGBB word.
enum Pixel {
    /// The word of four channels, each 0 ... 255.
    static func packed(_ alpha: UInt32, _ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
        let high = alpha << 24 | red << 16
        return high | green << 8 | blue
    }

    static func alpha(_ pixel: UInt32) -> UInt32 { pixel >> 24 }
    static func red(_ pixel: UInt32) -> UInt32 { (pixel >> 16) & 255 }
    static func green(_ pixel: UInt32) -> UInt32 { (pixel >> 8) & 255 }
    static func blue(_ pixel: UInt32) -> UInt32 { pixel & 255 }

    /// The word with its colours multiplied by its alpha, rounded to nearest.
    static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = alpha(pixel)
        if alpha == 255 { return pixel }
        if alpha == 0 { return 0 }
        return packed(
            alpha, scaled(red(pixel), by: alpha), scaled(green(pixel), by: alpha), scaled(blue(pixel), by: alpha))
    }

    /// The word with its colours divided by its alpha, for files that keep them apart.
    static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = alpha(pixel)
        if alpha == 255 { return pixel }
        if alpha == 0 { return 0 }
        func divided(_ value: UInt32) -> UInt32 { min(255, (value * 255 + alpha / 2) / alpha) }
        return packed(alpha, divided(red(pixel)), divided(green(pixel)), divided(blue(pixel)))
    }

    /// All four channels times `coverage` / 255: how a premultiplied pixel fades.
    static func faded(_ pixel: UInt32, by coverage: UInt32) -> UInt32 {
        packed(
            scaled(alpha(pixel), by: coverage), scaled(red(pixel), by: coverage), scaled(green(pixel), by: coverage),
            scaled(blue(pixel), by: coverage))
    }

    private static func scaled(_ value: UInt32, by factor: UInt32) -> UInt32 {
        (value * factor + 127) / 255
    }
}
