// `carillon demo`: music for somebody who has none at hand. Main thread, while workers play.

import AudioCore
import DemoCollection
import Glibc

/// Writes the demo collection.
@MainActor
enum DemoCommand {
    static let subcommand = Subcommand(
        name: "demo", summary: "write the demo collection: own music with own covers", help: help, run: run)

    private static let help = """
        Usage: carillon demo DIR [--quiet]

        Composes, plays and masters three albums and draws their covers, all by this program, and writes them to DIR:
        FLAC files of 44.1 kHz and 16 bits, one album of 96 kHz and 24 bits, and one album in a single file with a cue
        sheet. DIR is made when it is not there; what else is in it is left alone.

          --quiet                 no words
        """

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var console = Console()
        var folders: [RawPath] = []
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--quiet"): console.isQuiet = true
            case .flag(let flag): throw .unknown(flag, among: ["--quiet", "--help"])
            case .operand(let bytes): folders.append(try folder(bytes))
            }
        }
        guard let folder = folders.first, folders.count == 1 else {
            throw UsageError("demo needs one folder to write to")
        }
        return write(to: folder, console)
    }

    private static func folder(_ bytes: [UInt8]) throws(UsageError) -> RawPath {
        guard !bytes.isEmpty else { throw UsageError("demo needs the name of a folder, not an empty word") }
        return RawPath(bytes: bytes)
    }

    private static func write(to folder: RawPath, _ console: Console) -> Int32 {
        let showsProgress = !console.isQuiet && isatty(STDERR_FILENO) == 1
        do throws(AudioError) {
            let files = try DemoCollection.write(to: folder) { progress in
                if showsProgress { showDemoProgress(progress) }
            }
            if showsProgress { writeToTerminal("\r\u{1B}[K") }
            for line in summary(files, in: folder) { console.note(line) }
            return 0
        } catch {
            if showsProgress { writeToTerminal("\r\u{1B}[K") }
            console.report(error, asJSON: false)
            return 1
        }
    }

    /// A line for each file of sound, and one for all.
    private static func summary(_ files: [DemoCollection.File], in folder: RawPath) -> [String] {
        var lines: [String] = []
        for file in files {
            guard let seconds = file.seconds else { continue }
            lines.append("\(ProgressLine.time(seconds))  \(file.path.shown)")
        }
        let seconds = files.compactMap(\.seconds).reduce(0, +)
        let megabytes = (files.map(\.byteCount).reduce(0, +) + 500_000) / 1_000_000
        lines.append(
            "\(DemoCollection.albumCount) albums, \(DemoCollection.pieceCount) pieces, "
                + "\(ProgressLine.time(seconds)), \(megabytes) MB in \(folder.shown)")
        return lines
    }
}

/// On the worker that has finished something.
private func showDemoProgress(_ progress: DemoCollection.Progress) {
    writeToTerminal("\r\u{1B}[K\(progress.done)/\(progress.total)  \(progress.title)")
}

private func writeToTerminal(_ text: String) {
    var text = text
    _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
