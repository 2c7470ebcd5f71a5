// First samples and pictures of a player, seen from outside by a library preloaded into it.

import AudioCore
import FoundationEssentials
import Glibc

/// Starts players under the probe.
struct StartProbe {
    /// `libstartprobe.so`, built beside the program.
    private let library: String

    /// What a record of the probe tells of; raw values are those of `start_probe.h`.
    enum Kind: Int64 { case samples = 1, picture }

    /// Milliseconds from just before the exec.
    struct Times {
        /// The first samples were handed to ALSA.
        var samples: Double?
        /// The first picture was handed to the screen.
        var picture: Double?
    }

    /// Nil when the library is not there: an installed program measures nothing.
    init?() {
        let library = Self.beside("libstartprobe.so")
        guard access(library, R_OK) == 0 else { return nil }
        self.library = library
    }

    /// A file that was built together with the program.
    static func beside(_ name: String) -> String {
        (RawPath.ofProgram()?.directory ?? RawPath(".")).appending(name).shown
    }

    /// Milliseconds from just before the exec to the first call that hands samples to ALSA.
    /// - Returns: nil when the program cannot be started or gives no sample within five seconds.
    func milliseconds(_ words: [String]) -> Double? { times(words, wanting: [.samples]).samples }

    /// Starts the program and ends it once all that is wanted has come, or after five seconds.
    func times(_ words: [String], wanting wanted: Set<Kind>, environment: [String: String] = [:]) -> Times {
        var times = Times()
        let started = SystemClock.seconds
        guard let run = ProbedRun(words, library: library, environment: environment) else { return times }
        defer { run.child.end() }
        var missing = wanted
        while !missing.isEmpty, let wait = Optional(started + 5 - SystemClock.seconds), wait > 0, run.sleep(wait) {
            for record in run.records() {
                guard missing.remove(record.kind) != nil else { continue }
                let milliseconds = (record.seconds - started) * 1000
                switch record.kind {
                case .samples: times.samples = milliseconds
                case .picture: times.picture = milliseconds
                }
            }
        }
        return times
    }

    /// Starts the program and leaves it running.
    func run(_ words: [String], environment: [String: String] = [:]) -> ProbedRun? {
        ProbedRun(words, library: library, environment: environment)
    }
}

/// A pipe between a measured program and us.
enum BenchPipe {
    /// The reading and the writing end, of which a child gets only what it is given; neither keeps anybody waiting.
    static func open() -> [Int32]? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return ends
    }
}

/// A program under the probe.
final class ProbedRun {
    struct Record {
        var kind: StartProbe.Kind
        /// CLOCK_MONOTONIC.
        var seconds: Double
    }

    let child: ChildProcess
    private let reading: Int32

    fileprivate init?(_ words: [String], library: String, environment: [String: String]) {
        guard let ends = BenchPipe.open() else { return nil }
        let variables = ["LD_PRELOAD": library, "CARILLON_START_PROBE": "\(ends[1])"]
        let child = ChildProcess(words, environment: environment.merging(variables) { $1 }, inherited: ends[1])
        close(ends[1])
        guard let child else {
            close(ends[0])
            return nil
        }
        self.child = child
        reading = ends[0]
    }

    deinit { close(reading) }

    /// Waits for a record; false when none comes in the time, or the program has ended.
    func sleep(_ seconds: Double) -> Bool {
        var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, Int32(seconds * 1000) + 1) > 0 && ready.revents & Int16(POLLIN) != 0
    }

    /// What has come since the last call.
    func records() -> [Record] {
        var records: [Record] = []
        var pair: [Int64] = [0, 0]
        while read(reading, &pair, 16) == 16 {
            if let kind = StartProbe.Kind(rawValue: pair[0]) {
                records.append(Record(kind: kind, seconds: Double(pair[1]) / 1e9))
            }
        }
        return records
    }
}
