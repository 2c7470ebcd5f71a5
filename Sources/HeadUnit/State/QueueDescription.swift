// What the queue is, in a few lines instead of 100,000 paths. A value; kept in `queue.json`.

public import AudioCore

/// In which order a source gives its items. Open: what this version does not know it keeps as it is.
public struct QueueSort: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// As the source lists them.
    public static let given = QueueSort(rawValue: "given")
    /// By path, folder by folder.
    public static let path = QueueSort(rawValue: "path")
}

/// Where the items of a queue come from. A new kind is a new case here and in the two functions below.
public enum QueueSource: Hashable, Sendable {
    /// Files and CUE sheets; at most `fileLimit` are kept.
    case files([RawPath])
    /// Everything below these folders; at most `folderLimit` are kept.
    case folders([RawPath])
    /// What was chosen on the screen, in its natural order.
    case items([QueueItem])

    public static let fileLimit = 500
    public static let folderLimit = 50
    public static let itemLimit = 2000
}

extension QueueSource: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, uris, items
    }

    /// - Throws: `UnknownKindError` for a kind of a newer version.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func paths(_ limit: Int) throws -> [RawPath] {
            try values.decode([String].self, forKey: .uris).prefix(limit).map { uri in
                guard let path = RawPath(uri: uri) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .uris, in: values, debugDescription: "not the file: URI of an absolute path")
                }
                return path
            }
        }
        switch try values.decode(String.self, forKey: .kind) {
        case "files": self = .files(try paths(Self.fileLimit))
        case "folders": self = .folders(try paths(Self.folderLimit))
        case "items":
            self = .items(Array(try values.decode([QueueItem].self, forKey: .items).prefix(Self.itemLimit)))
        case let kind: throw UnknownKindError(kind: kind)
        }
    }

    /// Paths that are not absolute are left out: they mean nothing at the next start.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func write(_ kind: String, _ paths: [RawPath], _ limit: Int) throws {
            try values.encode(kind, forKey: .kind)
            try values.encode(paths.filter(\.isAbsolute).prefix(limit).map(\.uri), forKey: .uris)
        }
        switch self {
        case .files(let paths): try write("files", paths, Self.fileLimit)
        case .folders(let paths): try write("folders", paths, Self.folderLimit)
        case .items(let items):
            try values.encode("items", forKey: .kind)
            try values.encode(Array(items.filter(\.path.isAbsolute).prefix(Self.itemLimit)), forKey: .items)
        }
    }
}

/// The queue as it is kept (`queue.json`, version 1): with the items of the source, `PlayQueue(items:record:)` gives
/// it back exactly.
public struct QueueDescription: Codable, Hashable, Sendable {
    public static let name = "queue"
    public static let version = 1

    public var source: QueueSource
    public var sort: QueueSort
    /// Shuffle, repeat, place and edits.
    public var order: QueueRecord
    /// `file:` URIs of the folders of music when the source is something else; absent in older files.
    private var music: [String]?

    /// - Parameter folders: the folders of music; those of the source when it is folders.
    public init(source: QueueSource, sort: QueueSort, order: QueueRecord, folders: [RawPath] = []) {
        self.source = source
        self.sort = sort
        self.order = order
        if case .folders = source { return }
        if !folders.isEmpty { music = folders.prefix(QueueSource.folderLimit).map(\.uri) }
    }

    /// Where music was looked for when this was written.
    public var folders: [RawPath] {
        if case .folders(let folders) = source { folders } else { music?.compactMap { RawPath(uri: $0) } ?? [] }
    }

    /// True when the source has more entries than are kept.
    public var isCut: Bool {
        switch source {
        case .files(let paths): paths.count > QueueSource.fileLimit
        case .folders(let paths): paths.count > QueueSource.folderLimit
        case .items(let items): items.count > QueueSource.itemLimit
        }
    }
}
