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
    var slots = 0

    struct Opening {
        let screen: String
        /// The parameters that are given, with their types; nil for a type that cannot be told.
        let given: [String: FieldType?]
        let offset: Int
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

    /// The body of a document of that template, and the record it is about; nil when too much is missing.
    mutating func compile(_ root: JSONNode, kind: Template.Kind) -> (body: ScreenBody, about: SourcePattern?)? {
        var scope = FieldScope(parameters: parameters, own: kind.ownFields, isOpen: isOpen)
        var about: SourcePattern?
        if let node = root["about"], let text = node.string {
            let found = source(text, at: node.offset, in: scope, among: catalogue.records, kind: "record")
            about = found?.pattern
            scope.record = found?.description
            if found == nil { scope.isOpen = true }
        }
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
        return body.map { ($0, about) }
    }

    mutating func use(_ name: String, _ type: FieldType) { used[name] = type }

    mutating func add(_ opening: Opening) { openings.append(opening) }

    // MARK: - Names

    /// The type of a field that has to be there and of one of `types`; nil with a fault.
    mutating func type(
        of name: String, at offset: Int, in scope: FieldScope, from types: [FieldType]
    ) -> FieldType? {
        guard let type = scope.type(of: name) else {
            if !scope.isOpen {
                let names = scope.names(of: FieldType.allCases)
                let nearest =
                    Nearest.word(to: name, among: scope.names(of: types)) ?? Nearest.word(to: name, among: names)
                let near = nearest.map { "did you mean \"\($0)\"? " } ?? ""
                let all = names.isEmpty ? "there are none" : "fields: \(Nearest.list(names))"
                log.add(offset, "\(scope.owner) has no field \"\(name.prefix(40))\" (\(near)\(all))")
            }
            return nil
        }
        guard types.contains(type) else {
            let names = scope.names(of: types)
            log.add(
                offset,
                "field \"\(name)\" is \(type.phrase) "
                    + "(\(types.map(\.phrase).joined(separator: ", ")): \(Nearest.list(names)))")
            return nil
        }
        if scope.isParameter(name) { use(name, type) }
        return type
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
        if !scope.has(argument, type) && !scope.isOpen {
            log.add(
                offset,
                "\"\(text)\" needs \"\(argument)\", which this screen is not opened with "
                    + "(\"with\": { \"\(argument)\": … })")
        }
        if scope.isParameter(argument, type) || scope.isOpen && scope.own[argument] != type { use(argument, type) }
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

    /// The screen has to be there and to have one of these templates. True when it can be opened.
    mutating func checkScreen(_ name: String, at offset: Int, kinds: [Template.Kind]) -> Bool {
        guard let kind = screens[name] else {
            log.add(offset, "unknown screen \"\(name.prefix(40))\" (\(Nearest.hint(for: name, among: screens.keys)))")
            return false
        }
        if name == "root" {
            log.add(offset, "\"root\" is the first screen and is not opened again (\"back\" leads to it)")
            return false
        }
        guard let kind, !kinds.contains(kind) else { return true }
        let allowed = kinds.map(\.phrase).joined(separator: ", ")
        let other = ActionDescription.own.first { action in
            action.arguments.contains {
                if case .screen(let kinds) = $0.kind { kinds.contains(kind) } else { false }
            }
        }
        let hint = other.map { "\"do\": \"\($0.name)\" opens it; here \(allowed)" } ?? "here \(allowed)"
        log.add(offset, "screen \"\(name)\" is \(kind.phrase) (\(hint))")
        return false
    }
}
