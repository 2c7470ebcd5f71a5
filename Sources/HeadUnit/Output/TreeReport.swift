// The screen as one line of JSON: the contract's `tree`.

import Scene

/// Builds the `tree` line.
struct TreeReport {
    private let tree: SceneTree

    init(_ tree: SceneTree) {
        self.tree = tree
    }

    var json: JSON {
        .object([
            ("kind", "tree"), ("screen", .string(tree.screen)), ("template", .string(tree.template)),
            ("title", .string(tree.title)), ("depth", JSON(tree.depth)), ("tab", JSON(tree.tab)),
            ("mode", .string("\(tree.mode)")), ("overlay", JSON(tree.overlay?.rawValue)),
            ("theme", .string(tree.theme)), ("language", .string(tree.language)), ("rowCount", JSON(tree.rowCount)),
            ("focus", JSON(tree.focus?.description)), ("loading", .bool(tree.isLoading)),
            ("moving", .bool(tree.isMoving)),
            ("elements", .array(tree.elements.map(element))),
        ])
    }

    /// How a switch stands; a button with strengths has its strength, everything else its text.
    private func value(_ element: Element) -> JSON {
        element.role == .toggle && element.value == nil ? .bool(element.isSelected) : JSON(element.value)
    }

    private func element(_ element: Element) -> JSON {
        let frame = element.visibleFrame
        return .object([
            ("id", .string(element.id.description)), ("role", .string(element.role.rawValue)),
            ("label", .string(element.label)), ("detail", JSON(element.detail)), ("value", value(element)),
            ("key", JSON(element.key.map { Int($0) })),
            ("frame", .array([JSON(frame.x), JSON(frame.y), JSON(frame.width), JSON(frame.height)])),
            ("focused", .bool(element.isFocused)), ("enabled", .bool(element.isEnabled)),
            ("selected", .bool(element.isSelected)), ("playing", .bool(element.isPlaying)),
            ("progress", JSON(element.progress, decimals: 4)),
        ])
    }
}
