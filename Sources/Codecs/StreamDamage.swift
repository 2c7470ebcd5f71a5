// What was wrong inside a stream that could be played on. A value of the codec's thread.

/// Damage met while playing, told once when the stream ends.
struct StreamDamage {
    /// Places that were damaged, and the frames of the first and the last.
    private(set) var count = 0
    private var firstFrame: Int64 = 0
    private var lastFrame: Int64 = 0
    private var isTold = false
    /// Frames of the coding that were not heard; 0 where nobody counts them.
    private(set) var lostCount: Int64 = 0

    /// Counts the damage at `frame`, once however often it is met.
    /// - Parameter lost: frames of the coding that it has cost.
    mutating func note(at frame: Int64, lost: Int64 = 0) {
        guard count == 0 || frame < firstFrame || frame > lastFrame else { return }
        lostCount += lost
        firstFrame = count == 0 ? frame : min(firstFrame, frame)
        lastFrame = max(lastFrame, frame)
        count += 1
    }

    /// Counts more frames of the coding that the damage met has cost.
    mutating func addLost(_ frames: Int64) {
        lostCount += frames
    }

    /// The line for a stream that ended too early at `position`; nil when an end was told before.
    /// - Parameter total: the frames that it should have; nil when unknown.
    mutating func tellCut(at position: Int64, of total: Int64?, rate: Int) -> String? {
        guard !isTold else { return nil }
        isTold = true
        return PlayTime.cutOff(at: position, of: total, rate: rate)
    }

    /// The line for a stream that ended where it should; nil when it was sound or an end was told before.
    mutating func tellDamage(rate: Int) -> String? {
        guard !isTold, count > 0 else { return nil }
        isTold = true
        let place = PlayTime.text(frame: firstFrame, rate: rate)
        let damage = count == 1 ? "is damaged at \(place)" : "is damaged in \(count) places, the first at \(place)"
        return switch lostCount {
        case ..<1: damage
        case 1: damage + "; one frame is lost"
        default: damage + "; about \(lostCount) frames are lost"
        }
    }
}
