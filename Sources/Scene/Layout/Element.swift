// What is on the screen, as meaning: the one list that touches, the knob and `tree` are resolved from. Values.

/// The name of an element. Its text is part of the interface of drive scripts.
public enum ElementID: Hashable, Sendable, CustomStringConvertible {
    case tab(Int)
    case bar(String)
    /// Rows and image rows are counted from 0 over all sections.
    case row(Int)
    case rowAction(row: Int, action: Int)
    case image(row: Int, item: Int)
    /// Of a grid, counted from 0.
    case item(Int)
    case button(String)
    case slider(String)
    case index
    case mini
    case miniPlay
    case miniNext
    case action(Int)
    /// A letter, or `space`, `delete`, `alphabet`, `done`.
    case key(String)
    case text(String)
    case picture(String)

    public var description: String {
        switch self {
        case .tab(let n): "tab:\(n)"
        case .bar(let name): "bar:\(name)"
        case .row(let n): "row:\(n)"
        case .rowAction(let row, let action): "row:\(row)/action:\(action)"
        case .image(let row, let item): "image:\(row):\(item)"
        case .item(let n): "item:\(n)"
        case .button(let name): "button:\(name)"
        case .slider(let name): "slider:\(name)"
        case .index: "index"
        case .mini: "mini"
        case .miniPlay: "mini:play"
        case .miniNext: "mini:next"
        case .action(let n): "action:\(n)"
        case .key(let name): "key:\(name)"
        case .text(let name): "text:\(name)"
        case .picture(let name): "image:\(name)"
        }
    }

    /// The row it belongs to; an item of a grid is counted as one.
    public var row: Int? {
        switch self {
        case .row(let row), .rowAction(let row, _), .image(let row, _), .item(let row): row
        default: nil
        }
    }

    /// The same element of another row.
    func inRow(_ other: Int) -> ElementID {
        switch self {
        case .row: .row(other)
        case .rowAction(_, let action): .rowAction(row: other, action: action)
        case .image(_, let item): .image(row: other, item: item)
        case .item: .item(other)
        default: self
        }
    }
}

/// What an element is, as `tree` spells it.
public enum ElementRole: String, Hashable, Sendable {
    case tab, row, imageItem, gridItem, button, toggle, slider, index, miniPlayer, textField, text, image, alertAction
    case key
}

/// A part of a screen that the knob moves in. The order is that of turning on past an end.
public enum FocusArea: Int, Hashable, Sendable, CaseIterable, Comparable {
    case tabBar, bar
    /// The keys of a search.
    case keyboard
    case content, mini
    /// An alert, a sheet or the volume slider: the only area while it is up.
    case modal

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One thing on the screen.
public struct Element: Hashable, Sendable {
    public var id: ElementID
    public var role: ElementRole
    public var label: String
    public var detail: String?
    /// What stands at the end of it. Nil for a switch, whose value is `isSelected`.
    public var value: String?
    public var key: Int32?
    /// What a finger hits; at least 76 dp each way for what can be pressed.
    public var frame: Frame
    /// The part of the frame that is seen; equal to it unless a list cuts it.
    public var visibleFrame: Frame
    public var isFocused = false
    public var isEnabled = true
    public var isSelected = false
    public var isPlaying = false
    /// 0 to 1.
    public var progress: Double?
    /// Nil for what cannot be pressed: texts and pictures.
    public var area: FocusArea?
    /// The drawn body that the focus ring goes round.
    public var shape: Frame
    public var shapeRadius: Int

    public init(
        _ id: ElementID, _ role: ElementRole, label: String, frame: Frame, area: FocusArea? = nil,
        shape: Frame? = nil, shapeRadius: Int = 0
    ) {
        self.id = id
        self.role = role
        self.label = label
        self.frame = frame
        self.visibleFrame = frame
        self.area = area
        self.shape = shape ?? frame
        self.shapeRadius = shapeRadius
    }

    public var isFullyVisible: Bool { visibleFrame == frame }
    /// Whether the knob stops on it.
    public var isFocusable: Bool { area != nil && isEnabled }
}
