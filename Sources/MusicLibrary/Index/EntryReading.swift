// From a file or a cue sheet to tracks: tags, stream facts, the parts of a sheet. Reader threads.

public import AudioCore

/// Tells what the samples of a file are; the program gives its table of codecs.
public typealias StreamProbe = @Sendable (RawPath) throws(AudioError) -> StreamInfo

/// Reads entries.
struct EntryReading: Sendable {
    let extensions: [String]
    let probe: StreamProbe

    /// An audio file, looked into.
    private struct Audio {
        var path: RawPath
        var stamp: FileStamp
        var info: StreamInfo
        var tags: TrackTags
    }

    /// What `found` holds; a failure is part of the entry. Nil when it has vanished.
    func read(_ found: MusicFolder.Entry) -> LibraryEntry? {
        guard let stamp = FileStamp(of: found.path) else { return nil }
        var entry = LibraryEntry(path: found.path, stamp: stamp)
        do throws(AudioError) {
            switch found {
            case .file(let path): entry.tracks = tracks(of: try audio(path))
            case .cue(let path): try read(sheet: path, into: &entry)
            }
        } catch {
            // Unplugged in the middle: that says nothing about the file.
            guard FileStamp(of: found.path) == stamp else { return nil }
            entry.failure = error.message
            if let other = error.path, other != found.path.shown { entry.failure = error.description }
        }
        return entry
    }

    private func audio(_ path: RawPath) throws(AudioError) -> Audio {
        let info = try probe(path)
        let tags = try TagReader.read(try FileByteSource(path))
        guard let stamp = FileStamp(of: path) else { throw AudioError(.notSupported, path: path.shown, "has vanished") }
        return Audio(path: path, stamp: stamp, info: info, tags: tags)
    }

    private func tracks(of audio: Audio) -> [LibraryTrack] {
        if let text = audio.tags.cueSheet {
            let sheet = CueSheet(text: text, name: audio.path.shown)
            let tracks = sheet.tracks.compactMap { track($0, of: sheet, in: audio) }
            if !tracks.isEmpty { return tracks }
        }
        return [whole(audio)]
    }

    /// A track that is all of its file.
    private func whole(_ audio: Audio) -> LibraryTrack {
        let tags = audio.tags
        var track = base(audio, title: tags.title ?? Self.stem(of: audio.path))
        track.artists = tags.artists.isEmpty ? tags.albumArtists : tags.artists
        track.number = tags.track
        track.disc = tags.disc
        track.sortTitle = tags.sortTitle
        track.sortArtist = tags.sortArtist
        track.duration = audio.info.frameCount.flatMap { Self.seconds($0, audio.info.rate) }
        track.gainTags = tags.gain == nil ? .absent : .present
        return track
    }

    private func read(sheet path: RawPath, into entry: inout LibraryEntry) throws(AudioError) {
        let sheet = try CueSheet.read(path)
        var resolver = CueFileResolver(beside: path, extensions: extensions)
        var files: [String: Audio] = [:]
        var failure: AudioError?
        for name in sheet.files {
            guard let file = resolver.resolve(name) else {
                entry.isIncomplete = true
                continue
            }
            do throws(AudioError) {
                let found = try audio(file)
                files[name] = found
                entry.audio.append(StampedFile(path: file, stamp: found.stamp))
            } catch {
                // The broken file is remembered as well, so that its repair is seen.
                if let stamp = FileStamp(of: file) { entry.audio.append(StampedFile(path: file, stamp: stamp)) }
                failure = failure ?? error
            }
        }
        entry.tracks = sheet.tracks.compactMap { track in
            files[track.file].flatMap { self.track(track, of: sheet, in: $0) }
        }
        if let failure { throw failure }
    }

    /// A track of a sheet; nil when nothing of it lies in the file.
    private func track(_ part: CueSheet.Track, of sheet: CueSheet, in audio: Audio) -> LibraryTrack? {
        guard let region = CueRegion(startFrame: part.startFrame, endFrame: part.endFrame) else { return nil }
        let rate = max(1, audio.info.rate)
        let start = CueFrames.sampleFrame(ofCueFrame: part.startFrame, rate: rate)
        let stated = part.endFrame.map { CueFrames.sampleFrame(ofCueFrame: $0, rate: rate) }
        let end = [stated, audio.info.frameCount].compactMap(\.self).min()
        if let end, end <= start { return nil }
        var track = base(audio, title: part.title ?? "\(part.number)")
        track.cueTrack = part.number
        track.region = region
        track.artists = part.performers.isEmpty ? audio.tags.artists : part.performers
        track.albumTitle = sheet.title ?? audio.tags.album
        track.albumArtists = sheet.performers.isEmpty ? audio.tags.albumArtists : sheet.performers
        track.number = part.number
        track.disc = sheet.disc ?? audio.tags.disc
        track.year = sheet.year ?? audio.tags.year
        if let genre = sheet.genre { track.genres = [genre] }
        track.duration = end.flatMap { Self.seconds($0 - start, rate) }
        track.gainTags = part.gain == nil && audio.tags.gain == nil ? .absent : .present
        return track
    }

    /// What every track of a file has from it.
    private func base(_ audio: Audio, title: String) -> LibraryTrack {
        var track = LibraryTrack(
            path: audio.path, title: title, format: TrackFormat(audio.info), size: audio.stamp.size,
            modified: audio.stamp.modified)
        track.albumTitle = audio.tags.album
        track.albumArtists = audio.tags.albumArtists
        track.isCompilation = audio.tags.compilation
        track.year = audio.tags.year
        track.genres = audio.tags.genres
        track.sortAlbum = audio.tags.sortAlbum
        track.picture = audio.tags.cover
        return track
    }

    private static func seconds(_ frames: Int64, _ rate: Int) -> Double? {
        frames >= 0 && rate > 0 ? Double(frames) / Double(rate) : nil
    }

    /// The file's name without its extension, for people; never empty.
    private static func stem(of path: RawPath) -> String {
        let name = String(decoding: path.lastComponent, as: UTF8.self)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// The picture that stands for a folder; for the folder of a disc, else the one of its album.
    static func folderCover(_ folder: RawPath) -> CoverLocation? {
        var image = CoverFinder.folderImage(in: folder)
        let album = DiscFolder(of: folder).album
        if image == nil, album != folder { image = CoverFinder.folderImage(in: album) }
        guard let image, let stamp = FileStamp(of: image) else { return nil }
        return CoverLocation(path: image, size: stamp.size, modified: stamp.modified)
    }
}
