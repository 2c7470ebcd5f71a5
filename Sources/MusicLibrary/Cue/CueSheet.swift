// A cue sheet as a value: the album, its tracks with exact bounds, and what was wrong in the text. Any thread.

public import AudioCore

/// What a cue sheet says (CDRWIN user's guide, appendix A, and what rippers made of it).
///
/// How the audio is shared out:
/// - a track begins at its INDEX 01 and ends where the next one in the same FILE begins, so the audio between a track's
///   INDEX 00 and INDEX 01 belongs to the end of the track before it;
/// - a pregap at the head of a later FILE has no track before it in that FILE. That track begins at its INDEX 00, and
///   never cuts the track of the other FILE: nothing is skipped when the album is played through;
/// - audio in front of the INDEX 01 of the sheet's first track, from its INDEX 00 or else from the start of the file, is
///   the beginning of that track; from 4 s on it is a hidden track, and has the number 0;
/// - of tracks that begin at the same place the last has the audio and the others are empty, as on a disc: nothing is
///   heard twice;
/// - PREGAP and POSTGAP describe silence that is not in the file, so they move nothing.
public struct CueSheet: Hashable, Sendable {
    /// One audio track.
    public struct Track: Hashable, Sendable {
        /// The number of audio in front of the first track that is a track of its own.
        public static let hiddenNumber = 0

        /// As the sheet counts, 1 to 999; `hiddenNumber` for what it has no TRACK for.
        public var number: Int
        public var title: String?
        /// The track's own performers, else the album's; a name is never split.
        public var performers: [String]
        public var songwriter: String?
        /// The FILE as written; empty when the sheet names none.
        public var file: String
        /// 1/75 s from the start of the file.
        public var startFrame: Int
        /// 1/75 s, behind the last; nil is the end of the file.
        public var endFrame: Int?
        /// The track's gain with the album's beside it.
        public var gain: TrackGain?

        public init(
            number: Int, title: String? = nil, performers: [String] = [], songwriter: String? = nil, file: String,
            startFrame: Int, endFrame: Int? = nil, gain: TrackGain? = nil
        ) {
            self.number = number
            self.title = title
            self.performers = performers
            self.songwriter = songwriter
            self.file = file
            self.startFrame = startFrame
            self.endFrame = endFrame
            self.gain = gain
        }
    }

    public var title: String?
    public var performers: [String] = []
    public var songwriter: String?
    public var genre: String?
    public var year: Int?
    public var disc: Int?
    public var discTotal: Int?
    /// Audio tracks in the order of the sheet.
    public var tracks: [Track] = []
    /// What was wrong, a line each: `FILE:LINE: what (what would be right)`; at most 100.
    public var problems: [String] = []
    /// Those of `problems` that cost music: a track that cannot be placed, a sheet without any. The others are mended
    /// or passed over, and everything is heard.
    public var losses: [String] = []
    /// The one of `problems` about tracks that stand in no FILE: fatal to them unless the sheet is inside its file. Nil
    /// when all tracks have one.
    public var filelessProblem: String?

    /// Bytes of text that are read.
    public static let maximumTextLength = 1 << 20
    /// Tracks of a sheet; the standard has 99.
    public static let maximumTrackCount = 999

    /// A sheet that says nothing yet.
    init() {}

    /// Reads a sheet's bytes: UTF-8 and UTF-16 by their marks, else by how they look.
    ///
    /// - Parameter name: what problems are reported under: the file's name.
    public init(_ bytes: [UInt8], name: String) {
        guard bytes.count <= Self.maximumTextLength else {
            self.init()
            problems = ["\(name):1: \(bytes.count) bytes are no cue sheet (at most 1 MiB of text)"]
            losses = problems
            return
        }
        self.init(text: PlainText.decode(bytes), name: name)
    }

    /// Reads a sheet that is text already, as an embedded one is.
    public init(text: String, name: String) {
        self.init()
        guard text.utf8.count <= 3 * Self.maximumTextLength else {
            problems = ["\(name):1: \(text.utf8.count) bytes are no cue sheet (at most 1 MiB of text)"]
            losses = problems
            return
        }
        var parser = CueParser(name: name)
        for (index, line) in CueLine.lines(of: text).enumerated() { parser.read(line, number: index + 1) }
        self = parser.finish()
    }

    /// Reads the sheet at `path`.
    /// - Throws: `notSupported` when the file cannot be opened, is empty or is larger than 1 MiB; `decode` when it cannot
    ///   be read.
    public static func read(_ path: RawPath) throws(AudioError) -> CueSheet {
        let source = try FileByteSource(path)
        guard let size = source.size, size <= Int64(maximumTextLength) else {
            throw AudioError(.notSupported, path: path.shown, "is no cue sheet: larger than 1 MiB")
        }
        return CueSheet(try source.readBytes(Int(size)), name: path.shown)
    }

    /// The problems that cost music of a sheet that lies beside its files.
    public var costlyProblems: [String] { [filelessProblem].compactMap(\.self) + losses }

    /// The problems in spite of which everything is heard.
    public var harmlessProblems: [String] {
        let costly = Set(costlyProblems)
        return problems.filter { !costly.contains($0) }
    }

    /// The FILE names in the order of the tracks, each once.
    public var files: [String] {
        var names: [String] = []
        for track in tracks where names.last != track.file && !names.contains(track.file) { names.append(track.file) }
        return names
    }
}
