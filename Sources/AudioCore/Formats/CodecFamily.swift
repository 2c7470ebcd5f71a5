// Codecs that stand behind a program's own: those of a large library that is opened on first need. A value; any thread.

/// Formats that one library plays.
public struct CodecFamily: Sendable {
    /// The formats for people: `MP4`, `WavPack` …
    public let names: [String]
    /// Lower-case, without a dot.
    public let extensions: Set<String>
    /// Whether content that starts with these bytes, behind any ID3v2 tag, is of this family.
    public let recognises: @Sendable (_ head: [UInt8]) -> Bool
    /// The name for people of the format that an extension promises; nil when it is none of this family.
    public let name: @Sendable (_ extension: String) -> String?
    /// Opens content that `recognises` accepted and that starts with `head` at the given offset, where the source stands.
    /// - Throws: `notSupported` when the library is not installed, saying which package has it; else as `CodecOpener`.
    public let open:
        @Sendable (_ source: any ByteSource, _ start: Int64, _ head: [UInt8]) throws(AudioError) -> any AudioCodec

    public init(
        names: [String], extensions: Set<String>, recognises: @escaping @Sendable (_ head: [UInt8]) -> Bool,
        name: @escaping @Sendable (_ extension: String) -> String?,
        open:
            @escaping @Sendable (_ source: any ByteSource, _ start: Int64, _ head: [UInt8]) throws(AudioError) ->
            any AudioCodec
    ) {
        self.names = names
        self.extensions = extensions
        self.recognises = recognises
        self.name = name
        self.open = open
    }
}
