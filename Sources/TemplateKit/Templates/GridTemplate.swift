// The grid: pictures in lines under a title. A value; main thread.

/// A grid of any length. Its items live in their source, so describing 100,000 of them costs nothing.
public struct GridTemplate: Hashable, Sendable {
    /// The list it is laid out as: one section whose lines hold several items.
    package let list: ListTemplate
    public let items: GridItems

    public var title: Text { list.title }
    public var leadingButtons: [Button] { list.leadingButtons }
    public var trailingButtons: [Button] { list.trailingButtons }
    /// The letters of the source at the edge.
    public var hasIndex: Bool { list.hasIndex }
    public var empty: ListTemplate.Empty? { list.empty }
    public var loading: ListTemplate.Loading? { list.loading }

    /// - Parameter hasDetails: whether a line is kept under each title.
    /// - Throws: for an empty title, more than two bar buttons a side, or two buttons with one name.
    @MainActor
    public init(
        title: Text, shape: ImageShape = .square, items: any ItemSource, hasDetails: Bool = true,
        leadingButtons: [Button] = [], trailingButtons: [Button] = [], hasIndex: Bool = false,
        empty: ListTemplate.Empty? = nil, loading: ListTemplate.Loading? = nil
    ) throws(TemplateError) {
        try Self.check(title, leadingButtons, trailingButtons, .standard)
        self.items = GridItems(reference: ItemSourceReference(items), shape: shape, hasDetails: hasDetails)
        list = try ListTemplate(
            title: title, sections: [ListSection(items: self.items)],
            leadingButtons: leadingButtons, trailingButtons: trailingButtons, hasIndex: hasIndex, empty: empty,
            loading: loading)
    }

    /// A grid of items that are all known. Throws as the full initialiser does, and when two have one key.
    @MainActor
    public init(
        title: Text, shape: ImageShape = .square, items: [GridItem], leadingButtons: [Button] = [],
        trailingButtons: [Button] = [], empty: ListTemplate.Empty? = nil
    ) throws(TemplateError) {
        try self.init(
            title: title, shape: shape, items: try StaticItems(items),
            hasDetails: items.contains { $0.detail != nil }, leadingButtons: leadingButtons,
            trailingButtons: trailingButtons, empty: empty)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Self.check(title, leadingButtons, trailingButtons, limits)
    }

    private static func check(
        _ title: Text, _ leading: [Button], _ trailing: [Button], _ limits: TemplateLimits
    ) throws(TemplateError) {
        try Check.notEmpty(title, "grid", "title")
        try Check.count(leading.count, within: limits.barButtons, "grid", "leadingButtons")
        try Check.count(trailing.count, within: limits.barButtons, "grid", "trailingButtons")
        try Check.unique((leading + trailing).map(\.name), "grid", "trailingButtons")
    }

    /// Items of the whole grid.
    @MainActor
    public var itemCount: Int { list.rowCount }
}
