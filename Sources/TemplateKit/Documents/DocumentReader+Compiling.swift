// Documents by what they say to one another: compiled until all of it is known. Any thread.

extension DocumentReader {
    /// Compiles all, and again those of which more is known then, until the types of all parameters are known. They only
    /// grow, so it ends.
    func compile(_ drafts: inout [Draft], _ kinds: [String: Template.Kind?]) {
        var ways = catalogue.programScreens.mapValues { Ways(parameters: $0, isOpened: true) }
        let grammar = drafts.map(\.log)
        // What the program's documents give to one another does not depend on the owner's.
        let shipped = drafts.indices.filter { drafts[$0].isFallback }
        for indices in [shipped, Array(drafts.indices)] { settle(indices, &drafts, &ways, grammar, kinds) }
    }

    private func settle(
        _ indices: [Int], _ drafts: inout [Draft], _ ways: inout [String: Ways], _ grammar: [FaultLog],
        _ kinds: [String: Template.Kind?]
    ) {
        let owned = Set(drafts.filter { !$0.isFallback && !$0.isReplaced }.map(\.name))
        for _ in 0...drafts.count + 1 {
            let known = ways
            var isSettled = true
            for index in indices {
                let mine = known[drafts[index].name] ?? Ways()
                guard mine != drafts[index].compiled else { continue }
                isSettled = false
                drafts[index].log = grammar[index]
                compileOne(&drafts[index], kinds, mine, owned)
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

    private func compileOne(
        _ draft: inout Draft, _ kinds: [String: Template.Kind?], _ ways: Ways, _ owned: Set<String>
    ) {
        var compiler = Compiler(
            catalogue: catalogue, screens: kinds, source: draft.source, parameters: ways.parameters,
            isOpen: draft.name != "root" && !ways.isOpened)
        compiler.isFallback = draft.isFallback
        if draft.isFallback { compiler.owned = owned }
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
        draft.clashes = compiler.clashes.map { clash in
            let kind = kinds[clash.screen]??.phrase ?? "another"
            let allowed = clash.kinds.map(\.phrase).joined(separator: ", ")
            return Clash(
                screen: clash.screen,
                message: "the screen \(clash.screen) is \(kind) (\(draft.name).json opens it: \(allowed))")
        }
        draft.compiled = ways
    }
}
