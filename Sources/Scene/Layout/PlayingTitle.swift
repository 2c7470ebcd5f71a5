// The title on Now Playing: as large as it fits, on two lines before it is cut. Main thread.

/// Lines and their size, in the height that title, artist and album have together.
@MainActor
struct PlayingTitle {
    let whole: String
    let lines: [String]
    let style: TextStyle
    /// Pixels from one line to the next.
    let step: Int

    /// - Parameters:
    ///   - width: pixels of a line
    ///   - isOneLine: the panel is low, artist and album share a line
    ///   - linesBelow: how many of artist and album there are
    init(_ title: String, width: Int, isOneLine: Bool, linesBelow: Int, _ environment: LayoutEnvironment) {
        let type = environment.type
        let fitter = environment.fitter
        whole = title
        func fits(_ style: TextStyle) -> Bool { fitter.width(of: title, style) <= width }
        let single = environment.px(54)
        if fits(type.playingTitle) {
            (lines, style, step) = ([title], type.playingTitle, single)
            return
        }
        if fits(type.playingTitleLess) {
            (lines, style, step) = ([title], type.playingTitleLess, single)
            return
        }
        if isOneLine, linesBelow > 0 {
            style = fits(type.playingTitleSmall) ? type.playingTitleSmall : type.playingTitleLeast
            (lines, step) = ([title], single)
            return
        }
        // Where nothing stands under it, its place is free; else artist and album move together on one line.
        let double = environment.px(isOneLine ? 44 : 46)
        let large = fitter.wrap(title, type.playingTitleLess, width: width, most: 2)
        func isWhole(_ lines: [String]) -> Bool { !lines.contains { $0.hasSuffix(TextFitter.ellipsis) } }
        if linesBelow == 0, isWhole(large) {
            (lines, style, step) = (large, type.playingTitleLess, double)
            return
        }
        let small = fitter.wrap(title, type.playingTitleSmall, width: width, most: 2)
        let fitsSmall = isWhole(small)
        style = fitsSmall ? type.playingTitleSmall : type.playingTitleLeast
        lines = fitsSmall ? small : fitter.wrap(title, type.playingTitleLeast, width: width, most: 2)
        step = environment.px(42)
    }
}
