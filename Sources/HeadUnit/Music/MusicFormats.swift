// What this program plays: its own codecs, and behind them those of FFmpeg. Decoder's thread and workers.

import AudioCore
import Codecs
import RareCodecs

/// All codecs as one.
enum MusicFormats {
    /// Opens the codec that the content of a source asks for.
    /// - Throws: as `CodecTable.open`; `notSupported` with the package to install when a library is missing.
    @Sendable
    static func open(_ source: any ByteSource) throws(AudioError) -> any AudioCodec {
        try CodecTable.open(source, beyond: RareCodecs.family)
    }

    /// Extensions that are worth opening, lossless before lossy: a cue sheet that names a missing .wav means the FLAC.
    static let extensions = CodecTable.extensions.union(RareCodecs.family.extensions).sorted { rank($0) < rank($1) }

    private static let lossless = ["flac", "wav", "aiff", "aif", "ape", "wv", "tta", "tak", "m4a"]

    private static func rank(_ name: String) -> String {
        lossless.firstIndex(of: name).map { "0\($0)" } ?? "1\(name)"
    }
}
