// What can go wrong on the way from a file to the loudspeaker, as one value for every room of the sound side.

/// An error of the sound side: what failed, on what, and why. One line for people is `description`.
public struct AudioError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The classes of error a caller can act on; the raw values are part of the JSON contract.
    public enum Code: String, Sendable {
        /// Not ours to play: unknown content, no such file, not readable.
        case notSupported
        case network
        /// The content is damaged.
        case decode
        /// The output device is missing, busy or gone.
        case device
        /// A command or option that makes no sense.
        case usage
    }

    public var code: Code
    /// The file, address or device concerned, for people.
    public var path: String?
    /// Why, without the path: a short lower-case phrase ("the file is empty").
    public var message: String
    /// The volume with the file is not there: to be waited for, not skipped.
    public var isStorageLoss: Bool

    public init(_ code: Code, path: String? = nil, _ message: String, isStorageLoss: Bool = false) {
        self.code = code
        self.path = path
        self.message = message
        self.isStorageLoss = isStorageLoss
    }

    public var description: String {
        guard let path else { return message }
        return "\(path): \(message)"
    }
}
