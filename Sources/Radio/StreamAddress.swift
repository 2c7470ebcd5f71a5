// Addresses of streams: what is taken, what is shown, and what a relative one means. Values; any thread.

public import AudioCore

/// An `http:` or `https:` address without anything that could be two requests.
public struct StreamAddress: Hashable, Sendable {
    /// As it goes to the server: without a fragment, other characters than ASCII percent-encoded.
    public let text: String
    /// The fragment `charset=…`, which tells the titles' charset.
    public let charset: String?
    /// Bytes in front of the authority: `https://`.
    private let schemeCount: Int

    /// Longer ones are refused. Bytes.
    private static let longest = 4096

    /// - Throws: `usage` when it is no address of a stream, saying what would be right.
    public init(_ given: String) throws(AudioError) {
        guard let address = Self.parse(given) else {
            let shown = Self.withoutCredentials(String(given.prefix(200)))
            throw AudioError(.usage, path: shown, "is not the address of a stream: it starts with http:// or https://")
        }
        self = address
    }

    private init(text: String, charset: String?, schemeCount: Int) {
        self.text = text
        self.charset = charset
        self.schemeCount = schemeCount
    }

    /// The address for people: without a user's name and password.
    public var shown: String { Self.withoutCredentials(text) }

    /// True for what is an address of a stream, whatever is behind the scheme.
    public static func isOne(_ text: String) -> Bool {
        schemes.contains { text.lowercased().hasPrefix($0) }
    }

    /// What `reference` means in a text that came from here: another address, a path of this server, a name in this
    /// folder (RFC 3986, section 5.2). Nil when it is nothing for us.
    func resolve(_ reference: String) -> StreamAddress? {
        let reference = reference.trimmedOfBlanks
        guard !reference.isEmpty else { return nil }
        if Self.isOne(reference) { return Self.parse(reference) }
        // Another scheme: a colon in front of any slash.
        if let colon = reference.firstIndex(of: ":"), !reference[..<colon].contains("/") { return nil }
        let scheme = String(text.utf8.prefix(schemeCount)) ?? ""
        if reference.hasPrefix("//") { return Self.parse(String(scheme.dropLast(2)) + reference) }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        if reference.hasPrefix("/") { return Self.parse(scheme + authority + reference) }
        let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return Self.parse(scheme + authority + folder + reference)
    }

    private static let schemes = ["http://", "https://"]

    private static func parse(_ given: String) -> StreamAddress? {
        var text = given.trimmedOfBlanks
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        var charset: String?
        if let mark = text.firstIndex(of: "#") {
            let fragment = text[text.index(after: mark)...]
            if fragment.hasPrefix("charset=") { charset = String(fragment.dropFirst("charset=".count)) }
            text = String(text[..<mark])
        }
        let rest = String(text.dropFirst(scheme.count))
        guard !rest.isEmpty, rest.utf8.count <= longest, let first = rest.first, first != "/", first != "?",
            !rest.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains(" ") else { return nil }
        let path = rest.dropFirst(authority.count)
        return StreamAddress(
            text: scheme + authority + escaped(String(path)), charset: charset, schemeCount: scheme.utf8.count)
    }

    /// Spaces and what is not ASCII become percent escapes.
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            if byte > 0x20, byte < 0x7F {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func withoutCredentials(_ text: String) -> String {
        guard let start = text.firstRange(of: "://")?.upperBound else { return text }
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return String(text[..<start]) + text[text.index(after: at)...]
    }
}

extension String {
    /// Without blanks and line ends around it.
    var trimmedOfBlanks: String {
        let isBlank = { (character: Character) in character.isWhitespace || character == "\0" }
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }
}
