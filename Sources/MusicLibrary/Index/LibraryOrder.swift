// An order of albums, artists or tracks with the letters at its edge. Values; any thread.

/// Keys in an order.
public struct LibraryOrder: Hashable, Sendable {
    /// A letter of the index, and the first place that stands under it.
    public struct Letter: Hashable, Sendable {
        public var letter: String
        public var row: Int

        public init(letter: String, row: Int) {
            self.letter = letter
            self.row = row
        }
    }

    public var keys: [Int32] = []
    /// Ascending by row; empty for an order that is not by letter.
    public var letters: [Letter] = []

    public init(keys: [Int32] = [], letters: [Letter] = []) {
        self.keys = keys
        self.letters = letters
    }
}

extension LibraryOrder {
    /// One thing to put in order.
    struct Item {
        var key: Int32
        var sort: SortKey
        /// Decides between equal sort keys, in front of the key.
        var text: String
    }

    /// The order of `items`. The first eight bytes decide nearly always, so they are compared as one number.
    init(_ items: [Item]) {
        let heads = items.enumerated().map { place, item in (head: Self.head(item.sort.bytes), place: place) }
        let sorted = heads.sorted { left, right in
            if left.head != right.head { return left.head < right.head }
            let (a, b) = (items[left.place], items[right.place])
            if a.sort != b.sort { return a.sort < b.sort }
            if a.text != b.text { return a.text < b.text }
            return a.key < b.key
        }
        keys = sorted.map { items[$0.place].key }
        for (row, entry) in sorted.enumerated() {
            let letter = items[entry.place].sort.letter
            if letters.last?.letter != letter { letters.append(Letter(letter: letter, row: row)) }
        }
    }

    private static func head(_ bytes: [UInt8]) -> UInt64 {
        var head: UInt64 = 0
        for index in 0..<8 { head = head << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
        return head
    }
}

/// Orders of albums.
public enum AlbumOrder: String, Sendable, CaseIterable {
    /// By title; letters.
    case title
    /// By artist, the oldest first; letters. Compilations stand at the end of the letters, without one.
    case artist
    /// The newest first.
    case year
    /// Added last first.
    case added
}

/// Orders of tracks.
public enum TrackOrder: String, Sendable, CaseIterable {
    /// By title; letters.
    case title
    /// By artist, then album by album; letters.
    case artist
    /// By album; letters.
    case album
}
