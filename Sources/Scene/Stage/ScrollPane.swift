// What moves up and down under the title bar. Main thread.

import TemplateKit

/// Content that may be higher than the pane it is seen in.
struct ScrollPane {
    let frame: Frame
    /// Pixels of the whole content.
    let height: Int

    /// The furthest it is moved up.
    var last: Int { max(0, height - frame.height) }
}

extension Template {
    /// The list that the screen is laid out as.
    var listed: ListTemplate? {
        switch self {
        case .list(let list): list
        case .grid(let grid): grid.list
        case .search(let search): search.results
        case .tabBar, .nowPlaying, .information, .message, .alert, .actionSheet, .notice: nil
        }
    }
}

extension Stage {
    /// Nil for a screen where nothing scrolls.
    func scrollPane(of entry: StackEntry) -> ScrollPane? {
        if let model = entry.model { return ScrollPane(frame: panes.content, height: model.height) }
        guard case .information(let facts) = entry.template else { return nil }
        let layout = InformationLayout(facts, pane: panes.content, environment: environment)
        return ScrollPane(frame: layout.body, height: layout.height)
    }

    /// Content that has become lower is seen to its end.
    func clampScroll(of entry: StackEntry) {
        guard let last = scrollPane(of: entry)?.last, entry.scroll.to > Double(last) else { return }
        entry.scroll = Motion(Double(last))
    }
}
