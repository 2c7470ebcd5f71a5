// Whether a file is an icon that can be drawn, for the check of assets. Any thread; needs no display.

/// A file of `Assets/Icons`.
public enum IconFile {
    /// What is wrong with the file at `path`, and in brackets what would be right; nil when it is an icon.
    public static func fault(_ path: String) -> String? {
        guard let bytes = SmallFile.read(path, limit: IconRaster.byteLimit) else {
            return "can not be read (a file of at most \(IconRaster.byteLimit / 1024) kB)"
        }
        guard IconRaster.looksLikeSVG(bytes), let pixels = IconRaster.rasterise(bytes, width: side, height: side) else {
            return "is no SVG picture (an <svg> of 24 by 24)"
        }
        return pixels.contains { $0 >> 24 > 127 } ? nil : "draws nothing (a shape with a stroke or a fill)"
    }

    /// Pixels a side: the grid that icons are drawn on.
    private static let side = 24
}
