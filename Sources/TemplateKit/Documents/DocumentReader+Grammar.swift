// A document by itself: its JSON, its template and its keys. Any thread.

extension DocumentReader {
    /// Grammar alone. Nil when not even the template can be told.
    func draft(_ file: DocumentFile, _ source: SourceText) -> (Draft?, [DocumentFault]) {
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
}
