import TestSupport
import Testing

@testable import MusicLibrary

@Suite struct SortKeyTests {
    @Test(
        "texts stand in the order people expect, in every script",
        arguments: [
            // Case, accents, articles and punctuation do not count.
            ["Abba", "abc", "The Beatles", "Björk", "Bob Dylan", "Édith Piaf", "Elvis", "Der Plan", "Zaz"],
            ["Angela", "Ängie", "Anna"],
            ["Les Négresses Vertes", "Nena"],
            ["...And Justice", "Back", "(What's the Story)", "Yes"],
            ["Guns N' Roses", "Guns N Rosess"],
            ["Straße", "Strasse 2"],
            // Numbers go by value.
            ["Track 2", "Track 10", "Track 010b"],
            ["7 Seconds", "99 Luftballons", "1999"],
            // Cyrillic, ё with е, й a letter of its own.
            ["Алиса", "Ёлка", "Жуки", "Иван", "Йогурт", "Кино", "ЯЯ"],
            ["ёж в лесу не ель", "ель"],
            // Kana: hiragana and katakana are one, voiced sounds stand with plain ones.
            ["あい", "アウ", "かさ", "ガシ", "さくら", "ドラ", "はな", "わ"],
            ["ただ", "タダい", "たちつ"],
            // Scripts: Latin, Cyrillic, kana, Hangul, then figures and what is left.
            ["Zebra", "Алиса", "さくら", "가요", "99", "漢字"],
            ["Abba", "Ｂｅａｔ", "Cher"],
        ])
    func order(texts: [String]) {
        let keys = texts.map { SortKey($0) }
        for (left, right) in zip(keys, keys.dropFirst()) { #expect(left < right) }
    }

    @Test(
        "what differs only in case, accents or an article is equal",
        arguments: [
            ("The Wall", "wall"), ("Die Toten Hosen", "TOTEN HOSEN"), ("Les Choristes", "choristes"), ("A Day", "day"),
            ("Mañana", "manana"), ("Łódź", "lodz"), ("Ёлка", "елка"), ("カラオケ", "からおけ"), ("Don't", "dont"),
            ("  Rock—Me ", "rock me"), ("Й", "и\u{306}"), ("e\u{301}t\u{e9}", "ete"), ("Track 007", "track 7"),
        ])
    func equal(left: String, right: String) {
        #expect(SortKey(left) == SortKey(right))
    }

    @Test("an article that is all there is stays, and so does one that only looks like it")
    func articles() {
        #expect(SortKey("The The").letter == "T")
        #expect(SortKey("A").letter == "A")
        #expect(SortKey("Dieter").letter == "D")
        #expect(SortKey("Theory").letter == "T")
    }

    @Test(
        "the letter of the index",
        arguments: [
            ("The Wall", "W"), ("Émile", "E"), ("Ёлка", "Е"), ("Йога", "Й"), ("ガム", "か"), ("プリン", "は"), ("やま", "や"),
            ("レモン", "ら"), ("ん", "わ"), ("까치", "ㄱ"), ("하늘", "ㅎ"), ("1999", "#"), ("漢字", "#"), ("???", "#"), ("", "#"),
            ("Ωmega", "#"), ("ß", "S"), ("Їжак", "Ї"),
        ])
    func letter(text: String, letter: String) {
        #expect(SortKey(text).letter == letter)
    }

    @Test("a sort tag decides over the title, and its articles count")
    func sortTag() {
        #expect(SortKey("宇多田ヒカル", sort: "うただ").letter == "あ")
        #expect(SortKey("The The", sort: "The The") == SortKey("x", sort: "the the"))
        #expect(SortKey("x", sort: "The Wall").letter == "T")
    }

    @Test("an order of many is the same as comparing their keys, and its letters ascend by row")
    func orderAgrees() {
        var random = SeededNumbers(seed: 7)
        let alphabet = Array("aAbéZz 0129'The АяёЁйかガア가#漢!")
        let texts = (0..<400).map { _ in
            String(
                (0..<Int.random(in: 0...7, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        }
        let items = texts.enumerated().map {
            LibraryOrder.Item(key: Int32($0.offset), sort: SortKey($0.element), text: $0.element)
        }
        let order = LibraryOrder(items)
        let keys = order.keys.map { SortKey(texts[Int($0)]) }
        for (left, right) in zip(keys, keys.dropFirst()) { #expect(!(right < left)) }
        #expect(Set(order.keys).count == texts.count)
        #expect(Set(order.letters.map(\.letter)).count == order.letters.count)
        for letter in order.letters {
            #expect(keys[letter.row].letter == letter.letter)
            #expect(letter.row == 0 || keys[letter.row - 1].letter != letter.letter)
        }
    }
}
