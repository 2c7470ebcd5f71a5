// `carillon play`: music without a screen. Main thread.

import AudioCore
import Glibc
import Radio

/// Plays files, folders and cue sheets, then ends.
@MainActor
enum PlayCommand {
    static let subcommand = Subcommand(
        name: "play", summary: "play files, folders, cue sheets and streams without a screen", help: help, run: run)

    private static let help = """
        Usage: carillon play FILE|DIR|CUE ...|URL [options]

        Plays without a screen, one after the other and without gaps; or a stream, or what a playlist at an address
        names: it plays until it is stopped, and is asked for again when it breaks off. Reads no settings and keeps no
        state.

          --audio DEVICE          an ALSA name, or null: for no device, paced by the clock
          --from S                begin S seconds into the first track
          --seconds S             end after S seconds of sound
          --json                  one line of JSON about the state at the end, errors as JSON too
          --quiet, --verbose      fewer words, more words

        \(SoundOptions.help)
          --rate HZ               ask the device for this rate, and resample to what it gives
          --bits 16|24|32|float   ask it for samples of this size; float: for the best it has
        """

    private struct Options {
        var services = ServiceOptions()
        var sound = SoundOptions()
        var seconds: Double?
        var isJSON = false
        var console = Console()

        /// Takes the address of a stream; false for anything else.
        mutating func takeStation(_ bytes: [UInt8]) throws(UsageError) -> Bool {
            let text = String(decoding: bytes, as: UTF8.self)
            guard StreamAddress.isOne(text) else { return false }
            let address: StreamAddress
            do throws(AudioError) {
                address = try StreamAddress(text)
            } catch {
                throw UsageError(error.description)
            }
            guard services.station == nil else {
                throw UsageError("\(address.shown): a stream has no end, so it is played alone")
            }
            services.station = Station(address: text, name: address.shown)
            return true
        }
    }

    private static let flags =
        ["--audio", "--from", "--seconds", "--json", "--quiet", "--verbose", "--help"] + SoundOptions.flags

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var options = try parse(words)
        do throws(AudioError) {
            options.services.sound = try options.sound.resolved()
        } catch {
            options.console.report(error, asJSON: options.isJSON)
            return 1
        }
        let services = AppServices.shared
        services.configure(options.services)
        let session = PlaySession(services, seconds: options.seconds, console: options.console, isJSON: options.isJSON)
        return session.run()
    }

    private static func parse(_ words: [[UInt8]]) throws(UsageError) -> Options {
        var options = Options()
        options.services.isTransient = true
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .operand(let bytes):
                if try !options.takeStation(bytes) { options.services.playing.append(try path(bytes)) }
            case .flag("--audio"): options.services.audio = try reader.text(of: "--audio", "an ALSA device")
            case .flag("--from"):
                options.services.start = try reader.number(of: "--from", in: 0...1e7, "seconds")
            case .flag("--seconds"):
                options.seconds = try reader.number(of: "--seconds", in: 0...1e7, "seconds")
            case .flag("--json"): options.isJSON = true
            case .flag("--quiet"): options.console.isQuiet = true
            case .flag("--verbose"): options.console.isVerbose = true
            case .flag(let flag):
                if try !options.sound.take(flag, &reader) { throw .unknown(flag, among: flags) }
            }
        }
        if let station = options.services.station {
            guard options.services.playing.isEmpty else {
                throw UsageError("\(station.name): a stream has no end, so it is played alone")
            }
            guard options.services.start == 0 else { throw UsageError("--from: a stream begins where it is") }
        } else if options.services.playing.isEmpty {
            throw UsageError("play needs a file, a folder, a cue sheet or the address of a stream")
        }
        options.services.cache = options.sound.cache
        options.services.outputShape = OutputShape(rate: options.sound.rate, words: options.sound.words)
        return options
    }

    /// A local path.
    static func path(_ bytes: [UInt8]) throws(UsageError) -> RawPath {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("file://") {
            guard let path = RawPath(uri: text) else {
                throw UsageError("\(text): not the file: URI of an absolute path")
            }
            return path
        }
        if StreamAddress.isOne(text) { throw UsageError("\(text): a stream has no end: play it, or give a file") }
        return RawPath(bytes: bytes)
    }
}

/// One run of `play`.
@MainActor
private final class PlaySession {
    private let services: AppServices
    private let seconds: Double?
    private let console: Console
    private let isJSON: Bool
    private var failures = 0
    private var isOver = false
    /// The sound was cut by `--seconds`.
    private var isCut = false
    private var line: ProgressLine
    /// The track whose file was opened last.
    private var last: LoadedTrack?
    /// Of the stream that was opened last.
    private var lastQuality: JSON?
    /// Why the stream had to connect anew, as it was said last.
    private var trouble: AudioError?

    init(_ services: AppServices, seconds: Double?, console: Console, isJSON: Bool) {
        self.services = services
        self.seconds = seconds
        self.console = console
        self.isJSON = isJSON
        line = ProgressLine(isShown: !console.isQuiet && isatty(STDERR_FILENO) == 1)
    }

    func run() -> Int32 {
        TerminationSignals.watch(ringing: services.inbox.bell)
        services.onError = { [self] error in
            failures += 1
            line.clear()
            console.report(error, asJSON: isJSON)
        }
        services.onFault = { [self] text in
            line.clear()
            console.error(text)
        }
        services.onNote = { [self] text in console.detail(text) }
        services.onChange = { [self] in
            if services.player?.info != nil { last = LoadedTrack(services) ?? last }
            if let quality = services.radioQuality { lastQuality = quality }
        }
        services.onEnd = { [self] in isOver = true }
        services.ensureLoaded()
        services.loop.run {
            services.turn()
            step()
        }
        line.clear()
        if isJSON { console.result(report.json.text) }
        let isUnheard = trouble != nil && heardSeconds == 0
        services.shutDown()
        return failures > 0 || isUnheard ? 1 : 0
    }

    /// Nothing is awaited by a run that ends: it was cut while it played, or it stopped.
    private var report: StateReport {
        StateReport(services: services, last: last, lastQuality: lastQuality, ending: isCut ? .playing : .stopped)
    }

    private func cut() {
        isCut = true
        services.loop.end()
    }

    private func step() {
        let sounded = heardSeconds
        if TerminationSignals.received != nil || isOver { return services.loop.end() }
        if services.player?.pausedBy == .device { return services.loop.end() }
        if services.hasRadio { return stepRadio(sounded) }
        // Also without a second of it, what would play is opened: the state tells what it is.
        if let seconds, sounded >= seconds, last != nil, services.player?.outputDescription != nil { return cut() }
        guard let player = services.player, player.wantsToPlay else { return }
        line.show(player, services.facts)
        awaitNext(sounded)
    }

    /// A stream ends when it is given up, or with its time.
    private func stepRadio(_ sounded: Double) {
        guard let radio = services.radio else { return }
        let state = radio.state
        if case .failed = state.phase { return services.loop.end() }
        if state.pausedBy == .device { return services.loop.end() }
        if let seconds, sounded >= seconds, lastQuality != nil { return cut() }
        if let trouble = state.trouble, trouble != self.trouble {
            self.trouble = trouble
            line.clear()
            console.error("\(trouble.description); it is tried again")
        }
        line.show(state, seconds: sounded)
        guard radio.wantsToPlay else { return }
        awaitNext(sounded)
    }

    /// Seconds of music heard, over all tracks and streams.
    private var heardSeconds: Double {
        (services.player?.heardSeconds ?? 0) + (services.radio?.heardSeconds ?? 0)
    }

    private var timer: Timers.Token?

    /// Wakes up when the time is over, or to move the line on.
    private func awaitNext(_ sounded: Double) {
        services.loop.timers.cancel(timer)
        let left = seconds.map { max(0.005, $0 - sounded) }
        let delay = line.isShown ? min(left ?? 0.5, 0.5) : left
        guard let delay else { return }
        timer = services.loop.timers.schedule(after: delay) {}
    }
}
