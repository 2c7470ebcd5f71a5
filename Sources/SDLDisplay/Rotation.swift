// How the picture is turned on the panel; touch coordinates turn back by the same value. Values; any thread.

/// A clockwise turn of the picture. "Panel" is what the hardware scans out, "picture" is what a person sees.
public enum Rotation: Int, Hashable, Sendable, CaseIterable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

    /// The size of the picture on a panel of this many pixels, or the reverse: it is its own inverse.
    public func turned(width: Int, height: Int) -> (width: Int, height: Int) {
        swapsSides ? (height, width) : (width, height)
    }

    /// The pixel of the picture that lies at a pixel of the panel.
    /// - Parameters:
    ///   - x: 0 ..< `panelWidth`
    ///   - y: 0 ..< `panelHeight`
    public func picturePoint(x: Int, y: Int, panelWidth: Int, panelHeight: Int) -> (x: Int, y: Int) {
        switch self {
        case .none: (x, y)
        case .quarter: (y, panelWidth - 1 - x)
        case .half: (panelWidth - 1 - x, panelHeight - 1 - y)
        case .threeQuarters: (panelHeight - 1 - y, x)
        }
    }

    /// The pixel of the panel that shows a pixel of the picture.
    public func panelPoint(x: Int, y: Int, panelWidth: Int, panelHeight: Int) -> (x: Int, y: Int) {
        switch self {
        case .none: (x, y)
        case .quarter: (panelWidth - 1 - y, x)
        case .half: (panelWidth - 1 - x, panelHeight - 1 - y)
        case .threeQuarters: (y, panelHeight - 1 - x)
        }
    }
}
