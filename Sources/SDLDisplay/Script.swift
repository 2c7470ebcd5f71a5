// Scripts as far as shaping and the choice of a font need them. Values; any thread.

/// A writing system: its ISO 15924 tag for HarfBuzz, and the name of its Noto Sans file.
struct Script: Hashable, Sendable {
    var tag: String
    var notoName: String?
    /// Set in the CJK collection.
    var isCJK = false

    /// Digits, spaces, punctuation, marks: they take the script around them.
    static let common = Script(tag: "Zyyy")
    static let latin = Script(tag: "Latn")
    static let kana = Script(tag: "Kana", isCJK: true)
    static let hangul = Script(tag: "Hang", isCJK: true)
    static let han = Script(tag: "Hani", isCJK: true)

    private struct Block {
        var first: UInt32
        var last: UInt32
        var script: Script
    }

    /// Blocks of Unicode 15 in rising order; what is not here is common.
    private static let blocks: [Block] = {
        func named(_ tag: String, _ name: String) -> Script { Script(tag: tag, notoName: name) }
        let table: [(UInt32, UInt32, Script)] = [
            (0x41, 0x5A, latin), (0x61, 0x7A, latin), (0xAA, 0xAA, latin), (0xBA, 0xBA, latin), (0xC0, 0xD6, latin),
            (0xD8, 0xF6, latin), (0xF8, 0x2B8, latin), (0x370, 0x3FF, Script(tag: "Grek")),
            (0x400, 0x52F, Script(tag: "Cyrl")), (0x531, 0x58F, named("Armn", "Armenian")),
            (0x591, 0x5F4, named("Hebr", "Hebrew")), (0x600, 0x6FF, named("Arab", "Arabic")),
            (0x700, 0x74F, named("Syrc", "Syriac")), (0x750, 0x77F, named("Arab", "Arabic")),
            (0x780, 0x7BF, named("Thaa", "Thaana")), (0x7C0, 0x7FF, named("Nkoo", "NKo")),
            (0x8A0, 0x8FF, named("Arab", "Arabic")), (0x900, 0x97F, named("Deva", "Devanagari")),
            (0x980, 0x9FF, named("Beng", "Bengali")), (0xA00, 0xA7F, named("Guru", "Gurmukhi")),
            (0xA80, 0xAFF, named("Gujr", "Gujarati")), (0xB00, 0xB7F, named("Orya", "Oriya")),
            (0xB80, 0xBFF, named("Taml", "Tamil")), (0xC00, 0xC7F, named("Telu", "Telugu")),
            (0xC80, 0xCFF, named("Knda", "Kannada")), (0xD00, 0xD7F, named("Mlym", "Malayalam")),
            (0xD80, 0xDFF, named("Sinh", "Sinhala")), (0xE00, 0xE7F, named("Thai", "Thai")),
            (0xE80, 0xEFF, named("Laoo", "Lao")), (0xF00, 0xFFF, named("Tibt", "Tibetan")),
            (0x1000, 0x109F, named("Mymr", "Myanmar")), (0x10A0, 0x10FF, named("Geor", "Georgian")),
            (0x1100, 0x11FF, hangul), (0x1200, 0x139F, named("Ethi", "Ethiopic")),
            (0x13A0, 0x13FF, named("Cher", "Cherokee")), (0x1400, 0x167F, named("Cans", "CanadianAboriginal")),
            (0x1680, 0x169F, named("Ogam", "Ogham")), (0x16A0, 0x16FF, named("Runr", "Runic")),
            (0x1780, 0x17FF, named("Khmr", "Khmer")), (0x1800, 0x18AF, named("Mong", "Mongolian")),
            (0x1C80, 0x1C8F, Script(tag: "Cyrl")), (0x1C90, 0x1CBF, named("Geor", "Georgian")),
            (0x1D00, 0x1D25, latin), (0x1E00, 0x1EFF, latin), (0x1F00, 0x1FFF, Script(tag: "Grek")),
            (0x2C00, 0x2C5F, named("Glag", "Glagolitic")), (0x2C60, 0x2C7F, latin),
            (0x2D00, 0x2D2F, named("Geor", "Georgian")), (0x2D30, 0x2D7F, named("Tfng", "Tifinagh")),
            (0x2DE0, 0x2DFF, Script(tag: "Cyrl")), (0x2E80, 0x303F, han), (0x3040, 0x30FF, kana),
            (0x3100, 0x312F, han), (0x3130, 0x318F, hangul), (0x3190, 0x31EF, han), (0x31F0, 0x31FF, kana),
            (0x3200, 0x9FFF, han), (0xA640, 0xA69F, Script(tag: "Cyrl")), (0xA720, 0xA7FF, latin),
            (0xA960, 0xA97F, hangul), (0xAB30, 0xAB6F, latin), (0xAC00, 0xD7FF, hangul), (0xF900, 0xFAFF, han),
            (0xFB00, 0xFB06, latin), (0xFB13, 0xFB17, named("Armn", "Armenian")),
            (0xFB1D, 0xFB4F, named("Hebr", "Hebrew")), (0xFB50, 0xFDFF, named("Arab", "Arabic")),
            (0xFE30, 0xFE4F, han), (0xFE70, 0xFEFC, named("Arab", "Arabic")), (0xFF00, 0xFF65, han),
            (0xFF66, 0xFF9F, kana), (0xFFA0, 0xFFDC, hangul), (0xFFE0, 0xFFEE, han), (0x1B000, 0x1B16F, kana),
            (0x20000, 0x323AF, han),
        ]
        return table.map { Block(first: $0.0, last: $0.1, script: $0.2) }
    }()

    static func of(_ scalar: Unicode.Scalar) -> Script {
        let value = scalar.value
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].last < value { low = middle + 1 } else { high = middle }
        }
        guard low < blocks.count, blocks[low].first <= value else { return .common }
        return blocks[low].script
    }
}
