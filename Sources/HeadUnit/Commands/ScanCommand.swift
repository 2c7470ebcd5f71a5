// `carillon scan`: brings the saved library up to date. Main thread, which has nothing else to do.

import Analysis
import AudioCore
import Glibc
import MusicLibrary

/// Scans the folders of music.
@MainActor
enum ScanCommand {
    static let subcommand = Subcommand(
        name: "scan", summary: "bring the library up to date with its folders", help: help, run: run)

    private static let help = """
        Usage: carillon scan [options] [DIR ...]

        Looks for music in the folders, reads what is new or has changed, and saves the library for the head unit. Without
        a folder it takes the configured ones, else the usual places. What lies on a stick that is not plugged in stays.
          --gain                  then measure loudness and true peak (EBU R 128) of what has no gain tags, album by
                                  album, when nothing else wants to run; ReplayGain uses it as if it were tagged. The
                                  files are not touched. It may be interrupted, and goes on where it was
          --json                  the result as one line of JSON
          --music DIR             a folder of music, as DIR; may be repeated
          --state DIR, --cache DIR, --config FILE
                                  as for the head unit; the library is kept in the cache folder
          --quiet                 no summary, no progress
        """

    private static let flags = [
        "--gain", "--json", "--music", "--state", "--cache", "--config", "--quiet", "--help",
    ]

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var options = ServiceOptions()
        var console = Console()
        var isJSON = false
        var measures = false
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--json"): isJSON = true
            case .flag("--gain"): measures = true
            case .flag("--music"): options.music.append(RawPath(bytes: try reader.value(of: "--music", "a folder")))
            case .flag("--state"): options.state = RawPath(bytes: try reader.value(of: "--state", "a folder"))
            case .flag("--cache"): options.cache = RawPath(bytes: try reader.value(of: "--cache", "a folder"))
            case .flag("--config"): options.config = try reader.configFile()
            case .flag("--quiet"): console.isQuiet = true
            case .flag(let flag): throw .unknown(flag, among: flags)
            case .operand(let bytes): options.music.append(RawPath(bytes: bytes))
            }
        }
        guard !options.music.contains(where: \.bytes.isEmpty) else { throw UsageError("a folder has an empty name") }
        if measures {
            do throws(AudioError) {
                try LoudnessMeter.open()
            } catch {
                console.report(AudioError(error.code, "--gain: \(error.message)"), asJSON: isJSON)
                return 1
            }
            TerminationSignals.watch(ringing: Bell())
        }
        return scan(options, console, measures: measures, isJSON: isJSON)
    }

    private static func scan(
        _ options: ServiceOptions, _ console: Console, measures: Bool, isJSON: Bool
    ) -> Int32 {
        let folders: StateFolders
        do throws(StateError) {
            let flags = StateFolders.Flags(state: options.state, cache: options.cache, config: options.config)
            folders = try StateFolders(flags: flags) { console.note($0) }
        } catch {
            console.report(AudioError(.notSupported, path: error.path, error.operation), asJSON: isJSON)
            return 1
        }
        let config = BuilderConfig.read(folders.configFile, isNamed: options.config != nil) { console.error($0) }
        let roots = MusicFolders.resolve(options, config)
        guard !roots.isEmpty else {
            let message = "no folder of music: name one, or set “music” in \(folders.configFile.shown)"
            console.report(AudioError(.notSupported, message), asJSON: isJSON)
            return 1
        }
        let store = LibraryStore(folder: folders.cache)
        var contents = store.load { console.note($0) }
        let report = scan(roots, store, &contents, console, measures: measures)
        let mayMeasure = measures && report.saveFailure == nil && !report.wasCancelled
        let gain = mayMeasure ? measure(contents, store, console) : nil
        let isNamed = !options.music.isEmpty
        if isJSON {
            console.result(json(report, gain).text)
        } else {
            show(report, isNamed: isNamed, console)
            if let gain { show(gain, console) }
        }
        return max(status(report, isNamed: isNamed, console), measures ? status(gain, console) : 0)
    }

    private static func scan(
        _ roots: [RawPath], _ store: LibraryStore, _ contents: inout LibraryContents, _ console: Console, measures: Bool
    ) -> ScanReport {
        var scanner = LibraryScanner.ofProgram(roots: roots)
        scanner.isIdle = false
        scanner.mustKnowGains = measures
        var bar = bar(console)
        defer { bar.clear() }
        // Nobody looks at what was found half way.
        scanner.firstPublication = 1e6
        return scanner.scan(
            &contents, store: store, isCancelled: { TerminationSignals.received != nil }, progress: { bar.show($0) })
    }

    private static func measure(
        _ contents: LibraryContents, _ store: LibraryStore, _ console: Console
    ) -> GainReport {
        var bar = bar(console)
        defer { bar.clear() }
        return GainScan(store: store).run(
            contents, isCancelled: { TerminationSignals.received != nil }, progress: { bar.show($0) })
    }

    private static func bar(_ console: Console) -> ScanBar {
        ScanBar(isShown: !console.isQuiet && isatty(STDERR_FILENO) == 1)
    }

    /// 1 when it was interrupted, or the measurements could not be saved.
    private static func status(_ gain: GainReport?, _ console: Console) -> Int32 {
        if let failure = gain?.saveFailure {
            console.error(failure.description)
            return 1
        }
        guard gain?.wasInterrupted ?? (TerminationSignals.received != nil) else { return 0 }
        console.error("interrupted; what was measured is kept, and the next scan --gain goes on from there")
        return 1
    }

    /// 1 when the library could not be saved, or a folder that was named is not there.
    private static func status(_ report: ScanReport, isNamed: Bool, _ console: Console) -> Int32 {
        if let failure = report.saveFailure {
            console.error(failure.description)
            return 1
        }
        guard isNamed, !report.absentRoots.isEmpty else { return 0 }
        for root in report.absentRoots {
            let why = report.failed.first { $0.path == root.shown }?.reason ?? "no such file or folder"
            console.error("\(root.shown): \(why)")
        }
        return 1
    }

    /// The line of the contract.
    static func json(_ report: ScanReport, _ gain: GainReport? = nil) -> JSON {
        .object([
            ("kind", "scan"), ("files", JSON(report.files)), ("tracks", JSON(report.tracks)),
            ("albums", JSON(report.albums)), ("added", JSON(report.added)), ("changed", JSON(report.changed)),
            ("removed", JSON(report.removed)), ("unavailable", JSON(report.unavailable)),
            (
                "failed",
                .array(
                    report.failed.map { .object([("path", .string($0.path)), ("reason", .string($0.reason))]) })
            ),
            ("seconds", JSON(report.seconds, decimals: 3)), ("gain", gain?.json ?? .null),
        ])
    }

    private static func show(_ report: ScanReport, isNamed: Bool, _ console: Console) {
        // A folder that was named and is not there is the error that ends the run.
        let absent = isNamed ? Set(report.absentRoots.map(\.shown)) : []
        for failure in report.failed where !absent.contains(failure.path) {
            console.note(failure.path.isEmpty ? failure.reason : "\(failure.path): \(failure.reason)")
        }
        guard !console.isQuiet else { return }
        var parts = ["\(report.added) new", "\(report.changed) read again", "\(report.removed) gone"]
        if report.unavailable > 0 { parts.append("\(report.unavailable) not available") }
        if !report.failed.isEmpty { parts.append("\(report.failed.count) not usable") }
        let seconds = JSON.number(report.seconds, decimals: 1).text
        let tracks = Counted.words(report.tracks, "track")
        let albums = Counted.words(report.albums, "album")
        let files = Counted.words(report.files, "file")
        console.words("\(tracks) on \(albums) in \(files): \(parts.joined(separator: ", ")) (\(seconds) s)")
    }

    private static func show(_ gain: GainReport, _ console: Console) {
        for failure in gain.failed { console.note("\(failure.path): \(failure.reason)") }
        for failure in gain.damaged {
            console.note("\(failure.path): \(failure.reason); measured as far as it plays")
        }
        if !console.isQuiet { console.words(gain.words) }
    }
}
