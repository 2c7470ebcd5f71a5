// Screen documents, words, themes and the names of the icons, read together. Worker's thread.

import AudioCore
import Glibc
import Scene
import TemplateKit

/// Everything that screens are made of.
struct ScreenAssets: Sendable {
    var documents: DocumentSet
    var strings: StringCatalogue
    var night: Theme
    var day: Theme
    /// The picture files beside the documents, by their names.
    var pictures: [String: RawPath]
    /// Where they were read.
    var folders: DataFolders
    /// Their files as they were just before.
    var stamp: AssetStamp
    /// What is wrong in a file, a line each: `FILE:LINE:COLUMN: what is wrong (what would be right)`.
    var faults: [DocumentFault]

    var iconFolder: String { folders.icons.shown }

    /// Paths of the pictures that are drawn at the size they are shown in.
    var vectorFiles: [String: String] {
        pictures.filter { $0.value.lowercasedExtension == "svg" }.mapValues(\.shown)
    }

    /// Reads the folders; a file that is missing or broken is a fault, and what is left works.
    /// - Parameter old: what was shown before: its screens, phrases and themes stay in the place of those that are broken
    ///   now. Without it the built-in themes do.
    static func read(_ folders: DataFolders, keeping old: ScreenAssets? = nil) -> ScreenAssets {
        let stamp = AssetStamp(folders)
        var faults: [DocumentFault] = []
        var (strings, stringFaults) = StringCatalogue.read(source(folders.asset("Strings/strings.json")))
        faults += stringFaults
        if let spare = old?.strings ?? shippedStrings(folders), !stringFaults.isEmpty {
            strings = StringCatalogue(entries: strings.entries.merging(spare.entries) { new, _ in new })
        }
        var catalogue = Catalogue.music
        catalogue.strings = strings
        catalogue.icons = icons(in: folders.icons)
        let pictures = pictures(in: folders)
        catalogue.pictures = Set(pictures.keys)
        var documents = DocumentReader(catalogue: catalogue).read(documents(in: folders))
        if let old { documents = documents.keeping(old.documents) }
        // That a folder which is not there lacks its files says nothing more.
        if !folders.assets.isFolder { faults = [missing(folders.assets, "no folder of assets (--assets DIR)")] }
        if folders.templates.isFolder {
            faults += documents.faults
        } else {
            if let old { documents = old.documents }
            faults.append(missing(folders.templates, "no folder of screen documents (--templates DIR)"))
        }
        return ScreenAssets(
            documents: documents, strings: strings,
            night: theme("night", folders, fallback: old?.night ?? .night, &faults),
            day: theme("day", folders, fallback: old?.day ?? .day, &faults), pictures: pictures, folders: folders,
            stamp: stamp, faults: faults)
    }

    /// The program's own words, where it has others than these folders.
    private static func shippedStrings(_ folders: DataFolders) -> StringCatalogue? {
        guard let shipped = folders.shippedAssets, shipped != folders.assets else { return nil }
        return StringCatalogue.read(source(shipped.appending("Strings/strings.json"))).0
    }

    private static func theme(
        _ name: String, _ folders: DataFolders, fallback: Theme, _ faults: inout [DocumentFault]
    ) -> Theme {
        let (theme, themeFaults) = Theme.read(source(folders.asset("Themes/\(name).json")))
        faults += themeFaults
        return theme ?? fallback
    }

    private static func missing(_ folder: RawPath, _ what: String) -> DocumentFault {
        DocumentFault(file: folder.shown, line: 1, column: 1, message: "is \(what)")
    }

    static func source(_ path: RawPath) -> SourceText {
        SourceText(file: path.shown, bytes: bytes(of: path))
    }

    /// The documents of this run; what an own folder lacks is the program's.
    static func documents(in folders: DataFolders) -> [DocumentFile] {
        let own = files(in: folders.templates)
        guard let shipped = folders.shippedTemplates, shipped != folders.templates else { return own }
        return DocumentFile.own(own, before: files(in: shipped))
    }

    static func files(in folder: RawPath) -> [DocumentFile] {
        let schema = Array("template.schema.json".utf8)
        return names(in: folder, ending: ".json").filter { $0 != schema }.map { name in
            let path = folder.appending(name)
            return DocumentFile(path: path.shown, bytes: bytes(of: path))
        }
    }

    static func icons(in folder: RawPath) -> Set<String> {
        Set(names(in: folder, ending: ".svg").map { String(decoding: $0.dropLast(4), as: UTF8.self) })
    }

    /// The pictures that documents can name, by their names; those of an own folder before the program's.
    static func pictures(in folders: DataFolders) -> [String: RawPath] {
        var pictures: [String: RawPath] = [:]
        for folder in [folders.shippedTemplates, folders.templates].compactMap(\.self) {
            for path in self.pictures(in: folder) {
                pictures[String(decoding: path.lastComponent, as: UTF8.self)] = path
            }
        }
        return pictures
    }

    /// The picture files of one folder.
    static func pictures(in folder: RawPath) -> [RawPath] {
        folder.visibleNames().filter { Image.fileEndings.contains(RawPath(bytes: $0).lowercasedExtension) }
            .map { folder.appending($0) }
    }

    /// The raw names of a folder's files, hidden ones left out; none when it cannot be read.
    static func names(in folder: RawPath, ending: String) -> [[UInt8]] {
        folder.visibleNames().filter { $0.suffix(ending.utf8.count).elementsEqual(ending.utf8) }
    }

    /// The whole file; empty when it cannot be read, which the reader then names.
    private static func bytes(of path: RawPath) -> [UInt8] {
        do throws(AudioError) {
            let source = try FileByteSource(path)
            return try source.readBytes(Int(min(source.size ?? 0, 1 << 24)))
        } catch {
            return []
        }
    }
}
