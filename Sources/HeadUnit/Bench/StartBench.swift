// `carillon bench start`: how soon it sounds, how soon it shows what plays, what playing costs, how quiet it is paused.

import AudioCore
import FoundationEssentials
import Glibc

/// Measures this program and its peers in the same run, turn by turn.
struct StartBench {
    var runs: Int

    private static let device = "null"
    private static let secondsOfMusic = 60.0

    @MainActor
    func run() -> Int32 {
        let console = Console()
        guard let setup = BenchSetup(secondsOfMusic: Self.secondsOfMusic, console: console) else { return 1 }
        let (probe, folder) = (setup.probe, setup.folder)
        console.result("Device \(Self.device), FLAC and WAV 44.1 kHz 16 bit stereo, \(runs) runs in turn")
        starts(probe, folder, console)
        pictures(probe, folder, console)
        costs(folder, console)
        wakeUps(folder, console)
        return 0
    }

    /// From exec to the first samples.
    @MainActor
    private func starts(_ probe: StartProbe, _ folder: BenchFolder, _ console: Console) {
        folder.writeResumePoint(milliseconds: 20_000)
        let candidates: [(name: String, words: [String])] = [
            ("carillon, resuming", folder.headUnit(device: Self.device)),
            ("aplay", ["aplay", "-q", "-D", Self.device, folder.wav]),
            (
                "mpv",
                [
                    "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=alsa",
                    "--audio-device=alsa/\(Self.device)", "--start=20", folder.flac,
                ]
            ),
        ]
        var times = [[Double]](repeating: [], count: candidates.count)
        for turn in 0...runs {
            for (index, candidate) in candidates.enumerated() {
                guard let time = probe.milliseconds(candidate.words) else { continue }
                // The first turn warms the caches.
                if turn > 0 { times[index].append(time) }
            }
        }
        console.result("exec to first samples, ms")
        let ours = Figures(times[0])
        for (candidate, values) in zip(candidates, times) {
            report(candidate.name, Figures(values), ours, console)
        }
    }

    /// From exec to the first picture, Now Playing from the resume point, with the first samples of the same start.
    @MainActor
    private func pictures(_ probe: StartProbe, _ folder: BenchFolder, _ console: Console) {
        let screen = BenchScreen()
        folder.writeResumePoint(milliseconds: 20_000)
        var candidates: [(name: String, words: [String], wanted: Set<StartProbe.Kind>)] = [10, 10_000].compactMap {
            let cache = folder.path + "/cache\($0)"
            guard let music = folder.makeLibrary(trackCount: $0, cache: cache) else { return nil }
            let words = folder.headUnit(device: Self.device, music: music, cache: cache)
            return ("carillon, \($0) tracks", words, [.samples, .picture])
        }
        candidates.append(("bare SDL window", [StartProbe.beside("barewindow")], [.picture]))
        var times = [[StartProbe.Times]](repeating: [], count: candidates.count)
        for turn in 0...runs {
            for (index, candidate) in candidates.enumerated() {
                let time = probe.times(candidate.words, wanting: candidate.wanted, environment: screen.environment)
                if turn > 0 { times[index].append(time) }
            }
        }
        console.result(
            "exec to first picture, all of Now Playing but a cover (and to first samples), on \(screen.name), ms")
        for (candidate, values) in zip(candidates, times) {
            let picture = Figures(values.compactMap(\.picture))?.text ?? "no picture came"
            let samples = Figures(values.compactMap(\.samples))?.text ?? "-"
            console.result("  \(candidate.name.padding(to: 24)) \(picture.padding(to: 24)) \(samples)")
        }
    }

    /// Processor time of playing.
    @MainActor
    private func costs(_ folder: BenchFolder, _ console: Console) {
        let seconds = 10
        let candidates: [(name: String, words: [String])] = [
            (
                "carillon play",
                [
                    folder.program, "play", "--quiet", "--audio", Self.device, "--seconds", "\(seconds)", folder.flac,
                ]
            ),
            (
                "mpv",
                [
                    "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=alsa", "--untimed=no",
                    "--audio-device=alsa/\(Self.device)", "--length=\(seconds)", folder.flac,
                ]
            ),
        ]
        console.result("processor time of playing \(seconds) s of FLAC, ms")
        var times = [[Double]](repeating: [], count: candidates.count)
        for _ in 0..<min(runs, 3) {
            for (index, candidate) in candidates.enumerated() {
                if let child = ChildProcess(candidate.words) {
                    let usage = child.wait()
                    if usage.exitStatus == 0 { times[index].append(usage.cpu * 1000) }
                }
            }
        }
        let ours = Figures(times[0])
        for (candidate, values) in zip(candidates, times) { report(candidate.name, Figures(values), ours, console) }
    }

    /// How often a paused head unit wakes up.
    @MainActor
    private func wakeUps(_ folder: BenchFolder, _ console: Console) {
        folder.writeResumePoint(milliseconds: 20_000, isPlaying: false)
        guard let child = ChildProcess(folder.headUnit(device: Self.device)) else { return }
        sleep(3)
        let before = child.wakeUps
        sleep(5)
        let rate = Double(child.wakeUps - before) / 5
        child.end(SIGTERM)
        console.result("wake-ups a second of the whole process, paused: \(Figures.rounded(rate))")
    }

    @MainActor
    private func report(_ name: String, _ figures: Figures?, _ ours: Figures?, _ console: Console) {
        let name = name.padding(to: 20)
        guard let figures else { return console.result("  \(name) not installed, or it gave no sound") }
        var line = "  \(name) \(figures.text.padding(to: 24))"
        if let ours, !name.hasPrefix("carillon") {
            line += " carillon takes \(Figures.rounded(ours.median / figures.median, decimals: 2)) of it"
        }
        console.result(line)
    }
}
