// How each part of the library is written and read, in the same order. Workers.

import AudioCore

extension IndexWriter {
    mutating func put(_ stamp: FileStamp) {
        put(signed: stamp.size)
        put(signed: stamp.modified)
    }

    mutating func put(_ picture: EmbeddedPicture?) {
        put(picture != nil)
        guard let picture else { return }
        put(signed: picture.offset)
        put(picture.storedLength)
        put(picture.packing.rawValue)
        put(picture.mimeType)
        put(picture.pictureType)
    }

    mutating func put(_ cover: CoverLocation?) {
        put(cover != nil)
        guard let cover else { return }
        put(cover.path)
        put(FileStamp(size: cover.size, modified: cover.modified))
        put(cover.picture)
    }

    mutating func put(_ entry: LibraryEntry) {
        put(entry.path)
        put(entry.stamp)
        put(Int(entry.presence.rawValue))
        put(entry.isIncomplete)
        put(entry.audio.count)
        for file in entry.audio {
            put(file.path)
            put(file.stamp)
        }
        put(entry.failure)
        put(entry.tracks.count)
        for track in entry.tracks { put(track, of: entry) }
    }

    /// The path is one of the entry's files.
    private mutating func put(_ track: LibraryTrack, of entry: LibraryEntry) {
        put(track.path == entry.path ? 0 : (entry.audio.firstIndex { $0.path == track.path } ?? 0) + 1)
        put(Int(track.key))
        put(track.cueTrack)
        put(track.region?.startFrame)
        put(track.region?.endFrame)
        put(track.title)
        put(track.artists)
        put(track.albumTitle)
        put(track.albumArtists)
        put(track.isCompilation)
        put(track.number)
        put(track.disc)
        put(track.year)
        put(track.genres)
        put(track.sortTitle)
        put(track.sortArtist)
        put(track.sortAlbum)
        put(track.duration ?? -1)
        put(track.format.container)
        put(track.format.codec)
        put(signed: Int64(track.format.rate))
        put(signed: Int64(track.format.bitrate))
        put(Int(track.format.channels))
        put(Int(track.format.bits))
        put(track.format.isLossless)
        put(FileStamp(size: track.size, modified: track.modified))
        put(track.picture)
        put(signed: track.added)
        put(Int(track.albumKey))
        putFew(track.artistKeys)
        put(Int(track.gainTags.rawValue))
        put(track.measured != nil)
        for word in track.measured?.bits ?? [] { put(UInt64(word)) }
    }

    mutating func put(_ album: LibraryAlbum) {
        put(Int(album.key))
        put(album.title)
        put(album.artist)
        putFew(album.artistKeys)
        put(album.isVarious)
        put(album.isFolder)
        put(album.year)
        put(album.sortTitle)
        put(album.sortArtist)
        put(album.cover)
        putFew(album.trackKeys)
        put(signed: album.added)
        put(album.duration)
        put(album.isAvailable)
    }

    mutating func put(_ artist: LibraryArtist) {
        put(Int(artist.key))
        put(artist.name)
        put(artist.sortName)
        putFew(artist.albumKeys)
        putFew(artist.trackKeys)
        put(artist.isListed)
    }

    mutating func put(_ order: LibraryOrder) {
        put(order.keys)
        put(order.letters.count)
        for letter in order.letters {
            put(letter.letter)
            put(letter.row)
        }
    }
}

extension IndexReader {
    mutating func stamp() -> FileStamp { FileStamp(size: signed(), modified: signed()) }

    mutating func picture() -> EmbeddedPicture? {
        guard flag() else { return nil }
        return EmbeddedPicture(
            offset: signed(), storedLength: min(int(), SourceWindow.largestRead),
            packing: EmbeddedPicture.Packing(rawValue: int()) ?? .plain,
            mimeType: optionalText(), pictureType: int())
    }

    mutating func cover() -> CoverLocation? {
        guard flag() else { return nil }
        let path = path()
        let stamp = stamp()
        return CoverLocation(path: path, size: stamp.size, modified: stamp.modified, picture: picture())
    }

    mutating func entry() -> LibraryEntry {
        var entry = LibraryEntry(path: path(), stamp: stamp())
        entry.presence = LibraryEntry.Presence(rawValue: byte()) ?? .present
        entry.isIncomplete = flag()
        let audioCount = count()
        for _ in 0..<audioCount where !isDamaged { entry.audio.append(StampedFile(path: path(), stamp: stamp())) }
        entry.failure = optionalText()
        let trackCount = count()
        entry.tracks.reserveCapacity(trackCount)
        for _ in 0..<trackCount where !isDamaged { entry.tracks.append(track(of: entry)) }
        // Keys, dates and measurements stay, and are found again when it has been read.
        if version < LibraryContents.versionWithSheetHeads, entry.mayHoldSheet { entry.stamp = .ofNothing }
        return entry
    }

    private mutating func track(of entry: LibraryEntry) -> LibraryTrack {
        let file = int()
        let path = file > 0 && file <= entry.audio.count ? entry.audio[file - 1].path : entry.path
        let key = key()
        let cueTrack = optionalInt()
        let (start, end) = (optionalInt(), optionalInt())
        let title = text()
        let (artists, albumTitle, albumArtists, isCompilation) = (list(), optionalText(), list(), flag())
        let (number, disc, year, genres) = (optionalInt(), optionalInt(), optionalInt(), list())
        let (sortTitle, sortArtist, sortAlbum) = (optionalText(), optionalText(), optionalText())
        let duration = double()
        let format = TrackFormat(
            container: text(), codec: text(), rate: Int32(clamping: signed()), bitrate: Int32(clamping: signed()),
            channels: UInt8(clamping: int()), bits: UInt8(clamping: int()), isLossless: flag())
        let stamp = stamp()
        var track = LibraryTrack(path: path, title: title, format: format, size: stamp.size, modified: stamp.modified)
        track.key = key
        track.cueTrack = cueTrack
        track.region = start.flatMap { CueRegion(startFrame: $0, endFrame: end) }
        track.artists = artists
        track.albumTitle = albumTitle
        track.albumArtists = albumArtists
        track.isCompilation = isCompilation
        track.number = number
        track.disc = disc
        track.year = year
        track.genres = genres
        if let sortTitle { track.sortTitle = sortTitle }
        if let sortArtist { track.sortArtist = sortArtist }
        if let sortAlbum { track.sortAlbum = sortAlbum }
        track.duration = duration >= 0 ? duration : nil
        track.picture = picture()
        track.added = signed()
        track.albumKey = self.key()
        track.artistKeys = fewKeys()
        if version >= LibraryContents.versionWithGains {
            track.gainTags = GainTags(rawValue: byte()) ?? .unread
            if flag() {
                track.measured = MeasuredGain(
                    bits: (0..<MeasuredGain.bitsCount).map { _ in UInt32(truncatingIfNeeded: self.number()) })
            }
        }
        track.isAvailable = entry.presence == .present
        return track
    }

    mutating func album() -> LibraryAlbum {
        var album = LibraryAlbum(key: key(), title: text())
        album.artist = optionalText()
        album.artistKeys = fewKeys()
        album.isVarious = flag()
        album.isFolder = flag()
        album.year = optionalInt()
        album.sortTitle = optionalText()
        album.sortArtist = optionalText()
        album.cover = cover()
        album.trackKeys = fewKeys()
        album.added = signed()
        album.duration = double()
        album.isAvailable = flag()
        return album
    }

    mutating func artist() -> LibraryArtist {
        var artist = LibraryArtist(key: key(), name: text())
        artist.sortName = optionalText()
        artist.albumKeys = fewKeys()
        artist.trackKeys = fewKeys()
        artist.isListed = flag()
        return artist
    }

    mutating func order() -> LibraryOrder {
        var order = LibraryOrder(keys: keys())
        let letterCount = count()
        for _ in 0..<letterCount where !isDamaged { order.letters.append(.init(letter: text(), row: int())) }
        return order
    }
}
