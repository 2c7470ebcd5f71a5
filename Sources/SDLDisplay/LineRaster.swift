// Draws a line's pieces into one picture of coverage and cuts it down to its ink. Main thread.

import Scene

/// The ink of a line. Places are from the pen's start and the line's top.
struct LineRaster {
    var inkX = 0
    var inkY = 0
    var width = 0
    var height = 0
    /// White, with the coverage as alpha, rows of `width`; empty for a line without ink.
    var pixels: [UInt32] = []

    /// Pixels of a line that are ever drawn.
    static let widthLimit = 4096

    init(_ line: LinePieces) {
        // Ink may stand over at every side: an italic tail, a mark above a capital.
        let margin = line.lineHeight
        let sheetWidth = min(line.width, Self.widthLimit) + 2 * margin
        let sheetHeight = line.lineHeight + 2 * margin
        var sheet = [UInt8](repeating: 0, count: sheetWidth * sheetHeight)
        var ink = Frame.zero
        for piece in line.pieces where piece.x < Self.widthLimit {
            piece.font.prepare(size: piece.size, script: piece.script, isRightToLeft: piece.isRightToLeft)
            guard let surface = piece.font.render(piece.text) else { continue }
            let left = margin + piece.x - Self.overhang(piece)
            let top = margin + line.baseline - piece.raise - piece.font.ascent - Self.risen(piece, surface.height)
            let drawn = Self.lay(
                surface, into: &sheet, width: sheetWidth, height: sheetHeight, left: left, top: top)
            ink = ink.union(drawn)
        }
        guard !ink.isEmpty else { return }
        cut(sheet, stride: sheetWidth, to: ink, margin: margin)
    }

    /// Pixels by which the first glyph begins before its origin: SDL2_ttf moves the whole text right by them.
    private static func overhang(_ piece: LinePiece) -> Int {
        guard !piece.isRightToLeft, let first = piece.text.unicodeScalars.first, let box = piece.font.box(first) else {
            return 0
        }
        return max(0, -box.left)
    }

    /// Pixels by which glyphs rise above the font's ascent: SDL2_ttf moves the baseline down by them.
    private static func risen(_ piece: LinePiece, _ height: Int) -> Int {
        let extra = height - piece.font.height
        guard extra > 0 else { return 0 }
        let ascent = piece.font.ascent
        let highest = piece.text.unicodeScalars.reduce(ascent) { max($0, piece.font.box($1)?.top ?? 0) }
        return min(extra, highest - ascent)
    }

    /// Adds a surface's coverage and gives the place of its ink.
    private static func lay(
        _ surface: SurfaceHandle, into sheet: inout [UInt8], width: Int, height: Int, left: Int, top: Int
    ) -> Frame {
        guard let pixels = surface.pixels else { return .zero }
        var (minX, minY, maxX, maxY) = (Int.max, Int.max, -1, -1)
        let columns = max(0, -left)..<max(max(0, -left), min(surface.width, width - left))
        sheet.withUnsafeMutableBufferPointer { sheet in
            for y in max(0, -top)..<max(max(0, -top), min(surface.height, height - top)) {
                let source = pixels + y * surface.stride
                let row = (top + y) * width + left
                for x in columns {
                    let alpha = UInt8(source[x] >> 24)
                    if alpha == 0 { continue }
                    sheet[row + x] = max(sheet[row + x], alpha)
                    minX = min(minX, x)
                    maxX = max(maxX, x)
                    minY = min(minY, y)
                    maxY = max(maxY, y)
                }
            }
        }
        guard maxX >= 0 else { return .zero }
        return Frame(x: left + minX, y: top + minY, width: maxX - minX + 1, height: maxY - minY + 1)
    }

    private mutating func cut(_ sheet: [UInt8], stride: Int, to ink: Frame, margin: Int) {
        inkX = ink.x - margin
        inkY = ink.y - margin
        width = ink.width
        height = ink.height
        pixels.reserveCapacity(width * height)
        for y in ink.y..<ink.bottom {
            for x in ink.x..<ink.right { pixels.append(UInt32(sheet[y * stride + x]) << 24 | 0x00FF_FFFF) }
        }
    }
}
