// Icons from SVG files: only their shape is used, so an icon is never black on black. Main thread.

import CSDL2
import CSDL2Image

enum IconRaster {
    /// A file above this is not an icon.
    static let byteLimit = 262_144

    /// White pixels with the icon's coverage as alpha, fitted and centred in the size.
    static func load(_ path: String, width: Int, height: Int) throws(DisplayError) -> [UInt32] {
        guard let bytes = SmallFile.read(path, limit: byteLimit) else {
            throw DisplayError(.image, "\(path): the icon can not be read (a file of at most 256 kB is right)")
        }
        guard looksLikeSVG(bytes), let pixels = rasterise(bytes, width: width, height: height) else {
            throw DisplayError(.image, "\(path): the icon is not an SVG picture")
        }
        return pixels.map { $0 & 0xFF00_0000 | 0x00FF_FFFF }
    }

    /// The coloured pixels of an SVG picture, not premultiplied, fitted and centred; nil when it is not one.
    static func rasterise(_ bytes: [UInt8], width: Int, height: Int) -> [UInt32]? {
        let loaded = bytes.withUnsafeBytes { buffer in
            guard let stream = SDL_RWFromConstMem(buffer.baseAddress, Int32(buffer.count)) else {
                return nil as UnsafeMutablePointer<SDL_Surface>?
            }
            defer { SDL_RWclose(stream) }
            return IMG_LoadSizedSVG_RW(stream, Int32(width), Int32(height))
        }
        guard let loaded, let surface = SurfaceHandle(taking: loaded), let source = surface.pixels else { return nil }
        var pixels = [UInt32](repeating: 0, count: width * height)
        let left = max(0, (width - surface.width) / 2)
        let top = max(0, (height - surface.height) / 2)
        for y in 0..<min(height, surface.height) {
            for x in 0..<min(width, surface.width) {
                pixels[(top + y) * width + left + x] = source[y * surface.stride + x]
            }
        }
        return pixels
    }

    static func looksLikeSVG(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(1024)
        let mark = Array("<svg".utf8)
        return head.indices.contains { head[$0...].starts(with: mark) }
    }

    /// What stands in for an icon that can not be drawn: seen at once, and not taken for anything else.
    static let fallback = Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="#fff" \
        stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><rect x="3" y="3" width="18" height="18" \
        rx="3"/><path d="M9 10a3 3 0 1 1 4.2 2.7c-.8.4-1.2.8-1.2 1.8M12 17v.01"/></svg>
        """.utf8)
}
