// What can be told about a cue sheet: its words, and the format of the files it names. Values; on the thread that asks.

import AudioCore
import MusicLibrary

/// Looks into the files of a sheet.
enum SheetInfo {
    private typealias File = (path: RawPath, stream: StreamInfo)

    /// - Throws: when none of its tracks can be played: the first reason, with its line of the sheet.
    static func read(_ path: RawPath) throws(AudioError) -> FileInfo {
        let sheet = try CueSheet.read(path)
        var problems = sheet.costlyProblems.map { AudioError(.decode, $0) }
        var resolver = CueFileResolver(beside: path, extensions: MusicGathering.extensions)
        var files: [String: File] = [:]
        // Where no FILE is named, the sheet's own line says so.
        for name in sheet.files where !name.isEmpty {
            do throws(AudioError) {
                let file = try resolver.file(named: name)
                files[name] = (file, try MusicFormats.open(try FileByteSource(file)).info)
            } catch {
                problems.append(error)
            }
        }
        guard let first = sheet.tracks.first(where: { files[$0.file] != nil }), let file = files[first.file] else {
            throw problems.first ?? AudioError(.notSupported, path: path.shown, "the sheet names no track to play")
        }
        var info = FileInfo(
            path: path, stream: file.stream, tags: tags(sheet, first), cover: nil, tracks: [], audio: file.path,
            gain: first.gain.map { TrackGain(album: $0.album, albumPeak: $0.albumPeak, origin: $0.origin) },
            problems: problems, faults: sheet.harmlessProblems)
        let source = try FileByteSource(file.path)
        info.cover = try FileInfo.cover(try TagReader.read(source), file.path, source)
        for track in sheet.tracks {
            if let file = files[track.file] { info.add(track, file.stream, of: file.path) }
        }
        return info
    }

    private static func tags(_ sheet: CueSheet, _ first: CueSheet.Track) -> TrackTags {
        var tags = TrackTags()
        tags.album = sheet.title
        tags.artists = sheet.performers
        tags.albumArtists = sheet.performers
        tags.year = sheet.year
        tags.genres = sheet.genre.map { [$0] } ?? []
        tags.disc = sheet.disc
        tags.discTotal = sheet.discTotal
        tags.trackTotal = sheet.tracks.count
        return tags
    }
}

extension ProgressLine {
    /// A place in a stream, for people.
    nonisolated static func time(_ frame: Int64, _ stream: StreamInfo) -> String {
        time(Double(frame) / Double(max(1, stream.rate)))
    }
}
