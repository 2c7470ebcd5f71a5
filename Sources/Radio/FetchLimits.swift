// How long a server may take, and how much it may send. A value; any thread.

/// The bounds of a connection. Tests narrow them.
struct FetchLimits: Sendable {
    /// Seconds until a server has answered the call: name, connection, encryption.
    var connectSeconds = 10.0
    /// Seconds without a byte after which a stream is given up.
    var silentSeconds = 10.0
    /// A stream that sends fewer bytes than `leastBytes` within `dripSeconds` is none: the quietest coding needs more.
    var dripSeconds = 20.0
    var leastBytes = 1024
    /// Redirects that are followed, and playlists that name playlists.
    var mostRedirects = 5
    var deepestPlaylist = 5
    /// Addresses tried for one station.
    var mostAddresses = 32

    /// Seconds of compressed sound that are kept ahead.
    static let secondsAhead = 10
    /// Bytes kept ahead of a stream that does not state its bitrate, and of the largest.
    static let usualCapacity = 512 << 10
    static let largestCapacity = 2 << 20
    static let smallestCapacity = 64 << 10

    /// Bytes that `secondsAhead` of a stream need.
    static func capacity(bitrate: Int?, contentType: String?) -> Int {
        if let bitrate { return min(max(bitrate * 125 * secondsAhead, smallestCapacity), largestCapacity) }
        let isLarge = ["flac", "wav", "ogg", "l16"].contains { contentType?.contains($0) == true }
        return isLarge ? largestCapacity : usualCapacity
    }
}
