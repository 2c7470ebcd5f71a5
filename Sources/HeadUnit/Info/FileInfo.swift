// Everything that can be told about one file or cue sheet. Values; read on the thread that asks.

import AudioCore
import MusicLibrary

/// A file, opened and looked into.
struct FileInfo {
    struct Cover {
        var header: ImageHeader
        /// False when it lies beside the file.
        var isEmbedded: Bool
    }

    /// A track of a cue sheet, in sample frames of its file.
    struct Track {
        var number: Int
        var title: String?
        var performers: [String]
        var startFrame: Int64
        var endFrame: Int64?
    }

    var path: RawPath
    var stream: StreamInfo
    var tags: TrackTags
    var cover: Cover?
    var tracks: [Track]
    /// The file with the sound: for a cue sheet that of its first track.
    var audio: RawPath
    /// What its tags or its sheet state of its loudness, else what was measured.
    var gain: TrackGain?
    /// What is wrong in a cue sheet and costs music.
    var problems: [AudioError] = []
    /// Lines about what is wrong in a cue sheet and costs none.
    var faults: [String] = []

    /// Reads `path`; a cue sheet gives the format of its first file and the words of the sheet.
    static func read(_ path: RawPath) throws(AudioError) -> FileInfo {
        path.lowercasedExtension == "cue" ? try SheetInfo.read(path) : try readFile(path)
    }

    private static func readFile(_ path: RawPath) throws(AudioError) -> FileInfo {
        let stream = try MusicFormats.open(try FileByteSource(path)).info
        let source = try FileByteSource(path)
        let tags = try TagReader.read(source)
        var info = FileInfo(
            path: path, stream: stream, tags: tags, cover: nil, tracks: [], audio: path, gain: tags.gain)
        info.cover = try cover(tags, path, source)
        if let text = tags.cueSheet {
            let sheet = CueSheet(text: text, name: path.shown)
            for track in sheet.tracks { info.add(track, stream, of: path) }
            // Without a track in it the whole file is played, and nothing is lost.
            if !sheet.tracks.isEmpty { info.problems += sheet.losses.map { AudioError(.decode, $0) } }
            info.faults = sheet.tracks.isEmpty ? sheet.problems : sheet.problems.filter { !sheet.losses.contains($0) }
        }
        return info
    }

    /// Takes what was measured where nothing is stated; of a file or a sheet with tracks that of all of them.
    mutating func take(_ measured: MeasuredGains) {
        guard gain == nil else { return }
        let file = audio.absolute.canonical
        gain =
            tracks.isEmpty
            ? measured.gain(of: QueueItem(path: file))
            : measured.albumGain(ofSheetTracksIn: file, numbers: tracks.map(\.number))
    }

    /// Adds a track as far as it lies in its file; one that begins behind its end is a problem.
    mutating func add(_ track: CueSheet.Track, _ stream: StreamInfo, of file: RawPath) {
        let start = CueFrames.sampleFrame(ofCueFrame: track.startFrame, rate: stream.rate)
        let stated = track.endFrame.map { CueFrames.sampleFrame(ofCueFrame: $0, rate: stream.rate) }
        if let count = stream.frameCount, start >= count {
            let (begin, length) = (ProgressLine.time(start, stream), ProgressLine.time(count, stream))
            problems.append(
                AudioError(
                    .decode, path: file.shown, "track \(track.number) starts at \(begin), behind its end at \(length)"))
            return
        }
        tracks.append(
            Track(
                number: track.number, title: track.title, performers: track.performers, startFrame: start,
                endFrame: [stated, stream.frameCount].compactMap(\.self).min()))
    }

    static func cover(
        _ tags: TrackTags, _ path: RawPath, _ source: any ByteSource
    ) throws(AudioError) -> Cover? {
        switch CoverFinder.cover(tags, of: path) {
        case .embedded(let picture)?:
            return ImageHeader.read(try picture.read(from: source)).map { Cover(header: $0, isEmbedded: true) }
        case .folder(let image)?:
            return CoverFinder.header(of: image).map { Cover(header: $0, isEmbedded: false) }
        case nil:
            return nil
        }
    }
}
