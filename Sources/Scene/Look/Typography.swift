// The sizes text is set in. A value; any thread.

/// Every style there is, in pixels of the panel. Nothing is under 24 dp but captions and the letters at the edge.
struct Typography: Hashable {
    let primary: TextStyle
    /// For one that does not fit.
    let primarySmall: TextStyle
    let secondary: TextStyle
    /// The first line under a title, a little stronger than details.
    let lead: TextStyle
    let caption: TextStyle
    let letter: TextStyle
    let currentLetter: TextStyle
    let screenTitle: TextStyle
    let headerTitle: TextStyle
    let sectionTitle: TextStyle
    let itemTitle: TextStyle
    /// For one that does not fit.
    let itemTitleSmall: TextStyle
    let button: TextStyle
    let clock: TextStyle
    let time: TextStyle
    let value: TextStyle
    let playingTitle: TextStyle
    /// For one that does not fit, from the larger to the smallest.
    let playingTitleLess: TextStyle
    let playingTitleSmall: TextStyle
    let playingTitleLeast: TextStyle
    let playingArtist: TextStyle
    let playingAlbum: TextStyle
    let miniTitle: TextStyle
    let bigLetter: TextStyle

    init(_ metrics: Metrics) {
        func style(_ dp: Double, _ weight: TextStyle.Weight = .regular, digits: Bool = false) -> TextStyle {
            TextStyle(size: metrics.px(dp), weight: weight, hasEqualDigits: digits)
        }
        primary = style(32, .medium)
        primarySmall = style(28, .medium)
        secondary = style(24)
        lead = style(28)
        caption = style(22, .medium)
        letter = style(18, .medium)
        currentLetter = style(18, .bold)
        screenTitle = style(34, .bold)
        headerTitle = style(38, .bold)
        sectionTitle = style(24, .bold)
        itemTitle = style(26, .medium)
        itemTitleSmall = style(24, .medium)
        button = style(28, .bold)
        clock = style(26, .bold, digits: true)
        time = style(24, .regular, digits: true)
        value = style(26, .regular, digits: true)
        playingTitle = style(44, .bold)
        playingTitleLess = style(38, .bold)
        playingTitleSmall = style(34, .bold)
        playingTitleLeast = style(30, .bold)
        playingArtist = style(30, .medium)
        playingAlbum = style(26)
        miniTitle = style(30, .bold)
        bigLetter = style(88, .bold)
    }
}
