// A part of a list with its own header. A value; main thread.

/// Rows, or image rows, under an optional header; the one section of a grid holds its items.
public struct ListSection: Hashable, Sendable {
    /// What a section holds: one kind, never both.
    public enum Content: Hashable, Sendable {
        case rows(RowSourceReference)
        case imageRows([ImageRow])
        /// Several on each line; only a grid has them.
        case items(GridItems)
    }

    public let header: Text?
    /// One character; the list's index jumps to the section by it.
    public let indexLetter: String?
    public let content: Content

    /// A section whose rows come from a source. Throws when `indexLetter` is not one character.
    @MainActor
    public init(
        header: Text? = nil, indexLetter: String? = nil, rows: any RowSource
    ) throws(TemplateError) {
        self.header = header
        self.indexLetter = indexLetter
        self.content = .rows(RowSourceReference(rows))
        try check(.standard)
    }

    /// A section of rows that are all known. Throws when two have one key.
    @MainActor
    public init(header: Text? = nil, indexLetter: String? = nil, rows: [Row]) throws(TemplateError) {
        try self.init(header: header, indexLetter: indexLetter, rows: StaticRows(rows))
    }

    /// A section of image rows. Throws when two have one key.
    public init(
        header: Text? = nil, indexLetter: String? = nil, imageRows: [ImageRow]
    ) throws(TemplateError) {
        self.header = header
        self.indexLetter = indexLetter
        self.content = .imageRows(imageRows)
        try Check.unique(imageRows.map { String($0.key) }, "section", "imageRows")
        try check(.standard)
    }

    /// The items of a grid.
    init(items: GridItems) {
        header = nil
        indexLetter = nil
        content = .items(items)
    }

    func check(_ limits: TemplateLimits) throws(TemplateError) {
        if let indexLetter {
            try Check.count(indexLetter.count, within: limits.indexCharacters, "section", "index")
        }
        if case .imageRows(let rows) = content {
            for row in rows { try row.check(limits) }
        }
    }

    /// Rows, image rows or items.
    @MainActor
    public var count: Int {
        switch content {
        case .rows(let reference): reference.source.count
        case .imageRows(let rows): rows.count
        case .items(let items): items.reference.source.count
        }
    }

    /// The key of the row, image row or item at `index`; `index` is below `count`.
    @MainActor
    public func key(at index: Int) -> Int32 {
        switch content {
        case .rows(let reference): reference.source.keys[index]
        case .imageRows(let rows): rows[index].key
        case .items(let items): items.reference.source.keys[index]
        }
    }

    /// The row at `index`, below `count`; nil while its page is on the way, and where the section has no rows.
    @MainActor
    public func row(at index: Int) -> Row? {
        guard case .rows(let reference) = content else { return nil }
        return reference.source.row(at: index)
    }

    /// Where the rows or items come from; nil for image rows.
    @MainActor
    public var source: (any KeyedSource)? {
        switch content {
        case .rows(let reference): reference.source
        case .items(let items): items.reference.source
        case .imageRows: nil
        }
    }

    @MainActor
    func hasSameKeys(as other: ListSection) -> Bool {
        switch (content, other.content) {
        case (.rows(let mine), .rows(let theirs)):
            return mine == theirs || mine.source.keys == theirs.source.keys
        case (.imageRows(let mine), .imageRows(let theirs)):
            return mine.map(\.key) == theirs.map(\.key)
                && zip(mine, theirs).allSatisfy { $0.elements.map(\.key) == $1.elements.map(\.key) }
        case (.items(let mine), .items(let theirs)):
            return mine.reference == theirs.reference || mine.reference.source.keys == theirs.reference.source.keys
        default: return false
        }
    }
}
