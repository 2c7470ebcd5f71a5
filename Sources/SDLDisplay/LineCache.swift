// Lines as white textures, coloured when drawn. Main thread.

import Scene

struct LineKey: Hashable {
    var text: String
    var style: TextStyle
}

/// A drawn line; the texture is nil for a line without ink.
final class CachedLine {
    let texture: Texture?
    let width: Int
    let lineHeight: Int
    let inkX: Int
    let inkY: Int
    /// The fonts that had come when a waiting line was made; nil for a line that lacks nothing.
    let arrivals: Int?

    init(_ pieces: LinePieces, _ raster: LineRaster, texture: Texture?, arrivals: Int) {
        self.texture = texture
        width = pieces.width
        lineHeight = pieces.lineHeight
        inkX = raster.inkX
        inkY = raster.inkY
        self.arrivals = pieces.isPending ? arrivals : nil
    }
}

@MainActor
final class LineCache {
    private let canvas: Canvas
    private let fonts: FontBook
    private let lines: LRUCache<LineKey, CachedLine>
    private var generation: Int

    init(canvas: Canvas, fonts: FontBook, budget: Int) {
        self.canvas = canvas
        self.fonts = fonts
        lines = LRUCache(budget: budget)
        generation = fonts.generation
    }

    func line(_ text: String, style: TextStyle) -> CachedLine? {
        if generation != fonts.generation {
            // The language changed: any line may look different.
            lines.removeAll()
            generation = fonts.generation
        }
        let key = LineKey(text: TextRuns.cut(text), style: style)
        if let known = lines.value(for: key), known.arrivals.map({ $0 == fonts.arrivals }) ?? true { return known }
        let pieces = LinePieces(key.text, style: style, fonts: fonts)
        let raster = LineRaster(pieces)
        let texture = raster.pixels.withUnsafeBufferPointer { buffer in
            raster.width == 0
                ? nil
                : buffer.baseAddress.flatMap {
                    Texture.make(
                        canvas.renderer, width: raster.width, height: raster.height, pixels: $0,
                        stride: raster.width, isOpaque: false)
                }
        }
        let line = CachedLine(pieces, raster, texture: texture, arrivals: fonts.arrivals)
        lines.insert(line, for: key, cost: (texture?.byteCount ?? 0) + 256 + key.text.utf8.count)
        return line
    }
}
