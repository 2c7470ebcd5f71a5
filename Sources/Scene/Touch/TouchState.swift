// What the finger is doing. A value; used on the main thread.

/// One finger at a time; others are not looked at until it has gone.
enum TouchState: Hashable {
    case idle
    /// Down on something, or on nothing (`id` nil), and not moved yet.
    case pressing(Press)
    /// Moves the list up and down.
    case dragging(Drag)
    /// Moves an image row sideways.
    case draggingRow(Int, Drag)
    case sliding(ElementID, finger: Int)
    /// On the letters at the edge.
    case index(finger: Int, letter: Int)
    /// Down, and its work is done: it stopped a list, or moved away from what it pressed.
    case spent(finger: Int)

    struct Press: Hashable {
        let finger: Int
        let id: ElementID?
        /// Outside it the press is none.
        let frame: Frame
        let x: Int
        let y: Int
        let time: Double
        /// On something that scrolls: only a finger that rests highlights it.
        let isInList: Bool
        /// Where the finger was lately.
        var track: TouchTrack
    }

    struct Drag: Hashable {
        let finger: Int
        /// Where the finger began to drag, and what was scrolled then.
        let start: Int
        let scroll: Double
        var track: TouchTrack
    }

    var finger: Int? {
        switch self {
        case .idle: nil
        case .pressing(let press): press.finger
        case .dragging(let drag), .draggingRow(_, let drag): drag.finger
        case .sliding(_, let finger), .index(let finger, _), .spent(let finger): finger
        }
    }

    /// What is under the finger, once it is certain not to scroll.
    func highlighted(at time: Double) -> ElementID? {
        switch self {
        case .pressing(let press):
            return !press.isInList || Timing.hasPassed(Timing.touchHighlight, since: press.time, at: time)
                ? press.id : nil
        case .index: return .index
        default: return nil
        }
    }

    /// The highlight is still to come.
    func isWaiting(at time: Double) -> Bool {
        if case .pressing(let press) = self, press.id != nil { return highlighted(at: time) == nil }
        return false
    }

    var slider: ElementID? {
        if case .sliding(let id, _) = self { return id }
        return nil
    }
}

/// Where a finger was in the last moments, along one axis each.
struct TouchTrack: Hashable {
    private var points: [Point] = []

    private struct Point: Hashable {
        let x: Int
        let y: Int
        let time: Double
    }

    /// Seconds that count for the speed of a throw.
    static let window = 0.100
    /// A finger that lay still so long before it left throws nothing.
    static let stillness = 0.060

    mutating func add(x: Int, y: Int, at time: Double) {
        points.append(Point(x: x, y: y, time: time))
        points.removeAll { time - $0.time > Self.window }
    }

    /// Pixels a second when the finger left at `time`.
    func speed(at time: Double) -> (x: Double, y: Double) {
        guard let first = points.first, let last = points.last, last.time > first.time,
            time - last.time < Self.stillness
        else { return (0, 0) }
        let elapsed = last.time - first.time
        return (Double(last.x - first.x) / elapsed, Double(last.y - first.y) / elapsed)
    }
}
