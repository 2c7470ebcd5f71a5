import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program: play a stream", .serialized)
struct RadioProgramTests {
    private let home: Home
    private let server = ScriptedServer()

    init() throws {
        home = try Home()
        try home.makeCaptureDevice()
    }

    @Test("a playlist leads to its stream, whose samples reach the device untouched; the state tells what is heard")
    func stream() async throws {
        let sound = Sound.noisy(frames: 44_100 * 4)
        let path = try sound.write(to: "a.wav", in: home.folder)
        let file = try [UInt8](Data(contentsOf: URL(filePath: path.shown)))
        let metadata = Array("\u{2}StreamTitle='Kino - Gruppa';".utf8)
        let block = metadata + [UInt8](repeating: 0, count: 33 - metadata.count)
        let interval = file.count / 8
        server.on("/list") { answer in
            answer.head("HTTP/1.1 200 OK", "Content-Type: audio/x-scpls")
            answer.send("[playlist]\nFile1=/live\n")
        }
        server.on("/live") { answer in
            answer.head("ICY 200 OK", "Content-Type: audio/wav", "icy-name: Test FM", "icy-metaint: \(interval)")
            for start in stride(from: 0, to: file.count, by: interval) {
                let piece = Array(file[start..<min(start + interval, file.count)])
                answer.send(piece)
                if piece.count == interval { answer.send(start == 0 ? block : [0]) }
            }
            answer.waitUntilClosed()
        }
        let run = try await home.run(
            "play", "--audio", "capture", "--json", "--seconds", "2", server.address("/list"))
        #expect(run.status == 0)
        #expect(run.errors == [])
        let state = try run.lines.last ?? JSONValue(nil)
        #expect(state["source"].text == "radio" && state["status"].text == "playing")
        #expect(state["artist"].text == "Kino" && state["title"].text == "Gruppa")
        #expect(state["track"]["path"].text == server.address("/list"))
        #expect(state["duration"].isNull && state["position"].isNull)
        #expect(state["quality"]["source"]["rate"].number == 44100)
        #expect(state["quality"]["stages"].list.isEmpty)
        let music = sound.pcm
        let captured = try home.takeCaptured()
        let start = try #require(captured.firstRange(of: music.prefix(64))?.lowerBound)
        // All but the end, which fades.
        let heard = captured[start...].prefix(44_100 * 4)
        #expect(heard.count == 44_100 * 4 && heard.elementsEqual(music.prefix(heard.count)))
        server.end()
    }

    @Test("an address that is refused is one line and status 1")
    func refused() async throws {
        let run = try await home.run("play", "--audio", "null:", "--json", server.address("/missing"))
        #expect(run.status == 1)
        let lines = try run.lines
        #expect(lines.first?["message"].text == "the server answers 404 (not found)")
        #expect(lines.last?["source"].text == "radio" && lines.last?["status"].text == "stopped")
        server.end()
    }

    @Test("why nothing comes is said once, while it is tried again")
    func nobody() async throws {
        let address = server.address("/a")
        server.end()
        let program = try home.start(["play", "--audio", "null:", address])
        #expect(await soon { !program.errorLines.isEmpty })
        program.signal(SIGINT)
        #expect(try await program.wait() == 1)
        let line = try #require(program.errorLines.first)
        #expect(program.errorLines.count == 1)
        #expect(line.hasPrefix("carillon: \(address): ") && line.hasSuffix("; it is tried again"))
    }

    @Test(
        "a stream is played alone, from where it is, and only played",
        arguments: [
            ["play", "http://127.0.0.1/a", "http://127.0.0.1/b"], ["play", "http://127.0.0.1/a", "x.flac"],
            ["play", "http://127.0.0.1/a", "--from", "3"], ["play", "http://"],
            ["render", "http://h/a", "-o", "x.wav"],
            ["info", "https://h/a"],
        ])
    func usage(words: [String]) async throws {
        let run = try await home.run(words)
        #expect(run.status == 2)
        #expect(run.errors.count == 1)
        server.end()
    }
}
