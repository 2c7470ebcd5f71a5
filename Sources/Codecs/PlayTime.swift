// Places in a stream as people read them, and the lines about damage that use them. Values; any thread.

/// Times of a stream.
enum PlayTime {
    /// `3:45`, or `1:03:45` from an hour on: whole seconds, cut.
    static func text(frame: Int64, rate: Int) -> String {
        let seconds = frame / Int64(max(rate, 1))
        let minutes = seconds / 60 % 60
        let tail = twoDigits(seconds % 60)
        return seconds < 3600 ? "\(minutes):\(tail)" : "\(seconds / 3600):\(twoDigits(minutes)):\(tail)"
    }

    /// The line about a stream that ends before it should; `of` is nil when its length is not known.
    static func cutOff(at frame: Int64, of total: Int64?, rate: Int) -> String {
        let place = "cut off at \(text(frame: frame, rate: rate))"
        guard let total else { return place }
        return "\(place) of \(text(frame: total, rate: rate))"
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
