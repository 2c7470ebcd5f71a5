// A screen that is not there says so. Main thread.

import TemplateKit

/// In the place of a screen that the program does not have; a root that names one is refused by `carillon check`.
@MainActor
final class MissingScreen: Screen {
    let name: String
    var onChange: (@MainActor () -> Void)?

    init(_ name: String) { self.name = name }

    func makeTemplate() -> Template {
        // The texts are not empty and there is nothing else, so the initialiser has nothing to refuse.
        do throws(TemplateError) {
            return .message(
                try MessageTemplate(icon: .icon("warning"), title: .key("document.broken"), text: .literal(name)))
        } catch {
            preconditionFailure("a message of a title alone is refused: \(error)")
        }
    }
}
