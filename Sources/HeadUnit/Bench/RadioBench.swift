// `carillon bench radio`: how soon a station sounds and what listening costs, beside mpv, from an Icecast of our own.
// Main thread.

import AudioCore
import FoundationEssentials
import Glibc
import Radio

/// Measures this program and mpv on the same stream, turn by turn.
@MainActor
struct RadioBench {
    var runs: Int

    private static let device = "null"
    private static let secondsOfListening = 20

    func run() -> Int32 {
        let console = Console()
        guard let probe = StartProbe(), let folder = BenchFolder() else {
            console.error("bench radio runs from a checkout: libstartprobe.so is not beside the program")
            return 1
        }
        guard let server = BenchIcecast(folder: folder.path) else {
            console.error("bench radio needs the packages icecast2 and ffmpeg, and a server that starts")
            return 1
        }
        let candidates: [(name: String, words: [String])] = [
            ("carillon play", [folder.program, "play", "--quiet", "--audio", Self.device, server.address]),
            (
                "mpv",
                [
                    "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=alsa",
                    "--audio-device=alsa/\(Self.device)", server.address,
                ]
            ),
        ]
        console.result("A stream of 128 kbit/s MP3 from an Icecast on this computer, \(runs) runs in turn")
        starts(candidates, probe, console)
        costs(candidates, console)
        return 0
    }

    private func starts(_ candidates: [(name: String, words: [String])], _ probe: StartProbe, _ console: Console) {
        var times = [[Double]](repeating: [], count: candidates.count)
        for turn in 0...runs {
            for (index, candidate) in candidates.enumerated() {
                guard let time = probe.milliseconds(candidate.words) else { continue }
                // The first turn warms the caches.
                if turn > 0 { times[index].append(time) }
            }
        }
        console.result("exec to first samples, ms")
        report(candidates.map(\.name), times, console)
    }

    /// Processor time of listening for a while, the start included.
    private func costs(_ candidates: [(name: String, words: [String])], _ console: Console) {
        var times = [[Double]](repeating: [], count: candidates.count)
        for _ in 0..<min(runs, 3) {
            for (index, candidate) in candidates.enumerated() {
                guard let child = ChildProcess(candidate.words) else { continue }
                sleep(UInt32(Self.secondsOfListening))
                times[index].append(child.end(SIGTERM).cpu * 1000)
            }
        }
        console.result("processor time of \(Self.secondsOfListening) s of listening, ms")
        report(candidates.map(\.name), times, console)
    }

    private func report(_ names: [String], _ times: [[Double]], _ console: Console) {
        let ours = Figures(times[0])
        for (name, values) in zip(names, times) {
            guard let figures = Figures(values) else {
                console.result("  \(name.padding(to: 20)) not installed, or it gave no sound")
                continue
            }
            var line = "  \(name.padding(to: 20)) \(figures.text.padding(to: 24))"
            if let ours, name != names[0] {
                line += " carillon takes \(Figures.rounded(ours.median / figures.median, decimals: 2)) of it"
            }
            console.result(line)
        }
    }
}

/// An Icecast with one station, gone with its value.
private final class BenchIcecast {
    let address: String
    private let server: ChildProcess
    private let source: ChildProcess

    /// Nil when a program is missing, or nothing comes.
    init?(folder: String) {
        let port = 20_000 + Int(getpid()) % 20_000
        let owner = "<changeowner><user>nobody</user><group>nogroup</group></changeowner>"
        let text = """
            <icecast><limits><clients>50</clients><sources>2</sources><burst-size>65535</burst-size></limits>
            <authentication><source-password>bench</source-password><admin-user>admin</admin-user>
            <admin-password>bench</admin-password></authentication><hostname>127.0.0.1</hostname>
            <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
            <paths><logdir>\(folder)</logdir><webroot>/usr/share/icecast2/web</webroot>
            <adminroot>/usr/share/icecast2/admin</adminroot></paths>
            <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>1</loglevel></logging>
            <security><chroot>0</chroot>\(geteuid() == 0 ? owner : "")</security></icecast>
            """
        // It gives up root's rights before it opens its logs.
        _ = chmod(folder, 0o777)
        let file = folder + "/icecast.xml"
        guard (try? text.write(toFile: file, atomically: false, encoding: .utf8)) != nil,
            let server = ChildProcess(["icecast2", "-c", file])
        else { return nil }
        let station = "127.0.0.1:\(port)/bench.mp3"
        // The server takes a moment.
        usleep(500_000)
        let source = ChildProcess([
            "ffmpeg", "-v", "error", "-nostdin", "-re", "-f", "lavfi", "-i", "sine=frequency=440:duration=7200", "-ac",
            "2", "-c:a", "libmp3lame", "-b:a", "128k", "-content_type", "audio/mpeg", "-f", "mp3",
            "icecast://source:bench@\(station)",
        ])
        guard let source else { return nil }
        self.server = server
        self.source = source
        address = "http://" + station
        // What a server sends at once to whoever comes has to be there: four seconds of it.
        sleep(6)
    }
}
