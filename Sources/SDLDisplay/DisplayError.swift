// The one error of this target. Values; any thread.

/// What went wrong with the window, the panel, the fonts or a picture.
public struct DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// There is no screen, or SDL can not open it.
        case noDisplay
        /// The screen was there and is not any more.
        case displayLost
        /// The renderer that was asked for does not start.
        case renderer
        /// No usable font file.
        case fonts
        /// A picture or an icon can not be read or written.
        case image
    }

    public let code: Code
    /// One line for a person: what, where, what would be right.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
