// The owner's stations as a value, and playlists that name them.

import AudioCore
import Radio
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The owner's stations")
struct StationsTests {
    private let jazz = "http://radio.example/jazz"
    private let news = "https://radio.example/news"

    @Test("each has a name of its own, capitals do not count, and a name is found without them")
    func names() {
        var stations = Stations()
        stations.add(jazz, name: "Jazz")
        stations.add(news, name: "jazz")
        stations.add("http://c.example/", name: "JAZZ")
        #expect(stations.stations.map(\.name) == ["Jazz", "jazz 2", "JAZZ 3"])
        #expect(stations.station(named: "JAZZ 2")?.address == news)
        let first = stations.stations[0].id
        #expect(stations.rename(first, to: "jazz") == "jazz", "its own name is not taken")
        #expect(stations.rename(first, to: "Jazz 3") == "Jazz 3 2")
        #expect(stations.rename(first, to: "  Night \n Owl ") == "Night Owl")
        #expect(stations.rename(first, to: " ") == nil)
        #expect(stations.rename(999, to: "Nobody") == nil)
        #expect(stations.stations.map(\.name) == ["Night Owl", "jazz 2", "JAZZ 3"])
    }

    @Test("an address is there once: a given name renames it, a guessed one does not")
    func once() {
        var stations = Stations()
        let first = stations.add(jazz, name: "Jazz")
        stations.add(news, name: "News")
        #expect(stations.add(jazz, name: "radio.example", isNameGiven: false)?.name == "Jazz")
        #expect(stations.add(jazz, name: "Blue", charset: "cp1251")?.name == "Blue")
        #expect(stations.stations.map(\.name) == ["Blue", "News"])
        #expect(stations.stations[0].id == first?.id)
        #expect(stations.stations[0].charset == "cp1251")
    }

    @Test("a station that nobody named takes the name it calls itself, once; one that somebody named keeps it")
    func learning() {
        var stations = Stations()
        stations.add(jazz, name: "radio.example", isNameGiven: false)
        stations.add(news, name: "News")
        #expect(stations.learn("News", of: jazz) == "News 2")
        #expect(stations.learn("Other", of: jazz) == nil)
        #expect(stations.learn("Other", of: news) == nil)
        #expect(stations.learn("Other", of: "http://c.example/") == nil)
        #expect(stations.stations.map(\.name) == ["News 2", "News"])
    }

    @Test("a number is not given again, and there is an end to how many are kept")
    func limits() {
        var stations = Stations()
        let first = stations.add("http://a.example/", name: "A")
        stations.remove(first?.id ?? 0)
        #expect(stations.stations.isEmpty)
        for number in 0..<Stations.limit { stations.add("http://a.example/\(number)", name: "Station \(number)") }
        #expect(stations.isFull)
        #expect(stations.add("http://b.example/", name: "One more") == nil)
        #expect(stations.add("http://a.example/7", name: "Seven")?.name == "Seven", "it is there already")
        #expect(!stations.stations.contains { $0.id == first?.id })
        let long = stations.rename(stations.stations[0].id, to: String(repeating: "long ", count: 100))
        #expect(long?.count == 99)
    }

    @Test("the file says what it held, and one cut short is not taken for it")
    func snapshot() throws {
        var stations = Stations()
        stations.add(jazz, name: "Джаз", charset: "cp1251")
        stations.add(news, name: "radio.example", isNameGiven: false)
        let bytes = try SnapshotText.bytes(of: stations, version: Stations.version)
        guard case .good(let read) = SnapshotText.read(bytes, as: Stations.self, version: Stations.version) else {
            Issue.record("not read")
            return
        }
        #expect(read == stations)
        for length in 0..<(bytes.count - 2) {
            if case .good = SnapshotText.read(Array(bytes[..<length]), as: Stations.self, version: 1) {
                Issue.record("\(length) of \(bytes.count) bytes are taken")
            }
        }
    }
}

@Suite("Stations in a playlist")
struct StationFindingTests {
    private let folder = TemporaryFolder()

    private func found(_ text: String, _ name: String = "list.m3u") throws -> [FoundStation] {
        try StationFinding.stations(in: try folder.write(Array(text.utf8), to: name))
    }

    @Test("its addresses with their names, each once; music and what cannot be played are passed over")
    func playlist() throws {
        let found = try found(
            """
            #EXTM3U
            #EXTINF:-1 tvg-name="A, B",Night, Radio
            http://radio.example/night
            #EXTINF:200,Band - Song
            ../Band/song.flac
            http://www.radio.example:8000/bare
            #EXTINF:-1,Again
            http://radio.example/night
            https://[::1]:8000/numbers#charset=koi8-r
            ftp://radio.example/none
            """)
        #expect(
            found.map(\.station) == [
                Station(address: "http://radio.example/night", name: "Night, Radio"),
                Station(address: "http://www.radio.example:8000/bare", name: "www.radio.example"),
                Station(address: "https://[::1]:8000/numbers", name: "[::1]", charset: "koi8-r"),
            ])
        #expect(found.map(\.isNamed) == [true, false, false])
    }

    @Test("other kinds of playlists are read as well, whatever they are called")
    func kinds() throws {
        let pls = try found("[playlist]\nFile1=http://a.example/x\nTitle1=Eins\n", "a.txt")
        #expect(pls.map(\.station.name) == ["Eins"])
        let xspf = try found(
            "<?xml version=\"1.0\"?><playlist><trackList><track><location>http://b.example/</location></track></trackList></playlist>",
            "b.xspf")
        #expect(xspf.map(\.station.address) == ["http://b.example/"])
    }

    @Test("what is no playlist, and a file that is not there, are wrong")
    func files() throws {
        let noise = try folder.write([0, 1, 2, 3, 0xFF, 0xFE], to: "noise.m3u")
        for path in [noise, folder.file("missing.m3u"), RawPath(folder.path)] {
            #expect(throws: AudioError.self) { try StationFinding.stations(in: path) }
        }
        #expect(try found("#EXTM3U\na.flac\n").isEmpty)
    }

    @Test(
        "of the playlists among the music the one that is called after them holds stations",
        arguments: [
            ("/music/stations.m3u", true), ("/music/a/Stations.M3U8", true), ("/music/stations", false),
            ("/music/my stations.m3u", false), ("/music/stations.m3u/a.m3u", false),
        ])
    func name(_ path: String, _ isOne: Bool) {
        #expect(StationFinding.isStationList(RawPath(path)) == isOne)
    }
}
