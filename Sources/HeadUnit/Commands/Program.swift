// The program's front door: which subcommand, then its own file. Main thread.

import AudioCore
import Glibc
import TemplateKit

/// A subcommand: its words for `--help`, and what it does.
struct Subcommand {
    var name: String
    /// One line for the list of subcommands.
    var summary: String
    /// The whole text of `carillon NAME --help`.
    var help: String
    /// Gives the exit status.
    var run: @MainActor (_ words: [[UInt8]]) throws(UsageError) -> Int32
}

/// `carillon`.
@MainActor
public enum Program {
    /// Also read by the packaging script.
    public static let version = "0.1.0"

    private static let subcommands: [Subcommand] = [
        PlayCommand.subcommand, RenderCommand.subcommand, InfoCommand.subcommand, DevicesCommand.subcommand,
        DemoCommand.subcommand, DriveCommand.subcommand, ScanCommand.subcommand, StationCommand.subcommand,
        CheckCommand.subcommand, BenchCommand.subcommand,
    ]

    /// Runs the program.
    /// - Returns: the exit status: 0 done, 1 the work failed, 2 wrong usage.
    public static func main() -> Int32 {
        StandardOutput.reserveDescriptors()
        let status = main(ArgumentReader.ofProcess)
        guard let failure = StandardOutput.failure else { return status }
        Console().error("standard output cannot be written: \(failure)")
        return max(1, status)
    }

    static func main(_ words: [[UInt8]]) -> Int32 {
        let first = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        if let subcommand = subcommands.first(where: { $0.name == first }) {
            return run(subcommand, Array(words.dropFirst()))
        }
        if first.hasPrefix("-"), contains(words, "--version", "-V") {
            Console().result("carillon \(version)")
            return 0
        }
        if first.hasPrefix("-"), contains(words, "--help", "-h") {
            Console().result(help)
            return 0
        }
        if first == "help" { return help(about: Array(words.dropFirst())) }
        if !first.isEmpty, !first.hasPrefix("-") {
            let error = words.first.flatMap(NamedPath.hint) ?? unknown(first)
            return usage(error, asJSON: contains(words, "--json"))
        }
        return run(HeadUnitCommand.subcommand, words)
    }

    private static func run(_ subcommand: Subcommand, _ words: [[UInt8]]) -> Int32 {
        if contains(words, "--help", "-h") {
            Console().result(subcommand.help)
            return 0
        }
        do throws(UsageError) {
            return try subcommand.run(words)
        } catch {
            // The contract: errors come as JSON with `--json`, and always in `drive`.
            return usage(error, asJSON: subcommand.name == "drive" || contains(words, "--json"))
        }
    }

    /// `carillon help`, `carillon help play`: as `--help` behind the same words.
    private static func help(about words: [[UInt8]]) -> Int32 {
        guard let word = words.first, word.first != UInt8(ascii: "-") else {
            Console().result(help)
            return 0
        }
        let name = String(decoding: word, as: UTF8.self)
        guard let subcommand = subcommands.first(where: { $0.name == name }) else {
            return usage(unknown(name), asJSON: false)
        }
        Console().result(subcommand.help)
        return 0
    }

    /// One of `flags` stands in front of a `--`.
    private static func contains(_ words: [[UInt8]], _ flags: String...) -> Bool {
        words.prefix { $0 != Array("--".utf8) }.contains { word in flags.contains { Array($0.utf8) == word } }
    }

    private static func usage(_ error: UsageError, asJSON: Bool) -> Int32 {
        Console().report(AudioError(.usage, error.message), asJSON: asJSON)
        return 2
    }

    private static func unknown(_ word: String) -> UsageError {
        let hint = Nearest.question(for: word, among: subcommands.map(\.name) + ["help"])
        return UsageError("unknown subcommand “\(word)”\(hint) (carillon --help lists them)")
    }

    private static var help: String {
        var text = """
            carillon \(version): a head unit for a car that plays the owner's own files.

            Usage:
              carillon [options]            the head unit: plays on where it was

            """
        for subcommand in subcommands {
            text += "  carillon \(subcommand.name.padding(to: 18))   \(subcommand.summary)\n"
        }
        text += "  carillon SUBCOMMAND --help    more about one of them\n\n"
        return text + HeadUnitCommand.optionsHelp
    }
}

extension String {
    /// The text with blanks behind it, at least `width` characters long.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
