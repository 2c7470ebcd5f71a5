// The ways from the first screen to all others. Any thread.

extension DocumentReader {
    /// There is a root, it is of a kind that can be one, and every screen is reached from it.
    func checkRoot(
        _ drafts: inout [Draft], _ reached: Set<String>, _ reading: Reading, _ faults: inout [DocumentFault]
    ) {
        guard let rootKind = reading.kinds["root"] else {
            let folder = drafts.first.map { String($0.source.file.dropLast($0.name.utf8.count + 5)) } ?? ""
            faults.append(
                DocumentFault(
                    file: folder + "root.json", line: 1, column: 1, message: "is missing (the first screen)"))
            return
        }
        for index in drafts.indices {
            let draft = drafts[index]
            let offset = draft.templateOffset
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
        guard reading.isComplete, rootKind != nil else { return }
        for index in drafts.indices where !reached.contains(drafts[index].name) {
            let name = drafts[index].name
            let twin = reading.kinds.keys.sorted().first { $0 != name && $0.lowercased() == name.lowercased() }
            let hint = twin.map { "did you mean \"\($0).json\"?" } ?? "an \"open\" for it, or remove the file"
            drafts[index].log.add(
                drafts[index].root.offset, "nothing that root.json leads to opens this screen (\(hint))")
        }
    }

    /// The screens that some way leads to.
    func reached(from drafts: [Draft]) -> Set<String> {
        var reached: Set<String> = []
        var next = ["root"] + catalogue.programScreens.keys
        let ways = Dictionary(drafts.map { ($0.name, $0.openings.map(\.screen)) }) { $0 + $1 }
        while let name = next.popLast() {
            if reached.insert(name).inserted { next += ways[name] ?? [] }
        }
        return reached
    }
}
