import AudioCore
import Codecs
import RareCodecs
import Testing

@testable import Radio

@Suite("A real Icecast is heard", .serialized, .enabled(if: Icecast.isInstalled))
@MainActor
struct IcecastTests {
    private nonisolated static func open(_ source: any ByteSource) throws(AudioError) -> any AudioCodec {
        try CodecTable.open(source, beyond: RareCodecs.family)
    }

    /// Crossings of zero a second in the left channel.
    private func crossings(_ samples: ArraySlice<Int16>, rate: Int) -> Double {
        let left = stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2).map { samples[$0] }
        let count = zip(left, left.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        return Double(count) * Double(rate) / Double(max(1, left.count))
    }

    /// What FFmpeg encodes with, the codec that is played, and its rate.
    private nonisolated static let kinds: [(options: [String], codec: String, rate: Int)] = [
        (["-c:a", "libmp3lame", "-b:a", "128k", "-content_type", "audio/mpeg", "-f", "mp3"], "mp3", 44100),
        (
            ["-c:a", "libmp3lame", "-b:a", "64k", "-ar", "22050", "-content_type", "audio/mpeg", "-f", "mp3"], "mp3",
            22050
        ),
        (["-c:a", "aac", "-b:a", "96k", "-content_type", "audio/aac", "-f", "adts"], "aac", 44100),
        (["-c:a", "libvorbis", "-b:a", "128k", "-content_type", "application/ogg", "-f", "ogg"], "vorbis", 44100),
        (["-c:a", "libopus", "-b:a", "96k", "-content_type", "application/ogg", "-f", "ogg"], "opus", 48000),
        (["-c:a", "flac", "-content_type", "application/ogg", "-f", "ogg"], "flac", 44100),
    ]

    @Test("every coding is joined in its middle and heard at its own rate", arguments: 0..<6)
    func codings(index: Int) async throws {
        let (options, codec, rate) = Self.kinds[index]
        let icecast = try #require(await Icecast())
        let source = await icecast.source("/live", options)
        #expect(source != nil)
        let bench = RadioBench(openCodec: Self.open)
        bench.radio.play(Station(address: icecast.address("/live"), name: "Test"))
        let isHeard = await bench.turn { bench.output.samples.count >= 3 * rate * 2 }
        #expect(isHeard)
        let info = bench.radio.state.info
        #expect(info?.codec == codec && info?.rate == rate)
        #expect(bench.output.format?.rate == rate)
        #expect(bench.radio.state.streamName == "Test FM")
        // The first half second is a decoder's that was dropped into the middle.
        let tone = crossings(bench.output.samples.dropFirst(rate), rate: rate)
        #expect(abs(tone - 880) < 20)
        #expect(bench.errors == [])
        bench.end()
    }

    @Test("the title that the server is told is shown, with its letters")
    func title() async throws {
        let icecast = try #require(await Icecast())
        let source = await icecast.source("/live", Self.kinds[0].options)
        #expect(source != nil)
        icecast.setTitle("/live", "%D0%9A%D0%B8%D0%BD%D0%BE%20-%20%D0%93%D1%80%D1%83%D0%BF%D0%BF%D0%B0")
        let bench = RadioBench(openCodec: Self.open)
        bench.radio.play(Station(address: icecast.address("/live"), name: "Test"))
        let isShown = await bench.turn { bench.radio.state.title != nil }
        #expect(isShown)
        #expect(bench.radio.state.artist == "Кино")
        #expect(bench.radio.state.title == "Группа")
        bench.end()
    }

    @Test("a source that is started anew, in another coding even, is heard again without a key pressed")
    func restart() async throws {
        let icecast = try #require(await Icecast())
        var source = await icecast.source("/live", Self.kinds[0].options)
        #expect(source != nil)
        let bench = RadioBench(openCodec: Self.open)
        bench.radio.play(Station(address: icecast.address("/live"), name: "Test"))
        await bench.turn { bench.output.samples.count >= 44100 * 2 }
        source = nil
        source = await icecast.source("/live", Self.kinds[4].options)
        #expect(source != nil)
        let isHeard = await bench.turn {
            bench.radio.state.info?.codec == "opus" && bench.radio.state.phase == .playing
        }
        #expect(isHeard)
        #expect(bench.output.format?.rate == 48000)
        #expect(bench.errors == [])
        bench.end()
    }
}
