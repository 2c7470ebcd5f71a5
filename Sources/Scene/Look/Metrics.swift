// Sizes of the real panel: dp to pixels, and which of the arrangements it gets. A value; any thread.

/// How high rows are.
public enum RowDensity: String, Hashable, Sendable, CaseIterable { case compact, normal, roomy }

/// The side of the panel that the driver reaches.
public enum DriverSide: String, Hashable, Sendable, CaseIterable { case left, right }

/// What the layout knows of the panel. A dp is 1/160 inch; under 560 × 390 dp it shrinks so that everything fits.
public struct Metrics: Hashable, Sendable {
    /// Pixels of the rotated picture.
    public let width: Int
    public let height: Int
    public let dpi: Int
    public let driverSide: DriverSide
    public let density: RowDensity
    /// Pixels of a dp.
    public let scale: Double

    /// The smallest panel that is laid out at full size; the shorter side is 390 dp, the longer 560.
    public static let smallest = (long: 560.0, short: 390.0)

    /// `density` nil takes compact under 600 dp of height, else normal.
    public init(
        width: Int, height: Int, dpi: Int, density: RowDensity? = nil, driverSide: DriverSide = .left
    ) {
        self.width = max(1, width)
        self.height = max(1, height)
        self.dpi = max(1, dpi)
        self.driverSide = driverSide
        let isPortrait = self.height > self.width
        let leastWidth = isPortrait ? Self.smallest.short : Self.smallest.long
        let leastHeight = isPortrait ? Self.smallest.long : Self.smallest.short
        scale = min(
            Double(self.dpi) / 160, Double(self.width) / leastWidth, Double(self.height) / leastHeight)
        self.density = density ?? (Double(self.height) / scale < 600 ? .compact : .normal)
    }

    public var isPortrait: Bool { height > width }
    /// Under 500 dp of height: icons without words, artist and album on one line, a smaller play button.
    public var isShort: Bool { heightInDp < 500 }
    public var widthInDp: Double { Double(width) / scale }
    public var heightInDp: Double { Double(height) / scale }

    /// Whole pixels of so many dp.
    public func px(_ dp: Double) -> Int { Int((dp * scale).rounded()) }

    /// The least side of what a finger presses: never rounded below 76 dp.
    public var target: Int { Int((76 * scale).rounded(.up)) }

    var bounds: Frame { Frame(x: 0, y: 0, width: width, height: height) }

    /// Pixels of a list row.
    public var rowHeight: Int {
        switch density {
        case .compact: px(80)
        case .normal: px(96)
        case .roomy: px(116)
        }
    }

    /// Pixels of a row in a list of that height: so that whole rows fit, or a last one of which more than a title is
    /// seen. A little lower for one row more, else a little higher.
    func rowHeight(in height: Int) -> Int {
        let base = rowHeight
        let count = height / base
        guard count > 0 else { return max(target, height) }
        let less = height / (count + 1)
        if less >= max(target, base * 15 / 16) { return less }
        let rest = height - count * base
        return rest < base * 3 / 4 && rest / count <= base / 4 ? height / count : base
    }

    /// The frame without the few pixels that are left under whole rows.
    func wholeRows(_ frame: Frame) -> Frame {
        let row = rowHeight(in: frame.height)
        let rest = frame.height % row
        var whole = frame
        if frame.height > row, rest <= frame.height / row { whole.height -= rest }
        return whole
    }

    /// Between the edge of a pane and its content.
    var margin: Int { px(widthInDp < 480 ? 16 : 24) }

    /// The frame as seen from the driver's side: mirrored in `container` for a driver on the right.
    func fromDriver(_ frame: Frame, in container: Frame) -> Frame {
        guard driverSide == .right else { return frame }
        var mirrored = frame
        mirrored.x = container.x + container.right - frame.right
        return mirrored
    }
}

/// Where the parts of a browse screen are.
struct Panes: Hashable {
    /// The rail, or the bar of tabs at the bottom; empty without tabs.
    var tabs: Frame
    /// Title bar and content: what slides when a screen is pushed.
    var column: Frame
    var titleBar: Frame
    var content: Frame
    /// Empty without anything to play.
    var miniPlayer: Frame

    init(_ metrics: Metrics, hasTabs: Bool, hasMiniPlayer: Bool) {
        let bounds = metrics.bounds
        let titleHeight = metrics.target
        let miniHeight = hasMiniPlayer ? metrics.px(88) : 0
        var rest = bounds
        tabs = .zero
        if hasTabs && metrics.isPortrait {
            let height = metrics.px(92)
            tabs = Frame(x: 0, y: bounds.bottom - height, width: bounds.width, height: height)
            rest.height -= height
        } else if hasTabs {
            let width = metrics.px(metrics.isShort ? 88 : 116)
            tabs = metrics.fromDriver(Frame(x: 0, y: 0, width: width, height: bounds.height), in: bounds)
            rest = metrics.fromDriver(
                Frame(x: width, y: 0, width: bounds.width - width, height: bounds.height), in: bounds)
        }
        miniPlayer = Frame(x: rest.x, y: rest.bottom - miniHeight, width: rest.width, height: miniHeight)
        column = Frame(x: rest.x, y: rest.y, width: rest.width, height: rest.height - miniHeight)
        titleBar = Frame(x: column.x, y: column.y, width: column.width, height: titleHeight)
        content = metrics.wholeRows(
            Frame(x: column.x, y: titleBar.bottom, width: column.width, height: column.height - titleHeight))
    }
}
