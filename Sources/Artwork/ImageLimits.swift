// What a cover may cost, as data. Values; any thread.

/// The bounds that a picture's header is held against before anything is decoded.
public struct ImageLimits: Hashable, Sendable {
    /// Pixels of the longer side.
    public var side = 65_500
    /// Pixels in all. Rows are reduced as they come, so this bounds time, not memory.
    public var pixelCount = 150_000_000
    /// Bytes for what must be held whole: the coefficients of a progressive JPEG, the pixels of an interlaced PNG.
    public var memory = 128 << 20
    /// Scans of a progressive JPEG; encoders write 10, a malicious file thousands.
    public var scanCount = 100
    /// Bytes of the file.
    public var fileSize = 64 << 20

    public init() {}

    /// Pixels of a side that can be asked for.
    public static let largestTarget = 4096

    /// Refuses a picture by its header.
    func check(width: Int, height: Int) throws(ArtworkError) {
        guard width > 0, height > 0 else {
            throw ArtworkError(.damaged, "a picture of \(width) × \(height) pixels has nothing to show")
        }
        guard width <= side, height <= side else {
            throw ArtworkError(.tooLarge, "\(width) × \(height) pixels: at most \(side) a side are read")
        }
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, product <= pixelCount else {
            throw ArtworkError(
                .tooLarge, "\(width) × \(height) pixels: at most \(pixelCount / 1_000_000) million are read")
        }
    }
}
