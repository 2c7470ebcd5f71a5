import AudioCore
import Codecs
import RareCodecs
import TestSupport
import Testing

@testable import Radio

@Suite("A station is heard", .serialized)
@MainActor
struct RadioPlayerTests {
    private nonisolated static let head = ["HTTP/1.1 200 OK", "Content-Type: audio/wav", "icy-name: Test FM"]

    /// So many frames of a stream, from its beginning.
    private nonisolated static func stream(_ frames: Int, seed: Int = 0) -> [UInt8] {
        EndlessWAV.header() + EndlessWAV.bytes(EndlessWAV.samples(0..<frames, seed: seed))
    }

    private nonisolated static func send(_ answer: ScriptedServer.Answer, _ bytes: [UInt8], more lines: [String] = []) {
        for line in head + lines { answer.send(line + "\r\n") }
        answer.send("\r\n")
        answer.send(bytes)
    }

    @Test("what the server sends is what sounds, sample for sample")
    func untouched() async {
        let bench = RadioBench()
        bench.server.on("/a") { answer in
            Self.send(answer, Self.stream(100_000))
            answer.waitUntilClosed()
        }
        bench.play("/a")
        let isHeard = await bench.turn { bench.output.samples.count >= 90_000 * 2 }
        #expect(isHeard)
        #expect(bench.output.samples.prefix(180_000) == EndlessWAV.samples(0..<90_000)[...])
        #expect(bench.phases.prefix(3) == [.connecting, .buffering, .playing])
        #expect(bench.radio.state.streamName == "Test FM")
        #expect(bench.radio.state.info?.rate == 44100)
        #expect(bench.errors == [])
        bench.end()
    }

    @Test("nothing sounds before a second and a half is decoded")
    func start() async {
        let bench = RadioBench()
        bench.server.on("/a") { answer in
            Self.send(answer, Self.stream(60_000))
            answer.waitUntilClosed()
        }
        bench.play("/a")
        // 60,000 frames are less than a second and a half.
        let isBuffering = await bench.turn { bench.radio.state.phase == .buffering }
        #expect(isBuffering)
        for _ in 0..<300 { await bench.turn { true } }
        #expect(bench.radio.state.phase == .buffering)
        #expect(bench.output.samples.isEmpty)
        bench.end()
    }

    @Test("a stream that breaks off in the middle goes on where the next connection begins, and says so meanwhile")
    func reconnect() async {
        let bench = RadioBench()
        bench.server.on(
            "/a", { Self.send($0, Self.stream(80_000)) },
            { answer in
                Self.send(answer, Self.stream(100_000, seed: 5))
                answer.waitUntilClosed()
            })
        bench.play("/a")
        let isHeard = await bench.turn { bench.output.samples.count >= 170_000 * 2 }
        #expect(isHeard)
        let expected = EndlessWAV.samples(0..<80_000) + EndlessWAV.samples(0..<90_000, seed: 5)
        #expect(bench.output.samples.prefix(340_000) == expected[...])
        #expect(bench.server.requests.count == 2)
        #expect(bench.errors == [])
        bench.end()
    }

    @Test("while a server is away the phase is reconnecting, never playing; it plays on when the server is back")
    func away() async {
        let bench = RadioBench()
        bench.server.on(
            "/a", { Self.send($0, Self.stream(80_000)) }, { $0.head("HTTP/1.1 503 Busy") },
            { $0.head("HTTP/1.1 404 No") },
            { _ in },
            { answer in
                Self.send(answer, Self.stream(100_000, seed: 5))
                answer.waitUntilClosed()
            })
        bench.play("/a")
        let isAway = await bench.turn { if case .reconnecting = bench.radio.state.phase { true } else { false } }
        #expect(isAway)
        let isRunning = bench.output.isRunning
        #expect(!isRunning)
        let isBack = await bench.turn { bench.output.samples.count >= 100_000 * 2 }
        #expect(isBack)
        #expect(bench.radio.state.phase == .playing)
        #expect(bench.output.samples.prefix(160_000) == EndlessWAV.samples(0..<80_000)[...])
        #expect(bench.errors == [])
        bench.end()
    }

    @Test("titles are shown when they are heard, not when they come")
    func titles() async {
        let bench = RadioBench()
        bench.server.on("/a") { answer in
            let body = ICYBody.body(
                Self.stream(150_000), interval: 40_000, titles: [0: "A - One", 4: "B - Two", 8: "", 11: "C - Three"])
            Self.send(answer, body, more: ["icy-metaint: 40000"])
            answer.waitUntilClosed()
        }
        bench.play("/a")
        let isHeard = await bench.turn { bench.titles.last?.title == "Three" }
        #expect(isHeard)
        #expect(bench.titles.map(\.title) == ["One", "Two", nil, "Three"])
        #expect(bench.radio.state.artist == "C")
        // Behind 5, 9 and 12 times 40,000 bytes of 4 a frame; a codec reads a kilobyte ahead, a turn is 441 frames.
        for (title, bytes) in zip(bench.titles.dropFirst(), [200_000, 360_000, 480_000]) {
            let frame = (bytes - 44) / 4
            #expect(abs(title.frame - frame) < 9000, "\(title)")
            #expect(title.frame > frame - 9000)
        }
        // The first is about what sounds from the start.
        #expect((bench.titles.first?.frame ?? .max) <= 882)
        bench.end()
    }

    @Test("a pause closes the connection, and play is a new one that is heard from its beginning")
    func pause() async {
        let bench = RadioBench()
        bench.server.on("/a") { answer in
            Self.send(answer, Self.stream(200_000))
            answer.waitUntilClosed()
        }
        bench.play("/a")
        await bench.turn { bench.output.samples.count >= 50_000 }
        bench.radio.pause()
        #expect(bench.radio.state.phase == .stopped)
        #expect(bench.radio.state.pausedBy == .user)
        #expect(bench.radio.state.title == nil)
        let before = bench.output.samples.count
        for _ in 0..<50 { await bench.turn { true } }
        #expect(bench.output.samples.count == before)
        bench.radio.resume()
        let isHeard = await bench.turn { bench.output.samples.count >= before + 50_000 }
        #expect(isHeard)
        #expect(bench.server.requests.count == 2)
        // Behind the rise of 5 ms it is the same stream again.
        let again = bench.output.samples[before...]
        #expect(again.dropFirst(1000).prefix(40_000) == EndlessWAV.samples(0..<40_000)[1000..<41_000])
        bench.end()
    }

    @Test("another station begins at once, and nothing of the one before is heard behind it")
    func change() async {
        let bench = RadioBench()
        for (path, seed) in [("/a", 0), ("/b", 9)] {
            bench.server.on(path) { answer in
                Self.send(answer, Self.stream(200_000, seed: seed))
                answer.waitUntilClosed()
            }
        }
        bench.play("/a")
        await bench.turn { bench.output.samples.count >= 50_000 }
        let before = bench.output.samples.count
        bench.play("/b")
        let isHeard = await bench.turn { bench.output.samples.count >= before + 100_000 }
        #expect(isHeard)
        let second = bench.output.samples[before...]
        #expect(second.dropFirst(1000).prefix(80_000) == EndlessWAV.samples(0..<80_000, seed: 9)[1000..<81_000])
        bench.end()
    }

    @Test("a stream that begins anew at another rate is heard at that rate")
    func reshaped() async {
        let bench = RadioBench()
        bench.server.on(
            "/a", { Self.send($0, Self.stream(80_000)) },
            { answer in
                Self.send(
                    answer, EndlessWAV.header(rate: 48000) + EndlessWAV.bytes(EndlessWAV.samples(0..<120_000, seed: 3)))
                answer.waitUntilClosed()
            })
        bench.play("/a")
        let isHeard = await bench.turn { bench.output.samples.count >= 160_000 * 2 }
        #expect(isHeard)
        #expect(bench.output.openCount == 2)
        #expect(bench.radio.state.info?.rate == 48000)
        let expected = EndlessWAV.samples(0..<80_000) + EndlessWAV.samples(0..<70_000, seed: 3)
        #expect(bench.output.samples.prefix(300_000) == expected[...])
        bench.end()
    }

    @Test("a file at an address is heard whole, and then it is over", arguments: [3000, 100_000])
    func file(frames: Int) async {
        let bench = RadioBench()
        let bytes = Self.stream(frames)
        bench.server.on("/a") { Self.send($0, bytes, more: ["Content-Length: \(bytes.count)"]) }
        bench.play("/a")
        let isOver = await bench.turn { bench.endCount > 0 }
        #expect(isOver)
        #expect(bench.output.samples == EndlessWAV.samples(0..<frames))
        #expect(bench.radio.state.phase == .stopped)
        #expect(bench.radio.state.pausedBy == nil)
        #expect(bench.server.requests.count == 1)
        bench.end()
    }

    @Test("what is no stream fails with one error, and nothing is asked again")
    func noStream() async {
        let bench = RadioBench()
        bench.server.on("/a") { answer in
            answer.head("HTTP/1.1 200 OK", "Content-Type: audio/mpeg")
            answer.send([UInt8](repeating: 0xAA, count: 200_000))
        }
        bench.play("/a")
        let hasFailed = await bench.turn { if case .failed = bench.radio.state.phase { true } else { false } }
        #expect(hasFailed)
        #expect(bench.errors.count == 1)
        #expect(bench.errors.first?.code == .notSupported)
        bench.end()
    }

    @Test("a device that is gone stops the radio; it is live again when the device is")
    func device() async {
        let bench = RadioBench()
        bench.server.on("/a") { answer in
            Self.send(answer, Self.stream(200_000))
            answer.waitUntilClosed()
        }
        bench.output.isMissing = true
        bench.play("/a")
        let isWaiting = await bench.turn { bench.radio.isAwaiting }
        #expect(isWaiting)
        #expect(bench.errors.map(\.code) == [.device])
        bench.radio.retry()
        await bench.turn { bench.errors.count == 2 }
        bench.output.isMissing = false
        bench.radio.retry()
        let isHeard = await bench.turn { bench.output.samples.count >= 50_000 }
        #expect(isHeard)
        #expect(bench.output.samples.prefix(50_000) == EndlessWAV.samples(0..<25_000)[...])
        bench.end()
    }

    @Test("a radio that is shut down while a server keeps it waiting ends at once")
    func shutDown() async {
        let bench = RadioBench()
        bench.server.on("/a") { $0.waitUntilClosed() }
        bench.play("/a")
        await bench.turn { !bench.server.requests.isEmpty }
        // Returns: the connection does not wait for the server.
        bench.end()
        #expect(bench.errors == [])
    }
}
