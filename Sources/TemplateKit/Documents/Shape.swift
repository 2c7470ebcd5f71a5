// The grammar of screen documents as data: the reader checks by it and the JSON Schema is written from it.
// Values; any thread.

/// An object of a document with the keys it may have.
struct Shape: Sendable {
    /// What it is called in a message: `row`.
    let name: String
    /// One line for editors.
    let about: String
    let keys: [Key]

    struct Key: Sendable {
        let name: String
        let kind: Kind
        let isRequired: Bool
        let about: String
    }

    /// What stands behind a key.
    indirect enum Kind: Sendable {
        /// Words: literal, `@key(count)`, `{field}`.
        case text
        /// Words, or a list of variants of which the longest that fits is shown.
        case texts(ClosedRange<Int>)
        /// `{field}`, the name of an icon, or a file beside the document.
        case image
        /// true, false, or the name of a flag.
        case flag
        /// true or false only.
        case literalFlag
        /// A number of this range, or the name of a count.
        case number(ClosedRange<Double>)
        /// A whole number of this range, or the name of a count.
        case whole(ClosedRange<Int>)
        /// The name of a field of that type.
        case field(FieldType)
        /// The name of any field that can be asked for.
        case condition
        case word([String])
        /// One character.
        case letter
        /// A name of the document's own.
        case name
        /// The name of a screen.
        case screen
        /// A source of rows, with its argument in brackets.
        case source
        /// A record, with its argument in brackets.
        case record
        /// A word of the source's orders.
        case sort
        /// An object with `do`.
        case action
        case object(Name)
        case list(Kind, ClosedRange<Int>?)
        /// The first whose JSON type fits; told apart by the first alternative being a list or a text.
        case either(Kind, Kind)
    }

    /// The objects there are.
    enum Name: String, CaseIterable, Sendable {
        case tabBar, list, grid, nowPlaying, information, search, message, alert, actionSheet, notice
        case tab, header, section, row, eachRow, imageRow, element, eachElement, empty, button, rowAction, toggle
        case nowPlayingButton, modalAction, item, eachItem, headline, fact
    }

    /// What a custom button of Now Playing needs, beside what all have, in words.
    static let customButton = [
        ("name", "a name"), ("title", "a text"), ("icon", "an icon"), ("select", "an action"),
    ]

    static func of(_ name: Name) -> Shape { all[name] ?? Shape(name: name.rawValue, about: "", keys: []) }
    static func of(_ kind: Template.Kind) -> Shape { of(Name(rawValue: kind.rawValue) ?? Name.list) }

    func key(_ name: String) -> Key? { keys.first { $0.name == name } }
}
