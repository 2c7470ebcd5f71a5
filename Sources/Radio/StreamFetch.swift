// The fetching thread's work: from a station's address, through playlists, to the sound.

import AudioCore

/// Follows an address until sound comes, and takes it in until it ends.
final class StreamFetch {
    private let station: Station
    private let limits: FetchLimits
    private let buffer: StreamBuffer
    private let waker: CurlWaker
    private let onBegin: (StreamHead, StreamFacts) -> Void

    init(
        _ station: Station, limits: FetchLimits, buffer: StreamBuffer, waker: CurlWaker,
        onBegin: @escaping (StreamHead, StreamFacts) -> Void
    ) {
        self.station = station
        self.limits = limits
        self.buffer = buffer
        self.waker = waker
        self.onBegin = onBegin
    }

    /// - Returns: how it ended; nil when it was cancelled.
    func run() -> StreamEnd? {
        guard let library = CurlLibrary.shared else {
            let line = "needs libcurl for streams: apt install libcurl4"
            return StreamEnd(error: AudioError(.notSupported, path: shownName, line), isFinal: true)
        }
        var waiting: [(address: StreamAddress, depth: Int)]
        do throws(AudioError) {
            waiting = [(try StreamAddress(station.address), 0)]
        } catch {
            return StreamEnd(error: error, isFinal: true)
        }
        var visited: Set<StreamAddress> = []
        var failure: StreamEnd?
        while !waiting.isEmpty, visited.count < limits.mostAddresses {
            let (address, depth) = waiting.removeFirst()
            guard visited.insert(address).inserted else { continue }
            switch fetch(library, address) {
            case .cancelled: return nil
            case .ended(let end): return end
            case .nothing(let end):
                // Of several addresses the first tells why; one that may come back outweighs one that will not.
                if failure == nil || failure?.isFinal == true && !end.isFinal { failure = end }
            case .playlist(let text, let base, let contentType):
                switch entries(of: text, base: base, contentType: contentType, depth: depth) {
                case .success(let found): waiting = found.map { ($0, depth + 1) } + waiting
                case .failure(let error): failure = failure ?? StreamEnd(error: error, isFinal: true)
                }
            }
        }
        let line = "names itself in a circle, and no stream"
        return failure ?? StreamEnd(error: AudioError(.notSupported, path: shownName, line), isFinal: true)
    }

    private var shownName: String { (try? StreamAddress(station.address))?.shown ?? station.name }

    // MARK: - One address

    private enum Result {
        case cancelled
        /// Sound came, and ended.
        case ended(StreamEnd)
        /// None came.
        case nothing(StreamEnd)
        case playlist([UInt8], base: StreamAddress, contentType: String?)
    }

    private func fetch(_ library: CurlLibrary, _ address: StreamAddress) -> Result {
        let charset = station.charset ?? address.charset
        let intake = StreamIntake(address, charset: charset, buffer: buffer, onBegin: onBegin)
        guard let transfer = CurlTransfer(library, address, intake, limits: limits, waker: waker) else {
            return .nothing(failure(address, "cannot be fetched: out of memory"))
        }
        let outcome = transfer.run(limits) { [buffer] in buffer.isCancelled }
        if outcome == .cancelled { return .cancelled }
        intake.finish()
        if buffer.isCancelled { return .cancelled }
        if let refusal = intake.refusal { return intake.hasBegun ? .ended(refusal) : .nothing(refusal) }
        // A playlist whose server does not close is whole all the same.
        if let text = intake.playlist {
            return .playlist(text, base: transfer.answered ?? address, contentType: intake.head.contentType)
        }
        let end = end(outcome, library, address, intake)
        return intake.hasBegun ? .ended(end) : .nothing(end)
    }

    private func end(
        _ outcome: CurlTransfer.Outcome, _ library: CurlLibrary, _ address: StreamAddress, _ intake: StreamIntake
    ) -> StreamEnd {
        switch outcome {
        case .cancelled, .stalled:
            return failure(address, intake.hasBegun ? "the stream has gone silent" : "the server does not answer")
        case .ended(0):
            if intake.isComplete { return StreamEnd(isComplete: true) }
            if intake.hasBegun { return StreamEnd() }
            let words = intake.head.status == 0 ? "the server does not answer" : "the server sends nothing"
            return failure(address, words)
        case .ended(let code):
            let words: String
            switch code {
            case CurlCode.tooManyRedirects: words = "leads from one address to the next without end"
            case CurlCode.timedOut: words = "the server does not answer"
            case CurlCode.certificate: words = "its certificate is not valid (is the clock of this computer right?)"
            default: words = library.words(code)
            }
            return failure(address, words)
        }
    }

    private func failure(_ address: StreamAddress, _ words: String) -> StreamEnd {
        StreamEnd(error: AudioError(.network, path: address.shown, words))
    }

    // MARK: - Playlists

    private func entries(
        of text: [UInt8], base: StreamAddress, contentType: String?, depth: Int
    ) -> Swift.Result<[StreamAddress], AudioError> {
        func refusal(_ words: String) -> Swift.Result<[StreamAddress], AudioError> {
            .failure(AudioError(.notSupported, path: base.shown, words))
        }
        if StreamPlaylist.isHLS(text) { return refusal("is HTTP Live Streaming (HLS), which is not played") }
        guard depth < limits.deepestPlaylist else { return refusal("is a playlist inside too many others") }
        let playlist = StreamPlaylist(text, contentType: contentType, charset: station.charset)
        let found = (playlist?.entries ?? []).compactMap { base.resolve($0.place) }
        return found.isEmpty ? refusal("is a playlist without an address of a stream") : .success(found)
    }
}

/// Codes of libcurl that have words of their own (curl/curl.h: CURLcode).
private enum CurlCode {
    static let timedOut: Int32 = 28
    static let tooManyRedirects: Int32 = 47
    static let certificate: Int32 = 60
}
