// The title on the head of an album or an artist: smaller, or on two lines, before it is cut. Main thread.

/// Lines, their style and the pixels from one to the next.
@MainActor
struct HeaderTitle {
    let lines: [String]
    let style: TextStyle
    let step: Int

    var height: Int { step * lines.count }

    /// - Parameters:
    ///   - width: pixels of a line
    ///   - isLow: the panel is low and has one line for it
    init(_ title: String, width: Int, isLow: Bool, _ environment: LayoutEnvironment) {
        let type = environment.type
        let fitter = environment.fitter
        let most = isLow ? type.screenTitle : type.headerTitle
        let less = isLow ? type.playingTitleLeast : type.screenTitle
        let isOneLine = fitter.width(of: title, less) <= width || isLow
        style = fitter.width(of: title, most) <= width ? most : less
        lines = isOneLine ? [title] : fitter.wrap(title, less, width: width, most: 2)
        step = environment.px(isLow ? 42 : lines.count > 1 ? 40 : 48)
    }
}
