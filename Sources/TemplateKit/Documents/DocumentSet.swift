// All screens of a folder, and what is wrong with them. A value; any thread.

/// The outcome of reading a folder of documents.
public struct DocumentSet: Hashable, Sendable {
    /// The screens without a fault, by name.
    public let screens: [String: ScreenDocument]
    /// By file, in the order of their lines.
    public let faults: [DocumentFault]
    /// The names of the documents that were read, broken ones too.
    public let names: Set<String>

    public init(
        screens: [String: ScreenDocument] = [:], faults: [DocumentFault] = [], names: Set<String> = []
    ) {
        self.screens = screens
        self.faults = faults
        self.names = names
    }

    /// These screens, with the first screen of `other` where the own one is broken: without it nothing leads anywhere.
    public func takingRoot(of other: DocumentSet) -> DocumentSet {
        guard screens["root"] == nil, let root = other.screens["root"] else { return self }
        return DocumentSet(screens: screens.merging(["root": root]) { own, _ in own }, faults: faults, names: names)
    }

    /// These screens, and for each that is broken now the one that was good before. Faults are kept: they are true.
    public func keeping(_ old: DocumentSet) -> DocumentSet {
        let kept = old.screens.filter { screens[$0.key] == nil && names.contains($0.key) }
        return DocumentSet(
            screens: screens.merging(kept) { new, _ in new }, faults: faults, names: names)
    }

    /// What is shown in the place of a screen that has no good version: which file and line.
    public func faultMessage(for screen: String) -> MessageTemplate {
        let fault = faults.first { DocumentFile.name(ofPath: $0.file) == screen }
        let text = fault?.description ?? "\(screen).json"
        let message = try? MessageTemplate(
            icon: .icon("warning"), title: .key("document.broken"),
            text: Text.literal(text).shortened(to: TemplateLimits.standard.textCharacters.upperBound),
            buttons: [Button(name: "nowPlaying", title: .key("nowPlaying"), icon: .icon("play"), action: .nowPlaying)])
        guard let message else { preconditionFailure("a message with a title and a short text is always possible") }
        return message
    }
}

/// A document before it is read.
public struct DocumentFile: Hashable, Sendable {
    /// As faults name it.
    public let path: String
    public let bytes: [UInt8]
    /// It came with the program and stands in for a screen that the owner's folder lacks: it counts only if some way
    /// leads to it.
    public let isFallback: Bool

    public init(path: String, bytes: [UInt8], isFallback: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.isFallback = isFallback
    }

    /// The screen: the last part of the path without `.json`.
    public var name: String { Self.name(ofPath: path) }

    /// The owner's documents, and behind them those of the program's that have another name.
    public static func own(_ own: [DocumentFile], before shipped: [DocumentFile]) -> [DocumentFile] {
        let names = Set(own.map(\.name))
        return own
            + shipped.filter { !names.contains($0.name) }
            .map { DocumentFile(path: $0.path, bytes: $0.bytes, isFallback: true) }
    }

    static func name(ofPath path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    }
}
