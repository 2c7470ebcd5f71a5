// What is found for what is typed, and in which order.

import Synchronization
import Testing

@testable import MusicLibrary

@Suite("Search index")
struct SearchIndexTests {
    private func index(_ titles: [String]) -> LibrarySearchIndex {
        let names = titles.enumerated().map { LibrarySearchIndex.Name(key: Int32($0) + 1, text: $1) }
        return LibrarySearchIndex(artists: [], albums: [], tracks: names)
    }

    private func found(_ wanted: String, in titles: [String]) -> [String] {
        (index(titles).matches(wanted)?.tracks.keys ?? []).map { titles[Int($0) - 1] }
    }

    @Test(
        "a title is found whatever its case, accents and punctuation are",
        arguments: [
            ("beyonce", "Beyoncé"), ("BEYONCÉ", "Beyoncé"), ("acdc", "AC/DC"), ("ac dc", "AC/DC"), ("rem", "R.E.M."),
            ("dont stop", "Don’t Stop"), ("strasse", "Straße"), ("еж", "Ёж"), ("1998", "Summer 1998"), ("19", "1998"),
            ("motorhead", "Motörhead"), ("beatles", "The Beatles"), ("the b", "The Beatles"), ("はな", "ハナ"),
            ("か", "ガラス"), ("ㅂㅌ", "방탄소년단"), ("방탄", "방탄소년단"), ("夜", "夜の川"),
        ])
    func folded(_ wanted: String, _ title: String) {
        #expect(found(wanted, in: ["Something else", title]) == [title])
    }

    @Test(
        "Cyrillic and kana are found by Latin letters, in the spellings people use",
        arguments: [
            ("kino", "Кино"), ("KINO", "Кино"), ("zemfira", "Земфира"), ("shchuka", "Щука"), ("hor", "Хор"),
            ("khor", "Хор"), ("kashcheev", "Кащеев"), ("sakura", "さくら"), ("tokyo", "とうきょう"),
            ("toukyou", "とうきょう"), ("gakko", "がっこう"), ("sushi", "スシ"), ("susi", "スシ"), ("chikara", "チカラ"),
            ("tikara", "チカラ"), ("fuji", "ふじ"), ("huzi", "ふじ"), ("shashin", "しゃしん"), ("kino", "Кино-Остров"),
        ])
    func romanised(_ wanted: String, _ title: String) {
        #expect(found(wanted, in: ["Something else", title]) == [title])
    }

    @Test("each letter typed on the way to a title finds it")
    func everyPrefix() {
        for title in ["Кино", "さくら", "AC/DC", "Sigur Rós", "がっこう", "The Wall", "99 Luftballons", "ショパン"] {
            let wanted = ["さくら": "sakura", "がっこう": "gakkou", "ショパン": "shopan"][title] ?? title
            for length in 1...wanted.count {
                #expect(found(String(wanted.prefix(length)), in: [title]) == [title], "\(wanted.prefix(length))")
            }
        }
    }

    @Test("the best match comes first: the start of a title, then of a word, then inside; equal ones in their order")
    func ranks() {
        let titles = ["Reloved", "A Love Supreme", "Love", "My Love", "Lovely Day", "Glove", "The Love Below"]
        #expect(
            found("love", in: titles) == [
                "A Love Supreme", "Love", "Lovely Day", "The Love Below", "My Love", "Reloved", "Glove",
            ])
    }

    @Test("several words are found in any order, behind those that have them as they were typed")
    func words() {
        let titles = ["Night Bus to Tallinn", "Bus Night", "The Night", "Tallinn by Night"]
        #expect(found("night tal", in: titles) == ["Night Bus to Tallinn", "Tallinn by Night"])
        #expect(found("bus night", in: titles) == ["Bus Night", "Night Bus to Tallinn"])
    }

    @Test("what has nothing to look for finds nothing", arguments: ["", " ", "…", "!?", "\u{301}"])
    func nothing(_ wanted: String) {
        #expect(index(["One", "!?"]).matches(wanted) == nil)
    }

    @Test("a search that is given up says so")
    func cancelled() {
        #expect(index(["One", "Only"]).matches("o", isCancelled: { true }) == nil)
    }

    @Test("kinds are told apart, each with its best rank")
    func kinds() {
        let index = LibrarySearchIndex(
            artists: [.init(key: 7, text: "The Old Kinks")], albums: [.init(key: 7, text: "Kino")],
            tracks: [.init(key: 1, text: "Mackintosh"), .init(key: 2, text: "Kin")])
        let matches = index.matches("kin")
        #expect(matches?.artists == .init(keys: [7], best: .word))
        #expect(matches?.albums == .init(keys: [7], best: .start))
        #expect(matches?.tracks == .init(keys: [2, 1], best: .start))
        #expect(matches?.count == 4)
    }

    @Test("any text is found by any piece of it that begins a word")
    func pieces() {
        var random = SystemRandomNumberGenerator()
        let letters = Array("abcdeéñßшщиあかガ한 -/.'12")
        for _ in 0..<400 {
            let title = String((0..<Int.random(in: 1...12, using: &random)).map { _ in letters.randomElement() ?? "a" })
            var folding = SortFolding()
            guard !folding.words(title).isEmpty else { continue }
            let start = String(title.prefix(Int.random(in: 1...title.count, using: &random)))
            guard !folding.words(start).isEmpty else { continue }
            #expect(found(start, in: ["x", title]).contains(title), "“\(start)” in “\(title)”")
        }
    }

    @Test("the index of a library finds guests of compilations, and what has left is not found")
    func library() throws {
        let rig = Rig()
        try rig.add("a.flac", "TITLE=Blue Train", "ALBUM=Mix", "ARTIST=Guest One", "ALBUMARTIST=Various Artists")
        try rig.add("b.flac", "TITLE=Green", "ALBUM=Mix", "ARTIST=Guest Two", "ALBUMARTIST=Various Artists")
        rig.scan()
        let snapshot = rig.snapshot
        let index = LibrarySearchIndex(snapshot)
        #expect(
            index.matches("gues")?.artists.keys.compactMap { snapshot.artist($0)?.name } == ["Guest One", "Guest Two"])
        #expect(index.matches("tra")?.tracks.keys.compactMap { snapshot.track($0)?.title } == ["Blue Train"])
        #expect(index.matches("mix")?.albums.keys.count == 1)
    }
}
