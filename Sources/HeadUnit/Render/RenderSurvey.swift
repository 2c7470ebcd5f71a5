// What is known of the files of a render beforehand: how much they are, and which are of another rate. Values.

import AudioCore

/// The sum of what the files say.
struct RenderSurvey {
    /// Tracks of one rate that is not the one written.
    struct Group {
        /// Hertz.
        var rate: Int
        var trackCount: Int

        func json(at written: Int) -> JSON {
            .object([
                ("from", JSON(rate)), ("to", JSON(written)), ("by", "soxr"), ("tracks", JSON(trackCount)),
            ])
        }

        func words(at written: Int) -> String {
            "\(Counted.words(trackCount, "track")) resampled from \(rate) to \(written) Hz by soxr"
        }
    }

    /// Of each track, in their order.
    private(set) var loudness: [TrackLoudness] = []
    private var bytes = 0.0
    private var isEndless = false
    /// By rate, the lowest first.
    private(set) var resampled: [Group] = []

    /// All of it might not fit the plain header: it is longer, or a file does not say how long it is.
    var mayExceedFourGiB: Bool { isEndless || bytes > 4e9 }

    mutating func add(_ info: StreamInfo, _ format: DeviceFormat) {
        loudness.append(info.loudness)
        if let frames = info.frameCount {
            bytes += Double(frames) / Double(info.rate) * Double(format.rate * format.bytesPerFrame)
        } else {
            isEndless = true
        }
        guard info.rate != format.rate else { return }
        if let index = resampled.firstIndex(where: { $0.rate == info.rate }) {
            resampled[index].trackCount += 1
        } else {
            resampled.append(Group(rate: info.rate, trackCount: 1))
            resampled.sort { $0.rate < $1.rate }
        }
    }
}
