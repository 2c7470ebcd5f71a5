// What the texts of a tag mean: numbers of numbers, years of dates, names of genres. Values; any thread.

extension TagFields {
    /// The fields as a track's tags.
    var tags: TrackTags {
        var tags = TrackTags()
        tags.title = first("TITLE")
        tags.artists = all("ARTIST")
        tags.album = first("ALBUM")
        tags.albumArtists = all("ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST")
        let track = first("TRACKNUMBER", "TRACK").map(TagNumber.pair)
        tags.track = track?.number
        tags.trackTotal = track?.total ?? first("TRACKTOTAL", "TOTALTRACKS").flatMap(TagNumber.count)
        let disc = first("DISCNUMBER", "DISC").map(TagNumber.pair)
        tags.disc = disc?.number
        tags.discTotal = disc?.total ?? first("DISCTOTAL", "TOTALDISCS").flatMap(TagNumber.count)
        tags.year = (all("DATE") + all("YEAR")).lazy.compactMap(TagNumber.year).first
        tags.genres = Genres.names(of: all("GENRE"))
        tags.compilation = first("COMPILATION").map(TagNumber.isTrue) ?? false
        let composers = all("COMPOSER")
        tags.composer = composers.isEmpty ? nil : composers.joined(separator: ", ")
        tags.sortTitle = first("TITLESORT")
        tags.sortArtist = first("ARTISTSORT")
        tags.sortAlbum = first("ALBUMSORT")
        tags.gain = TrackGain(prefersR128: prefersR128) { first($0) }
        tags.cueSheet = first("CUESHEET")
        tags.gaplessInfo = first("ITUNSMPB")
        tags.pictures = pictures
        return tags
    }
}

/// Numbers as taggers write them.
enum TagNumber {
    /// `3`, `03`, `3/12`, `3 of 12`, `/12`: what is not there, zero or absurd is nil.
    static func pair(_ text: String) -> (number: Int?, total: Int?) {
        let digits = runs(of: text)
        let beginsWithNumber = text.utf8.first.map { (48...57).contains($0) } ?? false
        if beginsWithNumber { return (digits.first.flatMap(positive), digits.dropFirst().first.flatMap(positive)) }
        return text.hasPrefix("/") ? (nil, digits.first.flatMap(positive)) : (nil, nil)
    }

    /// A count of 1 to 9999.
    static func count(_ text: String) -> Int? {
        pair(text).number
    }

    /// The year of a date in any order: the first run of four digits, or of eight (`19980503`), from 1000 to 2999.
    static func year(_ text: String) -> Int? {
        for run in runs(of: text) where run.count == 4 || run.count == 8 {
            if let year = Int(run.prefix(4)), (1000...2999).contains(year) { return year }
        }
        return nil
    }

    static func isTrue(_ text: String) -> Bool {
        ["1", "true", "yes"].contains(text.lowercased())
    }

    private static func positive(_ digits: Substring) -> Int? {
        guard let value = Int(digits), (1...9999).contains(value) else { return nil }
        return value
    }

    private static func runs(of text: String) -> [Substring] {
        text.split { !("0"..."9").contains($0) }
    }
}
