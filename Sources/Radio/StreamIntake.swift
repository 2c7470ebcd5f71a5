// What one address sends, taken apart. The fetching thread, inside libcurl's callbacks.

import AudioCore

/// Takes headers and body of one answer: sound goes into the buffer, a playlist is kept.
final class StreamIntake {
    private enum Phase {
        /// The first bytes, too few to say what they are.
        case undecided([UInt8])
        case sound
        case playlist([UInt8])
        /// Nothing more is taken.
        case refused
    }

    private(set) var head = StreamHead()
    /// What is wrong with what was sent; nil when nothing is.
    private(set) var refusal: StreamEnd?
    /// Bytes of sound.
    private(set) var soundCount: Int64 = 0
    /// Bytes of headers and body in all.
    private(set) var byteCount: Int64 = 0
    /// The stream has begun.
    private(set) var hasBegun = false
    private let address: StreamAddress
    private let charset: String?
    private let buffer: StreamBuffer
    private let onBegin: (StreamHead, StreamFacts) -> Void
    private var phase = Phase.undecided([])
    private var demultiplexer: ICYDemultiplexer?
    private var stationName: String?

    /// - Parameters:
    ///   - charset: of titles and names, where the owner has set it.
    ///   - onBegin: called once, before the first sound goes into the buffer.
    init(
        _ address: StreamAddress, charset: String?, buffer: StreamBuffer,
        onBegin: @escaping (StreamHead, StreamFacts) -> Void
    ) {
        self.address = address
        self.charset = charset
        self.buffer = buffer
        self.onBegin = onBegin
    }

    /// The text of a playlist that came; nil when none did.
    var playlist: [UInt8]? { if case .playlist(let text) = phase { text } else { nil } }

    /// Every byte that the server promised has come.
    var isComplete: Bool { head.length.map { $0 > 0 && soundCount >= $0 && head.metadataInterval == nil } ?? false }

    /// Takes a line of the header.
    /// - Returns: false when no more is wanted.
    func takeHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        byteCount += Int64(line.count)
        head.take(line)
        guard head.byteCount <= StreamHead.limit else {
            return refuse("sends headers without end", isFinal: false)
        }
        return true
    }

    /// Takes bytes of the body. Waits while the buffer is full.
    /// - Returns: false when no more is wanted.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        byteCount += Int64(bytes.count)
        if case .refused = phase { return false }
        guard head.isPlaying else { return refuseStatus() }
        var demultiplexer = self.demultiplexer ?? ICYDemultiplexer(interval: head.metadataInterval)
        var isWanted = true
        demultiplexer.feed(bytes) { piece in
            guard isWanted else { return }
            switch piece {
            case .sound(let range): isWanted = takeSound(UnsafeRawBufferPointer(rebasing: bytes[range]))
            case .metadata(let block): takeMetadata(block)
            }
        }
        self.demultiplexer = demultiplexer
        return isWanted
    }

    /// Nothing more comes: what was too little to be told is told by what it is.
    func finish() {
        // A redirect that was not followed to its end is told by whoever followed it.
        if head.status > 0, !head.isPlaying, !(300..<400).contains(head.status) { _ = refuseStatus() }
        guard case .undecided(let bytes) = phase, !bytes.isEmpty else { return }
        _ = decide(bytes, isAll: true)
    }

    // MARK: - Steps

    private func takeSound(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch phase {
        case .refused: return false
        case .sound: return put(bytes)
        case .undecided(let before): return decide(before + bytes, isAll: false)
        case .playlist(let text):
            guard text.count + bytes.count <= StreamPlaylist.longest else {
                return refuse("sends a playlist without end", isFinal: true)
            }
            phase = .playlist(text + bytes)
            return true
        }
    }

    private func decide(_ bytes: [UInt8], isAll: Bool) -> Bool {
        switch StreamSniff.kind(bytes, contentType: head.contentType, isAll: isAll) {
        case .undecided:
            phase = .undecided(bytes)
            return true
        case .playlist:
            phase = .playlist(bytes)
            return true
        case .page:
            return refuse("is a web page, not a stream", isFinal: true)
        case .sound:
            phase = .sound
            begin()
            return bytes.withUnsafeBytes { put($0) }
        }
    }

    private func begin() {
        hasBegun = true
        let name = StreamText.decode(head.nameBytes, charset: charset).trimmedOfBlanks
        stationName = name.isEmpty ? nil : name
        buffer.setCapacity(FetchLimits.capacity(bitrate: head.bitrate, contentType: head.contentType))
        onBegin(head, StreamFacts(name: stationName, bitrate: head.bitrate))
    }

    private func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
        soundCount += Int64(bytes.count)
        return buffer.put(bytes)
    }

    private func takeMetadata(_ block: [UInt8]) {
        guard let bytes = ICYMetadata.title(block) else { return }
        buffer.put(StreamTitle(StreamText.decode(bytes, charset: charset), stationName: stationName))
    }

    private func refuseStatus() -> Bool {
        let status = head.status
        refusal = StreamEnd(
            error: AudioError(.network, path: address.shown, "the server answers \(HTTPStatus.words(status))"),
            status: status)
        phase = .refused
        return false
    }

    private func refuse(_ words: String, isFinal: Bool) -> Bool {
        let code: AudioError.Code = isFinal ? .notSupported : .network
        refusal = StreamEnd(error: AudioError(code, path: address.shown, words), isFinal: isFinal)
        phase = .refused
        return false
    }
}

/// Names of the answers that stations give (RFC 9110, section 15).
enum HTTPStatus {
    static func words(_ status: Int) -> String {
        let names = [
            400: "bad request", 401: "needs a password", 403: "forbidden", 404: "not found", 410: "gone",
            429: "too many requests", 500: "server error", 502: "bad gateway", 503: "busy", 504: "gateway timeout",
        ]
        return names[status].map { "\(status) (\($0))" } ?? "\(status)"
    }
}
