// A number that moves by the clock. A value: its place is a function of the time asked for, so a test stops anywhere.

/// How long things take, in seconds.
public enum Timing {
    /// Between two pictures of something that moves.
    public static let frame = 1.0 / 60
    /// A screen slides in or out.
    public static let push = 0.180
    /// The focus moves, and what has to scroll for it.
    public static let focus = 0.120
    /// An alert or an overlay appears.
    public static let appear = 0.120
    /// A press of this length is back.
    public static let longPress = 0.600
    /// A tick and its reverse within this time never were.
    public static let undo = 0.060
    /// The letter overlay closes after so much rest.
    public static let letterRest = 0.700
    /// How long areas remember their focus, and Now Playing waits until it returns to its play button.
    public static let memory = 10.0
    /// A seek by the knob is done so long after its last tick.
    public static let seekDelay = 0.300
    /// A row that works shows a spinner after this.
    public static let spinnerDelay = 0.300
    /// What is pushed may take so long to get its pictures.
    public static let readiness = 0.100
    /// A finger that rests on a list highlights what is under it; one that scrolls does not.
    static let touchHighlight = 0.080
    /// The volume slider goes after so much rest.
    static let volumeRest = 3.0
    /// A volume that was changed elsewhere is shown so long.
    static let volumeNotice = 2.0
    /// Time in which a list that was thrown loses all but 1/e of its speed.
    static let glide = 0.325
    /// The same for a list that only comes to rest on a row.
    static let settle = 0.060

    /// Whether so many seconds have passed, to the microsecond: sums of clock times are not exact.
    static func hasPassed(_ duration: Double, since start: Double, at time: Double) -> Bool {
        ((time - start) * 1_000_000).rounded() >= (duration * 1_000_000).rounded()
    }
}

/// Where something is and where it goes, in pixels or as a share.
struct Motion: Hashable {
    private enum Course: Hashable {
        case rest
        /// Fast first, then slower, within `duration`.
        case ease(duration: Double)
        /// Nears its end exponentially and stops within half a pixel.
        case glide(timeConstant: Double)
    }

    private var from: Double
    let to: Double
    private var start: Double
    private var course: Course

    /// At rest.
    init(_ value: Double) {
        from = value
        to = value
        start = 0
        course = .rest
    }

    private init(from: Double, to: Double, start: Double, course: Course) {
        self.from = from
        self.to = to
        self.start = start
        self.course = course
    }

    /// From where it is at `time` to `target`; at once when `duration` is 0.
    func eased(to target: Double, at time: Double, duration: Double) -> Motion {
        let place = value(at: time)
        guard duration > 0, place != target else { return Motion(target) }
        return Motion(from: place, to: target, start: time, course: .ease(duration: duration))
    }

    /// From where it is at `time`, slower and slower, exactly to `target`.
    func gliding(to target: Double, at time: Double, timeConstant: Double) -> Motion {
        let place = value(at: time)
        guard timeConstant > 0, abs(target - place) > 0.5 else { return Motion(target) }
        return Motion(from: place, to: target, start: time, course: .glide(timeConstant: timeConstant))
    }

    func value(at time: Double) -> Double {
        guard isMoving(at: time) else { return to }
        let elapsed = max(0, time - start)
        switch course {
        case .rest: return to
        case .ease(let duration):
            let left = 1 - elapsed / duration
            return to + (from - to) * left * left * left
        case .glide(let timeConstant):
            return to + (from - to) * Color.exponential(-elapsed / timeConstant)
        }
    }

    func isMoving(at time: Double) -> Bool {
        let elapsed = time - start
        switch course {
        case .rest: return false
        case .ease(let duration): return elapsed < duration
        case .glide(let timeConstant):
            return abs(from - to) * Color.exponential(-max(0, elapsed) / timeConstant) >= 0.5
        }
    }

    /// The nearest whole pixel at `time`.
    func pixels(at time: Double) -> Int { Int(value(at: time).rounded()) }

    /// Moved as a whole: the content under it has grown or shrunk above.
    func shifted(by distance: Double) -> Motion {
        Motion(from: from + distance, to: to + distance, start: start, course: course)
    }
}
