// What was wrong inside a stream that FFmpeg could play on. A value of the codec's thread.

/// Damage met while playing, told once when the stream ends.
struct RareDamage {
    private var count = 0
    private var first: Int64 = 0
    /// No sound has come since, and among what did not come was a packet that was all there.
    private var isOpen = false
    private(set) var isPacketLost = false

    /// Counts damage at `frame`, once until sound comes again.
    mutating func note(at frame: Int64, isWholePacket: Bool) {
        isPacketLost = isPacketLost || isWholePacket
        guard !isOpen else { return }
        isOpen = true
        first = count == 0 ? frame : min(first, frame)
        count += 1
    }

    /// Sound has come, or another place was sought.
    mutating func close() {
        isOpen = false
        isPacketLost = false
    }

    /// The line for a stream that ended where it should; nil when it was sound.
    func line(rate: Int) -> String? {
        let place = RareTime.text(first, rate)
        switch count {
        case 0: return nil
        case 1: return "is damaged at \(place)"
        default: return "is damaged in \(count) places, the first at \(place)"
        }
    }
}
