// Which text frame of ID3v2 means which field. A table; any thread.

/// Frame names of 2.2 (three letters), 2.3 and 2.4 by the Vorbis comment names that `TagFields` has.
enum ID3v2Names {
    static let fields = [
        "TIT2": "TITLE", "TT2": "TITLE",
        "TPE1": "ARTIST", "TP1": "ARTIST",
        "TALB": "ALBUM", "TAL": "ALBUM",
        "TPE2": "ALBUMARTIST", "TP2": "ALBUMARTIST",
        "TRCK": "TRACKNUMBER", "TRK": "TRACKNUMBER",
        "TPOS": "DISCNUMBER", "TPA": "DISCNUMBER",
        "TDRC": "DATE", "TYER": "YEAR", "TYE": "YEAR",
        "TCON": "GENRE", "TCO": "GENRE",
        // Written by iTunes, in no standard.
        "TCMP": "COMPILATION", "TCP": "COMPILATION",
        "TCOM": "COMPOSER", "TCM": "COMPOSER",
        "TSOT": "TITLESORT", "TST": "TITLESORT", "XSOT": "TITLESORT",
        "TSOP": "ARTISTSORT", "TSP": "ARTISTSORT", "XSOP": "ARTISTSORT",
        "TSOA": "ALBUMSORT", "TSA": "ALBUMSORT", "XSOA": "ALBUMSORT",
    ]
}
