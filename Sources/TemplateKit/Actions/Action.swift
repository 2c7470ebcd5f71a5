// What a press asks the program to do, by name. A value; any thread.

/// A word of the catalogue with its arguments. The runtime performs `open`, `back`, `alert` and `sheet` itself; the
/// rest goes to the program.
public struct Action: Hashable, Sendable {
    /// What is given to an action.
    public enum Argument: Hashable, Sendable {
        /// A field of the row or of the screen.
        case value(FieldValue)
        /// A number with its own unit: decibels, seconds.
        case number(Double)
        /// One of a fixed set, or a name: of a screen, a setting, a signal.
        case word(String)
        /// The parameters of the screen to open.
        case fields([String: FieldValue])
        /// The rows it works on.
        case source(SourceReference)
    }

    /// The word, as documents spell it.
    public let name: String
    public let arguments: [String: Argument]

    public init(_ name: String, _ arguments: [String: Argument] = [:]) {
        self.name = name
        self.arguments = arguments
    }

    public static let back = Action("back")
    public static let nowPlaying = Action("nowPlaying")
    public static let previous = Action("previous")
    public static let playPause = Action("playPause")
    public static let next = Action("next")

    /// Pushes the screen of that name.
    public static func open(_ screen: String, with parameters: [String: FieldValue] = [:]) -> Action {
        Action("open", opening(screen, parameters))
    }

    /// Puts the alert of that name over the screen.
    public static func alert(_ screen: String, with parameters: [String: FieldValue] = [:]) -> Action {
        Action("alert", opening(screen, parameters))
    }

    /// Puts the action sheet of that name over the screen.
    public static func sheet(_ screen: String, with parameters: [String: FieldValue] = [:]) -> Action {
        Action("sheet", opening(screen, parameters))
    }

    /// Moves to `seconds` of what is playing.
    public static func seek(to seconds: Double) -> Action { Action("seek", ["to": .number(seconds)]) }

    /// The screen an `open`, `alert` or `sheet` names; nil for other words.
    public var screen: String? {
        guard case .word(let name) = arguments["screen"] else { return nil }
        return name
    }

    /// The parameters for that screen.
    public var parameters: [String: FieldValue] {
        guard case .fields(let fields) = arguments["with"] else { return [:] }
        return fields
    }

    private static func opening(_ screen: String, _ parameters: [String: FieldValue]) -> [String: Argument] {
        parameters.isEmpty ? ["screen": .word(screen)] : ["screen": .word(screen), "with": .fields(parameters)]
    }
}

/// Names rows: a source of the catalogue with its arguments and order. Whoever provides rows is given one.
public struct SourceReference: Hashable, Sendable {
    public let name: String
    /// The values of the arguments the document names: `tracksOf(album)` carries `album`.
    public let arguments: [String: FieldValue]
    /// One of the orders the source publishes; nil is its own.
    public let sort: String?

    public init(_ name: String, _ arguments: [String: FieldValue] = [:], sort: String? = nil) {
        self.name = name
        self.arguments = arguments
        self.sort = sort
    }
}
