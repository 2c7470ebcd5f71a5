// All phrases in all languages, read from one file. A value; any thread.

/// The string catalogue: each phrase knows the languages it has and the original they were translated from.
public struct StringCatalogue: Hashable, Sendable {
    /// A phrase of the original with its translations.
    public struct Entry: Hashable, Sendable {
        /// In the original language and the others it has.
        public let phrases: [Language: Phrase]
        /// What the original was when each was translated; equal to the original now, or the translation is stale.
        public let translatedFrom: [Language: [PluralCategory: String]]

        public init(phrases: [Language: Phrase], translatedFrom: [Language: [PluralCategory: String]] = [:]) {
            self.phrases = phrases
            self.translatedFrom = translatedFrom
        }

        /// Translated from an original that has changed since.
        public func isStale(in language: Language) -> Bool {
            guard language != .original, phrases[language] != nil, let original = phrases[.original] else {
                return false
            }
            return translatedFrom[language] != original.forms
        }
    }

    public let entries: [String: Entry]

    public init(entries: [String: Entry] = [:]) { self.entries = entries }

    public var keys: [String] { Array(entries.keys) }

    /// The phrases of a language, those it lacks taken from English and then from the original.
    public func table(for language: Language) -> StringTable {
        StringTable(
            language: language,
            phrases: entries.compactMapValues {
                $0.phrases[language] ?? $0.phrases[.en] ?? $0.phrases[.original]
            })
    }

    /// Keys that a language lacks, in the order of the alphabet; languages that lack none are not there.
    public var missing: [Language: [String]] {
        byLanguage { entry, language in entry.phrases[language] == nil }
    }

    /// Keys whose translation is older than the original, in the order of the alphabet.
    public var stale: [Language: [String]] {
        byLanguage { entry, language in entry.isStale(in: language) }
    }

    private func byLanguage(_ isMeant: (Entry, Language) -> Bool) -> [Language: [String]] {
        var result: [Language: [String]] = [:]
        for language in Language.allCases {
            let keys = entries.filter { isMeant($0.value, language) }.keys.sorted()
            if !keys.isEmpty { result[language] = keys }
        }
        return result
    }
}
