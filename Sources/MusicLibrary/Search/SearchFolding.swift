// The forms under which a text is found: without case and accents, as words and as one word, in Latin letters. Workers.

extension SortFolding {
    /// Words parted by one space each. Figures stay as they are written.
    /// - Parameter isJoined: punctuation inside a word parts nothing: `AC/DC` is `acdc`, not `ac dc`.
    mutating func words(_ text: String, isJoined: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 4)
        var hasGap = false
        for scalar in text.unicodeScalars {
            // A decomposed й, as in the order of lists.
            if scalar == "\u{306}", result.suffix(2) == [0xD0, 0xB8] {
                result.replaceSubrange(result.count - 2..<result.count, with: "й".utf8)
                continue
            }
            switch piece(scalar) {
            case .nothing: continue
            case .gap:
                if !isJoined || scalar.properties.isWhitespace { hasGap = true }
                continue
            case .digit(let digit): append([digit], hasGap, to: &result)
            case .letters(let letters): append(letters, hasGap, to: &result)
            }
            hasGap = false
        }
        return result
    }

    private func append(_ letters: [UInt8], _ hasGap: Bool, to result: inout [UInt8]) {
        if hasGap, !result.isEmpty { result.append(Self.space) }
        result += letters
    }

    /// All forms in its own script, none twice: words, joined words, and without a leading article.
    mutating func forms(_ text: String) -> [[UInt8]] {
        let words = words(text)
        guard !words.isEmpty else { return [] }
        var forms = [words]
        func add(_ form: [UInt8]) { if !form.isEmpty, !forms.contains(form) { forms.append(form) } }
        if text.utf8.contains(where: Self.isPunctuation) { add(self.words(text, isJoined: true)) }
        add(Array(SortKey.withoutArticle(words)))
        if let initials = Hangul.initials(of: words) { add(initials) }
        return forms
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x5F, 0x7B...0x7E, 0x80...: true
        default: false
        }
    }
}

extension Hangul {
    /// The initials of Korean syllables, so that they are found by the fourteen letters a small keyboard has; other
    /// letters stay. Nil without a syllable.
    static func initials(of folded: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var hasSyllable = false
        for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
            if (0xAC00...0xD7A3).contains(scalar.value) {
                result += initial(of: scalar.value).utf8
                hasSyllable = true
            } else {
                result += String(scalar).utf8
            }
        }
        return hasSyllable ? result : nil
    }
}
