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
        /// The program's document of that name is shown in its place; what is wrong with it is told all the same.
        var isReplaced = false
        var document: ScreenDocument?
        var openings: [Compiler.Opening] = []
        var used: [String: FieldType] = [:]
        var fitting: Set<String> = []
        var misfits: [Compiler.Misfit] = []
        var clashes: [Clash] = []
        /// What was known of the ways to it when it was compiled last; nil before the first time.
        var compiled: Ways?

        /// Where its template is named.
        var templateOffset: Int { root["template"]?.offset ?? root.offset }
    }

    /// An owner's screen that cannot be what a document of the program's opens it for.
    struct Clash {
        let screen: String
        let message: String
    }

    /// What a screen is opened with, as far as is known, and whether anything opens it.
    struct Ways: Equatable {
        var parameters: [String: FieldType] = [:]
        var isOpened = false
    }

    /// The documents as far as each can be known by itself.
    struct Reading {
        var drafts: [Draft] = []
        /// The templates of all screens; nil for one that cannot be told.
        var kinds: [String: Template.Kind?] = [:]
        var faults: [DocumentFault] = []
        /// Every document could be read so far that its ways to others are known.
        var isComplete = true
    }

    /// All screens of a set. A screen with a fault is not among them; whatever else is right stays usable. Where an
    /// owner's first screen is broken, or a screen is none that the program's documents can open, the program's own of
    /// that name stands in for it.
    public func read(_ files: [DocumentFile]) -> DocumentSet {
        let owned = Set(files.filter { !$0.isFallback }.map(\.name))
        // What came with the program is known first: who fits it badly is the owner's document.
        let ordered = files.sorted { ($0.isFallback ? 0 : 1, $0.path) < ($1.isFallback ? 0 : 1, $1.path) }
        var reading = Reading()
        var spares: [String: DocumentFile] = [:]
        for file in ordered where !file.name.hasSuffix(".schema") {
            if file.isFallback && owned.contains(file.name) {
                spares[file.name] = file
            } else {
                add(file, to: &reading)
            }
        }
        var standIns: Set<String> = []
        while true {
            let (screens, faults, unfit) = finish(reading)
            let replaced = unfit.keys.sorted().filter { name in
                guard !standIns.contains(name), let spare = spares[name] else { return false }
                return replace(name, by: spare, saying: unfit[name] ?? [], in: &reading)
            }
            if replaced.isEmpty {
                return DocumentSet(
                    screens: screens, faults: faults, names: Set(reading.kinds.keys), standIns: standIns)
            }
            standIns.formUnion(replaced)
        }
    }

    private func add(_ file: DocumentFile, to reading: inout Reading) {
        let source = SourceText(file: file.path, bytes: file.bytes)
        reading.kinds[file.name] = .some(nil)
        let isName = TextPattern.isKey(file.name)
        guard isName, file.problem == nil else {
            let message = "\"\(file.name)\" is no name of a screen (letters, digits, . _ -)"
            reading.faults.append(source.fault(at: 0, isName ? file.problem ?? message : message))
            reading.isComplete = false
            return
        }
        let (draft, found) = draft(file, source)
        reading.faults += found
        if let draft {
            if draft.isCertain { reading.kinds[file.name] = draft.kind }
            reading.drafts.append(draft)
        }
        if draft?.isCertain != true { reading.isComplete = false }
    }

    /// Puts the program's document in the place of an owner's; false when that is broken as well.
    private func replace(
        _ name: String, by spare: DocumentFile, saying messages: [String], in reading: inout Reading
    ) -> Bool {
        let (draft, faults) = draft(spare, SourceText(file: spare.path, bytes: spare.bytes))
        guard let draft, faults.isEmpty, draft.log.isEmpty else { return false }
        for index in reading.drafts.indices where reading.drafts[index].name == name {
            reading.drafts[index].isReplaced = true
            for message in messages { reading.drafts[index].log.add(reading.drafts[index].templateOffset, message) }
        }
        reading.drafts.insert(draft, at: 0)
        // The owner's other documents may open it for what it was meant to be.
        reading.kinds[name] = name == "root" ? draft.kind : .some(nil)
        return true
    }

    /// What can be shown, what is wrong, and the owner's screens that the program's own should stand in for.
    private func finish(
        _ reading: Reading
    ) -> (screens: [String: ScreenDocument], faults: [DocumentFault], unfit: [String: [String]]) {
        var drafts = reading.drafts
        compile(&drafts, reading.kinds)
        let reached = reached(from: drafts)
        if drafts.contains(where: { $0.isFallback && !reached.contains($0.name) }) {
            // What nobody sees opens nothing.
            drafts = reading.drafts.filter { !$0.isFallback || reached.contains($0.name) }
            compile(&drafts, reading.kinds)
        }
        var unfit: [String: [String]] = [:]
        for clash in drafts.flatMap(\.clashes) where unfit[clash.screen] == nil {
            unfit[clash.screen] = [clash.message]
        }
        for clash in ParameterCheck(catalogue: catalogue, drafts).place(&drafts)
        where unfit[clash.screen]?.contains(clash.message) != true {
            unfit[clash.screen, default: []].append(clash.message)
        }
        for index in drafts.indices where !drafts[index].isFallback {
            for message in unfit[drafts[index].name] ?? [] {
                drafts[index].log.add(drafts[index].templateOffset, message)
            }
        }
        var faults = reading.faults
        checkRoot(&drafts, reached, reading, &faults)
        if drafts.contains(where: { $0.name == "nowPlaying" && $0.kind != .nowPlaying && $0.isCertain }) {
            unfit["nowPlaying", default: []] += []
        }
        var screens: [String: ScreenDocument] = [:]
        for draft in drafts {
            if !draft.isReplaced, draft.log.isEmpty, let document = draft.document { screens[draft.name] = document }
            faults += draft.log.faults
        }
        if screens["root"] == nil { unfit["root", default: []] += [] }
        faults.sort { ($0.file, $0.line, $0.column, $0.message) < ($1.file, $1.line, $1.column, $1.message) }
        return (screens, faults, unfit)
    }
}
