// A row of the codec table. A value; any thread.

import AudioCore

/// How one codec is found and opened.
struct CodecEntry: Sendable {
    /// Bytes of content that `recognises` is shown, fewer in a shorter file.
    static let headLength = 8192
    /// The same of a stream, when that is enough.
    static let shortHeadLength = 2048

    /// The format's name for people.
    let name: String
    /// Lower-case, without a dot.
    let extensions: [String]
    /// Its mark is not sure, so that those of another library go first.
    var isWeak = false
    /// Whether the content that starts with these bytes, behind any ID3v2 tag, is surely of this format.
    let recognises: @Sendable (_ head: [UInt8]) -> Bool
    /// Opens the content that starts at the given offset. Called for what `recognises` accepted, and for what none
    /// did when the extension fits; so it checks, and says what is wrong.
    let open: @Sendable (_ reader: SourceReader, _ start: Int64) throws(AudioError) -> any AudioCodec
}
