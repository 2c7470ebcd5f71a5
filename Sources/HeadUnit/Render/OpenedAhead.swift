// Files that a render has looked into before their turn, so that none is opened twice. The thread that renders.

import AudioCore

/// Opens files, and keeps some of those that were opened to be asked what they are.
final class OpenedAhead: @unchecked Sendable {
    // Unchecked: the feeder's opener has to be sendable; a render has one thread.

    /// Files kept open; those behind are opened again.
    private static let most = 128

    private let open: TrackOpener
    private var codecs: [QueueItem: [any AudioCodec]] = [:]
    private var count = 0

    init(_ open: @escaping TrackOpener) {
        self.open = open
    }

    /// The codec for a thing whose turn has come.
    func take(_ item: QueueItem) throws(AudioError) -> any AudioCodec {
        if let codec = codecs[item]?.popLast() {
            count -= 1
            return codec
        }
        return try open(item)
    }

    /// What a thing is; nil when it cannot be opened: that is told when its turn comes.
    func info(of item: QueueItem) -> StreamInfo? {
        guard let codec = try? open(item) else { return nil }
        if count < Self.most {
            codecs[item, default: []].append(codec)
            count += 1
        }
        return codec.info
    }
}
