// A station as the owner keeps it. A value; any thread.

/// Where a stream is, and what it is called.
public struct Station: Hashable, Sendable, Codable {
    /// The address of the stream, or of a playlist that names it: `http://…` or `https://…`.
    public let address: String
    /// For people.
    public var name: String
    /// What its titles are written in when they are not UTF-8: `windows-1251`, `koi8-r` …, as iconv knows it; nil guesses.
    public var charset: String?

    public init(address: String, name: String, charset: String? = nil) {
        self.address = address
        self.name = name
        self.charset = charset
    }
}
