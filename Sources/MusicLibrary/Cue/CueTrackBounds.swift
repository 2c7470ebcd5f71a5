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

    func tracks(
        album: CueSheet, albumFields: [String: String], report: (_ line: Int, _ problem: String, _ isLoss: Bool) -> Void
    ) -> [CueSheet.Track] {
        var placed: [(draft: CueDraft, file: Int, start: Int, hidden: Int?)] = []
        var boundaries: [Int: [Int]] = [:]
        /// Which of the placed begins there, and those that have no audio because another one does.
        var starts: [Start: Int] = [:]
        var emptied: Set<Int> = []
        for draft in drafts {
            guard let main = draft.main else {
                if draft.isAudio { report(draft.line, "track \(draft.number) has no INDEX (INDEX 01 MM:SS:FF)", true) }
                continue
            }
            let isFirstInFile = boundaries[main.file] == nil
            guard draft.isAudio else {
                // The pregap of data is no music.
                boundaries[main.file, default: []].append(draft.pregap?.frame ?? main.frame)
                continue
            }
            if main.index != 1 {
                report(draft.line, "track \(draft.number) has no INDEX 01, begins at INDEX \(main.index)", false)
            }
            var start = main.frame
            var hidden: Int?
            if isFirstInFile, placed.isEmpty {
                hidden = draft.pregap?.frame ?? (start > 0 ? 0 : nil)
            } else if isFirstInFile, let pregap = draft.pregap {
                start = pregap.frame
            }
            if let same = starts[Start(file: main.file, frame: start)] {
                let empty = placed[same].draft.number
                report(
                    draft.line,
                    "track \(draft.number) begins where track \(empty) does, which is empty (a later INDEX 01)", false)
                hidden = placed[same].hidden ?? hidden
                emptied.insert(same)
            }
            starts[Start(file: main.file, frame: start)] = placed.count
            boundaries[main.file, default: []].append(start)
            placed.append((draft, main.file, start, hidden))
        }
        let sorted = boundaries.mapValues { $0.sorted() }
        return placed.indices.filter { !emptied.contains($0) }.map { index in
            let place = placed[index]
            let end = Self.first(above: place.start, in: sorted[place.file] ?? [])
            return track(place.draft, file: files[place.file], start: place.start, end: end, hidden: place.hidden)
                .completed(by: album, gain: gain(place.draft, albumFields: albumFields))
        }
    }

    private struct Start: Hashable {
        var file: Int
        var frame: Int
    }

    private func track(_ draft: CueDraft, file: String, start: Int, end: Int?, hidden: Int?) -> CueSheet.Track {
        CueSheet.Track(
            number: draft.number, title: draft.title, performers: draft.performers, songwriter: draft.songwriter,
            file: file, startFrame: start, endFrame: end, hiddenStartFrame: hidden, gain: nil)
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
