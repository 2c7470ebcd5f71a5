// All screens of a folder, and what is wrong with them. A value; any thread.

/// The outcome of reading a folder of documents.
public struct DocumentSet: Hashable, Sendable {
    /// The screens without a fault, by name.
    public let screens: [String: ScreenDocument]
    /// By file, in the order of their lines.
    public let faults: [DocumentFault]
    /// The names of the documents that were read, broken ones too.
    public let names: Set<String>

    /// The screens among them that are the program's, because the owner's own of that name cannot be used.
    public let standIns: Set<String>

    public init(
        screens: [String: ScreenDocument] = [:], faults: [DocumentFault] = [], names: Set<String> = [],
        standIns: Set<String> = []
    ) {
        self.screens = screens
        self.faults = faults
        self.names = names
        self.standIns = standIns
    }

    /// These screens, and for each that is broken now the one that was good before: also for one that was removed, as
    /// long as something leads to it. Faults are kept: they are true.
    public func keeping(_ old: DocumentSet) -> DocumentSet {
        var screens = screens
        var standIns = standIns
        func keep(_ name: String, _ screen: ScreenDocument) {
            screens[name] = screen
            standIns.remove(name)
            if old.standIns.contains(name) { standIns.insert(name) }
        }
        for (name, screen) in old.screens where names.contains(name) {
            let isReplaced = standIns.contains(name) && !old.standIns.contains(name)
            if screens[name] == nil || isReplaced { keep(name, screen) }
        }
        var open = Array(screens.values)
        while let screen = open.popLast() {
            for name in screen.leadsTo where screens[name] == nil && !names.contains(name) {
                guard let removed = old.screens[name] else { continue }
                keep(name, removed)
                open.append(removed)
            }
        }
        return DocumentSet(screens: screens, faults: faults, names: names, standIns: standIns)
    }

    /// What is shown in the place of a screen that has no good version: which file and line.
    public func faultMessage(for screen: String) -> MessageTemplate {
        // A screen whose own file has no fault is not there because of another's.
        let fault = faults.first { DocumentFile.name(ofPath: $0.file) == screen } ?? faults.first
        let text = fault?.brief ?? "\(screen).json"
        let message = try? MessageTemplate(
            icon: .icon("warning"), title: .key("document.broken"),
            text: Text.literal(text).shortened(to: TemplateLimits.standard.textCharacters.upperBound),
            buttons: [Button(name: "nowPlaying", title: .key("nowPlaying"), icon: .icon("play"), action: .nowPlaying)])
        guard let message else { preconditionFailure("a message with a title and a short text is always possible") }
        return message
    }
}
