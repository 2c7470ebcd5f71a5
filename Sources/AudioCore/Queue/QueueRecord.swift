// What has to be kept of a play queue beside where its items came from. Values; any thread.

/// A list of a newer version holds a kind of entry that this version does not know. Thrown while decoding: the
/// content is not damaged, so a reader leaves it alone.
public struct UnknownKindError: Error, Hashable, Sendable {
    /// The kind as written.
    public let kind: String

    public init(kind: String) {
        self.kind = kind
    }
}

/// A change of a queue, in absolute numbers: it does not depend on what was playing.
public enum QueueEdit: Hashable, Sendable {
    /// New items from `index` on, played from `place` on.
    case insert([QueueItem], index: Int, place: Int)
    /// The item at `index` goes.
    case remove(index: Int)
    /// Natural order: an item changes its index.
    case moveItem(from: Int, to: Int)
    /// Shuffled: an item changes its place in the order only.
    case reorder(from: Int, to: Int)
}

extension QueueEdit: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, items, index, place, from, to
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Int { try values.decode(Int.self, forKey: key) }
        switch try values.decode(String.self, forKey: .kind) {
        case "insert":
            self = .insert(
                try values.decode([QueueItem].self, forKey: .items), index: try number(.index),
                place: try number(.place))
        case "remove": self = .remove(index: try number(.index))
        case "moveItem": self = .moveItem(from: try number(.from), to: try number(.to))
        case "reorder": self = .reorder(from: try number(.from), to: try number(.to))
        case let kind: throw UnknownKindError(kind: kind)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .insert(let items, let index, let place):
            try values.encode("insert", forKey: .kind)
            try values.encode(items, forKey: .items)
            try values.encode(index, forKey: .index)
            try values.encode(place, forKey: .place)
        case .remove(let index):
            try values.encode("remove", forKey: .kind)
            try values.encode(index, forKey: .index)
        case .moveItem(let from, let to):
            try values.encode("moveItem", forKey: .kind)
            try values.encode(from, forKey: .from)
            try values.encode(to, forKey: .to)
        case .reorder(let from, let to):
            try values.encode("reorder", forKey: .kind)
            try values.encode(from, forKey: .from)
            try values.encode(to, forKey: .to)
        }
    }
}

/// A queue without its items: with the items of the source it is rebuilt exactly (`PlayQueue(items:record:)`).
/// Its size does not grow with the queue.
public struct QueueRecord: Codable, Hashable, Sendable {
    /// Items that the source gave before any edit.
    public var baseCount: Int
    /// The place in the play order.
    public var position: Int
    public var repeatMode: RepeatMode
    public var isShuffled: Bool
    /// What the shuffled order was drawn from (`QueueOrder`).
    public var seed: UInt64
    public var lap: Int
    public var first: Int?
    /// The edits, oldest first.
    public var edits: [QueueEdit]
    /// How many of `edits` came before the present order was drawn: they changed the items only.
    public var editsBeforeOrder: Int

    private enum CodingKeys: String, CodingKey {
        case baseCount, position
        case repeatMode = "repeat"
        case isShuffled = "shuffle"
        case seed, lap, first, edits, editsBeforeOrder
    }

    public init(baseCount: Int) {
        self.baseCount = baseCount
        position = 0
        repeatMode = .off
        isShuffled = false
        seed = 0
        lap = 0
        edits = []
        editsBeforeOrder = 0
    }
}
