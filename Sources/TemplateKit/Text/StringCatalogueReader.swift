// Reads the file of the string catalogue. Any thread.

// { "tracks": { "of": { "one": … }, "ru": { "one": "{count} трек", … }, "en": { "one": "{count} track", … } } }
// "of" is the original that the translations below were made from. A translation made from another one carries its
// own: "de": { "of": …, "text": … }.

extension StringCatalogue {
    /// The phrases of a file and what is wrong with it. Phrases without a fault are there in any case.
    /// - Parameter base: phrases that those of the file come on top of, a language at a time; one that replaces another
    ///   has its places, or it is left out. They are in the result.
    public static func read(
        _ source: SourceText, over base: StringCatalogue = StringCatalogue()
    ) -> (catalogue: StringCatalogue, faults: [DocumentFault]) {
        let (root, faults) = JSONParser.parse(source)
        var reader = StringCatalogueReader(log: FaultLog(source, faults), base: base)
        guard let root else { return (base, faults) }
        let own = reader.catalogue(root)
        return (StringCatalogue(entries: base.entries.merging(own.entries) { $1 }), reader.log.faults)
    }
}

private struct StringCatalogueReader {
    var log: FaultLog
    let base: StringCatalogue

    typealias Forms = [PluralCategory: String]

    mutating func catalogue(_ root: JSONNode) -> StringCatalogue {
        guard case .object(let members) = root.value else {
            log.add(root.offset, "\(root.value.name) (an object of phrases)")
            return StringCatalogue()
        }
        var entries: [String: StringCatalogue.Entry] = [:]
        for member in members where member.key != "$schema" {
            guard TextPattern.isKey(member.key) else {
                log.add(member.keyOffset, "\"\(member.key.prefix(40))\" is no key (letters, digits, . _ -)")
                continue
            }
            if let entry = entry(member) { entries[member.key] = entry }
        }
        return StringCatalogue(entries: entries)
    }

    private mutating func entry(_ member: JSONMember) -> StringCatalogue.Entry? {
        guard case .object(let languages) = member.node.value else {
            log.add(member.node.offset, "\(member.node.value.name) (an object of languages)")
            return nil
        }
        var phrases: [Language: Phrase] = [:]
        var origins: [Language: Forms] = [:]
        let common = member.node["of"].flatMap { forms($0, of: .original, isOrigin: true) }
        for translation in languages where translation.key != "of" {
            guard let language = Language(rawValue: translation.key) else {
                let codes = Language.allCases.map(\.rawValue)
                // A code has two letters: half of another is near none of them, a country behind one is.
                let near = codes.first { translation.key.lowercased().hasPrefix($0 + "-") }
                let hint = near.map { "did you mean \"\($0)\"?" } ?? codes.joined(separator: ", ")
                log.add(translation.keyOffset, "unknown language \"\(translation.key.prefix(40))\" (\(hint))")
                continue
            }
            var node = translation.node
            if let text = node["text"], let origin = node["of"] {
                origins[language] = forms(origin, of: .original, isOrigin: true)
                node = text
            } else if language != .original {
                origins[language] = common
            }
            if let forms = forms(node, of: language) { phrases[language] = Phrase(forms: forms, language: language) }
        }
        if let below = base.entries[member.key] { return change(of: below, phrases, origins, member) }
        if phrases[.original] == nil {
            log.add(member.keyOffset, "\"\(member.key)\" has no original (\"\(Language.original.rawValue)\")")
        }
        checkPlaces(of: phrases, member)
        return phrases.isEmpty ? nil : StringCatalogue.Entry(phrases: phrases, translatedFrom: origins)
    }

    /// A text, or an object of plural forms that has all its language needs.
    private mutating func forms(_ node: JSONNode, of language: Language, isOrigin: Bool = false) -> Forms? {
        switch node.value {
        case .string(let text):
            if text.isEmpty {
                log.add(node.offset, "an empty text (remove the language, or translate)")
                return nil
            }
            return isLine(text, node) ? [.other: text] : nil
        case .object(let members):
            var forms: Forms = [:]
            for member in members {
                guard let category = PluralCategory(rawValue: member.key) else {
                    let names = language.pluralCategories.map(\.rawValue)
                    let hint =
                        Nearest.word(to: member.key, among: names + ["of", "text"]).map { "did you mean \"\($0)\"?" }
                        ?? names.joined(separator: ", ")
                    log.add(member.keyOffset, "unknown plural form \"\(member.key.prefix(40))\" (\(hint))")
                    continue
                }
                guard let text = member.node.string, !text.isEmpty else {
                    log.add(member.node.offset, "\(member.node.value.name) (a text that is not empty)")
                    continue
                }
                if isLine(text, member.node) { forms[category] = text }
            }
            if !isOrigin {
                for category in language.pluralCategories where forms[category] == nil {
                    log.add(node.offset, "no plural form \"\(category.rawValue)\" (\(language.rawValue) needs it)")
                }
            }
            return forms.isEmpty ? nil : forms
        default:
            log.add(node.offset, "\(node.value.name) (a text, or an object of plural forms)")
            return nil
        }
    }

    /// Words that can be drawn in one piece. Paragraphs are made by the document, of several phrases.
    private mutating func isLine(_ text: String, _ node: JSONNode) -> Bool {
        let most = TemplateLimits.standard.textCharacters.upperBound
        if text.count > most {
            log.add(node.offset, "\(text.count) characters (at most \(most))")
            return false
        }
        let isBroken = text.unicodeScalars.contains {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        if isBroken { log.add(node.offset, "a line break or another control character (one line)") }
        return !isBroken
    }

    /// The phrase below with what is changed of it; nil when what documents fill in has no place in it any more. The
    /// languages that are not named keep their words: whoever changes one means the others to stay.
    private mutating func change(
        of below: StringCatalogue.Entry, _ phrases: [Language: Phrase], _ origins: [Language: Forms],
        _ member: JSONMember
    ) -> StringCatalogue.Entry? {
        let places = (below.phrases[.original] ?? below.phrases.values.first)?.places ?? []
        if let phrase = phrases.values.first(where: { $0.places != places }) {
            let right = places.sorted().map { "{\($0)}" }.joined(separator: " ")
            log.add(
                member.node[phrase.language.rawValue]?.offset ?? member.keyOffset,
                "\"\(member.key)\" has other places than the phrase it replaces (\(right.isEmpty ? "none" : right))")
            return nil
        }
        let all = below.phrases.merging(phrases) { $1 }
        let original = all[.original]?.forms
        var translatedFrom = below.translatedFrom.merging(origins) { $1 }
        for language in all.keys where language != .original {
            let isUnsaid = phrases[language] == nil ? phrases[.original] != nil : origins[language] == nil
            if isUnsaid { translatedFrom[language] = original }
        }
        return StringCatalogue.Entry(phrases: all, translatedFrom: translatedFrom)
    }

    /// Every language fills the places of the original and no others.
    private mutating func checkPlaces(of phrases: [Language: Phrase], _ member: JSONMember) {
        guard let original = phrases[.original] else { return }
        for (language, phrase) in phrases.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where phrase.places != original.places {
            let places = original.places.sorted().map { "{\($0)}" }.joined(separator: " ")
            let node = member.node[language.rawValue] ?? member.node
            log.add(
                node.offset,
                "\"\(member.key)\" has other places in \(language.rawValue) (\(places.isEmpty ? "none" : places))")
        }
    }
}
