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

    /// Where icons are looked for, the first folder first.
    var iconFolders: [String] { folders.iconFolders.map(\.shown) }

    /// Paths of the pictures that are drawn at the size they are shown in.
    var vectorFiles: [String: String] {
        pictures.filter { $0.value.lowercasedExtension == "svg" }.mapValues(\.shown)
    }

    /// Reads the folders; a file that is missing or broken is a fault, and what is left works.
    /// - Parameter old: what was shown before: its screens, phrases and themes stay in the place of those that are broken
    ///   now. Without it the built-in themes do.
    static func read(_ folders: DataFolders, keeping old: ScreenAssets? = nil) -> ScreenAssets {
        let stamp = AssetStamp(folders)
        let (strings, areAllKnown, stringFaults) = strings(in: folders, keeping: old?.strings)
        var catalogue = Catalogue.music
        catalogue.strings = areAllKnown ? strings : nil
        catalogue.icons = Set(folders.icons.keys)
        let pictures = pictures(in: folders)
        catalogue.pictures = Set(pictures.keys)
        var documents = DocumentReader(catalogue: catalogue).read(documents(in: folders))
        if let old { documents = documents.keeping(old.documents) }
        var faults = stringFaults
        // That a folder which is not there lacks its files says nothing more.
        if !folders.assets.isFolder { faults = [missing(folders.assets, "no folder of assets (--assets DIR)")] }
        if folders.templates.isFolder {
            faults += documents.faults
        } else {
            if let old { documents = old.documents }
            faults.append(missing(folders.templates, "no folder of screen documents (--templates DIR)"))
        }
        let night = theme("night", folders, keeping: old?.night, &faults)
        let day = theme("day", folders, keeping: old?.day, &faults)
        faults += AssetFile.passedOver(in: folders)
        return ScreenAssets(
            documents: documents, strings: strings, night: night ?? .night, day: day ?? .day, pictures: pictures,
            folders: folders, stamp: stamp, faults: faults)
    }

    /// The phrases: the program's, and over them the own, each whole in all its languages. Not all are known where a file
    /// cannot be read: a fault of each phrase in each document would say no more than its own.
    /// - Parameter old: the phrases that were there before, in the place of those that an own file has wrong now.
    static func strings(
        in folders: DataFolders, keeping old: StringCatalogue? = nil
    ) -> (catalogue: StringCatalogue, areAllKnown: Bool, faults: [DocumentFault]) {
        var catalogue = StringCatalogue()
        var areAllKnown = true
        var faults: [DocumentFault] = []
        for path in folders.layers("Strings/strings.json") {
            let (source, problem) = source(path)
            let (read, found) = problem.map { (catalogue, [$0]) } ?? StringCatalogue.read(source, over: catalogue)
            if !found.isEmpty, read == catalogue { areAllKnown = false }
            catalogue = read
            faults += found
            guard let old, !found.isEmpty else { continue }
            catalogue = StringCatalogue(entries: old.entries.merging(read.entries) { $1 })
        }
        return (catalogue, areAllKnown, faults)
    }

    /// A theme: the program's, and over it the colours that the own file of that name has. Nil when nothing is right.
    static func theme(
        _ name: String, _ folders: DataFolders, keeping old: Theme?, _ faults: inout [DocumentFault]
    ) -> Theme? {
        var theme: Theme?
        for path in folders.layers("Themes/\(name).json") {
            let (source, problem) = source(path)
            let (read, found) = problem.map { (nil, [$0]) } ?? Theme.read(source, over: theme)
            theme = read ?? old ?? theme
            faults += found
        }
        return theme
    }

    private static func missing(_ folder: RawPath, _ what: String) -> DocumentFault {
        DocumentFault(file: folder.shown, line: 1, column: 1, message: "is \(what)")
    }

    /// A file's text, and what is wrong where there is none.
    static func source(_ path: RawPath) -> (text: SourceText, problem: DocumentFault?) {
        let (bytes, problem) = AssetFile.read(path)
        let text = SourceText(file: path.shown, bytes: bytes)
        return (text, problem.map { text.fault(at: 0, $0) })
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
            let (bytes, problem) = AssetFile.read(path)
            return DocumentFile(path: path.shown, bytes: bytes, problem: problem)
        }
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
}
