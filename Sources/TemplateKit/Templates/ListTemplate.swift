// The list: sections of rows or image rows under a title, with an optional header. A value; main thread.

/// A list of any length. Its rows live in their sources, so describing 100,000 of them costs nothing.
public struct ListTemplate: Hashable, Sendable {
    /// What stands in the place of rows when there are none.
    public struct Empty: Hashable, Sendable {
        public let title: Text
        public let detail: Text?
        public let icon: Image?

        /// Throws when `title` is empty.
        public init(title: Text, detail: Text? = nil, icon: Image? = nil) throws(TemplateError) {
            self.title = title
            self.detail = detail
            self.icon = icon
            try Check.notEmpty(title, "empty", "title")
        }
    }

    /// The rows are not known yet: a spinner after a moment, with or without a text.
    public struct Loading: Hashable, Sendable {
        public let text: Text?
        public init(text: Text? = nil) { self.text = text }
    }

    public let title: Text
    public let header: ListHeader?
    public let sections: [ListSection]
    /// On the driver's side of the title, after the back button.
    public let leadingButtons: [Button]
    /// On the far side of the title.
    public let trailingButtons: [Button]
    /// The letters at the edge: those of the sections and of the sources' own index.
    public let hasIndex: Bool
    public let empty: Empty?
    public let loading: Loading?

    /// Throws for more than two bar buttons a side, or two buttons with one name.
    public init(
        title: Text, header: ListHeader? = nil, sections: [ListSection], leadingButtons: [Button] = [],
        trailingButtons: [Button] = [], hasIndex: Bool = false, empty: Empty? = nil, loading: Loading? = nil
    ) throws(TemplateError) {
        self.title = title
        self.header = header
        self.sections = sections
        self.leadingButtons = leadingButtons
        self.trailingButtons = trailingButtons
        self.hasIndex = hasIndex
        self.empty = empty
        self.loading = loading
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        if header == nil { try Check.notEmpty(title, "list", "title") }
        try Check.count(leadingButtons.count, within: limits.barButtons, "list", "leadingButtons")
        try Check.count(trailingButtons.count, within: limits.barButtons, "list", "trailingButtons")
        try Check.unique((leadingButtons + trailingButtons).map(\.name), "list", "trailingButtons")
        try header?.check(limits)
        for section in sections { try section.check(limits) }
    }

    /// Rows and image rows of all sections together.
    @MainActor
    public var rowCount: Int { sections.reduce(0) { $0 + $1.count } }

    /// The section and the place in it of a row counted over all sections; nil when there is no such row.
    @MainActor
    public func place(ofRow row: Int) -> (section: Int, index: Int)? {
        guard row >= 0 else { return nil }
        var left = row
        for (number, section) in sections.enumerated() {
            let count = section.count
            if left < count { return (number, left) }
            left -= count
        }
        return nil
    }

    /// The letters at the edge with their first rows counted over all sections: a section's own letter, or those of
    /// its source. Empty without an index.
    @MainActor
    public var letters: [IndexLetter] {
        guard hasIndex else { return [] }
        var letters: [IndexLetter] = []
        var first = 0
        for section in sections {
            if let letter = section.indexLetter {
                letters.append(IndexLetter(letter, row: first))
            } else if let source = section.source {
                letters += source.index.map { IndexLetter($0.letter, row: first + $0.row) }
            }
            first += section.count
        }
        return letters
    }

    /// Whether both have the same rows in the same order, judged by their keys.
    @MainActor
    public func hasSameKeys(as other: ListTemplate) -> Bool {
        sections.count == other.sections.count
            && zip(sections, other.sections).allSatisfy { $0.hasSameKeys(as: $1) }
    }
}
