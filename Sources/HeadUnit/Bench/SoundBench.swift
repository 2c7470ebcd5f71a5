// `carillon bench sound`: what decoding, the chain and playing cost, each beside a program that does the same. Main
// thread.

import AudioCore
import FoundationEssentials

/// Measures processor time, turn by turn with the peers.
@MainActor
struct SoundBench {
    var runs: Int

    private static let secondsOfMusic = 240.0
    private static let secondsOfPlaying = 10
    /// What we should stay below, as a share of the peer's time.
    private struct Comparison {
        var name: String
        var limit: Double
        var ours: [String]
        var peerName: String
        var peer: [String]
    }

    func run() -> Int32 {
        let console = Console()
        guard let folder = BenchFolder.withMusic(seconds: Self.secondsOfMusic, console: console) else { return 1 }
        let mp3 = folder.path + "/music.mp3"
        let hasMP3 = ChildProcess(["lame", "--quiet", "-V2", folder.wav, mp3])?.wait().exitStatus == 0
        let count = min(runs, 5)
        console.result(
            "processor time, ms: \(Int(Self.secondsOfMusic)) s of 44.1 kHz 16 bit stereo, \(count) runs in turn")
        for comparison in decoding(folder, hasMP3 ? mp3 : nil) + [chain(folder), limiter(folder), playing(folder)] {
            compare(comparison, count, console)
        }
        return 0
    }

    private func compare(_ comparison: Comparison, _ count: Int, _ console: Console) {
        var times: (ours: [Double], peer: [Double]) = ([], [])
        for turn in 0...count {
            let ours = Self.milliseconds(comparison.ours)
            let peer = Self.milliseconds(comparison.peer)
            // The first turn warms the caches.
            guard turn > 0 else { continue }
            if let ours { times.ours.append(ours) }
            if let peer { times.peer.append(peer) }
        }
        console.result(comparison.name)
        guard let ours = Figures(times.ours) else { return console.result("  carillon failed") }
        console.result("  \("carillon".padding(to: 44)) \(ours.text)")
        guard let peer = Figures(times.peer) else {
            return console.result("  \(comparison.peerName) is not installed, or failed")
        }
        let share = Figures.rounded(ours.median / peer.median, decimals: 2)
        console.result(
            "  \(comparison.peerName.padding(to: 44)) \(peer.text.padding(to: 26)) carillon takes \(share) of it "
                + "(at most \(Figures.rounded(comparison.limit, decimals: 1)))")
    }

    private static func milliseconds(_ words: [String]) -> Double? {
        guard let usage = ChildProcess(words)?.wait(), usage.exitStatus == 0 else { return nil }
        return usage.cpu * 1000
    }

    // MARK: What is compared

    private func render(_ folder: BenchFolder, _ file: String, _ options: [String]) -> [String] {
        [folder.program, "render", "--quiet", file, "-o", "/dev/null"] + options
    }

    private func decoding(_ folder: BenchFolder, _ mp3: String?) -> [Comparison] {
        var comparisons = [
            Comparison(
                name: "FLAC decoded", limit: 1.3, ours: render(folder, folder.flac, []), peerName: "flac -d",
                peer: ["flac", "-d", "-s", "-f", "-o", "/dev/null", folder.flac])
        ]
        if let mp3 {
            comparisons.append(
                Comparison(
                    name: "MP3 decoded", limit: 1.2, ours: render(folder, mp3, ["--bits", "float"]),
                    peerName: "mpg123 -t", peer: ["mpg123", "-q", "-t", mp3]))
        }
        return comparisons
    }

    private func chain(_ folder: BenchFolder) -> Comparison {
        let gains = [3, -2, 1.5, -1, 2, -3, 1, 2.5, -1.5, 4]
        let curve = folder.path + "/equalizer.json"
        let text = #"{"graphic": [\#(gains.map { "\($0)" }.joined(separator: ", "))]}"#
        try? text.write(toFile: curve, atomically: false, encoding: .utf8)
        let bands = zip(EqualizerCurve.octaves, gains).map { "equalizer=f=\($0):t=q:w=1.414:g=\($1)" }
        let filters = (bands + ["highpass=f=20", "bs2b"]).joined(separator: ",")
        let options = [
            "--eq", curve, "--loudness", "strong", "--volume", "-20", "--subsonic", "20", "--crossfeed", "medium",
        ]
        return Comparison(
            name: "FLAC through ten bands, loudness, subsonic and crossfeed (FFmpeg: without loudness)", limit: 0.8,
            ours: render(folder, folder.flac, options), peerName: "ffmpeg, ten equalizer, highpass, bs2b",
            peer: ["ffmpeg", "-v", "error", "-nostdin", "-i", folder.flac, "-af", filters, "-f", "null", "-"])
    }

    private func limiter(_ folder: BenchFolder) -> Comparison {
        let filters = "volume=12dB,aresample=176400,alimiter=limit=0.86:level=0,aresample=44100"
        return Comparison(
            name: "FLAC raised by 12 dB into the limiter", limit: 1,
            ours: render(folder, folder.flac, ["--preamp", "12", "--limiter", "on"]),
            peerName: "ffmpeg, alimiter at four times the rate",
            peer: ["ffmpeg", "-v", "error", "-nostdin", "-i", folder.flac, "-af", filters, "-f", "null", "-"])
    }

    private func playing(_ folder: BenchFolder) -> Comparison {
        let seconds = "\(Self.secondsOfPlaying)"
        return Comparison(
            name: "\(seconds) s of FLAC played to ALSA's null device", limit: 0.7,
            ours: [folder.program, "play", "--quiet", "--audio", "null", "--seconds", seconds, folder.flac],
            peerName: "mpv",
            peer: [
                "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=alsa", "--audio-device=alsa/null",
                "--length=\(seconds)", folder.flac,
            ])
    }
}
