// Reads a folder of screen documents. Any thread; never throws, never crashes, whatever the bytes are.

/// From bytes to screens: grammar of JSON, grammar of documents, names, and the ways from screen to screen.
public struct DocumentReader: Sendable {
    public let catalogue: Catalogue

    public init(catalogue: Catalogue) { self.catalogue = catalogue }

    /// One document on its way through the reader.
    struct Draft {
        let name: String
        let source: SourceText
        let root: JSONNode
        let kind: Template.Kind
        let isFallback: Bool
        /// The template is one that exists, and not the one that was probably meant.
        let isCertain: Bool
        var log: FaultLog
        var document: ScreenDocument?
        var openings: [Compiler.Opening] = []
        var used: [String: FieldType] = [:]
        var fitting: Set<String> = []
        var misfits: [Compiler.Misfit] = []
        /// What was known of the ways to it when it was compiled last; nil before the first time.
        var compiled: Ways?
    }

    /// What a screen is opened with, as far as is known, and whether anything opens it.
    struct Ways: Equatable {
        var parameters: [String: FieldType] = [:]
        var isOpened = false
    }

    /// All screens of a set. A screen with a fault is not among them; whatever else is right stays usable.
    public func read(_ files: [DocumentFile]) -> DocumentSet {
        var faults: [DocumentFault] = []
        var drafts: [Draft] = []
        var kinds: [String: Template.Kind?] = [:]
        var isComplete = true
        for file in files.sorted(by: { $0.path < $1.path }) where !file.name.hasSuffix(".schema") {
            let source = SourceText(file: file.path, bytes: file.bytes)
            kinds[file.name] = .some(nil)
            guard TextPattern.isKey(file.name) else {
                faults.append(source.fault(at: 0, "\"\(file.name)\" is no name of a screen (letters, digits, . _ -)"))
                isComplete = false
                continue
            }
            let (draft, found) = draft(file, source)
            faults += found
            if let draft {
                if draft.isCertain { kinds[file.name] = draft.kind }
                drafts.append(draft)
            }
            if draft?.isCertain != true { isComplete = false }
        }
        compile(&drafts, kinds)
        let reached = reached(from: drafts)
        drafts.removeAll { $0.isFallback && !reached.contains($0.name) }
        ParameterCheck(catalogue: catalogue, drafts).place(&drafts)
        checkRoot(&drafts, reached, kinds, &faults, isComplete: isComplete)

        var screens: [String: ScreenDocument] = [:]
        for draft in drafts {
            if draft.log.isEmpty, let document = draft.document { screens[draft.name] = document }
            faults += draft.log.faults
        }
        faults.sort { ($0.file, $0.line, $0.column, $0.message) < ($1.file, $1.line, $1.column, $1.message) }
        return DocumentSet(screens: screens, faults: faults, names: Set(kinds.keys))
    }

    /// Grammar alone. Nil when not even the template can be told.
    private func draft(_ file: DocumentFile, _ source: SourceText) -> (Draft?, [DocumentFault]) {
        let (root, faults) = JSONParser.parse(source)
        var log = FaultLog(source, faults)
        guard let root else { return (nil, log.faults) }
        guard case .object = root.value else {
            log.add(root.offset, "\(root.value.name) (an object with \"template\")")
            return (nil, log.faults)
        }
        let named = Self.kind(of: root, &log)
        guard let kind = named ?? Self.likelyKind(of: root) else { return (nil, log.faults) }
        let isCertain = kind.rawValue == root["template"]?.string
        var checker = ShapeChecker(catalogue: catalogue, log: isCertain ? log : FaultLog(source))
        checker.check(root, Shape.of(kind))
        if !isCertain {
            // The template has been named as it is; what a guess by keys would need is not certain.
            let isNear = root["template"]?.string.map { Self.near($0) == kind } ?? false
            let moot = ["\"template\" "] + (isNear ? [] : ["\(Shape.of(kind).name) without "])
            log.add(checker.log) { message in !moot.contains { message.hasPrefix($0) } }
            checker.log = log
        }
        let draft = Draft(
            name: file.name, source: source, root: root, kind: kind, isFallback: file.isFallback, isCertain: isCertain,
            log: checker.log)
        return (draft, [])
    }

    /// The template that the document names; nil with a fault.
    private static func kind(of root: JSONNode, _ log: inout FaultLog) -> Template.Kind? {
        let words = Template.Kind.allCases.map(\.rawValue)
        guard let template = root["template"] else {
            log.add(root.offset, "a document without \"template\" (\(words.joined(separator: ", ")))")
            return nil
        }
        guard let word = template.string else {
            log.add(template.offset, "\"template\" is \(template.value.name) (\(words.joined(separator: ", ")))")
            return nil
        }
        if let kind = Template.Kind(rawValue: word) { return kind }
        log.add(template.offset, "unknown template \"\(word.prefix(40))\" (\(Nearest.hint(for: word, among: words)))")
        return nil
    }

    /// The template that was probably meant, so that the rest of the document is checked at once: the nearest word, else
    /// the one that knows most of the keys, and all but one of them.
    private static func likelyKind(of root: JSONNode) -> Template.Kind? {
        if let near = root["template"]?.string.flatMap(near) { return near }
        let kinds = Template.Kind.allCases
        guard case .object(let members) = root.value else { return nil }
        let keys = members.map(\.key).filter { !["template", "$schema", "about", "title"].contains($0) }
        let known = kinds.map { kind in (kind: kind, count: keys.filter { Shape.of(kind).key($0) != nil }.count) }
        guard let best = known.max(by: { $0.count < $1.count }), best.count > 0, best.count + 1 >= keys.count else {
            return nil
        }
        return best.kind
    }

    private static func near(_ word: String) -> Template.Kind? {
        Nearest.word(to: word, among: Template.Kind.allCases.map(\.rawValue)).flatMap(Template.Kind.init(rawValue:))
    }

    /// Compiles all, and again those of which more is known then, until the types of all parameters are known. They only
    /// grow, so it ends.
    private func compile(_ drafts: inout [Draft], _ kinds: [String: Template.Kind?]) {
        var ways = catalogue.programScreens.mapValues { Ways(parameters: $0, isOpened: true) }
        let grammar = drafts.map(\.log)
        for _ in 0...drafts.count + 1 {
            let known = ways
            var isSettled = true
            for index in drafts.indices {
                let mine = known[drafts[index].name] ?? Ways()
                guard mine != drafts[index].compiled else { continue }
                isSettled = false
                drafts[index].log = grammar[index]
                compileOne(&drafts[index], kinds, mine)
                for opening in drafts[index].openings {
                    ways[opening.screen, default: Ways()].isOpened = true
                    for given in opening.given {
                        guard let type = given.type, ways[opening.screen]?.parameters[given.name] == nil else {
                            continue
                        }
                        ways[opening.screen]?.parameters[given.name] = type
                    }
                }
            }
            if isSettled { return }
        }
    }

    private func compileOne(_ draft: inout Draft, _ kinds: [String: Template.Kind?], _ ways: Ways) {
        var compiler = Compiler(
            catalogue: catalogue, screens: kinds, source: draft.source, parameters: ways.parameters,
            isOpen: draft.name != "root" && !ways.isOpened)
        let compiled = compiler.compile(draft.root, kind: draft.kind)
        draft.log.add(compiler.log)
        draft.document = compiled.map {
            ScreenDocument(
                name: draft.name, kind: draft.kind, parameters: compiler.used,
                leadsTo: Set(compiler.openings.map(\.screen)), about: $0.about, body: $0.body)
        }
        draft.openings = compiler.openings
        draft.used = compiler.used
        draft.fitting = compiler.fitting
        draft.misfits = compiler.misfits
        draft.compiled = ways
    }

    /// There is a root, it is of a kind that can be one, and every screen is reached from it.
    private func checkRoot(
        _ drafts: inout [Draft], _ reached: Set<String>, _ kinds: [String: Template.Kind?],
        _ faults: inout [DocumentFault], isComplete: Bool
    ) {
        guard let rootKind = kinds["root"] else {
            let folder = drafts.first.map { String($0.source.file.dropLast($0.name.utf8.count + 5)) } ?? ""
            faults.append(
                DocumentFault(
                    file: folder + "root.json", line: 1, column: 1, message: "is missing (the first screen)"))
            return
        }
        for index in drafts.indices {
            let draft = drafts[index]
            let offset = draft.root["template"]?.offset ?? draft.root.offset
            if draft.name == "root", draft.kind.isModal || draft.kind == .notice {
                drafts[index].log.add(offset, "the first screen is \(draft.kind.phrase) (a tabBar, a list, a message)")
            }
            if draft.name == "nowPlaying", draft.kind != .nowPlaying, draft.isCertain {
                drafts[index].log.add(offset, "the screen nowPlaying is \(draft.kind.phrase) (a nowPlaying)")
            }
            if draft.name != "root", draft.kind == .tabBar {
                drafts[index].log.add(offset, "a tabBar below the first screen (only root.json is one)")
            }
        }
        guard isComplete, rootKind != nil else { return }
        for index in drafts.indices where !reached.contains(drafts[index].name) {
            drafts[index].log.add(
                drafts[index].root.offset,
                "nothing that root.json leads to opens this screen (an \"open\" for it, or remove the file)")
        }
    }

    /// The screens that some way leads to.
    private func reached(from drafts: [Draft]) -> Set<String> {
        var reached: Set<String> = []
        var next = ["root"] + catalogue.programScreens.keys
        let ways = Dictionary(drafts.map { ($0.name, $0.openings.map(\.screen)) }) { first, _ in first }
        while let name = next.popLast() {
            if reached.insert(name).inserted { next += ways[name] ?? [] }
        }
        return reached
    }
}
