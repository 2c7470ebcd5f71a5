// The search: a text field, what to type it with, and what is found. A value; main thread.

/// What has been typed and the rows it has found. The keyboard, and where everything stands, are the runtime's.
public struct SearchTemplate: Hashable, Sendable {
    /// What has been typed; the screen is told of every change and makes its template anew.
    public let text: String
    /// In the field while nothing is typed, and what the field is called.
    public let hint: Text
    /// What is found: sections of rows, and what stands in their place.
    public let results: ListTemplate

    /// Throws for an empty hint, a text over 60 characters, or what a list throws.
    public init(
        text: String, hint: Text, sections: [ListSection], empty: ListTemplate.Empty? = nil,
        loading: ListTemplate.Loading? = nil
    ) throws(TemplateError) {
        self.text = text
        self.hint = hint
        try Check.notEmpty(hint, "search", "hint")
        results = try ListTemplate(title: hint, sections: sections, empty: empty, loading: loading)
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.count(text.count, within: limits.searchCharacters, "search", "text")
        try results.check(limits)
    }
}
