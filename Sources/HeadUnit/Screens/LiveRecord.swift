// One record that changes in place: what is playing, how it sounds, how far a scan is. Main thread.

import TemplateKit

/// A source of exactly one record, made when it is asked for.
@MainActor
final class LiveRecord: RecordSource {
    var onChange: (@MainActor () -> Void)?
    private(set) var revision = 0
    private let make: @MainActor () -> Record
    private var last: Record

    init(_ make: @escaping @MainActor () -> Record) {
        self.make = make
        last = make()
    }

    let keys: [Int32] = [0]
    let index: [IndexLetter] = []
    let isLoading = false
    var count: Int { 1 }

    func record(at index: Int) -> Record? { index == 0 ? last : nil }

    /// Looks whether it is another record than the last time, and says so.
    func refresh() {
        let record = make()
        guard record != last else { return }
        last = record
        revision += 1
        onChange?()
    }
}

/// A source of a list that is known in memory and may be replaced in place.
@MainActor
final class LiveList: RecordSource {
    var onChange: (@MainActor () -> Void)?
    private(set) var revision = 0
    private(set) var keys: [Int32] = []
    let index: [IndexLetter] = []
    /// What the list is of is not known yet; nil when it always is.
    var isWaiting: (@MainActor () -> Bool)?
    private let list: @MainActor () -> [Int32]
    private let make: @MainActor (Int, Int32) -> Record?

    /// - Parameters:
    ///   - list: the keys as they are now, in order.
    ///   - make: the record at a place, by its key.
    init(_ list: @escaping @MainActor () -> [Int32], _ make: @escaping @MainActor (Int, Int32) -> Record?) {
        self.list = list
        self.make = make
        keys = list()
    }

    var count: Int { keys.count }
    var isLoading: Bool { isWaiting?() ?? false }

    func record(at index: Int) -> Record? { keys.indices.contains(index) ? make(index, keys[index]) : nil }

    /// Something that the list or its records show has changed.
    func refresh() {
        keys = list()
        revision += 1
        onChange?()
    }
}
