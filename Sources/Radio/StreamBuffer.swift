// The bytes between the network and the codec. The fetching thread puts, the decoder thread reads, any thread ends it.

import AudioCore

/// A bounded queue of bytes with the titles that stand between them. Whoever puts into a full one waits: the network is
/// held back. Whoever reads from an empty one waits.
final class StreamBuffer: Sendable {
    /// A title and the offset of the first byte that it is about.
    struct Mark: Equatable, Sendable {
        var offset: Int64
        /// Nil: from here on nothing is told.
        var title: StreamTitle?
    }

    private struct State {
        /// The bytes from `start` on are those that wait.
        var bytes: [UInt8] = []
        var start = 0
        /// The offset of the next byte that is read.
        var offset: Int64 = 0
        var capacity: Int
        var marks: [Mark] = []
        var hasTitle = false
        var hasEnded = false
        var isCancelled = false

        var count: Int { bytes.count - start }
        var isOver: Bool { hasEnded || isCancelled }

        mutating func append(_ new: UnsafeRawBufferPointer) {
            // What was read is given back now and then, so that each byte is moved a few times at most.
            if start > 0, start >= bytes.count - start {
                bytes.removeSubrange(..<start)
                start = 0
            }
            bytes.append(contentsOf: new)
        }
    }

    private let monitor: Monitor<State>
    /// Titles kept while nobody plays; a stream that sends more says nothing.
    private static let mostMarks = 256

    init(capacity: Int) {
        monitor = Monitor(State(capacity: capacity))
    }

    // MARK: The fetching thread

    /// Makes room for so many bytes in all; what is in it stays.
    func setCapacity(_ capacity: Int) { monitor.change { $0.capacity = capacity } }

    /// Waits for room and puts `bytes` behind the others.
    /// - Returns: false when nobody reads any more.
    func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let isWanted = monitor.wait { state -> Monitor<State>.Wake<Bool> in
            if state.isCancelled { return .done(false) }
            return state.count < state.capacity ? .done(true) : .sleep(until: nil)
        }
        guard isWanted else { return false }
        monitor.change { $0.append(bytes) }
        return true
    }

    /// The bytes that come next are about this.
    func put(_ title: StreamTitle?) {
        monitor.change { state in
            // The first title is about what plays already.
            let offset = state.hasTitle ? state.offset + Int64(state.count) : 0
            state.hasTitle = true
            if state.marks.count == Self.mostMarks { state.marks.removeFirst() }
            state.marks.append(Mark(offset: offset, title: title))
        }
    }

    /// Nothing more comes; what is there can still be read.
    func end() { monitor.change { $0.hasEnded = true } }

    // MARK: Any thread

    /// Nothing is read any more: who waits goes on at once.
    func cancel() {
        monitor.change { state in
            state.isCancelled = true
            state.bytes = []
            state.start = 0
        }
    }

    var isCancelled: Bool { monitor.withLock(\.isCancelled) }

    /// It has ended, and fewer than `byteCount` bytes had come in all.
    func hasBrokenOff(before byteCount: Int) -> Bool {
        monitor.withLock { $0.hasEnded && $0.offset + Int64($0.count) < Int64(byteCount) }
    }

    /// Bytes that wait.
    var count: Int { monitor.withLock(\.count) }

    // MARK: The decoder thread

    /// Reads what has come, at most as much as fits; waits while nothing has.
    /// - Returns: 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !buffer.isEmpty else { return 0 }
        waitFor(1)
        return monitor.change { state in
            let count = min(buffer.count, state.count)
            guard count > 0 else { return 0 }
            state.bytes.withUnsafeBytes { bytes in
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[state.start..<(state.start + count)]))
            }
            state.start += count
            state.offset += Int64(count)
            return count
        }
    }

    /// Waits until `count` bytes have come or no more do, and gives up to so many without passing them.
    func peek(_ count: Int) -> [UInt8] {
        waitFor(count)
        return monitor.withLock { state in
            Array(state.bytes[state.start..<(state.start + min(count, state.count))])
        }
    }

    /// True while there is something to read or something may come.
    var hasMore: Bool { monitor.withLock { !$0.isCancelled && ($0.count > 0 || !$0.hasEnded) } }

    /// The titles that stand in front of what was read by now.
    func takeMarks() -> [Mark] {
        monitor.withLock { state in
            let count = state.marks.prefix { $0.offset <= state.offset }.count
            defer { state.marks.removeFirst(count) }
            return Array(state.marks.prefix(count))
        }
    }

    private func waitFor(_ count: Int) {
        monitor.wait { state -> Monitor<State>.Wake<Void> in
            // A full buffer holds all that can come before something is read.
            state.count >= min(count, state.capacity) || state.isOver ? .done(()) : .sleep(until: nil)
        }
    }
}
