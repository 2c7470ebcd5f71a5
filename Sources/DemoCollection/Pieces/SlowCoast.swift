// "Slow Coast": three mornings by the sea, on strings and breath. Pure; any thread.

extension Album {
    static let slowCoast = Album(
        artist: "Norrhamn Trio", sortArtist: "Norrhamn Trio", title: "Slow Coast", sortTitle: "Slow Coast",
        date: "2025", genre: "Folk", rate: 96_000, bits: 24, isOneFile: false, coverPlace: .embedded,
        cover: .slowCoast,
        pieces: [
            Piece(title: "Harbour Before Six", seed: 0x5EED_0201, compose: SlowCoast.harbourBeforeSix),
            Piece(title: "Salt Meadow", seed: 0x5EED_0202, compose: SlowCoast.saltMeadow, loudness: -15.7),
            Piece(title: "Two Lighthouses", seed: 0x5EED_0203, compose: SlowCoast.twoLighthouses, loudness: -17),
        ])
}

/// How the pieces of the album are written.
enum SlowCoast {}
