// `carillon bench idle`: how quiet the head unit is when nobody touches it, paused and playing. Main thread.

import AudioCore
import FoundationEssentials
import Glibc

/// Watches a head unit from outside, a second at a time.
@MainActor
struct IdleBench {
    /// Seconds that each is watched.
    var seconds: Int

    private static let secondsOfMusic = 215.0
    /// Until fonts, library and screen have come to rest.
    private static let settling: UInt32 = 4

    /// What is watched.
    private struct Situation {
        var name: String
        var isPlaying: Bool
        var title: String
    }

    private static let situations = [
        Situation(name: "paused", isPlaying: false, title: "Music"),
        Situation(name: "playing", isPlaying: true, title: "Music"),
        Situation(name: "paused, Chinese", isPlaying: false, title: "音楽の時間 음악 音乐"),
        Situation(name: "playing, Chinese", isPlaying: true, title: "音楽の時間 음악 音乐"),
    ]

    func run() -> Int32 {
        let console = Console()
        guard let setup = BenchSetup(secondsOfMusic: Self.secondsOfMusic, console: console) else { return 1 }
        let (probe, folder) = (setup.probe, setup.folder)
        let screen = BenchScreen()
        console.result(
            "The head unit on \(screen.name), device null:, Now Playing; \(seconds) times a second, medians")
        for situation in Self.situations { watch(situation, probe, folder, screen, console) }
        return 0
    }

    private func watch(
        _ situation: Situation, _ probe: StartProbe, _ folder: BenchFolder, _ screen: BenchScreen, _ console: Console
    ) {
        folder.writeResumePoint(milliseconds: 20_000, isPlaying: situation.isPlaying, title: situation.title)
        guard let run = probe.run(folder.headUnit(device: "null:"), environment: screen.environment) else {
            return console.result("  \(situation.name): the program does not start")
        }
        sleep(Self.settling)
        guard run.records().contains(where: { $0.kind == .picture }) else {
            return console.result("  \(situation.name): no picture came; no screen can be opened here")
        }
        var wakeUps: [Double] = []
        var mainWakeUps: [Double] = []
        var pictures: [Double] = []
        for _ in 0..<seconds {
            let before = (SystemClock.seconds, run.child.wakeUps, run.child.mainWakeUps)
            sleep(1)
            let time = SystemClock.seconds - before.0
            wakeUps.append(Double(run.child.wakeUps - before.1) / time)
            mainWakeUps.append(Double(run.child.mainWakeUps - before.2) / time)
            pictures.append(Double(run.records().count { $0.kind == .picture }) / time)
        }
        let memory = Double(run.child.residentBytes) / 1_048_576
        run.child.end(SIGTERM)
        console.result("\(situation.name)")
        report("pictures a second", pictures, console)
        report("wake-ups a second, whole process", wakeUps, console)
        report("wake-ups a second, main thread", mainWakeUps, console)
        console.result("  \("resident memory, MB".padding(to: 34)) \(Figures.rounded(memory))")
    }

    private func report(_ name: String, _ values: [Double], _ console: Console) {
        guard let figures = Figures(values) else { return }
        console.result("  \(name.padding(to: 34)) \(figures.text)")
    }
}
