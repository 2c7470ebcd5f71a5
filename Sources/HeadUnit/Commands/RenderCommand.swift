// `carillon render`: the same codecs and the same chain as playing, into a file, as fast as it goes. Main thread.

import AudioCore
import Glibc
import Resampling

/// Renders files gaplessly into one WAV file.
@MainActor
enum RenderCommand {
    static let subcommand = Subcommand(
        name: "render", summary: "the same as play, into a WAV file, as fast as it goes", help: help, run: run)

    private static let help = """
        Usage: carillon render FILE|DIR|CUE ... -o OUT.wav [options]

        Decodes, joins without gaps and processes exactly as playing does, into a WAV file. Several files are joined;
        files of another rate are resampled to that of the first. The channels are those of the first file, however
        many: playing folds them down to what the device has, rendering does not.

          -o OUT.wav              where to; replaced if it exists
          --rate HZ               resample to this rate (default: that of the first file)
          --bits 16|24|32|float   the samples of the file (default: those of the first file; 24 for a lossy one)
          --json                  one line of JSON at the end, with the loudness and true peak of what was written;
                                  gainDb is null when the tracks have different gains
          --quiet                 no words

        \(SoundOptions.help)
        """

    private static let flags = ["-o", "--json", "--quiet", "--help"] + SoundOptions.flags

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var job = RenderJob()
        var isJSON = false
        var console = Console()
        var sound = SoundOptions()
        var output: RawPath?
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .operand(let bytes): job.paths.append(try PlayCommand.path(bytes))
            case .flag("-o"): output = RawPath(bytes: try reader.value(of: "-o", "a file"))
            case .flag("--json"): isJSON = true
            case .flag("--quiet"): console.isQuiet = true
            case .flag(let flag):
                if try !sound.take(flag, &reader) { throw .unknown(flag, among: flags) }
            }
        }
        guard !job.paths.isEmpty else { throw UsageError("render needs a file, a folder or a cue sheet") }
        guard let output else { throw UsageError("render needs -o OUT.wav") }
        guard output != RawPath("-") else {
            throw UsageError("-o takes a file, not standard output; a file of that name is ./-")
        }
        job.rate = sound.rate
        job.cache = sound.cache
        job.layout = sound.words.map(layout)
        job.isMeasured = isJSON
        TerminationSignals.watch(ringing: Bell())
        job.isCancelled = { TerminationSignals.received != nil }
        do throws(AudioError) {
            job.settings = try sound.resolved()
            let result = try job.run(to: output)
            for line in result.faults { console.error(line) }
            for problem in result.problems { console.report(problem, asJSON: isJSON) }
            if let note = result.note { console.note(note) }
            for group in result.resampled { console.note(group.words(at: result.format.rate)) }
            if isJSON { console.result(result.json.text) } else { console.note(result.words(output)) }
            return result.problems.isEmpty ? 0 : 1
        } catch {
            console.report(error, asJSON: isJSON)
            return 1
        }
    }

    private nonisolated static func layout(_ words: OutputShape.Words) -> SampleLayout {
        switch words {
        case .bits(16): .s16
        case .bits(24): .s24in3
        case .bits: .s32
        case .most: .float32
        }
    }
}
