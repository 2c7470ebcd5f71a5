// Everything that can be wrong in screen documents, strings, icons and themes, found without a screen. Any thread.

import AudioCore
import SDLDisplay
import Scene
import TemplateKit

/// What `carillon check` found.
struct AssetCheck: Sendable {
    /// Documents that were read, broken ones too.
    var documents: Int
    /// Documents first, then strings, icons and themes; each by file and line.
    var faults: [DocumentFault]
    /// Phrases that a language lacks, and those older than the original, by language code.
    var missing: [(language: String, keys: [String])]
    var stale: [(language: String, keys: [String])]

    /// Reads the folders.
    init(_ folders: DataFolders) {
        let (strings, stringFaults) = StringCatalogue.read(
            ScreenAssets.source(folders.asset("Strings/strings.json")))
        let iconFolder = folders.icons
        let icons = ScreenAssets.names(in: iconFolder, ending: ".svg")
        var catalogue = Catalogue.music
        // A file that cannot be read would make a fault of each phrase in each document: its own fault says it.
        catalogue.strings = strings.entries.isEmpty && !stringFaults.isEmpty ? nil : strings
        catalogue.icons = ScreenAssets.icons(in: iconFolder)
        catalogue.pictures = Set(ScreenAssets.pictures(in: folders).keys)
        let files = ScreenAssets.documents(in: folders)
        let set = DocumentReader(catalogue: catalogue).read(files)
        documents = files.filter { !$0.isFallback }.count
        faults = set.faults + stringFaults
        for path in ScreenAssets.pictures(in: folders.templates) {
            guard let fault = PictureFile.fault(path) else { continue }
            faults.append(DocumentFault(file: path.shown, line: 1, column: 1, message: fault))
        }
        faults += Self.iconFaults(iconFolder, icons, names: catalogue.icons ?? [])
        faults += Self.themeFaults(folders)
        missing = Self.byCode(strings.missing)
        stale = Self.byCode(strings.stale)
    }

    /// Icons that the program draws by itself; documents name the others.
    static let programIcons: Set<String> = Set(NowPlayingButton.Known.allCases.map(\.rawValue)).union([
        "back", "backspace", "check", "disclosure", "folder", "liked", "more", "music", "muted", "next", "pause",
        "play", "playlist", "previous", "radio", "repeatOne", "search", "space", "stick", "volume", "warning",
    ])

    private static func iconFaults(_ folder: RawPath, _ files: [[UInt8]], names: Set<String>) -> [DocumentFault] {
        var faults: [DocumentFault] = []
        for name in programIcons.subtracting(names).sorted() {
            faults.append(
                DocumentFault(
                    file: folder.appending("\(name).svg").shown, line: 1, column: 1,
                    message: "is missing (the program draws the icon \"\(name)\")"))
        }
        for name in files {
            let path = folder.appending(name).shown
            guard let fault = IconFile.fault(path) else { continue }
            faults.append(DocumentFault(file: path, line: 1, column: 1, message: fault))
        }
        return faults
    }

    private static func themeFaults(_ folders: DataFolders) -> [DocumentFault] {
        // Both are needed; a folder may have more.
        let folder = folders.assets.appending("Themes")
        let needed: Set<[UInt8]> = [Array("day.json".utf8), Array("night.json".utf8)]
        let names = needed.union(ScreenAssets.names(in: folder, ending: ".json"))
        return names.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { name in
            let shown = String(decoding: name, as: UTF8.self)
            let path = needed.contains(name) ? folders.asset("Themes/\(shown)") : folder.appending(name)
            return Theme.read(ScreenAssets.source(path)).faults
        }
    }

    private static func byCode(_ keys: [Language: [String]]) -> [(language: String, keys: [String])] {
        keys.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
    }

    // MARK: - Words

    /// As the contract has it.
    var json: JSON {
        .object([
            ("kind", "check"), ("documents", JSON(documents)),
            (
                "faults",
                .array(
                    faults.map { fault in
                        .object([
                            ("file", .string(fault.file)), ("line", JSON(fault.line)), ("column", JSON(fault.column)),
                            ("message", .string(fault.message)),
                        ])
                    })
            ), ("missing", Self.object(missing)), ("stale", Self.object(stale)),
        ])
    }

    private static func object(_ keys: [(language: String, keys: [String])]) -> JSON {
        .object(keys.map { ($0.language, JSON($0.keys)) })
    }

    /// For people: what lacks in the languages, then one line of sums.
    var summary: [String] {
        var lines = missing.map { "\($0.language) lacks \(Self.count($0.keys, "phrase")): \(Self.some($0.keys))" }
        lines += stale.map { "\($0.language) is older in \(Self.count($0.keys, "phrase")): \(Self.some($0.keys))" }
        let verdict = faults.isEmpty ? "no faults" : Self.count(faults, "fault")
        return lines + ["\(documents) document\(documents == 1 ? "" : "s"), \(verdict)"]
    }

    private static func count(_ items: [some Any], _ name: String) -> String {
        "\(items.count) \(name)\(items.count == 1 ? "" : "s")"
    }

    private static func some(_ keys: [String]) -> String {
        keys.prefix(8).joined(separator: ", ") + (keys.count > 8 ? ", …" : "")
    }
}
