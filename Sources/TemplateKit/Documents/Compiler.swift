// Turns a checked document into patterns, and finds what is wrong with its names. Any thread.

/// Compiles one document. What the shape checker has refused already is skipped in silence.
struct Compiler {
    let catalogue: Catalogue
    /// The templates of all screens of the set; nil for one that cannot be told.
    let screens: [String: Template.Kind?]
    var log: FaultLog
    /// What the screen is opened with, as far as is known.
    let parameters: [String: FieldType]
    /// Nobody is known to open the screen, so its parameters are not known either.
    let isOpen: Bool

    /// Every way from this screen to another.
    private(set) var openings: [Opening] = []
    /// Parameters the screen makes use of.
    private(set) var used: [String: FieldType] = [:]
    /// Those of which some use takes what is given.
    private(set) var fitting: Set<String> = []
    /// Uses that what is given does not fit. Whether the fault is here or where it is given, the reader knows.
    private(set) var misfits: [Misfit] = []
    var slots = 0
    /// The document came with the program.
    var isFallback = false
    /// Screens that are an owner's, where this document is not: whoever has one of them fits it to this one.
    var owned: Set<String> = []
    /// Those of them whose template this document cannot open, with those that it can.
    var clashes: [(screen: String, kinds: [Template.Kind])] = []

    struct Opening {
        let screen: String
        let given: [Given]
        let offset: Int
        /// What could have been given.
        let scope: FieldScope
        /// The document that opens it came with the program.
        var isFallback = false
    }

    /// A parameter that one document gives to another.
    struct Given {
        let name: String
        /// Nil when it cannot be told.
        let type: FieldType?
        /// The parameter of this screen that is handed on; nil for anything else.
        var parameter: String?
        let keyOffset: Int
        let offset: Int
    }

    struct Misfit {
        let name: String
        /// Types that would do.
        let types: [FieldType]
        let offset: Int
        /// What is said if the fault is here.
        let message: String
        /// The argument of a source or a record, which cannot be called anything else.
        var isArgument = false
    }

    init(
        catalogue: Catalogue, screens: [String: Template.Kind?], source: SourceText, parameters: [String: FieldType],
        isOpen: Bool
    ) {
        self.catalogue = catalogue
        self.screens = screens
        self.log = FaultLog(source)
        self.parameters = parameters
        self.isOpen = isOpen
    }

    /// The body of a document of that template, and the records it is about; nil when too much is missing.
    mutating func compile(_ root: JSONNode, kind: Template.Kind) -> (body: ScreenBody, about: [AboutPattern])? {
        var scope = FieldScope(parameters: parameters, own: kind.ownFields, isOpen: isOpen)
        let (about, isKnown) = records(root["about"], scope)
        scope.records = about.map(\.description)
        if !isKnown { scope.isOpen = true }
        let body: ScreenBody? =
            switch kind {
            case .tabBar: .tabBar(tabs(root["tabs"], scope))
            case .list: list(root, scope).map(ScreenBody.list)
            case .grid: grid(root, scope).map(ScreenBody.grid)
            case .information: information(root, scope).map(ScreenBody.information)
            case .nowPlaying: nowPlaying(root, scope).map(ScreenBody.nowPlaying)
            case .search: search(root, scope).map(ScreenBody.search)
            case .message: message(root, scope).map(ScreenBody.message)
            case .alert: alert(root, scope)
            case .actionSheet: actionSheet(root, scope)
            case .notice: notice(root, scope)
            }
        return body.map { ($0, about.map { AboutPattern($0.description, $0.pattern) }) }
    }

    /// The records that the document names, each once; whether all of them are known.
    private mutating func records(
        _ node: JSONNode?, _ scope: FieldScope
    ) -> (found: [(description: SourceDescription, pattern: SourcePattern)], isKnown: Bool) {
        var found: [(description: SourceDescription, pattern: SourcePattern)] = []
        var isKnown = true
        for item in node?.string == nil ? few(node) : [node].compactMap(\.self) {
            guard let text = item.string else { continue }
            guard let record = source(text, at: item.offset, in: scope, among: catalogue.records, kind: "record") else {
                isKnown = false
                continue
            }
            if found.contains(where: { $0.description.name == record.description.name }) {
                log.add(item.offset, "record \"\(record.description.name)\" is there twice (each once)")
            } else {
                found.append(record)
            }
        }
        return (found, isKnown)
    }

    mutating func use(_ name: String, _ type: FieldType) {
        used[name] = type
        fitting.insert(name)
    }

    mutating func add(_ opening: Opening) {
        var opening = opening
        opening.isFallback = isFallback
        openings.append(opening)
    }

    private mutating func add(_ misfit: Misfit) {
        if misfits.count < DocumentFault.mostPerFile { misfits.append(misfit) }
    }

    // MARK: - Names

    /// The type of a field that has to be there and of one of `types`; nil with a fault.
    /// - Parameter words: what could stand in the place of a field.
    mutating func type(
        of name: String, at offset: Int, in scope: FieldScope, from types: [FieldType], or words: [String] = []
    ) -> FieldType? {
        guard let type = scope.type(of: name) else {
            if !scope.isOpen {
                let hint = hint(forField: name, types, scope, or: words)
                let message = "\(scope.owner) has no field \"\(name.prefix(40))\" (\(hint))"
                add(Misfit(name: name, types: types, offset: offset, message: message))
            }
            return nil
        }
        guard types.contains(type) else {
            let names = scope.names(of: types)
            let message =
                "field \"\(name)\" is \(type.phrase) "
                + "(\(types.map(\.phrase).joined(separator: ", ")): \(Nearest.list(names)))"
            if scope.isParameter(name) {
                add(Misfit(name: name, types: types, offset: offset, message: message))
            } else {
                log.add(offset, message)
            }
            return nil
        }
        if scope.isParameter(name) {
            used[name] = type
            // Where anything will do, as in what is handed on, nothing is said of what it should be.
            if types.count < FieldType.allCases.count { fitting.insert(name) }
        }
        return type
    }

    /// What would be right in the place of a field that is not there: the nearest one or the record that has it, and all
    /// there are where that can be read at a glance.
    private func hint(
        forField name: String, _ types: [FieldType], _ scope: FieldScope, or words: [String]
    ) -> String {
        let names = scope.names(of: FieldType.allCases)
        let remedy = scope.remedy(for: name, of: types, among: catalogue.records)
        let nearest = Nearest.word(to: name, among: scope.names(of: types)) ?? Nearest.word(to: name, among: names)
        guard let best = remedy ?? nearest.map({ "did you mean \"\($0)\"?" }) else {
            let fitting = scope.names(of: types)
            if !words.isEmpty { return (words + fitting).map { "\"\($0)\"" }.joined(separator: ", ") }
            return names.isEmpty ? "there are none" : "fields: \(Nearest.list(names))"
        }
        guard names.count <= Nearest.atAGlance, !names.isEmpty else { return best }
        return "\(best)\(remedy == nil ? "" : ";") fields: \(Nearest.list(names))"
    }

    /// A source or a record with its argument in brackets.
    mutating func source(
        _ text: String, at offset: Int, in scope: FieldScope, among descriptions: [SourceDescription], kind: String
    ) -> (description: SourceDescription, pattern: SourcePattern)? {
        let (name, argument) = Self.call(text)
        guard let description = descriptions.first(where: { $0.name == name }) else {
            let names = descriptions.map(\.name)
            log.add(offset, "unknown \(kind) \"\(name.prefix(40))\" (\(Nearest.hint(for: name, among: names)))")
            return nil
        }
        guard let argument else {
            if !description.arguments.isEmpty {
                log.add(offset, "\"\(name)\" without an argument (\(Self.calls(description)))")
                return nil
            }
            return (description, SourcePattern(name: name, argumentType: .key))
        }
        guard let type = description.arguments[argument] else {
            log.add(offset, "\"\(text.prefix(60))\" is not known (\(Self.calls(description)))")
            return nil
        }
        if scope.isParameter(argument, type) || scope.isOpen && scope.own[argument] != type {
            use(argument, type)
        } else if !scope.has(argument, type) {
            let message =
                "\"\(text)\" needs \"\(argument)\", which this screen is not opened with "
                + "(\"with\": { \"\(argument)\": … })"
            add(
                Misfit(name: argument, types: [type], offset: offset, message: message, isArgument: true))
        }
        return (description, SourcePattern(name: name, argumentName: argument, argumentType: type))
    }

    private static func calls(_ description: SourceDescription) -> String {
        if description.arguments.isEmpty { return description.name }
        return description.arguments.keys.sorted().map { "\(description.name)(\($0))" }.joined(separator: ", ")
    }

    /// `tracksOf(album)` as its two names.
    private static func call(_ text: String) -> (name: String, argument: String?) {
        guard text.hasSuffix(")"), let bracket = text.firstIndex(of: "(") else { return (text, nil) }
        return (String(text[..<bracket]), String(text[text.index(after: bracket)...].dropLast()))
    }
}
