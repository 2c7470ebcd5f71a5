// The screen as `tree` tells it. A value; made on the main thread.

import TemplateKit

/// Everything of the line that `tree` prints but its JSON.
public struct SceneTree: Hashable, Sendable {
    public enum Overlay: String, Hashable, Sendable { case letters, volume, notice }

    /// The name of the screen on top; that of an alert or a sheet while one is up.
    public var screen: String
    /// As documents spell it.
    public var template: String
    public var title: String
    /// Screens on the stack of this tab, the root included.
    public var depth: Int
    /// Nil without tabs.
    public var tab: Int?
    public var mode: FocusEngine.Mode
    public var overlay: Overlay?
    public var theme: String
    public var language: String
    /// Rows and image rows of a list, items of a grid; nil for other templates.
    public var rowCount: Int?
    /// Nil in touch mode.
    public var focus: ElementID?
    public var isLoading: Bool
    /// The limits of a moving car hold.
    public var isMoving: Bool
    /// What is visible, in reading order.
    public var elements: [Element]
}

extension Stage {
    /// The screen as it is at `now`.
    public func tree(now: Double) -> SceneTree {
        advance(to: now)
        update(at: now)
        layout(at: now)
        let entry = modals.last?.entry ?? top
        let template = entry?.template
        let overlay: SceneTree.Overlay? =
            shownLetter != nil ? .letters : volumeOverlay != .hidden ? .volume : notice != nil ? .notice : nil
        return SceneTree(
            screen: entry?.screen.name ?? "", template: template?.kind.rawValue ?? "", title: title(of: template),
            depth: stack?.depth ?? 0, tab: tabBar == nil ? nil : selectedTab, mode: focus.mode, overlay: overlay,
            theme: theme.name, language: strings.language.rawValue, rowCount: entry?.model?.rowCount,
            focus: focus.focus, isLoading: entry?.model?.isLoading ?? false, isMoving: isMoving,
            elements: drawn.elements)
    }

    private func title(of template: Template?) -> String {
        let text: Text? =
            switch template {
            case .list(let list): list.header?.title ?? list.title
            case .grid(let grid): grid.title
            case .information(let facts): facts.title
            case .search(let search): search.hint
            case .nowPlaying(let playing): playing.title
            case .message(let message): message.title
            case .alert(let alert): alert.titles.first
            case .actionSheet(let sheet): sheet.title
            case .notice(let notice): notice.text
            case .tabBar, nil: nil
            }
        return text.map(strings.string(for:)) ?? ""
    }
}
