// What the last layout gave, and the arrays that the next one fills again. Values; main thread.

/// Commands and elements; emptied and filled again rather than made anew.
struct Sheet {
    var commands: [DrawCommand] = []
    var elements: [Element] = []

    /// The sheet, empty and with its room; the owner has none until it gets it back.
    mutating func take() -> Sheet {
        var taken = self
        self = Sheet()
        taken.commands.removeAll(keepingCapacity: true)
        taken.elements.removeAll(keepingCapacity: true)
        return taken
    }
}

/// The picture that was laid out last.
struct Drawn {
    var time = 0.0
    /// Title bar and content, or the whole of a full screen: what slides.
    var column = Sheet()
    /// What stays where it is: tabs and mini player.
    var chrome = Sheet()
    var wasFullScreen = false
    /// Something was on its way: another frame has to follow.
    var isMoving = false
    var hasSpinner = false
    var ambient = Ambient()
    /// Where the focus ring was drawn.
    var ring: (id: ElementID, shape: Frame, radius: Int)?

    /// Which of its places the notice has, and what it covers there.
    var noticePlace: Int?
    var noticeFrame: Frame?

    /// The whole of it.
    private var whole = Sheet()
    /// What was given to the display before; it lets go of it with the next picture.
    private var spare = Sheet()
    private var isGiven = false
    /// What the display was given last.
    private(set) var presented: [DrawCommand]?

    var commands: [DrawCommand] { whole.commands }
    var elements: [Element] { whole.elements }
    /// All under overlays and alerts.
    var base: [DrawCommand] { column.commands + chrome.commands }

    /// An empty sheet for the next picture. What the display still has is left alone.
    mutating func begin() -> Sheet {
        if isGiven {
            swap(&whole, &spare)
            isGiven = false
        }
        return whole.take()
    }

    mutating func finish(_ sheet: Sheet) { whole = sheet }

    /// The picture, for the display.
    mutating func give() -> SceneFrame {
        presented = whole.commands
        isGiven = true
        return SceneFrame(commands: whole.commands, elements: whole.elements)
    }
}

/// The parts of a picture that change by themselves.
struct Ambient: Hashable {
    var seconds = -1
    var pixels = -1
    var spinnerStep = -1
}
