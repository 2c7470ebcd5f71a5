// What a server says in front of a stream. A value; the fetching thread.

import AudioCore

/// Status and headers of an HTTP or ICY answer, as far as a radio asks for them. Names are compared in lower case.
public struct StreamHead: Equatable, Sendable {
    /// 200 …; 0 before a status line.
    public private(set) var status = 0
    /// The media type in lower case, without parameters; nil when it is not stated.
    public private(set) var contentType: String?
    /// Audio bytes between two blocks of metadata; nil when there are none.
    public private(set) var metadataInterval: Int?
    /// Bytes of the body; nil for a stream without end.
    public private(set) var length: Int64?
    /// Kilobits a second.
    public private(set) var bitrate: Int?
    /// `icy-name`, as its bytes were: the charset is guessed by whoever shows it.
    private(set) var nameBytes: [UInt8] = []
    /// Bytes of all header lines so far.
    private(set) var byteCount = 0

    /// Servers that send more than this in front of a stream never come to it. Bytes.
    static let limit = 64 << 10
    /// What stands between two blocks of metadata at most: an hour of a stream. Bytes.
    private static let longestInterval = 1 << 28

    init() {}

    /// Takes one header line, with or without its line end. A status line begins anew: of several answers (a redirect, a
    /// `100 Continue`) the last counts.
    mutating func take(_ line: some Collection<UInt8>) {
        byteCount += line.count
        var bytes = Array(line)
        while let last = bytes.last, last == 0x0D || last == 0x0A { bytes.removeLast() }
        if let status = Self.status(bytes) {
            let before = byteCount
            self = StreamHead()
            self.status = status
            byteCount = before
            return
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let value = Self.trimmed(bytes[(colon + 1)...])
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "content-type":
            contentType = text.prefix { $0 != ";" }.lowercased().trimmedOfBlanks
        case "content-length": length = Int64(text).flatMap { $0 >= 0 ? $0 : nil }
        case "icy-metaint": metadataInterval = Int(text).flatMap { (1...Self.longestInterval).contains($0) ? $0 : nil }
        case "icy-name": nameBytes = Array(value.prefix(1024))
        case "icy-br", "x-audiocast-bitrate": bitrate = Self.bitrate(text) ?? bitrate
        case "ice-audio-info": bitrate = bitrate ?? Self.bitrate(inAudioInfo: text)
        default: break
        }
    }

    var isPlaying: Bool { (200..<300).contains(status) }

    /// `HTTP/1.1 200 OK`, `ICY 200 OK`.
    private static func status(_ line: [UInt8]) -> Int? {
        guard line.starts(with: "HTTP/".utf8) || line.starts(with: "ICY ".utf8) else { return nil }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1, let status = Int(String(decoding: words[1], as: UTF8.self)) else { return nil }
        return (100...999).contains(status) ? status : nil
    }

    /// `128`, `128,128`, or bits a second: `64000`.
    private static func bitrate(_ text: String) -> Int? {
        guard let first = Int(text.prefix { $0 != "," }.trimmedOfBlanks), first > 0 else { return nil }
        let kilobits = first >= 8000 ? first / 1000 : first
        return kilobits <= 8000 ? kilobits : nil
    }

    /// `ice-samplerate=44100;ice-bitrate=128;ice-channels=2`.
    private static func bitrate(inAudioInfo text: String) -> Int? {
        for field in text.split(separator: ";") {
            let pair = field.split(separator: "=", maxSplits: 1).map { String($0).trimmedOfBlanks }
            if pair.count == 2, pair[0] == "ice-bitrate" || pair[0] == "bitrate" { return bitrate(pair[1]) }
        }
        return nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }
}

extension Substring {
    var trimmedOfBlanks: String { String(self).trimmedOfBlanks }
}
