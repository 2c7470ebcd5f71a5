// What a picture is, before anyone has loaded it. A value; any thread.

/// A picture by name. The display loads it; nothing is drawn while it has not arrived.
public enum Image: Hashable, Sendable {
    /// An icon of `Assets/Icons` by its name without extension; tinted by the theme.
    case icon(String)
    /// A cover by the key that the program's image source knows.
    case cover(String)
    /// A file beside the screen document, by its name in that folder.
    case file(String)

    /// How the names of files end that can be shown, in any case.
    public static let fileEndings = ["jpg", "jpeg", "png", "svg"]
}

/// How the corners of a picture are cut.
public enum ImageShape: String, Hashable, Sendable, CaseIterable {
    /// A square with round corners: albums, tracks.
    case square
    /// A circle: people.
    case round
}
