// The program's front door: which subcommand, then its own file. Main thread.

import AudioCore
import Glibc

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
        DemoCommand.subcommand, DriveCommand.subcommand, ScanCommand.subcommand, CheckCommand.subcommand,
        BenchCommand.subcommand,
    ]

    /// Words of the contract that belong to rooms this version does not have.
    private static let later = ["station"]

    /// Runs the program.
    /// - Returns: the exit status: 0 done, 1 the work failed, 2 wrong usage.
    public static func main() -> Int32 {
        main(ArgumentReader.ofProcess)
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
        if !first.isEmpty, !first.hasPrefix("-") {
            return usage(unknown(first))
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
            return usage(error)
        }
    }

    /// One of `flags` stands in front of a `--`.
    private static func contains(_ words: [[UInt8]], _ flags: String...) -> Bool {
        words.prefix { $0 != Array("--".utf8) }.contains { word in flags.contains { Array($0.utf8) == word } }
    }

    private static func usage(_ error: UsageError) -> Int32 {
        Console().error(error.message)
        return 2
    }

    private static func unknown(_ word: String) -> UsageError {
        if later.contains(word) { return UsageError("\(word): not in this version") }
        let hint = Nearest.word(to: word, among: subcommands.map(\.name) + later).map { "; did you mean \($0)?" } ?? ""
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
