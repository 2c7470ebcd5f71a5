// The JSON Schema of screen documents, written from the tables the reader checks by. Pure functions; any thread.

/// Draft 2020-12, for the completion and the checks of editors.
public enum Schema {
    /// The whole schema file for a catalogue; ends with a line feed. Icons and strings are not listed in it: they
    /// change with the assets, and the reader checks them.
    public static func text(for catalogue: Catalogue) -> String {
        let kinds = Template.Kind.allCases.map(\.rawValue)
        let root = JSONText.object([
            ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
            ("title", .string("A screen document")),
            ("type", .string("object")),
            ("required", .list([.string("template")])),
            ("properties", .object([("template", .object([("enum", .list(kinds.map(JSONText.string)))]))])),
            (
                "allOf",
                .list(
                    kinds.map { kind in
                        .object([
                            (
                                "if",
                                .object([
                                    (
                                        "properties",
                                        .object([("template", .object([("const", .string(kind))]))])
                                    ), ("required", .list([.string("template")])),
                                ])
                            ), ("then", reference(kind)),
                        ])
                    })
            ),
            ("$defs", .object(definitions(catalogue))),
        ])
        return root.written() + "\n"
    }

    private static func reference(_ name: String) -> JSONText {
        .object([("$ref", .string("#/$defs/\(name)"))])
    }

    private static func definitions(_ catalogue: Catalogue) -> [(String, JSONText)] {
        Shape.Name.allCases.map { name in
            (
                name.rawValue,
                object(Shape.of(name), isTemplate: isTemplate(name), and: name == .nowPlayingButton ? custom : [])
            )
        }
            + [
                ("certain", certain),
                ("text", text), ("image", image), ("flag", flag),
                ("source", call(catalogue.sources, "A source of rows.")),
                ("record", call(catalogue.records, "A record.")), ("action", action(catalogue)),
            ]
    }

    private static func isTemplate(_ name: Shape.Name) -> Bool { Template.Kind(rawValue: name.rawValue) != nil }

    /// A custom button says all about itself, a known one has its name and title.
    private static let custom: [(String, JSONText)] = [
        (
            "if",
            .object([
                (
                    "properties",
                    .object([("button", .object([("const", .string(NowPlayingButton.Kind.custom.rawValue))]))])
                ),
                ("required", .list([.string("button")])),
            ])
        ), ("then", .object([("required", .list(Shape.customButton.map { .string($0.0) }))])),
        ("else", .object([("properties", .object([("name", .bool(false)), ("title", .bool(false))]))])),
    ]

    /// What is there in any case: an item without a condition.
    private static let certain = JSONText.object([
        ("description", .string("Without a condition.")),
        (
            "not",
            .object([
                ("type", .string("object")),
                (
                    "anyOf",
                    .list(["when", "unless"].map { .object([("required", .list([.string($0)]))]) })
                ),
            ])
        ),
    ])

    private static func object(
        _ shape: Shape, isTemplate: Bool, and more: [(String, JSONText)]
    ) -> JSONText {
        let properties = shape.keys.map { key -> (String, JSONText) in
            let kind: JSONText =
                isTemplate && key.name == "template"
                ? .object([("const", .string(shape.name))]) : value(key.kind)
            return (key.name, described(kind, key.about))
        }
        var members: [(String, JSONText)] = [
            ("description", .string(shape.about)), ("type", .string("object")),
            ("additionalProperties", .bool(false)), ("properties", .object(properties)),
        ]
        let required = shape.keys.filter(\.isRequired).map { JSONText.string($0.name) }
        if !required.isEmpty { members.append(("required", .list(required))) }
        return .object(members + more)
    }

    private static func described(_ value: JSONText, _ about: String) -> JSONText {
        guard case .object(let members) = value else { return value }
        return .object([("description", .string(about))] + members)
    }

    private static func value(_ kind: Shape.Kind) -> JSONText {
        switch kind {
        case .text: reference("text")
        case .texts(let range): anyOf([reference("text"), list(.text, range)])
        case .image: reference("image")
        case .flag: reference("flag")
        case .literalFlag: typed("boolean")
        case .number(let range):
            anyOf([
                .object([
                    ("type", .string("number")), ("minimum", .number(range.lowerBound)),
                    ("maximum", .number(range.upperBound)),
                ]), name,
            ])
        case .whole(let range):
            anyOf([
                .object([
                    ("type", .string("integer")), ("minimum", .number(Double(range.lowerBound))),
                    ("maximum", .number(Double(range.upperBound))),
                ]), name,
            ])
        case .field, .condition, .sort, .screen: name
        case .word(let words): .object([("enum", .list(words.map(JSONText.string)))])
        case .letter: .object([("type", .string("string")), ("minLength", .number(1))])
        case .name: .object([("type", .string("string")), ("minLength", .number(1))])
        case .source: reference("source")
        case .record: reference("record")
        case .action: reference("action")
        case .object(let name): reference(name.rawValue)
        case .list(let item, let range): list(item, range)
        case .either(let first, let second): anyOf([value(first), value(second)])
        }
    }

    private static func typed(_ type: String) -> JSONText { .object([("type", .string(type))]) }

    private static func anyOf(_ values: [JSONText]) -> JSONText { .object([("anyOf", .list(values))]) }

    /// Items with a condition may be more than are on the screen at once, so only those without one are counted.
    private static func list(_ item: Shape.Kind, _ range: ClosedRange<Int>?) -> JSONText {
        var members: [(String, JSONText)] = [("type", .string("array")), ("items", value(item))]
        guard let range else { return .object(members) }
        if range.lowerBound > 0 { members.append(("minItems", .number(Double(range.lowerBound)))) }
        let most = JSONText.number(Double(range.upperBound))
        if hasConditions(item) {
            members += [("contains", reference("certain")), ("minContains", .number(0)), ("maxContains", most)]
        } else {
            members.append(("maxItems", most))
        }
        return .object(members)
    }

    private static func hasConditions(_ item: Shape.Kind) -> Bool {
        switch item {
        case .object(let name): Shape.of(name).key("when") != nil
        case .either(let first, let second): hasConditions(first) || hasConditions(second)
        default: false
        }
    }

    private static let name = JSONText.object([
        ("type", .string("string")), ("pattern", .string("^[A-Za-z][A-Za-z0-9._-]*$")),
    ])
    private static let text = JSONText.object([
        ("description", .string("Words: literal, @key(count), {field}.")), ("type", .string("string")),
        ("minLength", .number(1)),
    ])
    private static let flag = anyOf([typed("boolean"), name])

    private static let image = JSONText.object([
        ("description", .string("A field in braces, an icon by its name, or a file beside the document.")),
        ("type", .string("string")),
        (
            "pattern",
            .string("^(\\{[A-Za-z][A-Za-z0-9]*\\}|[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?|[^/.][^/]*\\.[^/]*)$")
        ),
    ])

    private static func call(_ descriptions: [SourceDescription], _ about: String) -> JSONText {
        let words = descriptions.flatMap { description in
            description.arguments.isEmpty
                ? [description.name] : description.arguments.keys.sorted().map { "\(description.name)(\($0))" }
        }
        return .object([("description", .string(about)), ("enum", .list(words.map(JSONText.string)))])
    }

    private static func action(_ catalogue: Catalogue) -> JSONText {
        let actions = catalogue.allActions.map { action -> JSONText in
            let properties =
                [("do", JSONText.object([("const", .string(action.name))]))]
                + action.arguments.map { ($0.name, argument($0.kind)) }
            let required = ["do"] + action.arguments.filter(\.isRequired).map(\.name)
            return .object(
                [
                    ("description", .string(action.about)), ("type", .string("object")),
                    ("additionalProperties", .bool(false)), ("properties", .object(properties)),
                    ("required", .list(required.map(JSONText.string))),
                ] + oneOf(action))
        }
        return .object([("description", .string("What a press does.")), ("oneOf", .list(actions))])
    }

    /// At least one of the arguments that say what with.
    private static func oneOf(_ action: ActionDescription) -> [(String, JSONText)] {
        guard !action.oneOf.isEmpty else { return [] }
        return [("anyOf", .list(action.oneOf.map { .object([("required", .list([.string($0)]))]) }))]
    }

    private static func argument(_ kind: ActionDescription.Kind) -> JSONText {
        switch kind {
        case .field(.count): anyOf([typed("integer"), typed("string")])
        case .field(.flag): anyOf([typed("boolean"), typed("string")])
        case .field, .wordOf: typed("string")
        case .textOf(let words):
            anyOf([
                .object([("enum", .list(words.map(JSONText.string)))]),
                .object([("type", .string("string")), ("pattern", .string(#"^\{.*\}$"#))]),
            ])
        case .number(let range):
            .object([
                ("type", .string("number")), ("minimum", .number(range.lowerBound)),
                ("maximum", .number(range.upperBound)),
            ])
        case .word(let words): .object([("enum", .list(words.map(JSONText.string)))])
        case .name: .object([("type", .string("string")), ("minLength", .number(1))])
        case .screen: name
        case .fields:
            .object([
                ("type", .string("object")),
                (
                    "additionalProperties",
                    .object([("type", .list(["string", "integer", "boolean"].map(JSONText.string)))])
                ),
            ])
        case .source: reference("source")
        }
    }
}
