// The table of formats that go to FFmpeg. Values; any thread.

/// A format, how it is known, and how far FFmpeg's sense of time in it can be trusted.
struct RareFormat: Sendable {
    enum Seeking: Sendable {
        /// A packet's time is its exact sample frame, after a seek too.
        case byTime
        /// All packets hold the same number of frames, so they can be counted without being decoded.
        case byCount
        /// Where the sound is PCM a packet's time is exact; other times are rounded, and only decoding from the start
        /// counts right.
        case byTimeOfPCM
        /// Times are rounded: only decoding from the start counts right.
        case fromStart
        /// The same, and packets hold the same number of frames, so that they can be counted.
        case fromStartCounted
    }

    /// For people.
    let name: String
    /// As in the contract's `container`.
    let container: String
    /// FFmpeg's demuxer; no other may touch the file.
    let demuxer: String
    /// Lower-case, without a dot.
    let extensions: [String]
    let seeking: Seeking
    let recognises: @Sendable (_ head: [UInt8]) -> Bool

    static func of(head: [UInt8]) -> RareFormat? {
        (all + secondHand).first { $0.recognises(head) }
    }

    /// Containers that the program reads itself; those with a coding that it does not know come here.
    static let secondHand: [RareFormat] = [
        // Not big-endian WAV, whose samples FFmpeg takes for little-endian.
        RareFormat(
            name: "WAV", container: "wav", demuxer: "wav", extensions: [], seeking: .byTimeOfPCM
        ) { head in
            ["RIFF", "RF64", "BW64"].contains { has($0, in: head, at: 0) } && has("WAVE", in: head, at: 8)
        },
        RareFormat(
            name: "AIFF", container: "aiff", demuxer: "aiff", extensions: [], seeking: .byTimeOfPCM
        ) { head in has("FORM", in: head, at: 0) && ["AIFF", "AIFC"].contains { has($0, in: head, at: 8) } },
        marked("Ogg", "ogg", demuxer: "ogg", ["spx"], .fromStart, "OggS"),
    ]

    static let all: [RareFormat] = [
        RareFormat(
            name: "MP4", container: "mp4", demuxer: "mov", extensions: ["m4a", "m4b", "mp4", "m4r", "mov"],
            seeking: .byTime
        ) { head in ["ftyp", "moov", "mdat", "wide"].contains { has($0, in: head, at: 4) } },
        marked("Monkey's Audio", "ape", demuxer: "ape", ["ape"], .byTime, "MAC "),
        marked("WavPack", "wv", demuxer: "wv", ["wv"], .byTime, "wvpk"),
        marked("True Audio", "tta", demuxer: "tta", ["tta"], .byTime, "TTA1"),
        marked("Musepack", "mpc", demuxer: "mpc", ["mpc", "mp+", "mpp"], .fromStart, "MP+"),
        marked("Musepack", "mpc", demuxer: "mpc8", ["mpc"], .fromStart, "MPCK"),
        marked("TAK", "tak", demuxer: "tak", ["tak"], .fromStart, "tBaK"),
        marked("CAF", "caf", demuxer: "caf", ["caf"], .fromStart, "caff"),
        marked("AU", "au", demuxer: "au", ["au", "snd"], .byTime, ".snd"),
        RareFormat(
            name: "Windows Media", container: "asf", demuxer: "asf", extensions: ["wma", "asf"], seeking: .fromStart
        ) { $0.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) },
        RareFormat(
            name: "Matroska", container: "matroska", demuxer: "matroska", extensions: ["mka", "webm"],
            seeking: .fromStart
        ) { $0.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) },
        RareFormat(
            name: "AAC", container: "aac", demuxer: "aac", extensions: ["aac", "adts"], seeking: .byCount,
            recognises: ADTSSync.isADTS),
        RareFormat(
            name: "AC-3", container: "ac3", demuxer: "ac3", extensions: ["ac3"], seeking: .byCount
        ) { $0.starts(with: [0x0B, 0x77]) && $0.count > 5 && $0[5] >> 3 <= 10 },
        RareFormat(
            name: "E-AC-3", container: "eac3", demuxer: "eac3", extensions: ["eac3", "ec3"], seeking: .byCount
        ) { $0.starts(with: [0x0B, 0x77]) && $0.count > 5 && (11...16).contains($0[5] >> 3) },
        RareFormat(
            name: "DTS", container: "dts", demuxer: "dts", extensions: ["dts"], seeking: .byCount
        ) { head in dtsMarks.contains { head.starts(with: $0) } },
        RareFormat(
            name: "MLP", container: "mlp", demuxer: "mlp", extensions: ["mlp"], seeking: .fromStartCounted
        ) { $0.dropFirst(4).starts(with: [0xF8, 0x72, 0x6F, 0xBB]) },
        RareFormat(
            name: "Wave64", container: "w64", demuxer: "w64", extensions: ["w64"], seeking: .byTimeOfPCM
        ) { has("riff", in: $0, at: 0) && $0.dropFirst(4).starts(with: [0x2E, 0x91, 0xCF, 0x11]) },
    ]

    /// The sync word of DTS in 16 and in 14 bits, of either order of bytes (ETSI TS 102 114, section 5.3).
    private static let dtsMarks: [[UInt8]] = [
        [0x7F, 0xFE, 0x80, 0x01], [0xFE, 0x7F, 0x01, 0x80], [0x1F, 0xFF, 0xE8, 0x00], [0xFF, 0x1F, 0x00, 0xE8],
    ]

    /// A format known by its first bytes.
    private static func marked(
        _ name: String, _ container: String, demuxer: String, _ extensions: [String], _ seeking: Seeking,
        _ mark: String
    ) -> RareFormat {
        RareFormat(
            name: name, container: container, demuxer: demuxer, extensions: extensions, seeking: seeking
        ) { has(mark, in: $0, at: 0) }
    }

    private static func has(_ mark: String, in head: [UInt8], at offset: Int) -> Bool {
        head.dropFirst(offset).starts(with: mark.utf8)
    }
}
