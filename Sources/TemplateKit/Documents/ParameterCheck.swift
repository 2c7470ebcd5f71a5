// What documents give to one another against what is made of it. A value; any thread.

/// Every opening gives all its screen needs, in a type it can use. What is wrong with a parameter is said where it is
/// given, unless the screen itself uses it in two ways or is opened by the program.
struct ParameterCheck {
    private let catalogue: Catalogue
    /// By the name of the screen.
    private let needs: [String: Needs]

    init(catalogue: Catalogue, _ drafts: [DocumentReader.Draft]) {
        self.catalogue = catalogue
        let ways = Dictionary(grouping: drafts.flatMap(\.openings), by: \.screen)
        let needs = drafts.map { draft in
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
            for draft in drafts where needs[draft.name]?.isOpenedByDocuments == true {
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

    /// Adds the faults to the documents they are in.
    func place(_ drafts: inout [DocumentReader.Draft]) {
        var types = catalogue.programScreens
        for index in drafts.indices {
            for opening in drafts[index].openings {
                let needs = needs[opening.screen] ?? Needs()
                for given in opening.given.sorted(by: { $0.name < $1.name }) {
                    guard let type = given.type else { continue }
                    // Whoever opens this screen is told.
                    if let name = given.parameter, self.needs[drafts[index].name]?.types[name] != nil { continue }
                    if let right = needs.types[given.name] {
                        guard !right.contains(type) else { continue }
                        drafts[index].log.add(given.offset, Self.wrongType(given.name, type, right, opening))
                        continue
                    }
                    let other = types[opening.screen]?[given.name] ?? type
                    types[opening.screen, default: [:]][given.name] = other
                    if other != type {
                        drafts[index].log.add(
                            given.offset,
                            "\"\(given.name)\" of screen \"\(opening.screen)\" is \(type.phrase) here "
                                + "(\(other.phrase), as elsewhere)")
                    }
                }
                for name in needs.names where !opening.given.contains(where: { $0.name == name }) {
                    if let slip = needs.slip(for: name, in: opening) {
                        drafts[index].log.add(slip.keyOffset, Self.wrongName(slip, name, opening))
                    } else if !needs.uncertain.contains(name) {
                        drafts[index].log.add(
                            opening.offset,
                            "screen \"\(opening.screen)\" is opened without \"\(name)\" "
                                + "(\"with\": { \"\(name)\": … })")
                    }
                }
            }
            let settled = needs[drafts[index].name]?.settledElsewhere ?? []
            for (number, misfit) in drafts[index].misfits.enumerated() where !settled.contains(number) {
                drafts[index].log.add(misfit.offset, misfit.message)
            }
        }
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
            if misfit.isArgument {
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
        guard !ways.isEmpty, !draft.fitting.contains(misfit.name) else { return false }
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
