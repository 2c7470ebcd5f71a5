// From the bytes of a cover to the pixels that are drawn. Runs on workers, never on the main thread.

/// Decodes JPEG and PNG covers at the size they are drawn, within a bound of memory that the picture cannot move.
public enum ImageDecoder {
    /// What a picture file is.
    public enum Format: String, Sendable, CaseIterable { case jpeg, png }

    /// The sides a picture is seen with, orientation included.
    public struct Header: Hashable, Sendable {
        public var format: Format
        /// Pixels.
        public var width: Int
        public var height: Int
    }

    /// The format by its first bytes; nil when it is neither.
    public static func format(of bytes: [UInt8]) -> Format? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        return nil
    }

    /// Reads only the header.
    /// - Throws: `notSupported`, `damaged`.
    public static func header(of bytes: [UInt8]) throws(ArtworkError) -> Header {
        let limits = ImageLimits()
        switch try knownFormat(of: bytes, limits: limits) {
        case .jpeg:
            let reader = try JPEGReader(bytes, limits: limits)
            let swaps = EXIFOrientation(jpeg: bytes).swapsSides
            return Header(
                format: .jpeg, width: swaps ? reader.fullHeight : reader.fullWidth,
                height: swaps ? reader.fullWidth : reader.fullHeight)
        case .png:
            let reader = try PNGReader(bytes, limits: limits)
            return Header(format: .png, width: reader.width, height: reader.height)
        }
    }

    /// Decodes a cover so that its centre fills `targetWidth` × `targetHeight`; what does not fit is cut off.
    ///
    /// A picture that ends early or breaks off is given as far as it came when that is at least half of it.
    /// - Parameters:
    ///   - bytes: the whole file; 64 MiB at most.
    ///   - targetWidth: pixels, 1 ... `ImageLimits.largestTarget`.
    ///   - targetHeight: pixels, the same.
    ///   - limits: what the picture may cost.
    /// - Throws: `notSupported` (another format), `tooLarge`, `damaged`.
    public static func decode(
        _ bytes: [UInt8], targetWidth: Int, targetHeight: Int, limits: ImageLimits = ImageLimits()
    ) throws(ArtworkError) -> Bitmap {
        let allowed = 1...ImageLimits.largestTarget
        precondition(allowed.contains(targetWidth) && allowed.contains(targetHeight), "a size that can be drawn")
        switch try knownFormat(of: bytes, limits: limits) {
        case .jpeg:
            return try decodeJPEG(bytes, targetWidth: targetWidth, targetHeight: targetHeight, limits: limits)
        case .png:
            let reader = try PNGReader(bytes, limits: limits)
            try limits.check(width: reader.width, height: reader.height)
            try reader.start(limits: limits)
            return try scale(reader, targetWidth: targetWidth, targetHeight: targetHeight)
        }
    }

    private static func decodeJPEG(
        _ bytes: [UInt8], targetWidth: Int, targetHeight: Int, limits: ImageLimits
    ) throws(ArtworkError) -> Bitmap {
        let reader = try JPEGReader(bytes, limits: limits)
        try limits.check(width: reader.fullWidth, height: reader.fullHeight)
        let orientation = EXIFOrientation(jpeg: bytes)
        let (width, height) = orientation.swapsSides ? (targetHeight, targetWidth) : (targetWidth, targetHeight)
        // The smallest of libjpeg's fast scales that still leaves every target pixel one of its own.
        let region = CropRegion(
            width: reader.fullWidth, height: reader.fullHeight, targetWidth: width, targetHeight: height)
        var eighths = 1
        while eighths < 8, region.width * eighths < width * 8 || region.height * eighths < height * 8 { eighths *= 2 }
        try reader.start(eighths: eighths, limits: limits)
        return orientation.applied(to: try scale(reader, targetWidth: width, targetHeight: height))
    }

    /// Of a picture that breaks off, so many thousandths must have come.
    private static let leastPermille = 500

    private static func scale(
        _ reader: any PictureReader, targetWidth: Int, targetHeight: Int
    ) throws(ArtworkError) -> Bitmap {
        let region = CropRegion(
            width: reader.width, height: reader.height, targetWidth: targetWidth, targetHeight: targetHeight)
        var scaler = StreamingScaler(region: region, targetWidth: targetWidth, targetHeight: targetHeight)
        var row = [UInt32](repeating: 0, count: reader.width)
        var rowCount = 0
        row.withUnsafeMutableBufferPointer { row in
            guard let base = row.baseAddress else { return }
            while !scaler.isComplete, reader.arrivedPermille >= leastPermille, reader.readRow(into: base) {
                if rowCount >= region.y { scaler.take(base + region.x) }
                rowCount += 1
            }
        }
        guard reader.arrivedPermille >= leastPermille else {
            throw ArtworkError(.damaged, "the picture breaks off after \(reader.arrivedPermille / 10) % of it")
        }
        return scaler.finish()
    }

    private static func knownFormat(of bytes: [UInt8], limits: ImageLimits) throws(ArtworkError) -> Format {
        guard !bytes.isEmpty else { throw ArtworkError(.damaged, "the picture is empty") }
        guard bytes.count <= limits.fileSize else {
            throw ArtworkError(.tooLarge, "the picture is larger than \(limits.fileSize >> 20) MiB")
        }
        guard let format = format(of: bytes) else {
            throw ArtworkError(.notSupported, "not a JPEG or PNG picture")
        }
        return format
    }
}
