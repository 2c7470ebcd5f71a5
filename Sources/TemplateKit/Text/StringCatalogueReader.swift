// Reads the file of the string catalogue. Any thread.

// { "tracks": { "of": { "one": … }, "ru": { "one": "{count} трек", … }, "en": { "one": "{count} track", … } } }
// "of" is the original that the translations below were made from. A translation made from another one carries its
// own: "de": { "of": …, "text": … }.

extension StringCatalogue {
    /// The phrases of a file and what is wrong with it. Phrases without a fault are there in any case.
    /// - Parameter base: phrases that those of the file come on top of; one that replaces another has its places, or it
    ///   is left out. They are in the result.
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
        if phrases[.original] == nil {
            log.add(member.keyOffset, "\"\(member.key)\" has no original (\"\(Language.original.rawValue)\")")
        }
        checkPlaces(of: phrases, member)
        guard hasPlacesOfBase(phrases, member) else { return nil }
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

    /// What documents fill in has its place in the phrase that takes another's place.
    private mutating func hasPlacesOfBase(_ phrases: [Language: Phrase], _ member: JSONMember) -> Bool {
        guard let mine = phrases[.original] ?? phrases.values.first, let entry = base.entries[member.key],
            let places = (entry.phrases[.original] ?? entry.phrases.values.first)?.places, mine.places != places
        else { return true }
        let right = places.sorted().map { "{\($0)}" }.joined(separator: " ")
        log.add(
            member.keyOffset,
            "\"\(member.key)\" has other places than the phrase it replaces (\(right.isEmpty ? "none" : right))")
        return false
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
