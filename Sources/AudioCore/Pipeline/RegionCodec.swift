// A part of a file that behaves like a file of its own: a track of a CUE sheet. Decoder's thread.

/// Frames `start ..< end` of another codec.
public final class RegionCodec: AudioCodec {
    public let info: StreamInfo
    private let whole: any AudioCodec
    private let start: Int64
    private let end: Int64?
    private var next: Int64

    /// - Parameters:
    ///   - start: the first frame; it is sought at once unless it is 0.
    ///   - end: one behind the last frame; nil plays to the end of the file.
    /// - Throws: `decode` when the file ends before the region starts.
    public init(_ whole: any AudioCodec, start: Int64, end: Int64?) throws(AudioError) {
        let fileEnd = whole.info.frameCount
        if let fileEnd, start >= fileEnd {
            throw AudioError(.decode, "the track starts behind the end of the file")
        }
        self.whole = whole
        self.start = start
        self.end = if let end, let fileEnd { min(end, fileEnd) } else { end ?? fileEnd }
        next = start
        var info = whole.info
        info.frameCount = self.end.map { max(0, $0 - start) }
        self.info = info
        if start > 0 { try whole.seek(toFrame: start) }
    }

    public func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        let wanted = if let end { Int(min(Int64(frameCount), max(0, end - next))) } else { frameCount }
        guard wanted > 0 else { return 0 }
        let got = try whole.read(into: words, frameCount: wanted)
        next += Int64(got)
        return got
    }

    public func seek(toFrame frame: Int64) throws(AudioError) {
        let (target, overflow) = start.addingReportingOverflow(max(0, frame))
        next = overflow ? Int64.max : target
        if let end, next >= end {
            next = end
        } else {
            try whole.seek(toFrame: next)
        }
    }
}
