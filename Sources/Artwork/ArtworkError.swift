// What can go wrong with a picture, as one value for the whole room.

/// An error of a picture or of the thumbnail folder. One line for people is `description`.
public struct ArtworkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The classes of error a caller can act on.
    public enum Code: String, Sendable {
        /// Not a picture that is read here.
        case notSupported
        /// More pixels or memory than is spent on a cover.
        case tooLarge
        /// The content is damaged and too little of it came.
        case damaged
        /// The thumbnail folder cannot be used.
        case storage
    }

    public var code: Code
    /// Why: a short lower-case phrase ("the file is empty").
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
