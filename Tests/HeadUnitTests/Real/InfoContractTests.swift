import AudioCore
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: info and devices, by the contract")
struct InfoContractTests {
    private let home: Home
    private static let keys: Set<String> = [
        "kind", "path", "uri", "container", "codec", "rate", "bits", "channels", "frames", "duration", "lossless",
        "bitrate", "tags", "gain", "cover", "tracks",
    ]
    private static let tagKeys: Set<String> = [
        "title", "artists", "album", "albumArtists", "track", "trackTotal", "disc", "discTotal", "year", "genres",
        "compilation", "composer", "sortTitle", "sortArtist", "sortAlbum",
    ]

    init() throws { home = try Home() }

    private func info(_ path: RawPath) async throws -> JSONValue {
        let run = try await home.run(raw: [Array("info".utf8), path.bytes, Array("--json".utf8)])
        #expect(run.status == 0)
        #expect(run.errors == [])
        let lines = try run.lines
        #expect(lines.count == 1)
        return lines.first ?? JSONValue(nil)
    }

    private func expectEveryKey(_ json: JSONValue, _ path: RawPath) {
        #expect(json.keys == Self.keys)
        #expect(json["tags"].keys == Self.tagKeys)
        #expect(json["kind"].text == "info")
        #expect(json["path"].text == path.shown)
        #expect(json["uri"].text == path.uri)
    }

    @Test("a FLAC without tags has every key; what is unknown is null")
    func bareFLAC() async throws {
        let path = try Sound.noisy(frames: 4410, rate: 48_000, channels: 1, bits: 24).write(
            to: "bare.flac", in: home.folder)
        let json = try await info(path)
        expectEveryKey(json, path)
        #expect(json["container"].text == "flac")
        #expect(json["codec"].text == "flac")
        #expect([json["rate"], json["bits"], json["channels"], json["frames"]].map(\.number) == [48_000, 24, 1, 4410])
        #expect(json["duration"].number == 0.092)
        #expect(json["lossless"].flag == true)
        #expect(json["gain"].isNull && json["cover"].isNull)
        for key in Self.tagKeys.subtracting(["artists", "albumArtists", "genres", "compilation"]) {
            #expect(json["tags"][key].isNull, "\(key)")
        }
        #expect(json["tags"]["compilation"].flag == false)
    }

    @Test("a FLAC with everything in it")
    func fullFLAC() async throws {
        let path = try Sound.noisy(frames: 4410).write(
            to: "full.flac", in: home.folder, "-T", "TITLE=Song \"quoted\"", "-T", "ARTIST=One", "-T", "ARTIST=Two",
            "-T", "ALBUM=Album", "-T", "ALBUMARTIST=Band", "-T", "TRACKNUMBER=3", "-T", "TRACKTOTAL=12", "-T",
            "DISCNUMBER=1", "-T", "DISCTOTAL=2", "-T", "DATE=1998-05-01", "-T", "GENRE=Rock", "-T", "COMPILATION=1",
            "-T", "COMPOSER=Somebody", "-T", "TITLESORT=song", "-T", "ARTISTSORT=one", "-T", "ALBUMSORT=album",
            "-T", "REPLAYGAIN_TRACK_GAIN=-7.03 dB", "-T", "REPLAYGAIN_TRACK_PEAK=0.988553")
        let json = try await info(path)
        expectEveryKey(json, path)
        let tags = json["tags"]
        #expect(tags["title"].text == "Song \"quoted\"")
        #expect(tags["artists"].list.map(\.text) == ["One", "Two"])
        #expect(
            ["album", "composer", "sortTitle", "sortArtist", "sortAlbum"].map { tags[$0].text } == [
                "Album", "Somebody", "song", "one", "album",
            ])
        #expect(["track", "trackTotal", "disc", "discTotal", "year"].map { tags[$0].number } == [3, 12, 1, 2, 1998])
        #expect(tags["albumArtists"].list.map(\.text) == ["Band"])
        #expect(tags["genres"].list.map(\.text) == ["Rock"])
        #expect(tags["compilation"].flag == true)
        let gain = json["gain"]
        #expect(gain.keys == ["track", "trackPeak", "album", "albumPeak", "from"])
        #expect(gain["track"].number == -7.03)
        #expect(gain["trackPeak"].number == 0.988553)
        #expect(gain["album"].isNull && gain["albumPeak"].isNull)
        #expect(gain["from"].text == "replaygain")
    }

    @Test("an MP3 counts the frames that are played, and its bits are null")
    func mp3() async throws {
        let path = try Sound.noisy(frames: 44_100).write(to: "a.mp3", in: home.folder, "--tt", "Title")
        let json = try await info(path)
        expectEveryKey(json, path)
        #expect(json["codec"].text == "mp3")
        #expect(json["frames"].number == 44_100)
        #expect(json["duration"].number == 1)
        #expect(json["bits"].isNull)
        #expect(json["lossless"].flag == false)
        #expect(json["bitrate"].number != nil)
        #expect(json["tags"]["title"].text == "Title")
    }

    @Test("a WAV")
    func wav() async throws {
        let path = try Sound.noisy(frames: 1000, rate: 96_000, bits: 24).write(to: "a.wav", in: home.folder)
        let json = try await info(path)
        expectEveryKey(json, path)
        #expect(json["container"].text == "wav")
        #expect(["rate", "bits", "channels", "frames"].map { json[$0].number } == [96_000, 24, 2, 1000])
        #expect(json["lossless"].flag == true)
    }

    @Test("a cue sheet: its own words, the format of its audio, its tracks in exact sample frames")
    func cue() async throws {
        try Sound.noisy(frames: 44_100).write(to: "m/album.wav", in: home.folder)
        let text = """
            REM DATE 1989
            PERFORMER "Kino"
            TITLE "Zvezda"
            FILE "album.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                PERFORMER "Guest"
                INDEX 01 00:00:37
            """
        let path = try home.folder.write(Array(text.utf8), to: "m/album.cue")
        let json = try await info(path)
        expectEveryKey(json, path)
        #expect(json["rate"].number == 44_100)
        #expect(json["tags"]["album"].text == "Zvezda")
        #expect(json["tags"]["year"].number == 1989)
        #expect(json["tags"]["trackTotal"].number == 2)
        let tracks = json["tracks"].list
        #expect(tracks.count == 2)
        for track in tracks { #expect(track.keys == ["number", "title", "artists", "startFrame", "endFrame"]) }
        #expect(tracks.map { $0["number"].number } == [1, 2])
        #expect(tracks.map { $0["startFrame"].number } == [0, 21_756])
        #expect(tracks.map { $0["endFrame"].number } == [21_756, 44_100])
        #expect(tracks[0]["title"].text == "One")
        #expect(tracks[1]["title"].isNull)
        #expect(tracks[1]["artists"].list.map(\.text) == ["Guest"])
    }

    @Test(
        "several files are told one a line; a bad one among them is an error line of JSON and status 1, the rest goes on"
    )
    func several() async throws {
        let good = try Sound.noisy(frames: 500).write(to: "good.wav", in: home.folder)
        let bad = try home.folder.write(Array("not music".utf8), to: "bad.flac")
        let run = try await home.run("info", good.shown, bad.shown, good.shown, "--json")
        #expect(run.status == 1)
        let lines = try run.lines
        #expect(lines.map { $0["kind"].text } == ["info", "error", "info"])
        #expect(lines[1].keys == ["kind", "code", "path", "message"])
        #expect(lines[1]["code"].text == "notSupported")
        #expect(lines[1]["path"].text == bad.shown)
        #expect(run.errors.count == 1)
        #expect(run.errors.first?.contains(bad.shown) == true)
    }

    @Test("for people the same is told in words")
    func words() async throws {
        let path = try Sound.noisy(frames: 44_100).write(to: "a.flac", in: home.folder, "-T", "TITLE=Song")
        let run = try await home.run("info", path.shown)
        #expect(run.status == 0)
        for word in [path.shown, "44100 Hz", "16 bit", "stereo", "0:01", "Song"] {
            #expect(run.output.contains(word), "\(word)")
        }
    }

    @Test("devices is one line with a list; each device has every key, and at most one is the default")
    func devices() async throws {
        let run = try await home.run("devices", "--json")
        #expect(run.status == 0)
        let lines = try run.lines
        #expect(lines.count == 1)
        #expect(lines[0].keys == ["kind", "devices"])
        #expect(lines[0]["kind"].text == "devices")
        for device in lines[0]["devices"].list {
            #expect(device.keys == ["id", "name", "link", "rates", "formats", "default"])
            #expect(OutputLink(rawValue: device["link"].text ?? "") != nil)
        }
        #expect(lines[0]["devices"].list.filter { $0["default"].flag == true }.count <= 1)
        let words = try await home.run("devices")
        #expect(words.status == 0)
        #expect(!words.output.isEmpty)
    }
}
