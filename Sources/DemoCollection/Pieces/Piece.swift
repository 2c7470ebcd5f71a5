// What a piece and an album are. Values; any thread.

/// A piece: its name, and how it is written.
struct Piece: Sendable {
    var title: String
    /// Distinguishes the hands that play it.
    var seed: UInt64
    var compose: @Sendable (_ seed: UInt64) -> Score
    /// Seconds of its end that sound into the next piece when the album is one file.
    var overlap = 0.0
    /// LUFS: about −16; a lullaby is quieter than a waltz, so track gain and album gain differ.
    var loudness = -16.0
}

/// An album of the demo collection.
struct Album: Sendable {
    /// How the cover is kept.
    enum CoverPlace: Sendable { case folder, embedded }

    var artist: String
    var sortArtist: String
    var title: String
    var sortTitle: String
    var date: String
    var genre: String
    /// Hertz and bits of its files.
    var rate: Int
    var bits: Int
    /// One file with a cue sheet instead of a file a piece.
    var isOneFile: Bool
    var coverPlace: CoverPlace
    var cover: Cover
    var pieces: [Piece]

    static let all = [lastTrain, slowCoast, winterGarden]
}
