// What becomes of a connection. Values; the fetching thread tells the main thread.

import AudioCore

/// What a server says of a stream that has begun.
struct StreamFacts: Equatable, Sendable {
    /// Nil when it states none.
    var name: String?
    /// Kilobits a second.
    var bitrate: Int?
}

/// How a connection ended.
struct StreamEnd: Equatable, Sendable {
    /// Why; nil when the server closed it in order.
    var error: AudioError?
    /// The server's status, when it was that.
    var status: Int?
    /// Trying again gives the same: the address is no stream, a library is missing.
    var isFinal = false
    /// A file of a stated length came to its end: there is no more of it.
    var isComplete = false
}
