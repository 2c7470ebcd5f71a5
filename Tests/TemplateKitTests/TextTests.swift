// Words: plural forms, numbers, durations, dates, and lines with something missing.

import Testing

@testable import TemplateKit

@Suite("Text is written in the language")
struct TextTests {
    static let table = StringTable(
        language: .en,
        phrases: [
            "tracks": Phrase(forms: [.one: "{count} track", .other: "{count} tracks"], language: .en),
            "remove": Phrase("Remove “{name}”?", language: .en), "home": Phrase("Home", language: .en),
            "braces": Phrase("{{not a place}} {", language: .en),
        ])

    @Test(
        "a number takes the plural form of its language",
        arguments: [
            (
                Language.ru,
                [0: PluralCategory.many, 1: .one, 2: .few, 4: .few, 5: .many, 11: .many, 12: .many, 14: .many]
            ),
            (
                .ru,
                [
                    21: .one, 22: .few, 25: .many, 101: .one, 111: .many, 112: .many, 122: .few, 1_000_000: .many,
                    -1: .one,
                ]
            ),
            (.en, [0: .other, 1: .one, 2: .other, 11: .other, 21: .other, 1_000_000: .other]),
            (.de, [0: .other, 1: .one, 2: .other, 21: .other]),
            (.fr, [0: .one, 1: .one, 2: .other, 21: .other, 1_000_000: .many, 2_000_000: .many, 1_000_001: .other]),
            (.zh, [0: .other, 1: .other, 2: .other]), (.ja, [0: .other, 1: .other, 2: .other]),
            (.ko, [0: .other, 1: .other, 2: .other]),
            (.es, [0: .other, 1: .one, 2: .other, 1_000_000: .many]),
            (.it, [0: .other, 1: .one, 2: .other, 1_000_000: .many]),
            (.pt, [0: .one, 1: .one, 2: .other, 1_000_000: .many]),
            (.tr, [0: .other, 1: .one, 2: .other, 21: .other]),
        ])
    func plurals(_ language: Language, _ expected: [Int: PluralCategory]) {
        for (number, category) in expected {
            #expect(language.pluralCategory(of: number) == category, "\(number) in \(language)")
        }
        #expect(language.pluralCategory(of: .min) != .one)
    }

    @Test("every form a language needs is reached by some number below two hundred", arguments: Language.allCases)
    func formsAreNeeded(_ language: Language) {
        let reached = Set((0..<200).map { language.pluralCategory(of: $0) })
        #expect(reached == Set(language.pluralCategories))
    }

    @Test(
        "counts have the groups of the language",
        arguments: [
            (Language.en, "999", "1,234", "12,345", "1,234,567"), (.de, "999", "1.234", "12.345", "1.234.567"),
            (.es, "999", "1234", "12.345", "1.234.567"), (.ja, "999", "1,234", "12,345", "1,234,567"),
            (.ru, "999", "1\u{A0}234", "12\u{A0}345", "1\u{A0}234\u{A0}567"),
            (.fr, "999", "1\u{202F}234", "12\u{202F}345", "1\u{202F}234\u{202F}567"),
            (.zh, "999", "1,234", "12,345", "1,234,567"), (.ko, "999", "1,234", "12,345", "1,234,567"),
            (.it, "999", "1.234", "12.345", "1.234.567"), (.pt, "999", "1.234", "12.345", "1.234.567"),
            (.tr, "999", "1.234", "12.345", "1.234.567"),
        ])
    func counts(_ language: Language, _ a: String, _ b: String, _ c: String, _ d: String) {
        #expect([999, 1234, 12345, 1_234_567].map { language.string(count: $0) } == [a, b, c, d])
        #expect(language.string(count: -5) == "-5")
        #expect(language.string(count: -123_456).hasPrefix("-123"))
        #expect(language.string(count: .min).hasPrefix("-9"))
    }

    @Test(
        "a number with a decimal place and a percentage are written as the language does",
        arguments: [
            (Language.ru, "−1,5", "70\u{A0}%"), (.en, "−1.5", "70%"), (.de, "−1,5", "70\u{A0}%"),
            (.fr, "−1,5", "70\u{202F}%"), (.zh, "−1.5", "70%"), (.ja, "−1.5", "70%"), (.es, "−1,5", "70\u{A0}%"),
            (.it, "−1,5", "70%"), (.pt, "−1,5", "70%"), (.ko, "−1.5", "70%"), (.tr, "−1,5", "%70"),
        ])
    func decimals(_ language: Language, _ decimal: String, _ percent: String) {
        #expect(language.string(decimal: -1.5) == decimal)
        #expect(language.string(percent: 70) == percent)
        #expect(language.string(decimal: 3) == "3")
        #expect(language.string(decimal: -0.04) == "0")
        #expect(language.string(decimal: .nan).isEmpty == false)
    }

    @Test(
        "durations are minutes and seconds, with hours when there are some",
        arguments: [
            (0, "0:00"), (0.999, "0:00"), (1, "0:01"), (59.9, "0:59"), (60, "1:00"), (225, "3:45"), (3599, "59:59"),
            (3600, "1:00:00"), (3723, "1:02:03"), (-1, "0:00"), (.nan, "0:00"), (.infinity, "999:59:59"),
            (1e300, "999:59:59"),
        ])
    func durations(_ seconds: Double, _ expected: String) {
        #expect(Language.en.string(duration: seconds) == expected)
    }

    @Test("dates say as much as is known, in the order of the language")
    func dates() {
        func written(_ language: Language) -> [String] {
            [CalendarDate(year: 1998), .init(year: 1998, month: 5), .init(year: 1998, month: 5, day: 1)]
                .map { language.string(date: $0) }
        }
        #expect(written(.en) == ["1998", "May 1998", "May 1, 1998"])
        #expect(written(.ru) == ["1998", "май 1998", "1 мая 1998"])
        #expect(written(.de) == ["1998", "Mai 1998", "1. Mai 1998"])
        #expect(written(.fr) == ["1998", "mai 1998", "1 mai 1998"])
        #expect(written(.es) == ["1998", "mayo de 1998", "1 de mayo de 1998"])
        #expect(written(.it) == ["1998", "maggio 1998", "1 maggio 1998"])
        #expect(written(.pt) == ["1998", "maio de 1998", "1 de maio de 1998"])
        #expect(written(.tr) == ["1998", "Mayıs 1998", "1 Mayıs 1998"])
        #expect(written(.zh) == ["1998年", "1998年5月", "1998年5月1日"])
        #expect(written(.ja) == ["1998年", "1998年5月", "1998年5月1日"])
        #expect(written(.ko) == ["1998년", "1998년 5월", "1998년 5월 1일"])
        #expect(CalendarDate(year: 1998, month: 13, day: 1) == CalendarDate(year: 1998))
        #expect(CalendarDate(year: 1998, month: 2, day: 32) == CalendarDate(year: 1998, month: 2))
    }

    @Test("twelve months have twelve names", arguments: Language.allCases)
    func months(_ language: Language) {
        let names = Set((1...12).map { language.string(date: CalendarDate(year: 2000, month: $0)) })
        #expect(names.count == 12)
    }

    @Test(
        "an empty field takes its neighbouring separator with it",
        arguments: [
            (["A", "B", "C"], "A · B – C"), (["", "B", "C"], "B – C"), (["A", "", "C"], "A – C"),
            (["A", "B", ""], "A · B"), (["", "", "C"], "C"), (["", "B", ""], "B"), (["A", "", ""], "A"),
            (["", "", ""], ""),
        ])
    func emptyFields(_ values: [String], _ expected: String) {
        let text = Text.pattern([
            .value(.text(values[0])), .literal(" · "), .value(.text(values[1])), .literal(" – "),
            .value(.text(values[2])),
        ])
        #expect(Self.table.string(for: text) == expected)
    }

    @Test("words beside a field go with it, words of their own stay")
    func words() {
        func line(_ value: FieldValue) -> String {
            Self.table.string(
                for: .pattern([
                    .literal("Album, by "), .value(value), .literal(" · "), .key("tracks", ["count": .count(1)]),
                ]))
        }
        #expect(line(.text("Kino")) == "Album, by Kino · 1 track")
        #expect(line(.none) == "Album · 1 track")
    }

    @Test("a separator inside a field's own text is not one")
    func separatorsInValues() {
        let text = Text.pattern([.value(.text("AC – DC, live")), .literal(" · "), .value(.none)])
        #expect(Self.table.string(for: text) == "AC – DC, live")
    }

    @Test("a phrase whose field says nothing is empty in a line")
    func phraseWithoutItsField() {
        let text = Text.pattern([.value(.text("1998")), .literal(" · "), .key("tracks", ["count": .none])])
        #expect(Self.table.string(for: text) == "1998")
    }

    @Test("flags, images and keys are never written")
    func unwritable() {
        for value in [FieldValue.flag(true), .image(.icon("i")), .key(7), .none] {
            #expect(Self.table.string(for: value) == "")
            #expect(Text.pattern([.value(value)]).isEmpty)
        }
    }

    @Test("phrases fill their places, and an unknown key shows itself")
    func phrases() {
        #expect(Self.table.string(for: .key("tracks", count: 1)) == "1 track")
        #expect(Self.table.string(for: .key("tracks", count: 12345)) == "12,345 tracks")
        #expect(Self.table.string(for: .key("remove", ["name": .text("{x}")])) == "Remove “{x}”?")
        #expect(Self.table.string(for: .key("braces")) == "{not a place} {")
        #expect(Self.table.string(for: .key("nobody.knows")) == "nobody.knows")
        #expect(Self.table.string(for: "literal") == "literal")
    }

    @Test("what a language lacks comes from English, with the plural rules of English")
    func fallback() {
        let catalogue = StringCatalogue(entries: [
            "tracks": .init(phrases: [
                .ru: Phrase(
                    forms: [.one: "{count} трек", .few: "{count} трека", .many: "{count} треков"], language: .ru),
                .en: Phrase(forms: [.one: "{count} track", .other: "{count} tracks"], language: .en),
            ]),
            "only": .init(phrases: [.ru: Phrase("Только", language: .ru)]),
        ])
        let french = catalogue.table(for: .fr)
        #expect(french.string(for: .key("tracks", count: 0)) == "0 tracks")
        #expect(french.string(for: .key("only")) == "Только")
        #expect(catalogue.table(for: .ru).string(for: .key("tracks", count: 3)) == "3 трека")
        #expect(catalogue.missing[.en] == ["only"])
        #expect(catalogue.missing[.ru] == nil)
    }

    @Test("a locale's name leads to its language")
    func locales() {
        #expect(Language(localeName: "de_DE.UTF-8") == .de)
        #expect(Language(localeName: "PT-br") == .pt)
        #expect(Language(localeName: "C.UTF-8") == nil)
        #expect(Language(localeName: "") == nil)
    }

    @Test("a text is cut to its limit with an ellipsis, and the limit holds")
    func shortened() {
        let long = Text.pattern([.literal("aaaa"), .value(.text("bbbb")), .key("home"), .literal("cccc")])
        for most in 1...12 {
            #expect(long.shortened(to: most).givenCharacterCount <= most)
        }
        #expect(Text.literal("abcdef").shortened(to: 4) == "abc…")
        #expect(Text.literal("abcd").shortened(to: 4) == "abcd")
    }
}

@Suite("The string catalogue's file")
struct StringCatalogueTests {
    static func read(_ text: String) -> (catalogue: StringCatalogue, faults: [String]) {
        let outcome = StringCatalogue.read(SourceText(file: "s.json", bytes: Array(text.utf8)))
        return (outcome.catalogue, outcome.faults.map(\.description))
    }

    @Test("a translation of another original than today's is stale")
    func stale() {
        let (catalogue, faults) = Self.read(
            """
            { "a": { "of": "Дом", "ru": "Дом", "en": "House", "de": { "of": "Изба", "text": "Hütte" } },
              "b": { "of": "Старый", "ru": "Новый", "en": "Old" } }
            """)
        #expect(faults == [])
        #expect(catalogue.stale == [.de: ["a"], .en: ["b"]])
        #expect(catalogue.missing[.fr] == ["a", "b"])
        #expect(catalogue.missing[.de] == ["b"])
        #expect(catalogue.table(for: .de).string(for: .key("a")) == "Hütte")
    }

    @Test(
        "faults are named with their place",
        arguments: [
            ("[]", "s.json:1:1: a list (an object of phrases)"),
            (#"{"a": 1}"#, "s.json:1:7: a number (an object of languages)"),
            (#"{"a b": {}}"#, #"s.json:1:2: "a b" is no key (letters, digits, . _ -)"#),
            (#"{"a": {"en": "x"}}"#, #"s.json:1:2: "a" has no original ("ru")"#),
            (
                #"{"a": {"ru": "x", "xx": "y"}}"#,
                #"s.json:1:19: unknown language "xx" (ru, en, de, fr, zh, ja, es, it, pt, ko, tr)"#
            ),
            (
                #"{"a": {"ru": "x", "pt-BR": "y"}}"#,
                #"s.json:1:19: unknown language "pt-BR" (did you mean "pt"?)"#
            ),
            (#"{"a": {"ru": ""}}"#, "s.json:1:14: an empty text (remove the language, or translate)"),
            (#"{"a": {"ru": "x", "en": 3}}"#, "s.json:1:25: a number (a text, or an object of plural forms)"),
            (
                #"{"a": {"ru": {"one": "x", "few": "x"}}}"#,
                #"s.json:1:14: no plural form "many" (ru needs it)"#
            ),
            (
                #"{"a": {"ru": "x", "ja": {"two": "x", "other": "y"}}}"#,
                #"s.json:1:26: unknown plural form "two" (other)"#
            ),
            (
                #"{"a": {"ru": "{count} x", "en": "x"}}"#,
                #"s.json:1:33: "a" has other places in en ({count})"#
            ),
            (#"{"a": {"ru": "x", "en": "{n}"}}"#, #"s.json:1:25: "a" has other places in en (none)"#),
        ])
    func faults(_ text: String, _ expected: String) {
        #expect(Self.read(text).faults.contains(expected), "\(Self.read(text).faults)")
    }
}
