// Records fetched by the page as they are looked at. Main thread; the fetch itself is a worker's.

/// A source of any length that keeps only the pages last looked at.
@MainActor
public final class PagedRecords: RecordSource {
    /// Starts fetching those rows elsewhere and returns before `deliver` brings them. The number is the generation to
    /// deliver with.
    public typealias Fetch = @MainActor (_ rows: Range<Int>, _ generation: Int) -> Void

    /// Pages kept; a screen shows parts of two.
    public static let pagesKept = 16

    public private(set) var keys: [Int32]
    public private(set) var index: [IndexLetter]
    public private(set) var isLoading: Bool
    public private(set) var revision = 0
    public var onChange: (@MainActor () -> Void)?

    private let fetch: Fetch
    /// By the number of the page.
    private var pages: [Int: [Record]] = [:]
    /// Pages that are there, the one looked at last at the end.
    private var recent: [Int] = []
    private var asked: Set<Int> = []
    private var generation = 0

    /// `isLoading` until the first `replace` when nothing is known yet.
    public init(keys: [Int32] = [], index: [IndexLetter] = [], isLoading: Bool = false, fetch: @escaping Fetch) {
        self.keys = keys
        self.index = index
        self.isLoading = isLoading
        self.fetch = fetch
    }

    public var count: Int { keys.count }

    public func record(at index: Int) -> Record? {
        guard keys.indices.contains(index) else { return nil }
        let number = index / RowPage.size
        if let page = pages[number] {
            if recent.last != number, let place = recent.firstIndex(of: number) {
                recent.remove(at: place)
                recent.append(number)
            }
            let place = index % RowPage.size
            return page.indices.contains(place) ? page[place] : nil
        }
        if asked.insert(number).inserted {
            fetch(RowPage.around(index, count: count), generation)
        }
        return nil
    }

    /// Brings the records of a page that was asked for, from its first row on. What was fetched for an older
    /// generation is dropped.
    public func deliver(_ records: [Record], from row: Int, generation: Int) {
        guard generation == self.generation, row >= 0, row % RowPage.size == 0, row < count else { return }
        let number = row / RowPage.size
        asked.remove(number)
        pages[number] = records
        recent.removeAll { $0 == number }
        recent.append(number)
        if recent.count > Self.pagesKept { pages[recent.removeFirst()] = nil }
        changed()
    }

    /// The rows are others now: new keys, and every page is fetched again as it is looked at.
    public func replace(keys: [Int32], index: [IndexLetter]) {
        self.keys = keys
        self.index = index
        isLoading = false
        generation += 1
        pages = [:]
        recent = []
        asked = []
        changed()
    }

    private func changed() {
        revision += 1
        onChange?()
    }
}
