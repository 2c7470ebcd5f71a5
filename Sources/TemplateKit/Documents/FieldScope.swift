// Which names a place in a document knows, and of what type. A value; any thread.

/// The fields of the row, of the records the screen is about, and the screen's parameters, in this order.
struct FieldScope {
    /// The source whose records the rows are, with its pattern; nil outside `each`.
    var row: (description: SourceDescription, pattern: SourcePattern)?
    /// In the order of the document; the first that has a field is asked.
    var records: [SourceDescription] = []
    var parameters: [String: FieldType]
    /// What the template itself publishes: the text of a search.
    var own: [String: FieldType] = [:]
    /// Something around has a fault of its own, so any name may be right.
    var isOpen = false

    /// What is published to this place, the nearest first.
    private var published: [[String: FieldType]] { (row.map { [$0.description.fields] } ?? []) + records.map(\.fields) }

    func type(of name: String) -> FieldType? {
        for fields in published {
            if let type = fields[name] { return type }
        }
        return own[name] ?? parameters[name]
    }

    /// Whether any of the scopes has a field of that name and type.
    func has(_ name: String, _ type: FieldType) -> Bool {
        published.contains { $0[name] == type } || own[name] == type || parameters[name] == type
    }

    /// Whether the name is the screen's own parameter here.
    func isParameter(_ name: String, _ type: FieldType? = nil) -> Bool {
        guard let parameter = parameters[name], own[name] == nil else { return false }
        guard let type else { return published.allSatisfy { $0[name] == nil } }
        return parameter == type && published.allSatisfy { $0[name] != type }
    }

    /// Who publishes what, for a message.
    var owner: String {
        if let row { return row.description.name }
        return records.isEmpty ? "this screen" : records.map(\.name).joined(separator: " with ")
    }

    func names(of types: [FieldType]) -> [String] {
        var names = Set(parameters.filter { types.contains($0.value) }.keys)
        for fields in published + [own] {
            names.formUnion(fields.filter { types.contains($0.value) }.keys)
        }
        return names.sorted()
    }

    /// What would make a record's field known here, where there is a record of that field to be had without an argument.
    func remedy(for name: String, of types: [FieldType], among all: [SourceDescription]) -> String? {
        let known = records.map(\.name)
        let record = all.first { record in
            record.arguments.isEmpty && !known.contains(record.name) && record.fields[name].map(types.contains) == true
        }
        guard let record else { return nil }
        let words = (known + [record.name]).map { "\"\($0)\"" }
        return "\"about\": " + (known.isEmpty ? words[0] : "[\(words.joined(separator: ", "))]") + " has it"
    }
}

extension Template.Kind {
    /// The fields that every document of this template has beside its own.
    var ownFields: [String: FieldType] { self == .search ? ["text": .text] : [:] }
}
