// The reading of a cue sheet line by line into drafts of tracks; a broken line is told and passed over. Any thread.

/// Collects what the lines say. `finish` makes the sheet of it.
struct CueParser {
    private static let maximumProblemCount = 100
    /// Words that mean nothing to a player of files.
    private static let ignored: Set<String> = [
        "", "CATALOG", "CDTEXTFILE", "FLAGS", "ISRC", "PREGAP", "POSTGAP", "ARRANGER", "COMPOSER", "DISC_ID", "GENRE",
        "MESSAGE", "SIZE_INFO", "TOC_INFO", "TOC_INFO2", "UPC_EAN",
    ]

    private let name: String
    private var sheet = CueSheet()
    private var albumFields: [String: String] = [:]
    private var files: [String] = []
    private var fileNumbers: [String: Int] = [:]
    private var currentFile: Int?
    /// What was said when a FILE had no name: it counts when tracks are left in it.
    private var namelessFile: String?
    private var drafts: [CueDraft] = []
    /// Too many tracks: what follows belongs to none.
    private var isFull = false
    private var number = 0

    init(name: String) {
        self.name = name
    }

    mutating func read(_ text: String, number: Int) {
        self.number = number
        let line = CueLine(text)
        if isFull, line.word != "FILE" { return }
        switch line.word {
        case "FILE": readFile(line)
        case "TRACK": readTrack(line)
        case "INDEX": readIndex(line)
        case "TITLE", "PERFORMER", "SONGWRITER": readText(line)
        case "REM": readRemark(CueLine(line.rest))
        case let word where Self.ignored.contains(word): break
        default: report("\(line.word.prefix(32)) is no word of a cue sheet (FILE, TRACK, INDEX, TITLE, REM ...)")
        }
    }

    mutating func finish() -> CueSheet {
        // The reason comes in front of what follows from it: a track without a place.
        sheet.losses += drafts.filter { $0.isAudio && $0.main == nil }.compactMap(\.unreadableIndex)
            .prefix(Self.maximumProblemCount)
        sheet.tracks = CueTrackBounds(drafts: drafts, files: files).tracks(album: sheet, albumFields: albumFields) {
            line, problem, isLoss in
            number = line
            report(problem, isLoss: isLoss)
        }
        if sheet.tracks.contains(where: \.file.isEmpty) { sheet.filelessProblem = namelessFile }
        if sheet.tracks.isEmpty { report("no audio track (TRACK 01 AUDIO with INDEX 01 00:00:00)", isLoss: true) }
        return sheet
    }

    @discardableResult
    private mutating func report(_ problem: String, isLoss: Bool = false) -> String {
        let line = "\(name):\(max(number, 1)): \(problem)"
        // A loss is never left out: it decides whether all was heard.
        if isLoss, sheet.losses.count < Self.maximumProblemCount { sheet.losses.append(line) }
        if sheet.problems.count < Self.maximumProblemCount { sheet.problems.append(line) }
        return line
    }

    private mutating func readFile(_ line: CueLine) {
        let file = line.fileName.name
        if file.isEmpty {
            let line = report("FILE without a name (FILE \"name.wav\" WAVE)")
            namelessFile = namelessFile ?? line
        }
        enterFile(file)
    }

    /// A name met again is the same file: some sheets repeat it for every track.
    private mutating func enterFile(_ file: String) {
        let known = fileNumbers[file]
        currentFile = known ?? files.count
        guard known == nil else { return }
        fileNumbers[file] = files.count
        files.append(file)
    }

    private mutating func readTrack(_ line: CueLine) {
        guard drafts.count < CueSheet.maximumTrackCount else {
            isFull = true
            report("too many tracks (at most \(CueSheet.maximumTrackCount))", isLoss: true)
            return
        }
        let parts = line.rest.split { $0 == " " || $0 == "\t" }
        var trackNumber = (drafts.last?.number ?? 0) + 1
        if let stated = parts.first.flatMap({ Int($0) }), (1...CueSheet.maximumTrackCount).contains(stated) {
            trackNumber = stated
        } else {
            report("TRACK \(line.rest.prefix(32)) has no number (TRACK \(trackNumber) AUDIO)")
        }
        let kind = parts.count > 1 ? parts[1].uppercased() : ""
        if kind.isEmpty { report("TRACK \(trackNumber) has no kind, taken for audio (TRACK \(trackNumber) AUDIO)") }
        if currentFile == nil {
            let line = report("TRACK \(trackNumber) in front of any FILE (FILE \"name.wav\" WAVE)")
            namelessFile = namelessFile ?? line
            enterFile("")
        }
        drafts.append(CueDraft(number: trackNumber, isAudio: kind.isEmpty || kind == "AUDIO", line: number))
    }

    private mutating func readIndex(_ line: CueLine) {
        let parts = line.rest.split { $0 == " " || $0 == "\t" }
        guard !drafts.isEmpty, let currentFile else {
            report("INDEX in front of any TRACK (TRACK 01 AUDIO)")
            return
        }
        guard parts.count >= 2, let index = Int(parts[0]), (0...99).contains(index) else {
            noteUnreadable(report("INDEX \(line.rest.prefix(32)) is not readable (INDEX 01 MM:SS:FF)"))
            return
        }
        guard let frame = CueFrames.parse(String(parts[1])) else {
            noteUnreadable(
                report("\(parts[1].prefix(32)) is no position (MM:SS:FF, seconds below 60, frames below 75)"))
            return
        }
        let draft = drafts.count - 1
        guard !drafts[draft].indexes.contains(where: { $0.index == index }) else {
            report("INDEX \(index) again in track \(drafts[draft].number) (once a track)")
            return
        }
        drafts[draft].indexes.append(CueDraft.Index(index: index, file: currentFile, frame: frame))
    }

    private mutating func noteUnreadable(_ line: String) {
        let draft = drafts.count - 1
        drafts[draft].unreadableIndex = drafts[draft].unreadableIndex ?? line
    }

    private mutating func readText(_ line: CueLine) {
        let value = line.value
        guard !value.isEmpty else { return }
        if drafts.isEmpty {
            switch line.word {
            case "TITLE": sheet.title = sheet.title ?? value
            case "PERFORMER": sheet.performers.append(value)
            default: sheet.songwriter = sheet.songwriter ?? value
            }
        } else {
            let draft = drafts.count - 1
            switch line.word {
            case "TITLE": drafts[draft].title = drafts[draft].title ?? value
            case "PERFORMER": drafts[draft].performers.append(value)
            default: drafts[draft].songwriter = drafts[draft].songwriter ?? value
            }
        }
    }

    /// Remarks that rippers and scanners agree on; others are anybody's.
    private mutating func readRemark(_ remark: CueLine) {
        let value = remark.value
        guard !value.isEmpty else { return }
        switch remark.word {
        case "GENRE": sheet.genre = sheet.genre ?? value
        case "DATE": sheet.year = sheet.year ?? TagNumber.year(value)
        case "DISCNUMBER":
            let disc = TagNumber.pair(value)
            sheet.disc = sheet.disc ?? disc.number
            sheet.discTotal = sheet.discTotal ?? disc.total
        case "TOTALDISCS", "DISCTOTAL": sheet.discTotal = sheet.discTotal ?? TagNumber.count(value)
        case let word where word.hasPrefix("REPLAYGAIN_ALBUM_"): albumFields[word] = value
        case let word where word.hasPrefix("REPLAYGAIN_TRACK_"):
            if !drafts.isEmpty { drafts[drafts.count - 1].gainFields[word] = value }
        default: break
        }
    }
}
