// The words a screen document may use beside those of the templates. A value the program fills; any thread.

/// Sources of rows, records, actions, icons and strings. What is not in it is refused with the list of what is.
public struct Catalogue: Sendable {
    /// For `each`: many rows.
    public var sources: [SourceDescription]
    /// For `about`: the one thing a screen shows.
    public var records: [SourceDescription]
    /// For `do`, beside the runtime's own `open`, `back`, `alert` and `sheet`.
    public var actions: [ActionDescription]
    /// Names of icons; nil when they are not checked.
    public var icons: Set<String>?
    /// Names of the picture files beside the documents; nil when they are not checked.
    public var pictures: Set<String>?
    /// The phrases; nil when keys are not checked.
    public var strings: StringCatalogue?
    /// Screens that the program opens by itself, with the parameters it gives.
    public var programScreens: [String: [String: FieldType]]

    public init(
        sources: [SourceDescription] = [], records: [SourceDescription] = [], actions: [ActionDescription] = [],
        icons: Set<String>? = nil, pictures: Set<String>? = nil, strings: StringCatalogue? = nil,
        programScreens: [String: [String: FieldType]] = [:]
    ) {
        self.sources = sources
        self.records = records
        self.actions = actions
        self.icons = icons
        self.pictures = pictures
        self.strings = strings
        self.programScreens = programScreens
    }

    /// The runtime's own words and the program's; the program's cannot replace the runtime's.
    public var allActions: [ActionDescription] {
        let own = ActionDescription.own
        return own + actions.filter { mine in !mine.isLater && !own.contains { $0.name == mine.name } }
    }

    func action(_ name: String) -> ActionDescription? {
        ActionDescription.own.first { $0.name == name } ?? actions.first { $0.name == name }
    }
}

/// What a source of rows publishes.
public struct SourceDescription: Hashable, Sendable {
    public let name: String
    /// What may stand in brackets, one of them: `tracksOf(album)`, `tracksOf(artist)`. Each is a field of the screen or
    /// of the row by its name. Empty for a source that needs none.
    public let arguments: [String: FieldType]
    public let fields: [String: FieldType]
    /// Words for `sort`, beside the source's own order.
    public let sorts: [String]
    /// One line for editors.
    public let about: String

    public init(
        _ name: String, arguments: [String: FieldType] = [:], fields: [String: FieldType], sorts: [String] = [],
        about: String
    ) {
        self.name = name
        self.arguments = arguments
        self.fields = fields
        self.sorts = sorts
        self.about = about
    }
}

/// What an action takes.
public struct ActionDescription: Hashable, Sendable {
    /// What stands behind an argument's name in a document.
    public enum Kind: Hashable, Sendable {
        /// A field of that type, or a literal of it.
        case field(FieldType)
        /// A field of text, or one of these words.
        case textOf([String])
        /// A number, in the unit the action's text says.
        case number(ClosedRange<Double>)
        /// One of these words.
        case word([String])
        /// A field of text, or one of the words that go with what another argument says; any text where that is not in
        /// the table.
        case wordOf(argument: String, [String: [String]])
        /// Any name: of a setting, of a signal.
        case name
        /// The name of a screen whose template is one of these.
        case screen([Template.Kind])
        /// Parameters for that screen.
        case fields
        /// A source of rows, as in `each`.
        case source
    }

    public struct Argument: Hashable, Sendable {
        public let name: String
        public let kind: Kind
        public let isRequired: Bool
        /// With what another argument has to say for this one to do anything; nil where it always does.
        public let onlyWith: Partner?

        public init(_ name: String, _ kind: Kind, isRequired: Bool = false, onlyWith: Partner? = nil) {
            self.name = name
            self.kind = kind
            self.isRequired = isRequired
            self.onlyWith = onlyWith
        }
    }

    /// Another argument of the action, and some of its words.
    public struct Partner: Hashable, Sendable {
        public let argument: String
        public let words: Set<String>

        public init(_ argument: String, _ words: Set<String>) {
            self.argument = argument
            self.words = words
        }
    }

    public let name: String
    public let arguments: [Argument]
    /// Names of arguments of which at least one is there; empty where the action is whole without any.
    public let oneOf: [String]
    /// The screen a press on it leads to without naming it; it has to be there.
    public let leadsTo: String?
    /// The word belongs to the vocabulary, and this version of the program does not do it yet.
    public let isLater: Bool
    /// One line for editors.
    public let about: String

    public init(
        _ name: String, _ arguments: [Argument] = [], oneOf: [String] = [], leadsTo: String? = nil,
        isLater: Bool = false, about: String
    ) {
        self.name = name
        self.arguments = arguments
        self.oneOf = oneOf
        self.leadsTo = leadsTo
        self.isLater = isLater
        self.about = about
    }

    /// What the runtime does without asking the program.
    public static let own: [ActionDescription] = [
        ActionDescription(
            "open",
            [
                Argument(
                    "screen", .screen([.list, .grid, .search, .nowPlaying, .information, .message]), isRequired: true),
                Argument("with", .fields),
            ], about: "Opens a screen on top of this one."),
        ActionDescription("back", about: "Closes this screen."),
        ActionDescription("nowPlaying", leadsTo: "nowPlaying", about: "Opens Now Playing."),
        ActionDescription(
            "alert",
            [Argument("screen", .screen([.alert]), isRequired: true), Argument("with", .fields)],
            about: "Asks a question over this screen."),
        ActionDescription(
            "sheet",
            [Argument("screen", .screen([.actionSheet]), isRequired: true), Argument("with", .fields)],
            about: "Offers a choice of actions over this screen."),
    ]
}
