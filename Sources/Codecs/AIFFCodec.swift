// AIFF: which files are, and how they are opened. The codec's thread.

import AudioCore

/// AIFF and AIFF-C with PCM of up to 32 bits or float.
enum AIFFCodec {
    static let entry = CodecEntry(
        name: "AIFF", extensions: ["aiff", "aif", "aifc", "afc"], recognises: isAIFF, open: open)

    static func isAIFF(_ head: [UInt8]) -> Bool {
        guard head.starts(with: "FORM".utf8) else { return false }
        return ["AIFF", "AIFC"].contains { head.dropFirst(8).starts(with: $0.utf8) }
    }

    static func open(_ reader: SourceReader, _ start: Int64) throws(AudioError) -> any AudioCodec {
        try PCMCodec(reader, try AIFFHeader.read(reader, start: start))
    }
}
