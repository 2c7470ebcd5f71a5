import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: stations")
struct StationProgramTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test("a station is added, listed, renamed by adding it again, and removed")
    func life() async throws {
        var run = try await home.run("station", "add", "http://radio.example/jazz", "Jazz FM")
        #expect(run.status == 0)
        #expect(run.errors == [])
        #expect(run.output == "added: Jazz FM  http://radio.example/jazz\n")
        run = try await home.run("station", "add", "https://me:secret@news.example:8443/live", "--json")
        #expect(run.status == 0)
        var line = try #require(try run.lines.first)
        #expect(line.keys == ["kind", "stations"])
        #expect(line["kind"].text == "stations")
        #expect(line["stations"].list.count == 1)
        #expect(line["stations"].list[0].keys == ["name", "address", "charset"])
        #expect(line["stations"].list[0]["name"].text == "news.example", "named by its host")
        #expect(line["stations"].list[0]["charset"].isNull)
        run = try await home.run("station", "list")
        #expect(
            run.output == "Jazz FM       http://radio.example/jazz\nnews.example  https://news.example:8443/live\n")
        run = try await home.run("station", "add", "http://radio.example/jazz", "Blue Notes")
        #expect(run.output == "added: Blue Notes  http://radio.example/jazz\n")
        run = try await home.run("station", "list", "--json")
        line = try #require(try run.lines.first)
        #expect(line["stations"].list.map { $0["name"].text } == ["Blue Notes", "news.example"])
        #expect(line["stations"].list[1]["address"].text == "https://me:secret@news.example:8443/live")
        run = try await home.run("station", "remove", "blue notes")
        #expect(run.output == "removed: Blue Notes  http://radio.example/jazz\n")
        run = try await home.run("station", "remove", "https://me:secret@news.example:8443/live", "--quiet")
        #expect(run.status == 0)
        #expect(run.output == "")
        run = try await home.run("station", "list")
        #expect(run.output == "")
        #expect(run.errors == ["carillon: no stations yet; carillon station add URL [NAME] adds one"])
    }

    @Test("a playlist file adds every station it names")
    func playlist() async throws {
        let text = "#EXTM3U\n#EXTINF:-1,Nacht\nhttp://a.example/\nhttp://b.example/\nsong.flac\n"
        try home.folder.write(Array(text.utf8), to: "home/list.m3u")
        var run = try await home.run("station", "add", home.folder.path + "/home/list.m3u")
        #expect(run.output == "added: Nacht  http://a.example/\nadded: b.example  http://b.example/\n")
        run = try await home.run("station", "add", home.folder.path + "/home/list.m3u", "One")
        #expect(run.status == 1)
        #expect(run.errors.first?.hasSuffix("names 2 stations: they cannot have one name") == true)
    }

    @Test("what cannot be done is one line, with status 1 and the nearest name")
    func failures() async throws {
        _ = try await home.run("station", "add", "http://a.example/", "Night Owl")
        var run = try await home.run("station", "remove", "night owk", "--json")
        #expect(run.status == 1)
        #expect(run.errors == ["carillon: there is no station “night owk”; did you mean “Night Owl”?"])
        let line = try #require(try run.lines.first)
        #expect(line["kind"].text == "error")
        #expect(line["code"].text == "notSupported")
        run = try await home.run("station", "add", "ftp://me:secret@a.example/")
        #expect(run.status == 1)
        #expect(
            run.errors == [
                "carillon: ftp://a.example/: is not the address of a stream: it starts with http:// or https://"
            ])
        run = try await home.run("station", "add", home.folder.path + "/home/missing.m3u")
        #expect(run.status == 1)
        #expect(run.errors.count == 1)
    }

    @Test(
        "wrong usage is status 2, and names the nearest word",
        arguments: [
            (["station"], "station needs one of add, list, remove"),
            (["station", "ad", "x"], "station takes add, list, remove, not “ad”; did you mean add?"),
            (["station", "add"], "station add needs an address, or a playlist file"),
            (["station", "remove"], "station remove needs the name or the address of a station"),
            (
                ["station", "remove", "Night", "Owl"],
                "station remove: one word too many, “Owl” (a name of several words in quotes)"
            ),
            (["station", "list", "x"], "station list: one word too many, “x” (a name of several words in quotes)"),
            (["station", "list", "--jsom"], "unknown option --jsom; did you mean --json?"),
        ])
    func usage(words: [String], line: String) async throws {
        let run = try await home.run(words)
        #expect(run.status == 2)
        #expect(run.errors == ["carillon: \(line)"])
    }

    @Test("while a head unit has the list, nobody else changes it, and it can still be read")
    func locked() async throws {
        _ = try await home.run("station", "add", "http://a.example/", "Night Owl")
        let lock = try StateLock.take(home.state) { Issue.record("\($0)") }
        var run = try await home.run("station", "remove", "Night Owl")
        #expect(run.status == 1)
        #expect(run.errors.first?.contains("is in use by carillon") == true)
        run = try await home.run("station", "list")
        #expect(run.output == "Night Owl  http://a.example/\n")
        withExtendedLifetime(lock) {}
    }

    @Test("a list of a newer version is left alone")
    func newer() async throws {
        _ = try await home.run("station", "add", "http://a.example/", "Night Owl")
        try home.folder.write(
            Array(#"{"version":9,"value":{"stations":[]}}"#.utf8), to: "state/carillon/stations.json")
        let run = try await home.run("station", "add", "http://b.example/")
        #expect(run.status == 1)
        #expect(run.errors.last?.contains("is of a newer version of the program: nothing is changed") == true)
    }
}
