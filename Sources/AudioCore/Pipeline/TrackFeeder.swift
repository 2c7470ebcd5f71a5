// Fills the ring: opens tracks, decodes, joins them without a gap. Owned by the decoder thread, or by whoever
// renders without one. Nothing here waits.

/// Opens a track of the queue as a codec: the file through its ByteSource, the CUE region cut out.
public typealias TrackOpener = @Sendable (QueueItem) throws(AudioError) -> any AudioCodec

/// Decodes one track after another into an `AudioStream`.
public final class TrackFeeder {
    /// What a step did, so that the owner knows whether to wait and for what.
    public enum Step: Equatable {
        /// Frames were moved or a track was opened; there is more to do.
        case worked
        /// The ring holds as much as is wanted.
        case full
        /// Nothing to do until a command comes.
        case idle
    }

    /// Frames decoded at once.
    static let blockFrameCount = 4096

    private let openTrack: TrackOpener
    private let makeResampler: ResamplerMaker
    private let report: @Sendable (DecoderEvent) -> Void

    private var pending: (serial: Int32, item: QueueItem, seconds: Double)?
    private var current: TrackFeed?
    /// The track behind the current one, open while the end of the current one is still on its way into the ring.
    private var next: TrackFeed?
    /// What `next` was in the plan.
    private var nextPlanned: Upcoming?
    /// The last track, when it is in the ring to its end and no other has begun: a seek can still go back into it.
    private var finished: TrackFeed?
    /// What follows the current track, in order.
    private var upcoming: [Upcoming] = []
    private var stream: AudioStream?
    private var generation: Int32 = 0
    private var isWaitingForOutput = false

    public init(
        openTrack: @escaping TrackOpener, makeResampler: @escaping ResamplerMaker,
        report: @escaping @Sendable (DecoderEvent) -> Void
    ) {
        self.openTrack = openTrack
        self.makeResampler = makeResampler
        self.report = report
    }

    /// Drops what is decoded and starts `item` at `seconds`.
    public func load(serial: Int32, item: QueueItem, seconds: Double) {
        unload()
        pending = (serial, item, seconds)
    }

    /// Drops what is decoded and goes on at `seconds` of the current track; reported for another serial.
    public func seek(serial: Int32, seconds: Double) {
        if pending?.serial == serial {
            pending?.seconds = seconds
        } else if let feed = current ?? finished, feed.serial == serial {
            current = feed
            finished = nil
            giveBackNext()
            flush()
            do throws(AudioError) {
                try feed.seek(toSeconds: seconds)
            } catch {
                feed.hasFailed = true
                report(.failed(serial: serial, error, wasOpen: true))
            }
        } else {
            report(.missedSeek(serial: serial))
        }
    }

    /// Decides what follows the current track, and what comes behind that. Without effect on what has been decoded
    /// already: a plan may name tracks that were begun while it was on its way.
    public func setUpcoming(_ first: Upcoming, then rest: [Upcoming] = []) {
        let begun = (next ?? current ?? finished)?.serial ?? pending?.serial
        upcoming = ([first] + rest).filter { planned in
            switch planned {
            case .nothing: false
            case .lap: true
            case .track(let serial, _): begun.map { serial > $0 } ?? true
            }
        }
    }

    /// The track that was opened to follow follows later.
    private func giveBackNext() {
        if next != nil, let nextPlanned { upcoming.insert(nextPlanned, at: 0) }
        next = nil
    }

    /// A device runs (again): from now on frames go into its stream.
    public func attach(_ stream: AudioStream) {
        isWaitingForOutput = false
        guard stream !== self.stream else { return }
        self.stream = stream
        generation = 0
        current?.isStarted = false
    }

    /// Forgets every track.
    public func unload() {
        flush()
        current = nil
        next = nil
        pending = nil
        upcoming = []
        finished = nil
        isWaitingForOutput = false
    }

    /// No track is loaded or being decoded.
    public var isIdle: Bool { current == nil && pending == nil }

    /// A flush waits for the output thread, which makes room within a period when it runs.
    public var isFlushPending: Bool { stream?.isFlushPending ?? false }

    /// Does one bounded piece of work: opens a track, or moves one block.
    public func step() -> Step {
        if let pending {
            self.pending = nil
            current = open(serial: pending.serial, item: pending.item, seconds: pending.seconds)
            return .worked
        }
        guard let feed = current else { return finished == nil ? .idle : goOn() }
        guard !isWaitingForOutput else { return .idle }
        guard let stream, feed.fits(stream) else {
            isWaitingForOutput = true
            report(.needsOutput(serial: feed.serial, feed.request))
            return .idle
        }
        do throws(AudioError) {
            return try move(feed, into: stream)
        } catch {
            // What came before the damage stands in the ring; the rest of the track is given up.
            feed.hasFailed = true
            report(.failed(serial: feed.serial, error, wasOpen: true))
            return .worked
        }
    }

    /// The plan came after the last track had been decoded to its end, and nothing followed: it follows now.
    private func goOn() -> Step {
        guard case .track(let serial, let item)? = upcoming.first else { return .idle }
        current = openPlanned(serial, item)
        guard current != nil else { return .worked }
        finished = nil
        report(.crossed(serial: serial))
        return .worked
    }

    private func move(_ feed: TrackFeed, into stream: AudioStream) throws(AudioError) -> Step {
        let wanted = stream.wantedFrameCount
        guard wanted > 0 else { return .full }
        if !feed.isStarted {
            try feed.prepare(for: stream, makeResampler: makeResampler)
            guard stream.marks.push(mark(.start, feed, stream)) else { return .full }
            feed.isStarted = true
        }
        if next == nil, try feed.pump(into: stream.ring, frameCount: wanted) { return .worked }
        return try finish(feed, stream, room: wanted)
    }

    /// The track is decoded to its end: what is upcoming takes its place.
    private func finish(_ feed: TrackFeed, _ stream: AudioStream, room: Int) throws(AudioError) -> Step {
        switch upcoming.first {
        case .lap? where !feed.hasFailed && feed.hasPlayed:
            try feed.startOver()
            return .worked
        case .track(let serial, let item)? where next == nil:
            nextPlanned = upcoming.first
            next = openPlanned(serial, item)
        default:
            break
        }
        if let next, next.continues(feed), next.fits(stream) {
            next.adopt(conversionOf: feed)
        } else if try feed.drain(into: stream.ring, frameCount: room) {
            return .worked
        }
        stream.marks.push(mark(.end, feed, stream))
        current = next
        if let next { report(.crossed(serial: next.serial)) }
        finished = next == nil ? feed : nil
        next = nil
        return .worked
    }

    /// Opens the first track of the plan. Where that fails the plan is void, until another one comes.
    private func openPlanned(_ serial: Int32, _ item: QueueItem) -> TrackFeed? {
        upcoming.removeFirst()
        let feed = open(serial: serial, item: item, seconds: 0)
        if feed == nil { upcoming = [] }
        return feed
    }

    /// The opened track, at `seconds`; nil when it cannot be opened, which is reported.
    private func open(serial: Int32, item: QueueItem, seconds: Double) -> TrackFeed? {
        do throws(AudioError) {
            let feed = TrackFeed(serial: serial, codec: try openTrack(item))
            if seconds > 0 { try feed.seek(toSeconds: seconds) }
            report(.opened(serial: serial, feed.info))
            return feed
        } catch {
            report(.failed(serial: serial, error, wasOpen: false))
            return nil
        }
    }

    private func flush() {
        guard let stream else { return }
        generation = stream.flush()
        current?.isStarted = false
    }

    private func mark(_ kind: TrackMark.Kind, _ feed: TrackFeed, _ stream: AudioStream) -> TrackMark {
        TrackMark(
            kind: kind, words: feed.ringWords, bits: feed.ringBits, serial: feed.serial, lap: feed.lap,
            generation: generation, ringFrame: stream.ring.written + feed.pendingFrameCount,
            sourceFrame: feed.sourceFrame, sourceRate: Int32(feed.info.rate), loudness: feed.info.loudness)
    }
}
