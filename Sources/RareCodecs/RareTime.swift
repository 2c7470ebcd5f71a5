// Places in a stream as people read them. A pure function; any thread.

enum RareTime {
    /// `3:45`, or `1:03:45` from an hour on: whole seconds, cut.
    static func text(_ frame: Int64, _ rate: Int) -> String {
        let seconds = frame / Int64(max(rate, 1))
        let minutes = seconds / 60 % 60
        let tail = twoDigits(seconds % 60)
        return seconds < 3600 ? "\(minutes):\(tail)" : "\(seconds / 3600):\(twoDigits(minutes)):\(tail)"
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
