// An answer in an alert or a sheet. A value; any thread.

/// A title, and what is done when it is chosen; the alert or sheet closes in any case.
public struct ModalAction: Hashable, Sendable {
    public enum Style: String, Hashable, Sendable, CaseIterable {
        case `default`, cancel, destructive, plain
    }

    public let title: Text
    public let icon: Image?
    public let style: Style
    /// Nil only closes.
    public let action: Action?
    public let isEnabled: Bool

    /// Throws when `title` is empty.
    public init(
        title: Text, icon: Image? = nil, style: Style = .plain, action: Action? = nil, isEnabled: Bool = true
    ) throws(TemplateError) {
        self.title = title
        self.icon = icon
        self.style = style
        self.action = action
        self.isEnabled = isEnabled
        try Check.notEmpty(title, "action", "title")
    }

    static func checkStyles(_ actions: [ModalAction], _ template: String) throws(TemplateError) {
        let once: [Style] = [.default, .cancel]
        try Check.unique(actions.map(\.style).filter(once.contains).map(\.rawValue), template, "actions")
    }

    /// Cancel, else the first that destroys nothing, else the first.
    static func safeIndex(_ actions: [ModalAction]) -> Int {
        actions.firstIndex { $0.style == .cancel } ?? actions.firstIndex { $0.style != .destructive } ?? 0
    }
}
