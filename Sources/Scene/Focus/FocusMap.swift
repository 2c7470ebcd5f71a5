// What the focus can stand on: the answers of a screen, without a pixel of it. Main thread.

/// One step of the knob from an element.
public enum FocusStep: Hashable, Sendable {
    case to(ElementID)
    /// Nothing to stop on within sight, but there is more to see.
    case scroll
    /// The area ends here.
    case end
}

/// What a press on an element does to the knob.
public enum FocusKind: Hashable, Sendable {
    case press
    /// A press makes the knob turn its value; fast ticks count more.
    case slider
    /// The same, a decibel a tick however fast.
    case volume
    /// The letters at the edge.
    case index
}

/// A screen as the focus sees it. Areas and elements are given in reading order.
@MainActor
public protocol FocusMap {
    /// Areas that have something to stop on, or more to see than fits.
    var areas: [FocusArea] { get }
    /// Nil for what is not on this screen, or can not be pressed now.
    func area(of id: ElementID) -> FocusArea?
    func kind(of id: ElementID) -> FocusKind
    /// Wholly in sight.
    func isVisible(_ id: ElementID) -> Bool
    /// Where the focus starts in an area; nil when it has nothing to stop on.
    func defaultElement(in area: FocusArea) -> ElementID?
    /// Where the knob comes in when it turns on from the area before (`forward`) or behind.
    func edgeElement(in area: FocusArea, forward: Bool) -> ElementID?
    /// One step inside the area of `id`.
    func step(from id: ElementID, forward: Bool) -> FocusStep
    /// Whether an area without anything to stop on has more to see that way.
    func canScroll(_ area: FocusArea, forward: Bool) -> Bool
    /// The nearest area that way.
    func area(from: FocusArea, _ id: ElementID?, toward direction: InputEvent.Direction) -> FocusArea?
    /// An element of the same area that a nudge goes to: the letters at the edge.
    func neighbour(of id: ElementID, toward direction: InputEvent.Direction) -> ElementID?
    /// Letters of an indexed list of over 100 rows; 0 for others.
    var letterCount: Int { get }
    /// The letter a row stands under.
    func letter(of id: ElementID) -> Int?
    /// The play button of Now Playing; nil on other screens.
    var playButton: ElementID? { get }
}

extension FocusMap {
    /// The area where a screen starts: what it shows, else its bar, for a blind press must not leave for another tab.
    var startArea: FocusArea? {
        let areas = areas
        if areas.contains(.modal) { return .modal }
        return [FocusArea.keyboard, .content, .bar].first(where: areas.contains) ?? areas.first
    }
}

/// What the focus wants done.
public enum FocusEffect: Hashable, Sendable {
    /// It stands there now: bring it into sight.
    case focused(ElementID)
    /// Steps of 76 dp, downwards positive.
    case scrolled(FocusArea, ticks: Int)
    /// The tick before never was: put the scroll back.
    case undone
    /// A press was let go on it.
    case activated(ElementID)
    /// Ticks on a slider or the letters, clockwise positive.
    case slid(ElementID, ticks: Int)
    /// The knob has left the slider.
    case slideEnded(ElementID)
    case lettersMoved(letter: Int)
    /// Nil goes back to where it was.
    case lettersClosed(letter: Int?)
    case back
    /// The knob is volume on this screen.
    case volume(ticks: Int)
}
