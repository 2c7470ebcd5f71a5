// The rows of a search: artists, albums and tracks, each kind under its header. Main thread.

import MusicLibrary
import TemplateKit

/// What was found for one text. Until that is known it shows what was found for the text before.
@MainActor
final class SearchRecords: RecordSource {
    private(set) var keys: [Int32] = []
    private(set) var groups: [RowGroup] = []
    private(set) var isLoading = true
    private(set) var revision = 0
    var onChange: (@MainActor () -> Void)?

    private enum Kind: Int32, CaseIterable { case artist, album, track }

    private let text: String
    private let search: LibrarySearch
    private let view: @MainActor () -> (context: RecordContext, isLoading: Bool)
    private var context: RecordContext
    private var found: [(kind: Kind, first: Int, keys: [Int32])] = []

    init(
        text: String, search: LibrarySearch, view: @escaping @MainActor () -> (context: RecordContext, isLoading: Bool)
    ) {
        self.text = text
        self.search = search
        self.view = view
        context = view().context
        take()
    }

    var count: Int { keys.count }
    var index: [IndexLetter] { [] }

    func record(at index: Int) -> Record? {
        guard let part = found.last(where: { $0.first <= index }), index - part.first < part.keys.count, index >= 0
        else { return nil }
        return record(part.kind, part.keys[index - part.first], id: keys[index])
    }

    /// The library, what plays, or the answer is another.
    func refresh() {
        take()
        revision += 1
        onChange?()
    }

    private func take() {
        let view = view()
        context = view.context
        isLoading = view.isLoading
        search.ask(text, in: context.snapshot)
        let matches = search.matches
        let all: [(Kind, LibraryMatches.Group)] = [
            (.artist, matches.artists), (.album, matches.albums), (.track, matches.tracks),
        ]
        // The kind that has the best match comes first; of equally good ones in the order above.
        let sorted = all.filter { !$0.1.keys.isEmpty }.enumerated().sorted { left, right in
            let (a, b) = (left.element.1.best ?? .inside, right.element.1.best ?? .inside)
            return a == b ? left.offset < right.offset : a < b
        }
        found = []
        groups = []
        keys = []
        keys.reserveCapacity(matches.count)
        for (_, (kind, group)) in sorted {
            let first = keys.count
            found.append((kind, first, group.keys))
            keys += group.keys.map { Self.key($0, kind) }
            groups.append(RowGroup(header: Self.header(kind), rows: first..<keys.count))
        }
    }

    /// Keys of three kinds as one: they are counted from 1, so three of them fit.
    private static func key(_ key: Int32, _ kind: Kind) -> Int32 { key &* 3 &+ kind.rawValue }

    private static func header(_ kind: Kind) -> Text {
        switch kind {
        case .artist: .key("artists")
        case .album: .key("tab.albums")
        case .track: .key("tracks.title")
        }
    }

    /// The fields of that kind; of the keys only the one that names the row itself.
    private func record(_ kind: Kind, _ key: Int32, id: Int32) -> Record? {
        let own: (fields: Record?, names: [String], keyName: String)
        switch kind {
        case .artist: own = (context.artist(key), ["albumCount", "trackCount"], "artistID")
        case .album: own = (context.album(key), ["title", "artist", "year", "isAbsent"], "albumID")
        case .track: own = (context.track(key), ["title", "artist", "album", "duration", "isAbsent"], "trackID")
        }
        guard let fields = own.fields else { return nil }
        var record = Self.blank
        for name in own.names + ["cover", "isPlaying"] { record[name] = fields[name] ?? FieldValue.none }
        if kind == .artist { record["title"] = fields["name"] ?? FieldValue.none }
        record["isArtist"] = .flag(kind == .artist)
        record["id"] = .key(id)
        record[own.keyName] = .key(key)
        return record
    }

    /// Every field that the catalogue declares, with nothing in it.
    private static let blank: Record =
        Catalogue.music.sources.first { $0.name == "search" }?.fields
        .mapValues { _ in FieldValue.none } ?? [:]
}
