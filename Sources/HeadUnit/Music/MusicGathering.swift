// From names on a command line or folders in a configuration to things to play. Workers only: it reads the disk.

import AudioCore
import MusicLibrary

/// What was found to play, in order, and what could not be used.
struct MusicGathering: Sendable {
    var items: [QueueItem] = []
    /// What cue sheets told about their tracks, so that no tag has to be read for them.
    private(set) var facts: [QueueItem: TrackFacts] = [:]
    private(set) var problems: [AudioError] = []
    /// What cue sheets told about the loudness of their tracks.
    private(set) var gains: [QueueItem: TrackLoudness] = [:]
    /// What is wrong and costs no music: lines of cue sheets that were mended or passed over.
    private(set) var faults: [String] = []
    /// The paths under which there is no music, and nothing else is wrong with them.
    private(set) var empty: [RawPath] = []
    /// A line for people about each of them.
    var emptyLines: [String] { empty.map { "\($0.shown): \(Self.emptyReason)" } }
    static let emptyReason = "there is no music in it"
    /// Problems as people read them: a sheet is looked into by the walk and again for its tracks.
    private var said: Set<String> = []

    static let extensions = MusicFormats.extensions

    /// A file found in a folder is looked into for an embedded cue sheet when it is at least as large as this: an album
    /// in one file. A file that was named by hand always is.
    private static let albumImageBytes: Int64 = 64 << 20

    /// - Parameter paths: files, folders and cue sheets; each folder gives what is below it in natural order.
    init(_ paths: [RawPath]) {
        for path in paths {
            let contents = MusicFolder.files(under: [path], extensions: Self.extensions)
            contents.problems.forEach { say($0) }
            if contents.entries.isEmpty, contents.problems.isEmpty { empty.append(path) }
            for entry in contents.entries {
                switch entry {
                case .cue(let sheet): addSheet(sheet)
                case .file(let file): addFile(file, isNamed: file == path)
                }
            }
        }
    }

    /// What is known already.
    init(items: [QueueItem]) {
        self.items = items
    }

    private mutating func addSheet(_ path: RawPath) {
        do throws(AudioError) {
            let sheet = try CueSheet.read(path)
            for problem in sheet.costlyProblems { say(AudioError(.decode, problem)) }
            faults += sheet.harmlessProblems
            var resolver = CueFileResolver(beside: path, extensions: Self.extensions)
            var files: [String: RawPath] = [:]
            // Where no FILE is named, that has been said with its line.
            for name in sheet.files where !name.isEmpty {
                do throws(AudioError) {
                    files[name] = try resolver.file(named: name)
                } catch {
                    say(error)
                }
            }
            for track in sheet.tracks {
                if let file = files[track.file] { add(track, of: sheet, in: file) }
            }
        } catch {
            say(error)
        }
    }

    private mutating func say(_ problem: AudioError) {
        if said.insert(problem.description).inserted { problems.append(problem) }
    }

    private mutating func addFile(_ path: RawPath, isNamed: Bool) {
        if let sheet = embeddedSheet(in: path, isNamed: isNamed), !sheet.tracks.isEmpty {
            for track in sheet.tracks { add(track, of: sheet, in: path) }
        } else {
            items.append(QueueItem(path: path))
        }
    }

    private func embeddedSheet(in path: RawPath, isNamed: Bool) -> CueSheet? {
        do throws(AudioError) {
            let source = try FileByteSource(path)
            guard isNamed || source.size ?? 0 >= Self.albumImageBytes else { return nil }
            guard let text = try TagReader.read(source).cueSheet else { return nil }
            return CueSheet(text: text, name: path.shown)
        } catch {
            // The player says what is wrong with it when its turn comes.
            return nil
        }
    }

    private mutating func add(_ track: CueSheet.Track, of sheet: CueSheet, in file: RawPath) {
        guard let region = CueRegion(startFrame: track.startFrame, endFrame: track.endFrame) else {
            problems.append(AudioError(.decode, path: file.shown, "track \(track.number) of its cue sheet is empty"))
            return
        }
        let item = QueueItem(path: file, cueTrack: track.number, region: region)
        items.append(item)
        facts[item] = TrackFacts(track, of: sheet)
        if let gain = track.gain { gains[item] = TrackLoudness(gain) }
    }
}
