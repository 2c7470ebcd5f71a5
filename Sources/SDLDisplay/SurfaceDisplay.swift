// A display without a screen: for `drive`, for tests, for a tour. Main thread; no video driver is started.

import CSDL2
import CSDL2Image

/// Draws in software into memory.
@MainActor
public final class SurfaceDisplay {
    public private(set) var canvas: Canvas
    public private(set) var rotation: Rotation
    public let dpi: Int
    /// What to log about the dpi that was asked for.
    public let dpiWarning: String?

    /// `options.size` is the panel's; the picture is turned by `options.rotation`. Without one: 1024 × 600, 160 dpi.
    public init(options: DisplayOptions) throws(DisplayError) {
        let size = (options.size ?? DisplayOptions.Size(width: 1024, height: 600)).clamped
        let picture = options.rotation.turned(width: size.width, height: size.height)
        canvas = try Canvas(softwareWidth: picture.width, height: picture.height)
        rotation = options.rotation
        let density = Density.resolve(requested: options.dpi, isWindow: true, connector: nil, size: size)
        dpi = density.dpi
        dpiWarning = density.warning
    }

    /// Turns the picture; `canvas` is another one, and everything is to be laid out again.
    public func turn(to rotation: Rotation) throws(DisplayError) {
        let panel = self.rotation.turned(width: width, height: height)
        let picture = rotation.turned(width: panel.width, height: panel.height)
        canvas = try Canvas(softwareWidth: picture.width, height: picture.height)
        self.rotation = rotation
    }

    /// Pixels of the upright picture.
    public var width: Int { canvas.width }
    public var height: Int { canvas.height }

    /// The upright picture, row by row, `0xFFRRGGBB`.
    public func pixels() -> [UInt32] { canvas.readPicture() }

    /// What the panel would scan out: the picture turned by `rotation`.
    public func panelPixels() -> [UInt32] {
        let picture = pixels()
        let panel = rotation.turned(width: width, height: height)
        var turned = [UInt32](repeating: 0, count: picture.count)
        picture.withUnsafeBufferPointer { source in
            turned.withUnsafeMutableBufferPointer { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                Rotation.copy(
                    picture: source, width: width, height: height, stride: width, to: target,
                    panelStride: panel.width, rotation: rotation)
            }
        }
        return turned
    }

    /// Writes the upright picture as PNG.
    public func writePNG(_ path: String) throws(DisplayError) { try canvas.writePNG(path) }
}

extension Canvas {
    func writePNG(_ path: String) throws(DisplayError) {
        let picture = readPicture()
        guard let copy = SurfaceHandle(width: width, height: height, hasAlpha: false), let target = copy.pixels else {
            throw DisplayError(.image, "\(path) is not written: out of memory")
        }
        for y in 0..<height {
            for x in 0..<width { target[y * copy.stride + x] = picture[y * width + x] }
        }
        guard IMG_SavePNG(copy.pointer, path) == 0 else {
            throw DisplayError(.image, "\(path) is not written: \(lastSDLError())")
        }
    }
}
