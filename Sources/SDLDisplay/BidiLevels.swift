// The direction of each character, from FriBidi. Main thread.

import CFriBidi

enum BidiLevels {
    /// Embedding levels of a line, one for each scalar; nil when all of it runs from left to right. The paragraph
    /// takes the direction of its first strong character (UAX #9, P2 and P3).
    static func of(_ scalars: [Unicode.Scalar]) -> [Int8]? {
        guard scalars.contains(where: isRightToLeft) else { return nil }
        let text = scalars.map { FriBidiChar($0.value) }
        let count = text.count
        var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: count)
        var brackets = [FriBidiBracketType](repeating: 0, count: count)
        var levels = [FriBidiLevel](repeating: 0, count: count)
        var direction = FriBidiParType(FRIBIDI_PAR_ON.rawValue)
        fribidi_get_bidi_types(text, FriBidiStrIndex(count), &types)
        fribidi_get_bracket_types(text, FriBidiStrIndex(count), types, &brackets)
        let highest = fribidi_get_par_embedding_levels_ex(
            types, brackets, FriBidiStrIndex(count), &direction, &levels)
        return highest == 0 ? nil : levels.map { Int8(truncatingIfNeeded: $0) }
    }

    /// The visual order of runs by their levels (UAX #9, L2): indices from left to right.
    static func visualOrder(_ levels: [Int8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), highest > 0 else { return order }
        for level in stride(from: highest, through: 1, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0x200F, 0x202B, 0x202E, 0x2067, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
            0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}
