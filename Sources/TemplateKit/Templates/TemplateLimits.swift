// How much each template holds. Data, and the only place where the numbers stand; a value, any thread.

/// The limits that initialisers check. Rows and stack depth have none: the whole library is reachable.
public struct TemplateLimits: Hashable, Sendable {
    /// Tabs of a tab bar.
    public var tabs: ClosedRange<Int> = 2...4
    /// Bar buttons on each side of a title.
    public var barButtons: ClosedRange<Int> = 0...2
    /// Buttons in the header of a list.
    public var headerButtons: ClosedRange<Int> = 0...3
    /// Lines under the title of a header.
    public var headerLines: ClosedRange<Int> = 0...2
    /// Characters of a section's letter in the index.
    public var indexCharacters: ClosedRange<Int> = 1...1
    /// Icon actions at the end of a row.
    public var rowActions: ClosedRange<Int> = 0...2
    /// Elements of an image row; what is beyond them is behind "All".
    public var imageRowElements: ClosedRange<Int> = 0...12
    /// Buttons in the line under the transport of Now Playing.
    public var nowPlayingButtons: ClosedRange<Int> = 0...5
    /// Buttons in the bar of Now Playing.
    public var nowPlayingBarButtons: ClosedRange<Int> = 0...3
    /// Strengths of a button that has several, beside off; as many dots are drawn.
    public var buttonLevels: ClosedRange<Int> = 0...3
    /// Facts of an information screen.
    public var informationItems: ClosedRange<Int> = 0...12
    /// Columns they stand in.
    public var informationColumns: ClosedRange<Int> = 1...2
    /// Buttons under them.
    public var informationButtons: ClosedRange<Int> = 0...3
    /// Buttons of a message.
    public var messageButtons: ClosedRange<Int> = 0...3
    /// Characters of the text of a message, an alert or a sheet, counted in what the program gives.
    public var textCharacters: ClosedRange<Int> = 0...600
    /// Characters of what is typed into a search.
    public var searchCharacters: ClosedRange<Int> = 0...60
    /// Variants of an alert's title, of which the longest that fits is shown.
    public var titleVariants: ClosedRange<Int> = 1...4
    /// Actions of an alert.
    public var alertActions: ClosedRange<Int> = 1...3
    /// Actions of an action sheet.
    public var sheetActions: ClosedRange<Int> = 1...6
    /// Whether letters may be typed one by one.
    public var allowsKeyboard = true

    public init() {}

    /// A car that stands, and the limits of every initialiser.
    public static let standard = TemplateLimits()

    /// A car that moves: fewer choices, shorter words, no keyboard, the same library.
    /// 120 characters is the string limit of car-ui-lib's default restrictions. CarPlay's limited lists (12 rows) have no
    /// counterpart here: a cut list is looked through longer than one that goes on.
    public static let driving: TemplateLimits = {
        var limits = TemplateLimits()
        limits.headerButtons = 0...2
        limits.informationItems = 0...6
        limits.informationButtons = 0...2
        limits.messageButtons = 0...2
        limits.textCharacters = 0...120
        limits.alertActions = 1...2
        limits.sheetActions = 1...4
        limits.allowsKeyboard = false
        return limits
    }()
}
