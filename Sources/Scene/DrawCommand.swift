// The fixed vocabulary of drawing. A frame is a list of these values; a renderer draws them and decides nothing.

/// One thing to draw. Later commands cover earlier ones.
public enum DrawCommand: Hashable, Sendable {
    /// A plain rectangle.
    case fill(Frame, Color)
    /// A rectangle with round, antialiased corners; `radius` in pixels, at most half the shorter side.
    case panel(Frame, radius: Int, Color)
    /// The outline of a panel, `width` pixels inside its frame.
    case ring(Frame, radius: Int, width: Int, Color)
    /// A picture, scaled to fill the frame; nothing while it has not arrived, then faded in.
    case image(ImageRequest, Frame, opacity: UInt8)
    /// One line of text, already fitted; placed in the frame by its alignment, centred by its height.
    case line(TextLine, Frame, Color)
    /// A smooth vertical gradient between two colours, for backgrounds taken from a cover.
    case wash(Frame, top: Color, bottom: Color)
    /// Everything until the matching `endClip` is seen only inside the frame; clips nest by intersection.
    case beginClip(Frame)
    case endClip
    /// Everything until the matching `endLayer` is moved and faded together: a screen that slides in, a sheet.
    case beginLayer(dx: Int, dy: Int, opacity: UInt8)
    case endLayer
}

/// Where a picture comes from and how it is wanted.
public struct ImageRequest: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// An icon of `Assets/Icons`, white, to be tinted.
        case icon(String)
        /// A cover, by the key that the program's image source knows.
        case cover(String)
        /// A file beside a screen document.
        case file(String)
    }

    public var source: Source
    /// Pixels it is drawn at.
    public var width: Int
    public var height: Int
    /// Pixels of the round corners cut into it.
    public var cornerRadius: Int
    /// The colour an icon is drawn in; nil leaves a picture as it is.
    public var tint: Color?

    public init(source: Source, width: Int, height: Int, cornerRadius: Int = 0, tint: Color? = nil) {
        self.source = source
        self.width = width
        self.height = height
        self.cornerRadius = cornerRadius
        self.tint = tint
    }
}
