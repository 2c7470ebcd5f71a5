// From the indexes of a cue sheet to where each track begins and ends. Values; any thread.

/// A track as its lines say it.
struct CueDraft {
    struct Index {
        var index: Int
        /// Which FILE it counts in.
        var file: Int
        /// 1/75 s.
        var frame: Int
    }

    var number: Int
    var isAudio: Bool
    /// The line of its TRACK.
    var line: Int
    var title: String?
    var performers: [String] = []
    var songwriter: String?
    var indexes: [Index] = []
    /// What was said of the first of its INDEX lines that cannot be read.
    var unreadableIndex: String?
    var gainFields: [String: String] = [:]

    init(number: Int, isAudio: Bool, line: Int) {
        self.number = number
        self.isAudio = isAudio
        self.line = line
    }

    /// INDEX 01, else the lowest there is: its file is the track's file.
    var main: Index? {
        indexes.first { $0.index == 1 } ?? indexes.min { $0.index < $1.index }
    }

    /// INDEX 00 when it lies in the track's file and in front of its start.
    var pregap: Index? {
        guard let main, let zero = indexes.first(where: { $0.index == 0 }) else { return nil }
        return zero.file == main.file && zero.frame < main.frame ? zero : nil
    }
}

/// Shares out the audio of each file by the rules that `CueSheet` states.
struct CueTrackBounds {
    let drafts: [CueDraft]
    let files: [String]

    /// Audio in front of the sheet's first track that is as long as a track can be is one of its own, in 1/75 s: 4 s, the
    /// shortest track of a disc (IEC 60908).
    private static let shortestTrack = 4 * CueFrames.perSecond

    func tracks(
        album: CueSheet, albumFields: [String: String], report: (_ line: Int, _ problem: String, _ isLoss: Bool) -> Void
    ) -> [CueSheet.Track] {
        var placed: [(draft: CueDraft, file: Int, start: Int)] = []
        var boundaries: [Int: [Int]] = [:]
        let heads = self.heads
        /// Which of the placed begins there, and those that have no audio because another one does.
        var starts: [Start: Int] = [:]
        var emptied: Set<Int> = []
        for draft in drafts {
            guard let main = draft.main else {
                if draft.isAudio { report(draft.line, "track \(draft.number) has no INDEX (INDEX 01 MM:SS:FF)", true) }
                continue
            }
            guard draft.isAudio else {
                // The pregap of data is no music.
                boundaries[main.file, default: []].append(draft.pregap?.frame ?? main.frame)
                continue
            }
            if main.index != 1 {
                report(draft.line, "track \(draft.number) has no INDEX 01, begins at INDEX \(main.index)", false)
            }
            var start = main.frame
            if let head = heads[main.file], head.end == start { start = head.isTrack ? start : head.start }
            if let same = starts[Start(file: main.file, frame: start)] {
                let empty = placed[same].draft.number
                report(
                    draft.line,
                    "track \(draft.number) begins where track \(empty) does, which is empty (a later INDEX 01)", false)
                emptied.insert(same)
            }
            starts[Start(file: main.file, frame: start)] = placed.count
            boundaries[main.file, default: []].append(start)
            placed.append((draft, main.file, start))
        }
        let sorted = boundaries.mapValues { $0.sorted() }
        let hidden = heads.first { $0.value.isTrack }.map { file, head -> CueSheet.Track in
            let draft = CueDraft(number: CueSheet.Track.hiddenNumber, isAudio: true, line: 0)
            return track(draft, file: files[file], start: head.start, end: head.end)
                .completed(by: album, gain: gain(draft, albumFields: albumFields))
        }
        let tracks = placed.indices.filter { !emptied.contains($0) }.map { index -> CueSheet.Track in
            let place = placed[index]
            let end = Self.first(above: place.start, in: sorted[place.file] ?? [])
            return track(place.draft, file: files[place.file], start: place.start, end: end)
                .completed(by: album, gain: gain(place.draft, albumFields: albumFields))
        }
        return [hidden].compactMap(\.self) + tracks
    }

    /// Audio in front of the first track of a file, in 1/75 s.
    private struct Head {
        var start: Int
        var end: Int
        /// It is a track of its own; else the first begins with it.
        var isTrack: Bool
    }

    /// What lies in front of the first audio track of each file and belongs to none by its INDEX 01. Files whose first
    /// track is data have nothing, nor has a later file a long head that no INDEX 00 speaks of.
    private var heads: [Int: Head] {
        var firsts: [Int: CueDraft] = [:]
        for draft in drafts {
            guard let main = draft.main else { continue }
            if let other = firsts[main.file]?.main, other.frame <= main.frame { continue }
            firsts[main.file] = draft
        }
        let first = drafts.first { $0.isAudio && $0.main != nil }?.main?.file
        let opening = drafts.first { $0.main != nil }
        return firsts.compactMapValues { draft in
            guard draft.isAudio, let main = draft.main else { return nil }
            let isOpening = main.file == first && opening?.isAudio == true
            let start = draft.pregap?.frame ?? 0
            let isLong = main.frame - start >= Self.shortestTrack
            guard start < main.frame, isOpening || draft.pregap != nil || !isLong else { return nil }
            return Head(start: start, end: main.frame, isTrack: isOpening && isLong)
        }
    }

    private struct Start: Hashable {
        var file: Int
        var frame: Int
    }

    private func track(_ draft: CueDraft, file: String, start: Int, end: Int?) -> CueSheet.Track {
        CueSheet.Track(
            number: draft.number, title: draft.title, performers: draft.performers, songwriter: draft.songwriter,
            file: file, startFrame: start, endFrame: end, gain: nil)
    }

    private func gain(_ draft: CueDraft, albumFields: [String: String]) -> TrackGain? {
        TrackGain { draft.gainFields[$0] ?? albumFields[$0] }
    }

    /// The lowest of the sorted `frames` that lies above `frame`: the order of the sheet does not matter.
    private static func first(above frame: Int, in frames: [Int]) -> Int? {
        var low = 0
        var high = frames.count
        while low < high {
            let middle = (low + high) / 2
            if frames[middle] > frame { high = middle } else { low = middle + 1 }
        }
        return low < frames.count ? frames[low] : nil
    }
}

extension CueSheet.Track {
    fileprivate func completed(by album: CueSheet, gain: TrackGain?) -> CueSheet.Track {
        var track = self
        if track.performers.isEmpty { track.performers = album.performers }
        track.songwriter = track.songwriter ?? album.songwriter
        track.gain = gain
        return track
    }
}
