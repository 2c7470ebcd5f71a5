// A screen that comes from a document. Main thread.

import Scene
import TemplateKit

/// One opened screen: its document, what it was opened with, and its rows.
@MainActor
final class DocumentScreen: Screen {
    let name: String
    var onChange: (@MainActor () -> Void)? {
        get { context.onChange }
        set { context.onChange = newValue }
    }
    private let context: ScreenContext
    /// Asked at each making, so that a document that was edited shows at once.
    private let document: @MainActor () -> ScreenDocument?
    private let fault: @MainActor () -> MessageTemplate

    init(
        _ name: String, parameters: Record, provider: any RecordProvider,
        document: @escaping @MainActor () -> ScreenDocument?, fault: @escaping @MainActor () -> MessageTemplate
    ) {
        self.name = name
        context = ScreenContext(parameters: parameters, provider: provider)
        self.document = document
        self.fault = fault
    }

    func makeTemplate() -> Template {
        guard let document = document() else { return .message(fault()) }
        do throws(TemplateError) {
            return try document.makeTemplate(context)
        } catch {
            let text = Text.literal("\(name).json: \(error.description)")
            let message = try? MessageTemplate(icon: .icon("warning"), title: .key("document.broken"), text: text)
            return .message(message ?? fault())
        }
    }

    func close() { context.onChange = nil }
}
