import AudioCore
import Glibc
import TestSupport
import Testing

@testable import Radio

@Suite("From an address to the sound")
struct StreamFetchTests {
    private let server = ScriptedServer()
    private static let sound = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 % 253) | 0x80 }

    private func run(_ path: String, charset: String? = nil, limits: FetchLimits = .patient) async
        -> Fetched.Outcome
    {
        let outcome = await Fetched.run(server.address(path), charset: charset, limits: limits)
        server.end()
        return outcome
    }

    @Test("a plain answer is sound to its end; Icy-MetaData is asked for")
    func plain() async {
        server.on("/a") { answer in
            let isAsked = answer.request.contains("Icy-MetaData: 1\r\n")
            answer.head(
                "HTTP/1.1 200 OK", "Content-Type: audio/mpeg", isAsked ? "icy-name: Asked" : "icy-name: Not asked")
            answer.send(Self.sound)
        }
        let outcome = await run("/a")
        #expect(outcome.sound == Self.sound)
        #expect(outcome.facts == StreamFacts(name: "Asked", bitrate: nil))
        #expect(outcome.end == StreamEnd())
    }

    @Test("a file of a stated length is complete, or was cut off", arguments: [true, false])
    func length(isWhole: Bool) async {
        server.on("/a") { answer in
            answer.head("HTTP/1.1 200 OK", "Content-Length: \(Self.sound.count)")
            answer.send(isWhole ? Self.sound : Array(Self.sound.dropLast(1000)))
        }
        let outcome = await run("/a")
        #expect(outcome.end?.isComplete == isWhole)
        #expect((outcome.end?.error == nil) == isWhole)
        #expect(outcome.sound.count == Self.sound.count - (isWhole ? 0 : 1000))
    }

    @Test("an old SHOUTcast server answers ICY, with titles between the sound", arguments: [1, 7, 4096])
    func icy(piece: Int) async {
        let body = ICYBody.body(Self.sound, interval: 1000, titles: [0: "A - One", 7: "B - Two", 9: ""])
        server.on("/a") { answer in
            answer.head("ICY 200 OK", "icy-name:Name", "icy-br:128", "icy-metaint:1000")
            for start in stride(from: 0, to: body.count, by: piece) {
                answer.send(Array(body[start..<min(start + piece, body.count)]))
            }
        }
        let outcome = await run("/a")
        #expect(outcome.sound == Self.sound)
        #expect(outcome.titles == ["A|One", "B|Two", nil])
        #expect(outcome.facts == StreamFacts(name: "Name", bitrate: 128))
    }

    @Test("chunks are put together before titles are counted")
    func chunked() async {
        let body = ICYBody.body(Self.sound, interval: 500, titles: [3: "T"])
        server.on("/a") { answer in
            answer.head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "icy-metaint: 500")
            for start in stride(from: 0, to: body.count, by: 333) {
                let chunk = Array(body[start..<min(start + 333, body.count)])
                answer.send(String(chunk.count, radix: 16) + "\r\n")
                answer.send(chunk + [13, 10])
            }
            answer.send("0\r\n\r\n")
        }
        let outcome = await run("/a")
        #expect(outcome.sound == Self.sound)
        #expect(outcome.titles == ["T"])
    }

    @Test("titles are read in the station's charset")
    func charset() async {
        let koi8: [UInt8] = [0xEB, 0xC9, 0xCE, 0xCF]
        server.on("/a") { answer in
            answer.head("HTTP/1.0 200 OK", "icy-metaint: 20000")
            answer.send(Self.sound + ICYBody.block(bytes: koi8) + [0x80])
        }
        let outcome = await run("/a#charset=koi8-r")
        #expect(outcome.titles == ["Кино"])
    }

    @Test("redirects are followed, five of them, and no further; never to another scheme")
    func redirects() async {
        for number in 0..<5 {
            server.on("/\(number)") { $0.head("HTTP/1.1 302 Found", "Location: /\(number + 1)", "Content-Length: 0") }
        }
        server.on("/5") { answer in
            answer.head("HTTP/1.1 200 OK", "Content-Length: 20000")
            answer.send(Self.sound)
        }
        server.on("/loop") { $0.head("HTTP/1.1 301 Moved", "Location: /loop", "Content-Length: 0") }
        server.on("/file") { $0.head("HTTP/1.1 302 Found", "Location: file:///etc/passwd", "Content-Length: 0") }
        let fine = await Fetched.run(server.address("/0"))
        #expect(fine.sound == Self.sound)
        let loop = await Fetched.run(server.address("/loop"))
        #expect(loop.error == "leads from one address to the next without end")
        let file = await Fetched.run(server.address("/file"))
        #expect(file.sound.isEmpty && file.end?.error?.code == .network)
        server.end()
    }

    @Test(
        "a refusal is told with its number, and its text is not sound",
        arguments: [(404, "404 (not found)"), (401, "401 (needs a password)"), (503, "503 (busy)"), (418, "418")])
    func refusals(status: Int, words: String) async {
        server.on("/a") { answer in
            answer.head("HTTP/1.1 \(status) No", "Content-Length: 20000")
            answer.send(Self.sound)
        }
        let outcome = await run("/a")
        #expect(outcome.sound.isEmpty)
        #expect(outcome.error == "the server answers \(words)")
        #expect(outcome.end?.status == status)
    }

    @Test("headers without end, and one header without end, are given up")
    func headers() async {
        server.on("/many") { answer in
            answer.send("HTTP/1.1 200 OK\r\n")
            while answer.send("X-Header: " + String(repeating: "x", count: 100) + "\r\n") {}
        }
        server.on("/long") { answer in
            answer.send("HTTP/1.1 200 OK\r\nX: ")
            while answer.send(String(repeating: "x", count: 10_000)) {}
        }
        let many = await Fetched.run(server.address("/many"))
        #expect(many.sound.isEmpty && many.error == "sends headers without end")
        let long = await Fetched.run(server.address("/long"))
        #expect(long.sound.isEmpty && long.end?.error?.code == .network)
        server.end()
    }

    private var impatient: FetchLimits {
        var limits = FetchLimits.patient
        limits.connectSeconds = 0.2
        limits.silentSeconds = 0.2
        limits.dripSeconds = 0.5
        return limits
    }

    @Test("a server that says nothing is given up, before the stream and in its middle", arguments: [false, true])
    func silence(hasBegun: Bool) async {
        server.on("/a") { answer in
            if hasBegun {
                answer.head("HTTP/1.1 200 OK")
                answer.send(Self.sound)
            }
            answer.waitUntilClosed()
        }
        var limits = impatient
        // A thread of the server may not run for seconds.
        if hasBegun { (limits.connectSeconds, limits.silentSeconds, limits.dripSeconds) = (60, 6, 60) }
        let outcome = await run("/a", limits: limits)
        #expect(outcome.sound == (hasBegun ? Self.sound : []))
        #expect(outcome.error == (hasBegun ? "the stream has gone silent" : "the server does not answer"))
    }

    @Test("a server that sends a byte now and then is given up")
    func drip() async {
        server.on("/a") { answer in
            answer.head("HTTP/1.1 200 OK")
            while answer.send([0x80]) { usleep(20_000) }
        }
        let outcome = await run("/a", limits: impatient)
        #expect(outcome.end?.error?.code == .network)
    }

    @Test("where nobody listens, and where nobody is, that is said")
    func nobody() async {
        let port = server.port
        server.end()
        let closed = await Fetched.run("http://127.0.0.1:\(port)/a")
        #expect(closed.end?.error?.code == .network && closed.end?.isFinal == false)
        let unknown = await Fetched.run("http://no-such-host.invalid/a", limits: FetchLimits())
        #expect(unknown.end?.error?.code == .network && unknown.end?.isFinal == false)
    }

    @Test("a web page is no stream")
    func page() async {
        server.on("/a") { answer in
            answer.head("HTTP/1.1 200 OK", "Content-Type: audio/mpeg")
            answer.send("<!DOCTYPE html><html><body>Listen!</body></html>")
        }
        let outcome = await run("/a")
        #expect(outcome.error == "is a web page, not a stream")
        #expect(outcome.end?.isFinal == true)
    }

    @Test("a server that answers with nothing at all may answer better later", arguments: [true, false])
    func nothing(hasHead: Bool) async {
        server.on("/a") { if hasHead { $0.head("HTTP/1.1 200 OK", "Content-Type: audio/mpeg") } }
        let outcome = await run("/a")
        #expect(outcome.end?.error?.code == .network)
        #expect(outcome.end?.isFinal == false)
    }
}

@Suite("From a playlist to the sound")
struct PlaylistFetchTests {
    private let server = ScriptedServer()
    private static let sound = [UInt8](repeating: 0x81, count: 5000)

    init() {
        server.on("/sound") { answer in
            answer.head("HTTP/1.1 200 OK", "Content-Type: audio/mpeg", "Content-Length: 5000")
            answer.send(Self.sound)
        }
    }

    private func serve(_ path: String, type: String, _ text: String) {
        server.on(path) { answer in
            answer.head("HTTP/1.1 200 OK", "Content-Type: \(type)")
            answer.send(text)
        }
    }

    @Test(
        "every kind leads to its stream, whatever the server says it is",
        arguments: [
            "#EXTM3U\n#EXTINF:-1,x\n/sound\n", "[playlist]\nFile1=/sound\n",
            "<asx><entry><ref href='/sound'/></entry></asx>",
            "<playlist xmlns='http://xspf.org/ns/0/'><trackList><track><location>/sound</location></track></trackList></playlist>",
        ], ["audio/x-scpls", "text/html", "audio/mpeg"])
    func kinds(text: String, type: String) async {
        serve("/list", type: type, text)
        let outcome = await Fetched.run(server.address("/list"))
        #expect(outcome.sound == Self.sound)
        server.end()
    }

    @Test("playlists may name playlists, and one that names itself ends")
    func nested() async {
        serve("/a/1", type: "audio/x-scpls", "[playlist]\nFile1=2.m3u\n")
        serve("/a/2.m3u", type: "audio/x-mpegurl", "1\n3\n")
        serve("/a/3", type: "text/plain", "#EXTM3U\n../../sound\n\(server.address("/sound"))\n")
        let outcome = await Fetched.run(server.address("/a/1"))
        #expect(outcome.sound == Self.sound)
        serve("/circle", type: "audio/x-scpls", "[playlist]\nFile1=/circle\n")
        let circle = await Fetched.run(server.address("/circle"))
        #expect(circle.error == "names itself in a circle, and no stream")
        #expect(circle.end?.isFinal == true)
        server.end()
    }

    @Test("the depth of playlists has an end")
    func deep() async {
        for depth in 0..<10 { serve("/\(depth)", type: "text/plain", "#EXTM3U\n/\(depth + 1)\n") }
        let outcome = await Fetched.run(server.address("/0"))
        #expect(outcome.error == "is a playlist inside too many others")
        let count = server.requests.count
        #expect(count == 6)
        server.end()
    }

    @Test("of several streams the next is tried when one fails")
    func several() async {
        serve("/list", type: "audio/x-scpls", "[playlist]\nFile1=/missing\nFile2=http://127.0.0.1:1/\nFile3=/sound\n")
        let outcome = await Fetched.run(server.address("/list"))
        #expect(outcome.sound == Self.sound)
        server.end()
    }

    @Test("a playlist of nothing but failures tells the one that may pass")
    func failures() async {
        serve("/list", type: "audio/x-scpls", "[playlist]\nFile1=/page\nFile2=/missing\n")
        serve("/page", type: "text/html", "<html></html>")
        let outcome = await Fetched.run(server.address("/list"))
        #expect(outcome.error == "the server answers 404 (not found)")
        server.end()
    }

    @Test(
        "what cannot be played is told",
        arguments: [
            ("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:9,\na.ts\n", "is HTTP Live Streaming (HLS), which is not played"),
            ("[playlist]\nNumberOfEntries=0\n", "is a playlist without an address of a stream"),
            ("#EXTM3U\nfile:///etc/passwd\n", "is a playlist without an address of a stream"),
        ])
    func refused(text: String, words: String) async {
        serve("/list", type: "application/vnd.apple.mpegurl", text)
        let outcome = await Fetched.run(server.address("/list"))
        #expect(outcome.error == words)
        #expect(outcome.end?.isFinal == true)
        server.end()
    }

    @Test("a playlist without end is given up")
    func endless() async {
        server.on("/list") { answer in
            answer.head("HTTP/1.1 200 OK")
            answer.send("#EXTM3U\n")
            while answer.send(String(repeating: "# nothing\n", count: 1000)) {}
        }
        let outcome = await Fetched.run(server.address("/list"))
        #expect(outcome.error == "sends a playlist without end")
        server.end()
    }

    @Test("neither the user's name nor the password is told")
    func credentials() async {
        let port = server.port
        server.end()
        let outcome = await Fetched.run("http://me:secret@127.0.0.1:\(port)/x")
        #expect(outcome.end?.error?.description.contains("secret") == false)
        #expect(outcome.end?.error?.path == "http://127.0.0.1:\(port)/x")
    }
}
