// Cutting a text to a number of bytes where a reader would. Any thread.

extension String {
    /// The longest beginning that takes at most `limit` bytes inside a JSON string, cut between characters as a
    /// reader sees them (grapheme clusters, Unicode UAX #29). A first character that is longer than `limit` by itself
    /// is cut between its scalars.
    func clipped(toJSONBytes limit: Int) -> String {
        var size = 0
        var end = startIndex
        while end < endIndex {
            for scalar in self[end].unicodeScalars {
                size += scalar.jsonByteCount
                if size > limit { return end > startIndex ? String(self[..<end]) : clippedScalars(limit) }
            }
            formIndex(after: &end)
        }
        return self
    }

    private func clippedScalars(_ limit: Int) -> String {
        var size = 0
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            size += scalar.jsonByteCount
            if size > limit { break }
            text.append(scalar)
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// Bytes in a JSON string at most (RFC 8259, section 7).
    fileprivate var jsonByteCount: Int {
        switch value {
        case 0..<0x20, 0x7F: 6
        case 0x22, 0x2F, 0x5C: 2
        default: UTF8.width(self)
        }
    }
}
