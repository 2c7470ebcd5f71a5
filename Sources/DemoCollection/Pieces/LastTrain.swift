// 「終電のあと」: a night between the last train and the first, in one breath. Pure; any thread.

extension Album {
    static let lastTrain = Album(
        artist: "夜行喫茶", sortArtist: "やこうきっさ", title: "終電のあと", sortTitle: "しゅうでんのあと", date: "2024",
        genre: "Jazz", rate: 44_100, bits: 16, isOneFile: true, coverPlace: .folder, cover: .nightCity,
        pieces: [
            Piece(title: "最終電車", seed: 0x5EED_0101, compose: LastTrain.lastTrain, overlap: 3.2),
            Piece(title: "高架線", seed: 0x5EED_0102, compose: LastTrain.elevatedLine, overlap: 3.4, loudness: -15.6),
            Piece(title: "雨の交差点", seed: 0x5EED_0103, compose: LastTrain.crossingInTheRain, overlap: 3.6),
            Piece(title: "始発", seed: 0x5EED_0104, compose: LastTrain.firstTrain, loudness: -16.8),
        ])
}

/// How the pieces of the album are written.
enum LastTrain {}
