// The genre numbers of ID3v1 and what ID3v2 makes of them. Values; any thread.

/// Genre names by ID3v1 number.
public enum Genres {
    /// The name of an ID3v1 genre number, 0 to 191; nil beyond.
    public static func name(_ number: Int) -> String? {
        table.indices.contains(number) ? table[number] : nil
    }

    /// The names in `values`: `17` and `(17)` by the table, `(51)(39)` both, `(4)Eurodisco` the number's and the text,
    /// `((Foo)` is `(Foo)` (ID3v2.3, section 4.2.1, TCON). What is no number stands as it is. Repeats are dropped.
    static func names(of values: [String]) -> [String] {
        var names: [String] = []
        for value in values {
            for name in split(value) where !name.isEmpty && !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static func split(_ value: String) -> [String] {
        if let name = resolved(value[...]) { return [name] }
        var names: [String] = []
        var rest = value[...]
        while names.count < TagFields.maximumValueCount, rest.hasPrefix("("), !rest.hasPrefix("(("),
            let close = rest.firstIndex(of: ")"),
            let name = resolved(rest[rest.index(after: rest.startIndex)..<close])
        {
            names.append(name)
            rest = rest[rest.index(after: close)...]
        }
        if rest.hasPrefix("((") { rest = rest.dropFirst() }
        names.append(String(rest).trimmed)
        return names
    }

    private static func resolved(_ code: Substring) -> String? {
        switch code {
        case "RX": return "Remix"
        case "CR": return "Cover"
        default:
            guard code.utf8.count <= 3, code.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
            return Int(code).flatMap(name)
        }
    }

    /// 0-79: ID3v1 (ID3v2.3, appendix A); 80-191: Winamp's additions up to 5.6, spelled as in common use.
    private static let table = [
        "Blues", "Classic Rock", "Country", "Dance", "Disco", "Funk", "Grunge", "Hip-Hop", "Jazz", "Metal",
        "New Age", "Oldies", "Other", "Pop", "R&B", "Rap", "Reggae", "Rock", "Techno", "Industrial",
        "Alternative", "Ska", "Death Metal", "Pranks", "Soundtrack", "Euro-Techno", "Ambient", "Trip-Hop", "Vocal",
        "Jazz+Funk", "Fusion", "Trance", "Classical", "Instrumental", "Acid", "House", "Game", "Sound Clip", "Gospel",
        "Noise", "Alternative Rock", "Bass", "Soul", "Punk", "Space", "Meditative", "Instrumental Pop",
        "Instrumental Rock", "Ethnic", "Gothic", "Darkwave", "Techno-Industrial", "Electronic", "Pop-Folk",
        "Eurodance", "Dream", "Southern Rock", "Comedy", "Cult", "Gangsta", "Top 40", "Christian Rap", "Pop/Funk",
        "Jungle", "Native American", "Cabaret", "New Wave", "Psychedelic", "Rave", "Showtunes", "Trailer", "Lo-Fi",
        "Tribal", "Acid Punk", "Acid Jazz", "Polka", "Retro", "Musical", "Rock & Roll", "Hard Rock",
        "Folk", "Folk-Rock", "National Folk", "Swing", "Fast Fusion", "Bebop", "Latin", "Revival", "Celtic",
        "Bluegrass", "Avantgarde", "Gothic Rock", "Progressive Rock", "Psychedelic Rock", "Symphonic Rock",
        "Slow Rock", "Big Band", "Chorus", "Easy Listening", "Acoustic", "Humour", "Speech", "Chanson", "Opera",
        "Chamber Music", "Sonata", "Symphony", "Booty Bass", "Primus", "Porn Groove", "Satire", "Slow Jam", "Club",
        "Tango", "Samba", "Folklore", "Ballad", "Power Ballad", "Rhythmic Soul", "Freestyle", "Duet", "Punk Rock",
        "Drum Solo", "A Cappella", "Euro-House", "Dance Hall", "Goa", "Drum & Bass", "Club-House",
        "Hardcore Techno", "Terror", "Indie", "BritPop", "Afro-Punk", "Polsk Punk", "Beat", "Christian Gangsta Rap",
        "Heavy Metal", "Black Metal", "Crossover", "Contemporary Christian", "Christian Rock", "Merengue", "Salsa",
        "Thrash Metal", "Anime", "JPop", "Synthpop", "Abstract", "Art Rock", "Baroque", "Bhangra", "Big Beat",
        "Breakbeat", "Chillout", "Downtempo", "Dub", "EBM", "Eclectic", "Electro", "Electroclash", "Emo",
        "Experimental", "Garage", "Global", "IDM", "Illbient", "Industro-Goth", "Jam Band", "Krautrock", "Leftfield",
        "Lounge", "Math Rock", "New Romantic", "Nu-Breakz", "Post-Punk", "Post-Rock", "Psytrance", "Shoegaze",
        "Space Rock", "Trop Rock", "World Music", "Neoclassical", "Audiobook", "Audio Theatre",
        "Neue Deutsche Welle", "Podcast", "Indie Rock", "G-Funk", "Dubstep", "Garage Rock", "Psybient",
    ]
}
