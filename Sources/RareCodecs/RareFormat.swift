// The table of formats that go to FFmpeg. Values; any thread.

/// A format, how it is known, and how far FFmpeg's sense of time in it can be trusted.
struct RareFormat: Sendable {
    enum Seeking: Sendable {
        /// A packet's time is its exact sample frame, after a seek too.
        case byTime
        /// All packets hold the same number of frames, so they can be counted without being decoded.
        case byCount
        /// Times are rounded: only decoding from the start counts right.
        case fromStart
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
        all.first { $0.recognises(head) }
    }

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
