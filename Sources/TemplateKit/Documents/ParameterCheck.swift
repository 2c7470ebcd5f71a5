// What documents give to one another against what is made of it. A value; any thread.

/// Every opening gives all its screen needs, in a type it can use. What is wrong with a parameter is said where it is
/// given, unless the screen itself uses it in two ways or is opened by the program.
struct ParameterCheck {
    private let catalogue: Catalogue
    /// By the name of the screen.
    private let needs: [String: Needs]
    /// The owner's screens.
    private let owned: Set<String>

    init(catalogue: Catalogue, _ drafts: [DocumentReader.Draft]) {
        self.catalogue = catalogue
        let ways = Dictionary(grouping: drafts.flatMap(\.openings), by: \.screen)
        owned = Set(drafts.filter { !$0.isFallback && !$0.isReplaced }.map(\.name))
        let needs = drafts.filter { !$0.isReplaced }.map { draft in
            // What the program gives is as it is.
            let isOwn = catalogue.programScreens[draft.name] == nil
            return (draft.name, Needs(of: draft, openedBy: isOwn ? ways[draft.name] ?? [] : []))
        }
        self.needs = Self.handedBack(Dictionary(needs) { first, _ in first }, drafts)
    }

    /// A screen that hands a parameter on needs what the next one needs, so that the first that gives it is told.
    private static func handedBack(
        _ needs: [String: Needs], _ drafts: [DocumentReader.Draft]
    ) -> [String: Needs] {
        var needs = needs
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for draft in drafts where !draft.isReplaced && needs[draft.name]?.isOpenedByDocuments == true {
                for opening in draft.openings {
                    for given in opening.given {
                        guard let name = given.parameter, let type = given.type, !draft.fitting.contains(name),
                            needs[draft.name]?.types[name] == nil,
                            let right = needs[opening.screen]?.types[given.name], !right.contains(type)
                        else { continue }
                        needs[draft.name]?.types[name] = right
                        hasChanged = true
                    }
                }
            }
        }
        return needs
    }

    /// Adds the faults to the documents they are in. What a document of the program's gives is as it is.
    /// - Returns: the owner's screens that want something else of it.
    func place(_ drafts: inout [DocumentReader.Draft]) -> [DocumentReader.Clash] {
        var types = catalogue.programScreens
        var clashes: [DocumentReader.Clash] = []
        for index in drafts.indices {
            for opening in drafts[index].openings {
                let faults = faults(of: opening, in: drafts[index], &types)
                for fault in faults where opening.isFallback && owned.contains(opening.screen) {
                    let message = "\(drafts[index].name).json opens this screen \(fault.clash)"
                    clashes.append(DocumentReader.Clash(screen: opening.screen, message: message))
                }
                for fault in faults where !(opening.isFallback && owned.contains(opening.screen)) {
                    drafts[index].log.add(fault.offset, fault.message)
                }
            }
            let isShown = !drafts[index].isReplaced
            let settled = isShown ? needs[drafts[index].name]?.settledElsewhere ?? [] : []
            for (number, misfit) in drafts[index].misfits.enumerated() where !settled.contains(number) {
                drafts[index].log.add(misfit.offset, misfit.message)
            }
        }
        return clashes
    }

    /// What is wrong with an opening: as its document is told, and as the screen is told that it opens.
    private struct Fault {
        let offset: Int
        let message: String
        let clash: String
    }

    private func faults(
        of opening: Compiler.Opening, in draft: DocumentReader.Draft, _ types: inout [String: [String: FieldType]]
    ) -> [Fault] {
        var faults: [Fault] = []
        let needs = needs[opening.screen] ?? Needs()
        for given in opening.given.sorted(by: { $0.name < $1.name }) {
            guard let type = given.type else { continue }
            // Whoever opens this screen is told.
            if let name = given.parameter, !draft.isReplaced, self.needs[draft.name]?.types[name] != nil { continue }
            let asGiven = "with \"\(given.name)\" as \(type.phrase)"
            if let right = needs.types[given.name] {
                guard !right.contains(type) else { continue }
                faults.append(
                    Fault(
                        offset: given.offset, message: Self.wrongType(given.name, type, right, opening),
                        clash: "\(asGiven) (that, or another name for this file)"))
                continue
            }
            let other = types[opening.screen]?[given.name] ?? type
            types[opening.screen, default: [:]][given.name] = other
            if other != type {
                let message =
                    "\"\(given.name)\" of screen \"\(opening.screen)\" is \(type.phrase) here "
                    + "(\(other.phrase), as elsewhere)"
                faults.append(
                    Fault(
                        offset: given.offset, message: message,
                        clash: "\(asGiven), another as \(other.phrase) (another name for this file)"))
            }
        }
        for name in needs.names where !opening.given.contains(where: { $0.name == name }) {
            let without = "without \"\(name)\" (only what all give it, or another name for this file)"
            if let slip = needs.slip(for: name, in: opening) {
                faults.append(
                    Fault(offset: slip.keyOffset, message: Self.wrongName(slip, name, opening), clash: without))
            } else if !needs.uncertain.contains(name) {
                let message =
                    "screen \"\(opening.screen)\" is opened without \"\(name)\" "
                    + "(\"with\": { \"\(name)\": … })"
                faults.append(Fault(offset: opening.offset, message: message, clash: without))
            }
        }
        return faults
    }

    private static func wrongName(_ slip: Compiler.Given, _ name: String, _ opening: Compiler.Opening) -> String {
        "screen \"\(opening.screen)\" has no use for \"\(slip.name.prefix(40))\" (did you mean \"\(name)\"?)"
    }

    private static func wrongType(
        _ name: String, _ type: FieldType, _ right: [FieldType], _ opening: Compiler.Opening
    ) -> String {
        let fields = opening.scope.names(of: right)
        let phrases = right.map(\.phrase).joined(separator: ", ")
        return "\"\(name)\" of screen \"\(opening.screen)\" is \(type.phrase) here "
            + "(\(phrases)\(fields.isEmpty ? "" : ": \(Nearest.list(fields))"))"
    }
}

/// What a screen has to be opened with.
private struct Needs {
    var names: [String] = []
    /// The types that would do, where what is given does not.
    var types: [String: [FieldType]] = [:]
    /// Names that no opening gives and that only a misspelt one is blamed for: the screen may be wrong as well.
    var uncertain: Set<String> = []
    /// The misfits of the screen, by their number, that are put right where it is opened.
    var settledElsewhere: Set<Int> = []
    private(set) var isOpenedByDocuments = false
    /// What the screen has a use for.
    private var wanted: Set<String> = []

    /// More parameters than any screen is given by hand.
    private static let mostGiven = 32

    init() {}

    /// - Parameter ways: every way that documents lead to it; none for a screen of the program's own.
    init(of draft: DocumentReader.Draft, openedBy ways: [Compiler.Opening]) {
        isOpenedByDocuments = !ways.isEmpty
        wanted = Set(draft.used.keys).union(draft.misfits.map(\.name))
        var needed = Set(draft.used.keys)
        for (number, misfit) in draft.misfits.enumerated() where isSettled(misfit, draft, ways) {
            settledElsewhere.insert(number)
            types[misfit.name] = types[misfit.name] ?? misfit.types
            if misfit.isArgument || draft.isFallback {
                uncertain.remove(misfit.name)
            } else if !needed.contains(misfit.name) {
                uncertain.insert(misfit.name)
            }
            needed.insert(misfit.name)
        }
        names = needed.sorted()
    }

    private func isSettled(
        _ misfit: Compiler.Misfit, _ draft: DocumentReader.Draft, _ ways: [Compiler.Opening]
    ) -> Bool {
        guard !ways.isEmpty else { return false }
        // A document of the program's is right, and so is what it gives to an owner's.
        if draft.isFallback { return true }
        guard !draft.fitting.contains(misfit.name) else { return false }
        if ways.contains(where: \.isFallback) { return false }
        if misfit.isArgument { return true }
        return ways.contains { way in
            if let given = way.given.first(where: { $0.name == misfit.name }) {
                return given.type.map { !misfit.types.contains($0) } ?? false
            }
            return slip(for: misfit.name, in: way) != nil
        }
    }

    /// The parameter that was probably meant to be called `name`: one that is near it and that the screen has no use for.
    func slip(for name: String, in opening: Compiler.Opening) -> Compiler.Given? {
        guard opening.given.count <= Self.mostGiven else { return nil }
        return opening.given.first { given in
            // One letter is near every other.
            given.name.utf8.count > 2 && !wanted.contains(given.name)
                && Nearest.word(to: given.name, among: [name]) != nil
        }
    }
}
