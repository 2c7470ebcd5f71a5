// Names and tags as people may see them on a terminal. JSON keeps them exact. Values; any thread.

extension String {
    /// One line that does nothing to a terminal: control characters of names, tags and cue sheets are shown instead of
    /// obeyed. Those of ASCII become their picture (␛ for ESC, ␊ for a line's end: Unicode's block Control Pictures);
    /// those above it (C1), which some terminals obey as well, the line and paragraph separators, and the marks that
    /// turn the direction of what follows become U+FFFD.
    var harmless: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(Self.isControl(scalar) ? Self.picture(scalar) : scalar) }
        return String(text)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func picture(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
