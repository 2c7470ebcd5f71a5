// The formats that need a library of their own: what the program tells of them, and that it opens none without need.

import AudioCore
import FoundationEssentials
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: formats of libraries opened on first need")
struct LibraryFormatTests {
    private let home: Home

    init() throws { home = try Home() }

    /// One second of sound, turned into another format by a tool that gets the names of both files.
    private func make(_ name: String, _ tool: (_ input: String, _ output: String) -> [String]) throws -> String {
        let source = try Sound.noisy(frames: 48_000, rate: 48_000).write(to: name + ".wav", in: home.folder)
        let target = home.folder.path + "/" + name
        try Tool.run(tool(source.shown, target))
        return target
    }

    private func picture() throws -> String {
        let path = home.folder.path + "/cover.png"
        try Tool.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "color=s=40x30", "-frames:v", "1", path])
        return path
    }

    private func info(_ path: String) async throws -> JSONValue {
        let run = try await home.run("info", path, "--json")
        #expect(run.status == 0)
        #expect(run.errors == [])
        return try run.lines.first ?? JSONValue(nil)
    }

    private static let words = [
        "title=Song", "artist=Кино", "album=Album", "album_artist=Band", "track=3/12", "disc=1/2", "date=1998",
        "genre=Rock", "composer=Somebody", "compilation=1",
    ]

    private func expectWords(_ tags: JSONValue) {
        #expect(tags["title"].text == "Song")
        #expect(tags["artists"].list.map(\.text) == ["Кино"])
        #expect(tags["album"].text == "Album")
        #expect(tags["albumArtists"].list.map(\.text) == ["Band"])
        #expect(["track", "trackTotal", "disc", "discTotal", "year"].map { tags[$0].number } == [3, 12, 1, 2, 1998])
        #expect(tags["genres"].list.map(\.text) == ["Rock"])
        #expect(tags["composer"].text == "Somebody")
        #expect(tags["compilation"].flag == true)
    }

    @Test("MP4 with tags and a cover", arguments: ["aac", "alac"])
    func mp4(codec: String) async throws {
        let cover = try picture()
        let path = try make("a.m4a") { input, output in
            ["ffmpeg", "-v", "error", "-y", "-i", input, "-i", cover, "-map", "0", "-map", "1", "-c:a", codec]
                + ["-c:v", "copy", "-disposition:v", "attached_pic"]
                + Self.words.flatMap { ["-metadata", $0] } + [output]
        }
        let json = try await info(path)
        #expect(json["container"].text == "mp4")
        #expect(json["codec"].text == codec)
        #expect(json["lossless"].flag == (codec == "alac"))
        #expect(json["frames"].number == 48_000)
        #expect(json["bits"].number == (codec == "alac" ? 16 : nil))
        expectWords(json["tags"])
        let shown = json["cover"]
        #expect(shown["type"].text == "png" && shown["from"].text == "embedded")
        #expect(shown["width"].number == 40 && shown["height"].number == 30)
    }

    @Test("AIFF with an ID3 tag")
    func aiff() async throws {
        let path = try make("a.aiff") { input, output in
            ["ffmpeg", "-v", "error", "-y", "-i", input, "-write_id3v2", "1"]
                + Self.words.flatMap { ["-metadata", $0] } + [output]
        }
        let json = try await info(path)
        #expect(json["container"].text == "aiff" && json["codec"].text == "pcm")
        #expect(json["tags"]["title"].text == "Song")
        #expect(json["tags"]["artists"].list.map(\.text) == ["Кино"])
        #expect(json["tags"]["track"].number == 3)
    }

    @Test("Opus with R128 gains and a cover")
    func opus() async throws {
        let cover = try picture()
        let path = try make("a.opus") { input, output in
            ["opusenc", "--quiet", "--title", "Song", "--artist", "Кино", "--album", "Album", "--picture", cover]
                + ["--comment", "R128_TRACK_GAIN=-512", "--comment", "R128_ALBUM_GAIN=256", input, output]
        }
        let json = try await info(path)
        #expect(json["container"].text == "ogg" && json["codec"].text == "opus")
        #expect(json["frames"].number == 48_000)
        #expect(json["tags"]["title"].text == "Song")
        #expect(json["tags"]["artists"].list.map(\.text) == ["Кино"])
        #expect(json["gain"]["from"].text == "r128")
        #expect(json["gain"]["track"].number == 3 && json["gain"]["album"].number == 6)
        #expect(json["cover"]["width"].number == 40 && json["cover"]["from"].text == "embedded")
    }

    @Test("Vorbis, and FLAC in Ogg with a cover")
    func ogg() async throws {
        let vorbis = try make("a.ogg") { ["oggenc", "-Q", "-t", "Song", "-a", "Кино", "-N", "3", "-o", $1, $0] }
        var json = try await info(vorbis)
        #expect(json["codec"].text == "vorbis" && json["frames"].number == 48_000)
        #expect(json["tags"]["title"].text == "Song" && json["tags"]["track"].number == 3)
        let cover = try picture()
        let flac = try make("a.oga") {
            ["flac", "-s", "-f", "--ogg", "-T", "TITLE=Song", "--picture", cover, "-o", $1, $0]
        }
        json = try await info(flac)
        #expect(json["container"].text == "ogg" && json["codec"].text == "flac" && json["bits"].number == 16)
        #expect(json["tags"]["title"].text == "Song")
        #expect(json["cover"]["width"].number == 40)
    }

    @Test("WavPack with an APE tag")
    func wavPack() async throws {
        let path = try make("a.wv") {
            ["wavpack", "-q", "-y", "-w", "Title=Song", "-w", "Artist=Кино", "-w", "Track=3/12", $0, "-o", $1]
        }
        let json = try await info(path)
        #expect(json["container"].text == "wv" && json["codec"].text == "wavpack" && json["lossless"].flag == true)
        #expect(json["tags"]["title"].text == "Song" && json["tags"]["trackTotal"].number == 12)
    }

    private static let libraries = ["libav", "libvorbisfile", "libopusfile"]

    /// Names of libraries that a program which plays `path` has in its memory once it sounds.
    private func loaded(_ path: String) async throws -> [String] {
        let program = try home.start(["play", "--audio", "capture", path])
        let isSounding = await soon { (try? home.captured.shown.isFilled()) == true }
        #expect(isSounding)
        // Files of /proc have no size to read them by.
        let text = try Tool.run(["cat", "/proc/\(program.identifier)/maps"])
        program.killNow()
        _ = try home.takeCaptured()
        return Self.libraries.filter(text.contains)
    }

    @Test("a program that plays FLAC or MP3 has loaded no library it does not need")
    func startsLight() async throws {
        try home.makeCaptureDevice()
        let sound = Sound.noisy(frames: 48_000, rate: 48_000).repeated(30)
        let flac = try sound.write(to: "long.flac", in: home.folder)
        let mp3 = try sound.write(to: "long.mp3", in: home.folder)
        let wv = home.folder.path + "/long.wv"
        let opus = home.folder.path + "/long.opus"
        let wav = try sound.write(to: "long.wav", in: home.folder)
        try Tool.run(["wavpack", "-q", "-y", wav.shown, "-o", wv])
        try Tool.run(["opusenc", "--quiet", wav.shown, opus])
        for path in [flac.shown, mp3.shown] { #expect(try await loaded(path) == [], "\(path)") }
        #expect(try await loaded(opus) == ["libopusfile"])
        // FFmpeg brings libraries of its own.
        #expect(try await loaded(wv).contains("libav"))
    }

    @Test("without its library a format is refused with the package that has it, and FLAC plays")
    func hidden() async throws {
        // The loader finds these first, and they are none.
        for version in 55...70 { try home.folder.write([0], to: "none/libavformat.so.\(version)") }
        for name in ["libvorbisfile.so.3", "libopusfile.so.0"] { try home.folder.write([0], to: "none/\(name)") }
        let wv = try make("a.wv") { ["wavpack", "-q", "-y", $0, "-o", $1] }
        let ogg = try make("a.ogg") { ["oggenc", "-Q", "-o", $1, $0] }
        let opus = try make("a.opus") { ["opusenc", "--quiet", $0, $1] }
        let flac = try Sound.noisy(frames: 1000).write(to: "a.flac", in: home.folder).shown
        home.extraEnvironment["LD_LIBRARY_PATH"] =
            home.folder.path + "/none:" + (Tool.environment["LD_LIBRARY_PATH"] ?? "")
        let run = try await home.run("info", wv, ogg, opus, flac)
        #expect(run.status == 1)
        #expect(run.output.contains("a.flac"))
        let words = [
            "a.wv: is WavPack, which needs FFmpeg's libraries: apt install libavformat",
            "a.ogg: needs the Vorbis library: apt install libvorbisfile3",
            "a.opus: needs the Opus library: apt install libopusfile0",
        ]
        for line in words { #expect(run.errors.contains { $0.contains(line) }, "\(line) in \(run.errors)") }
    }
}

extension String {
    /// The file of this name holds something.
    fileprivate func isFilled() throws -> Bool {
        let size = try FileManager.default.attributesOfItem(atPath: self)[.size] as? Int
        return (size ?? 0) > 0
    }
}
