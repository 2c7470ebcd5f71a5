// Which names a place in a document knows, and of what type. A value; any thread.

/// The fields of the row, of the record the screen is about, and the screen's parameters, in this order.
struct FieldScope {
    /// The source whose records the rows are, with its pattern; nil outside `each`.
    var row: (description: SourceDescription, pattern: SourcePattern)?
    var record: SourceDescription?
    var parameters: [String: FieldType]
    /// What the template itself publishes: the text of a search.
    var own: [String: FieldType] = [:]
    /// Something around has a fault of its own, so any name may be right.
    var isOpen = false

    func type(of name: String) -> FieldType? {
        row?.description.fields[name] ?? record?.fields[name] ?? own[name] ?? parameters[name]
    }

    /// Whether any of the scopes has a field of that name and type.
    func has(_ name: String, _ type: FieldType) -> Bool {
        row?.description.fields[name] == type || record?.fields[name] == type || own[name] == type
            || parameters[name] == type
    }

    /// Whether the name is the screen's own parameter here.
    func isParameter(_ name: String, _ type: FieldType? = nil) -> Bool {
        guard let parameter = parameters[name], own[name] == nil else { return false }
        guard let type else { return row?.description.fields[name] == nil && record?.fields[name] == nil }
        return parameter == type && row?.description.fields[name] != type && record?.fields[name] != type
    }

    /// Who publishes what, for a message.
    var owner: String { row?.description.name ?? record?.name ?? "this screen" }

    func names(of types: [FieldType]) -> [String] {
        var names = Set(parameters.filter { types.contains($0.value) }.keys)
        for fields in [row?.description.fields, record?.fields, own] {
            names.formUnion((fields ?? [:]).filter { types.contains($0.value) }.keys)
        }
        return names.sorted()
    }
}

extension Template.Kind {
    /// The fields that every document of this template has beside its own.
    var ownFields: [String: FieldType] { self == .search ? ["text": .text] : [:] }
}
