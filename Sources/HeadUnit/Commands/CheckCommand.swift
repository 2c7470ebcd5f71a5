// `carillon check`: what is wrong in screen documents, strings, icons and themes. Main thread.

import AudioCore
import TemplateKit

/// Checks the shipped folders or one's own.
@MainActor
enum CheckCommand {
    static let subcommand = Subcommand(
        name: "check", summary: "validate screen documents, strings, icons and themes", help: help, run: run)

    private static let help = """
        Usage: carillon check [DIR] [--json] [--schema]

        Prints what is wrong, a line each: FILE:LINE:COLUMN: what is wrong (what would be right). Exit status 1 when
        anything is. Phrases that a language lacks or that are older than the original are told, and are no fault.

          DIR                     screen documents to check instead of those that came with the program
          --assets DIR            icons, themes and strings of your own
          --json                  one line of JSON instead
          --schema                print the JSON Schema of screen documents, for an editor
        """

    private static func run(_ words: [[UInt8]]) throws(UsageError) -> Int32 {
        var (isJSON, isSchema) = (false, false)
        var assets: RawPath?
        var operands: [RawPath] = []
        var reader = ArgumentReader(words)
        while let word = try reader.next() {
            switch word {
            case .flag("--json"): isJSON = true
            case .flag("--schema"): isSchema = true
            case .flag("--assets"): assets = RawPath(bytes: try reader.value(of: "--assets", "a folder"))
            case .flag(let flag): throw .unknown(flag, among: ["--json", "--schema", "--assets", "--help"])
            case .operand(let bytes): operands.append(RawPath(bytes: bytes))
            }
        }
        guard operands.count <= 1 else { throw UsageError("check takes one folder of documents") }
        if isSchema {
            guard !isJSON, operands.isEmpty else { throw UsageError("--schema prints the schema and checks nothing") }
            // The text ends its last line itself.
            Console().result(String(Schema.text(for: .music).dropLast()))
            return 0
        }
        return check(operands.first, assets, isJSON: isJSON)
    }

    private static func check(_ templates: RawPath?, _ assets: RawPath?, isJSON: Bool) -> Int32 {
        let console = Console()
        guard let folders = DataFolders.find(templates: templates, assets: assets) else {
            console.report(
                AudioError(
                    .usage, "the folders Templates and Assets are not beside the program; name them: DIR, --assets"),
                asJSON: isJSON)
            return 1
        }
        for folder in [folders.templates, folders.assets] {
            guard folder.isFolder else {
                console.report(AudioError(.usage, path: folder.shown, "is no folder"), asJSON: isJSON)
                return 1
            }
        }
        let found = AssetCheck(folders)
        if isJSON {
            console.result(found.json.text)
        } else {
            for fault in found.faults { console.words(fault.description) }
        }
        for line in found.summary { console.note(line) }
        return found.faults.isEmpty ? 0 : 1
    }
}
