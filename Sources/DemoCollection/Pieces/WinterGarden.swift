// «Зимний сад»: a small orchestra of paper birds. Pure; any thread.

extension Album {
    static let winterGarden = Album(
        artist: "Оркестр бумажных птиц", sortArtist: "Оркестр бумажных птиц", title: "Зимний сад",
        sortTitle: "Зимний сад", date: "2023", genre: "Classical", rate: 44_100, bits: 16, isOneFile: false,
        coverPlace: .folder, cover: .winterGarden,
        pieces: [
            Piece(title: "Вальс первого снега", seed: 0x5EED_0301, compose: WinterGarden.waltz, loudness: -15.6),
            Piece(title: "Пять шагов до реки", seed: 0x5EED_0302, compose: WinterGarden.fiveSteps),
            Piece(title: "Спят снегири", seed: 0x5EED_0303, compose: WinterGarden.lullaby, loudness: -17),
        ])
}

/// How the pieces of the album are written.
enum WinterGarden {}
