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
        let (strings, areAllKnown, stringFaults) = ScreenAssets.strings(in: folders)
        let icons = folders.icons
        var catalogue = Catalogue.music
        catalogue.strings = areAllKnown ? strings : nil
        catalogue.icons = Set(icons.keys)
        catalogue.pictures = Set(ScreenAssets.pictures(in: folders).keys)
        let files = ScreenAssets.documents(in: folders)
        let set = DocumentReader(catalogue: catalogue).read(files)
        documents = files.filter { !$0.isFallback }.count
        faults = set.faults + stringFaults
        for path in ScreenAssets.pictures(in: folders.templates) {
            guard let fault = PictureFile.fault(path) else { continue }
            faults.append(DocumentFault(file: path.shown, line: 1, column: 1, message: fault))
        }
        faults += Self.iconFaults(icons, folders)
        faults += Self.themeFaults(folders)
        faults += AssetFile.passedOver(in: folders)
        missing = Self.byCode(strings.missing)
        stale = Self.byCode(strings.stale)
    }

    /// Icons that the program draws by itself; documents name the others.
    static let programIcons: Set<String> = Set(NowPlayingButton.Known.allCases.map(\.rawValue)).union([
        "back", "backspace", "check", "disclosure", "folder", "liked", "more", "music", "muted", "next", "pause",
        "play", "playlist", "previous", "radio", "repeatOne", "search", "space", "stick", "volume", "warning",
    ])

    private static func iconFaults(_ icons: [String: RawPath], _ folders: DataFolders) -> [DocumentFault] {
        var faults: [DocumentFault] = []
        for name in programIcons.subtracting(icons.keys).sorted() {
            faults.append(
                DocumentFault(
                    file: folders.assets.appending("Icons/\(name).svg").shown, line: 1, column: 1,
                    message: "is missing (the program draws the icon \"\(name)\")"))
        }
        for path in icons.values.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let fault = AssetFile.problem(path) ?? IconFile.fault(path.shown) else { continue }
            faults.append(DocumentFault(file: path.shown, line: 1, column: 1, message: fault))
        }
        return faults
    }

    private static func themeFaults(_ folders: DataFolders) -> [DocumentFault] {
        // Both are needed; a folder may have more.
        let needed: Set<[UInt8]> = [Array("day.json".utf8), Array("night.json".utf8)]
        let own = ScreenAssets.names(in: folders.assets.appending("Themes"), ending: ".json")
        var faults: [DocumentFault] = []
        for name in needed.union(own).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            _ = ScreenAssets.theme(
                String(decoding: name.dropLast(5), as: UTF8.self), folders, keeping: nil, &faults)
        }
        return faults
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
