// One connection to a station: a thread that fetches, a buffer, and the codecs that are opened on it one after the other.

import AudioCore
import Synchronization

/// What a connection tells the main thread.
enum ConnectionEvent: Equatable, Sendable {
    /// Sound comes.
    case began(StreamFacts)
    /// Nothing more comes; what is in the buffer is played still.
    case ended(StreamEnd)
    /// The stream goes on in another shape, behind what has been decoded: a track of its own.
    case reshaped
    /// From this frame of that track on this is heard; nil: the stream tells nothing.
    case title(serial: Int32, frame: Int64, StreamTitle?)
}

/// Made and cancelled by the main thread; codecs are opened and read by the decoder thread.
final class StreamConnection: @unchecked Sendable {
    // Unchecked: the members below "Decoder thread" are touched by that thread alone.

    private let buffer = StreamBuffer(capacity: FetchLimits.usualCapacity)
    private let waker = CurlWaker()
    private let thread = Mutex<NamedThread?>(nil)
    private let head = Mutex<StreamHead?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let openCodec: CodecOpener
    private let report: @Sendable (ConnectionEvent) -> Void
    /// For people: the address.
    let name: String

    // Decoder thread.
    private var kept: (any AudioCodec)?
    private var ownTitles: [StreamTitle] = []

    /// Begins at once.
    /// - Parameter report: called on the fetching thread and on the decoder thread.
    init(
        _ station: Station, limits: FetchLimits, openCodec: @escaping CodecOpener,
        report: @escaping @Sendable (ConnectionEvent) -> Void
    ) {
        self.openCodec = openCodec
        self.report = report
        name = (try? StreamAddress(station.address))?.shown ?? station.name
        let started = NamedThread("stream") { [self] in fetch(station, limits) }
        thread.withLock { $0 = started }
    }

    /// Closes the connection; who reads from it comes to the end at once. Any thread.
    func cancel() {
        buffer.cancel()
        waker.ring()
    }

    /// Waits for the thread, which `cancel` has sent home. Once.
    func join() {
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        running?.join()
    }

    /// Its thread has come to its end, or is about to. Any thread.
    var hasGone: Bool { isOver.load(ordering: .acquiring) }

    /// Kilobits a second, as the server states it. Any thread.
    var bitrate: Int? { head.withLock { $0?.bitrate } }

    private func fetch(_ station: Station, _ limits: FetchLimits) {
        let fetch = StreamFetch(station, limits: limits, buffer: buffer, waker: waker) { [self] head, facts in
            self.head.withLock { $0 = head }
            report(.began(facts))
        }
        let end = fetch.run()
        buffer.end()
        if let end { report(.ended(end)) }
        isOver.store(true, ordering: .releasing)
    }

    // MARK: - Decoder thread

    /// The stream as a codec, from where it stands. Waits for bytes.
    func open(serial: Int32) throws(AudioError) -> any AudioCodec {
        let codec: any AudioCodec
        if let kept {
            codec = kept
            self.kept = nil
        } else {
            codec = try openNext()
        }
        return RadioCodec(codec, self, serial: serial)
    }

    func openNext() throws(AudioError) -> any AudioCodec {
        let contentType = head.withLock { $0?.contentType }
        let part = StreamPart(buffer, name: name, contentType: contentType) { [self] in ownTitles.append($0) }
        do throws(AudioError) {
            return try openCodec(part)
        } catch {
            // Of what broke off so early nobody can say what it would have been.
            guard error.code == .notSupported, buffer.hasBrokenOff(before: Self.telling) else { throw error }
            throw AudioError(.network, path: name, "the stream broke off before a sound came of it")
        }
    }

    /// Bytes that tell of every format what it is.
    private static let telling = 64 << 10

    /// Sound of another shape comes next: it waits for a track of its own.
    func keep(_ codec: any AudioCodec) {
        kept = codec
        report(.reshaped)
    }

    /// There is something to read, or something may come.
    var hasMore: Bool { buffer.hasMore }

    /// Tells the titles that stand in front of what was read by now.
    func tellTitles(serial: Int32, frame: Int64) {
        for title in ownTitles { report(.title(serial: serial, frame: frame, title)) }
        ownTitles = []
        for mark in buffer.takeMarks() {
            // The first is about what plays already.
            report(.title(serial: serial, frame: mark.offset == 0 ? 0 : frame, mark.title))
        }
    }
}
