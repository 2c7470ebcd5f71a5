// The library by genre and by folder.

import AudioCore
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("Genres and folders")
struct BranchTests {
    @Test("a genre is one whatever its case, with its albums by title and its tracks by artist")
    func genres() throws {
        let rig = Rig()
        try rig.add("a/1.flac", "TITLE=One", "ARTIST=Zed", "ALBUM=Beta", "GENRE=Rock")
        try rig.add("a/2.flac", "TITLE=Two", "ARTIST=Zed", "ALBUM=Beta", "GENRE=ROCK", "GENRE=Folk")
        try rig.add("b/1.flac", "TITLE=Three", "ARTIST=Ann", "ALBUM=Alpha", "GENRE=rock")
        try rig.add("c/1.flac", "TITLE=Four", "ARTIST=Ann", "ALBUM=Gamma")
        rig.scan()
        let table = GenreTable(rig.snapshot)
        let genres = table.order.keys.compactMap { table.genre($0) }
        #expect(genres.map(\.name) == ["Folk", "Rock"])
        #expect(table.order.letters.map(\.letter) == ["F", "R"])
        #expect(genres[1].albumKeys.compactMap { rig.snapshot.album($0)?.title } == ["Alpha", "Beta"])
        #expect(genres[1].trackKeys.compactMap { rig.snapshot.track($0)?.title } == ["Three", "One", "Two"])
        #expect(genres[0].trackKeys.compactMap { rig.snapshot.track($0)?.title } == ["Two"])
        #expect(table.genre(0) == nil)
    }

    @Test(
        "a genre is spelt as most tracks spell it, among equals with capitals and small letters",
        arguments: [
            (["rock", "ROCK", "ROCK"], "ROCK"), (["ROCK", "rock", "Rock"], "Rock"), (["jazz", "JAZZ"], "JAZZ"),
            (["电子"], "电子"), (["Hip-Hop", "hip-hop", "hip-hop", "Hip-Hop"], "Hip-Hop"),
        ])
    func spelling(tags: [String], name: String) throws {
        let rig = Rig()
        for (index, tag) in tags.enumerated() {
            try rig.add("\(index).flac", "TITLE=T\(index)", "ARTIST=A", "GENRE=\(tag)")
        }
        rig.scan()
        let table = GenreTable(rig.snapshot)
        #expect(table.order.keys.compactMap { table.genre($0)?.name } == [name])
    }

    @Test("the key of a genre and of a folder stay when others come")
    func keysStay() throws {
        let rig = Rig()
        try rig.add("m/1.flac", "TITLE=One", "GENRE=Jazz")
        rig.scan()
        let (genre, folder) = (GenreTable(rig.snapshot), FolderTree(rig.snapshot, roots: [rig.root]))
        let jazz = try #require(genre.order.keys.first)
        let root = try #require(folder.rootKeys.first)
        let inside = try #require(folder.folder(root)?.folderKeys.first)
        for letter in ["a", "k", "z"] { try rig.add("\(letter)/1.flac", "TITLE=\(letter)", "GENRE=\(letter)") }
        rig.scan()
        #expect(GenreTable(rig.snapshot).genre(jazz)?.name == "Jazz")
        let later = FolderTree(rig.snapshot, roots: [rig.root])
        #expect(later.rootKeys == [root])
        #expect(later.folder(inside)?.name == "m")
        #expect(later.folder(root)?.folderKeys.count == 4)
    }

    @Test("folders are as on the disk, in natural order, and know how much is below them")
    func folders() throws {
        let rig = Rig()
        try rig.add("loose.flac", "TITLE=Loose")
        try rig.add("disc 10/2.flac", "TITLE=B")
        try rig.add("disc 10/10.flac", "TITLE=C")
        try rig.add("disc 2/deep/er/1.flac", "TITLE=A")
        rig.scan()
        let tree = FolderTree(rig.snapshot, roots: [rig.root, rig.folder.file("empty")])
        #expect(tree.rootKeys.count == 1)
        let root = try #require(tree.rootKeys.first.flatMap { tree.folder($0) })
        func titles(_ keys: [Int32]) -> [String] { keys.compactMap { rig.snapshot.track($0)?.title } }
        #expect(root.folderKeys.compactMap { tree.folder($0)?.name } == ["disc 2", "disc 10"])
        #expect(titles(root.trackKeys) == ["Loose"])
        #expect(root.trackCount == 4)
        #expect(root.folderKeys.compactMap { tree.folder($0)?.trackCount } == [1, 2])
        let ten = try #require(tree.folder(root.folderKeys[1]))
        #expect(titles(ten.trackKeys) == ["B", "C"])
        #expect(titles(tree.tracks(under: root.key)) == ["Loose", "A", "B", "C"])
        #expect(titles(tree.tracks(under: root.folderKeys[0])) == ["A"])
        #expect(tree.tracks(under: -1) == [])
    }

    @Test("a folder inside another configured one is there once, and what lies under neither is left out")
    func nestedRoots() throws {
        let rig = Rig()
        try rig.add("a/1.flac", "TITLE=One")
        rig.scan()
        let inner = rig.root.appending("a")
        let tree = FolderTree(rig.snapshot, roots: [inner, rig.root])
        #expect(tree.rootKeys.compactMap { tree.folder($0)?.path } == [rig.root])
        #expect(FolderTree(rig.snapshot, roots: [rig.folder.file("other")]).rootKeys == [])
    }

    @Test("two names that fall on one number get two")
    func clash() {
        var keys = StableKeys(bits: 1)
        #expect(keys.key([1]) == 1)
        var wide = StableKeys()
        let names = (0..<5000).map { "name \($0)" }
        #expect(Set(names.map { wide.key($0.utf8) }).count == names.count)
        var other = StableKeys(bits: 30)
        #expect(names.allSatisfy { (1..<1 << 30).contains(other.key($0.utf8)) })
    }
}
