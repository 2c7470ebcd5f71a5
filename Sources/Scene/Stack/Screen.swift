// A screen on a stack: it is asked for its template when something has changed. Main thread.

public import TemplateKit

/// Whatever can say what it shows: a document with its parameters, or code.
@MainActor
public protocol Screen: AnyObject {
    /// As documents and `tree` call it: `albums`.
    var name: String { get }
    /// What is shown now. Asked at most once a turn, and only after a change.
    func makeTemplate() -> Template
    /// Its rows and pictures are here; a push waits for it, 100 ms at most.
    var isReady: Bool { get }
    /// Set by the stage; called by the screen when its template would be another.
    var onChange: (@MainActor () -> Void)? { get set }
    /// The person has typed: the text of its search is this now, and its template carries it from here on.
    func textChanged(_ text: String)
    /// It has left its stack for good.
    func close()
}

extension Screen {
    public var isReady: Bool { true }
    public func textChanged(_ text: String) {}
    public func close() {}
}

/// A screen made of a closure.
@MainActor
public final class ClosureScreen: Screen {
    public let name: String
    public var onChange: (@MainActor () -> Void)?
    /// Takes what is typed into a search.
    public var onText: (@MainActor (String) -> Void)?
    private let template: @MainActor () -> Template

    public init(_ name: String, template: @escaping @MainActor () -> Template) {
        self.name = name
        self.template = template
    }

    public func makeTemplate() -> Template { template() }
    public func textChanged(_ text: String) { onText?(text) }
}

/// A screen with everything that is its own while it is on a stack.
@MainActor
final class StackEntry {
    let screen: any Screen
    var template: Template
    /// Of a list.
    var model: ListModel?
    /// Pixels the content is moved up.
    var scroll = Motion(0)
    /// Of its rows.
    let pictures = RowPictures()
    /// Pixels an image row is moved left, by its number.
    var sideways: [Int: Motion] = [:]
    /// The focus while another screen is over it.
    var place = FocusEngine.Place()
    var loadingSince: Double?
    /// Of a search.
    var keyboard = KeyboardState()
    /// Something of it may have changed since the template was made.
    var needsTemplate = false

    /// - Parameter limits: what of the screen's template may be shown now.
    init(_ screen: any Screen, _ limits: TemplateLimits) {
        self.screen = screen
        template = screen.makeTemplate().limited(to: limits)
    }

    /// It covers the whole picture, tabs included.
    var isFullScreen: Bool { template.kind == .nowPlaying || template.kind == .search }
}

/// The screens of one tab, the root first. The root is never popped.
@MainActor
struct ScreenStack {
    private(set) var entries: [StackEntry]

    init(root: StackEntry) { entries = [root] }

    var top: StackEntry { entries[entries.count - 1] }
    var root: StackEntry { entries[0] }
    var depth: Int { entries.count }

    mutating func push(_ entry: StackEntry) { entries.append(entry) }

    /// Nil at the root.
    mutating func pop() -> StackEntry? { entries.count > 1 ? entries.removeLast() : nil }

    /// What was taken away, the top first.
    mutating func popToRoot() -> [StackEntry] {
        let popped = Array(entries.dropFirst().reversed())
        entries.removeSubrange(1...)
        return popped
    }

    mutating func replaceRoot(_ entry: StackEntry) { entries[0] = entry }

    /// Takes a screen out of the middle; its covered neighbours stay. Nil when it is not there or is the root.
    mutating func take(_ name: String) -> StackEntry? {
        guard let index = entries.lastIndex(where: { $0.screen.name == name }), index > 0 else { return nil }
        return entries.remove(at: index)
    }

    /// Takes a screen that is not the root away with all that is over it; gives what was taken, the top first.
    mutating func cut(from screen: any Screen) -> [StackEntry] {
        guard let index = entries.firstIndex(where: { $0.screen === screen }), index > 0 else { return [] }
        let taken = Array(entries[index...].reversed())
        entries.removeSubrange(index...)
        return taken
    }

    /// The screens above the root, for another root.
    mutating func takeAboveRoot() -> [StackEntry] {
        let above = Array(entries.dropFirst())
        entries.removeSubrange(1...)
        return above
    }
}
