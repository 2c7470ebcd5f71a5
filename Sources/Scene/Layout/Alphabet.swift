// The letters a keyboard offers. Data; any thread.

import TemplateKit

/// One set of letters. Searching ignores case and accents, so plain letters are enough; of a Japanese title the plain
/// syllables or its Latin spelling, of a Korean one the first letters of its syllables.
enum Alphabet: String, Hashable, Sendable, CaseIterable {
    case latin, figures, cyrillic, kana, hangul

    /// The first one is that of the language; figures come next.
    static func order(for language: Language) -> [Alphabet] {
        let own: Alphabet? =
            switch language {
            case .ru: .cyrillic
            case .ja: .kana
            case .ko: .hangul
            case .en, .de, .fr, .zh, .es, .it, .pt, .tr: nil
            }
        let first = own.map { [$0, .latin] } ?? [.latin]
        return first + [.figures] + [.cyrillic, .kana, .hangul].filter { !first.contains($0) }
    }

    /// As they stand on the keys, in reading order.
    var letters: [String] {
        switch self {
        case .latin: Self.characters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        case .figures: Self.characters("1234567890")
        case .cyrillic: Self.characters("АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ")
        case .kana: Self.characters("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん")
        case .hangul: Self.characters("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ")
        }
    }

    /// On the key that leads to it.
    var label: String {
        switch self {
        case .latin: "ABC"
        case .figures: "123"
        case .cyrillic: "АБВ"
        case .kana: "あいう"
        case .hangul: "ㄱㄴㄷ"
        }
    }

    private static func characters(_ text: String) -> [String] { text.map { String($0) } }
}

/// Which letters are shown, and whether any are. A value; kept with its screen.
struct KeyboardState: Hashable {
    /// Nil: the first of the language.
    var alphabet: Alphabet?
    /// Of an alphabet that does not fit at once.
    var part = 0
    /// Put away, to give its place to what was found.
    var isHidden = false
}
