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
    /// Lines about what is wrong in a cue sheet.
    var problems: [String] = []

    /// Reads `path`; a cue sheet gives the format of its first file and the words of the sheet.
    static func read(_ path: RawPath) throws(AudioError) -> FileInfo {
        path.lowercasedExtension == "cue" ? try readSheet(path) : try readFile(path)
    }

    private static func readFile(_ path: RawPath) throws(AudioError) -> FileInfo {
        let stream = try MusicFormats.open(try FileByteSource(path)).info
        let source = try FileByteSource(path)
        let tags = try TagReader.read(source)
        var info = FileInfo(path: path, stream: stream, tags: tags, cover: nil, tracks: [])
        info.cover = try cover(tags, path, source)
        if let text = tags.cueSheet {
            let sheet = CueSheet(text: text, name: path.shown)
            info.tracks = sheet.tracks.map { track($0, rate: stream.rate, frameCount: stream.frameCount) }
            info.problems = sheet.problems
        }
        return info
    }

    private static func readSheet(_ path: RawPath) throws(AudioError) -> FileInfo {
        let sheet = try CueSheet.read(path)
        guard let first = sheet.tracks.first else {
            throw AudioError(.notSupported, path: path.shown, "the sheet names no track to play")
        }
        var resolver = CueFileResolver(beside: path, extensions: MusicGathering.extensions)
        var streams: [String: StreamInfo] = [:]
        for name in sheet.files {
            guard let file = resolver.resolve(name) else {
                throw AudioError(.notSupported, path: path.shown, "the sheet names “\(name)”, which is not there")
            }
            streams[name] = try MusicFormats.open(try FileByteSource(file)).info
        }
        guard let file = resolver.resolve(first.file), let stream = streams[first.file] else {
            throw AudioError(.notSupported, path: path.shown, "the sheet names “\(first.file)”, which is not there")
        }
        var tags = TrackTags()
        tags.album = sheet.title
        tags.artists = sheet.performers
        tags.albumArtists = sheet.performers
        tags.year = sheet.year
        tags.genres = sheet.genre.map { [$0] } ?? []
        tags.disc = sheet.disc
        tags.discTotal = sheet.discTotal
        tags.trackTotal = sheet.tracks.count
        tags.gain = first.gain.map { TrackGain(album: $0.album, albumPeak: $0.albumPeak, origin: $0.origin) }
        let source = try FileByteSource(file)
        var info = FileInfo(path: path, stream: stream, tags: tags, cover: nil, tracks: [], problems: sheet.problems)
        info.cover = try cover(try TagReader.read(source), file, source)
        info.tracks = sheet.tracks.compactMap { track in
            streams[track.file].map { Self.track(track, rate: $0.rate, frameCount: $0.frameCount) }
        }
        return info
    }

    private static func track(_ track: CueSheet.Track, rate: Int, frameCount: Int64?) -> Track {
        let end = track.endFrame.map { CueFrames.sampleFrame(ofCueFrame: $0, rate: rate) }
        return Track(
            number: track.number, title: track.title, performers: track.performers,
            startFrame: CueFrames.sampleFrame(ofCueFrame: track.startFrame, rate: rate), endFrame: end ?? frameCount)
    }

    private static func cover(
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
