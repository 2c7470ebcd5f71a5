// A file of a folder of screens, as it was found. A value; any thread.

/// A document before it is read.
public struct DocumentFile: Hashable, Sendable {
    /// As faults name it.
    public let path: String
    public let bytes: [UInt8]
    /// It came with the program and stands in for a screen that the owner's folder lacks, or whose own cannot be used:
    /// it counts only if some way leads to it.
    public let isFallback: Bool
    /// Why there are no bytes, and in brackets what would be right; nil for a file that could be read.
    public let problem: String?

    public init(path: String, bytes: [UInt8], isFallback: Bool = false, problem: String? = nil) {
        self.path = path
        self.bytes = bytes
        self.isFallback = isFallback
        self.problem = problem
    }

    /// The screen: the last part of the path without `.json`.
    public var name: String { Self.name(ofPath: path) }

    /// The owner's documents, and behind them the program's.
    public static func own(_ own: [DocumentFile], before shipped: [DocumentFile]) -> [DocumentFile] {
        own
            + shipped.map {
                DocumentFile(path: $0.path, bytes: $0.bytes, isFallback: true, problem: $0.problem)
            }
    }

    static func name(ofPath path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    }
}
