// A screen that comes from a document. Main thread.

public import TemplateKit

/// One opened screen: its document, what it was opened with, and its rows.
@MainActor
public final class DocumentScreen: Screen {
    public let name: String
    public var onChange: (@MainActor () -> Void)? {
        get { context.onChange }
        set { context.onChange = newValue }
    }
    private let context: ScreenContext
    /// Asked at each making, so that a document that was edited shows at once.
    private let document: @MainActor () -> ScreenDocument?
    private let fault: @MainActor () -> MessageTemplate
    /// What was shown last; a page on a stack cannot become an alert over it, nor the reverse.
    private var last: Template?

    /// - Parameters:
    ///   - parameters: what it was opened with.
    ///   - provider: answers for the sources and records that the document names.
    ///   - document: the screen as it is now; nil when it has gone.
    ///   - fault: what stands in the place of a document that is not there.
    public init(
        _ name: String, parameters: Record, provider: any RecordProvider,
        document: @escaping @MainActor () -> ScreenDocument?, fault: @escaping @MainActor () -> MessageTemplate
    ) {
        self.name = name
        context = ScreenContext(parameters: parameters, provider: provider)
        self.document = document
        self.fault = fault
    }

    /// One of a set of documents.
    public convenience init(
        _ name: String, parameters: Record = [:], of documents: DocumentSet, provider: any RecordProvider
    ) {
        self.init(name, parameters: parameters, provider: provider) {
            documents.screens[name]
        } fault: {
            documents.faultMessage(for: name)
        }
    }

    public func makeTemplate() -> Template {
        let template = currentTemplate
        if let last, last.kind.isPage != template.kind.isPage { return last }
        last = template
        return template
    }

    private var currentTemplate: Template {
        guard let document = document() else { return .message(fault()) }
        do throws(TemplateError) {
            return try document.makeTemplate(context)
        } catch {
            let text = Text.literal("\(name).json: \(error.description)")
            let message = try? MessageTemplate(icon: .icon("warning"), title: .key("document.broken"), text: text)
            return .message(message ?? fault())
        }
    }

    public func textChanged(_ text: String) { context.text = text }

    public func close() { context.onChange = nil }
}
