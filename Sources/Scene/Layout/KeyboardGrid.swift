// How many keys stand in a row, how large they are and what is left for the results. Pure arithmetic; main thread.

/// The keys of one alphabet on one panel: beside the results where there is room for both, else under them.
struct KeyboardGrid: Hashable {
    /// The keys that every alphabet has behind its letters.
    static let actions = 4
    /// The least side of a key in dp, and the size that is enough.
    static let least = 64.0
    static let most = 76.0
    /// The least width in dp of results beside a keyboard.
    static let leastResults = 300.0

    let columns: Int
    let rows: Int
    let cellWidth: Int
    let cellHeight: Int
    /// Parts that the alphabet is shown in.
    let parts: Int
    /// Letters of a part at most.
    let lettersAPart: Int
    /// The results stand beside the keys.
    let isBeside: Bool

    /// - Parameters:
    ///   - letters: how many the alphabet has.
    ///   - pane: what is left under the field.
    init(letters: Int, pane: Frame, metrics: Metrics) {
        let least = Int((Self.least * metrics.scale).rounded(.up))
        let most = metrics.px(Self.most)
        let keys = letters + Self.actions
        let fitting = max(1, pane.height / least)
        let narrowest = (keys + fitting - 1) / fitting
        let room = pane.width - metrics.px(Self.leastResults) - metrics.margin
        if !metrics.isPortrait, narrowest * least <= room {
            columns = narrowest
            rows = (keys + narrowest - 1) / narrowest
            cellWidth = min(most, room / narrowest)
            cellHeight = min(most, pane.height / rows)
            (parts, lettersAPart, isBeside) = (1, letters, true)
            return
        }
        isBeside = false
        // Upright there is room for a row of results over the keys.
        let height = metrics.isPortrait ? pane.height - Self.leastHeight(metrics) : pane.height
        let inOneRow = max(Self.actions + 1, (pane.width - 2 * metrics.px(4)) / least)
        let columns = min(metrics.isPortrait ? 10 : inOneRow, inOneRow)
        let capacity = max(Self.actions + 1, columns * max(1, height / least))
        parts = (keys <= capacity) ? 1 : (letters + capacity - Self.actions - 1) / (capacity - Self.actions)
        lettersAPart = (letters + parts - 1) / parts
        rows = (lettersAPart + Self.actions + columns - 1) / columns
        self.columns = (lettersAPart + Self.actions + rows - 1) / rows
        cellWidth = (pane.width - 2 * metrics.px(4)) / self.columns
        // Smaller keys where that leaves a row of results over them.
        let underRow = (pane.height - Self.leastHeight(metrics)) / rows
        cellHeight = min(most, underRow >= least ? underRow : height / rows)
    }

    /// Pixels of results over the keys: a row, or two lines that say why there is none.
    static func leastHeight(_ metrics: Metrics) -> Int { max(metrics.rowHeight, metrics.px(96)) }

    var width: Int { columns * cellWidth }
    var height: Int { rows * cellHeight }
}
