// Which file on disk a FILE line means: names differ in case, accents, extension and the path of another computer.

public import AudioCore
import Glibc

/// Finds the files that a cue sheet names in the folder it lies in. Lists a folder once; one owner at a time.
public struct CueFileResolver {
    private let folder: RawPath
    private let sheet: RawPath
    /// Lower case, without dots, in the order of preference.
    private let extensions: [String]
    private var listings: [RawPath: [Candidate]] = [:]

    /// A file in the folder.
    private struct Candidate {
        let name: [UInt8]
        /// Lower case; names that are not UTF-8 are read as legacy text. Compared by canonical equivalence, so composed
        /// and decomposed accents are equal.
        let folded: String
        let stem: String
        let ending: String

        init(_ name: [UInt8]) {
            self.name = name
            folded = LegacyText.decode(name).lowercased()
            (stem, ending) = CueFileResolver.parted(folded)
        }
    }

    /// - Parameters:
    ///   - sheet: the path of the cue sheet.
    ///   - extensions: lower-case extensions of audio files without the dot, the preferred first.
    public init(beside sheet: RawPath, extensions: [String]) {
        folder = sheet.directory
        self.sheet = sheet
        self.extensions = extensions
    }

    /// The file that `name` means: that name, else the same but for case, else the same stem with another audio
    /// extension. Folders of another computer are dropped: what counts is the last part. Nil when there is none.
    public mutating func resolve(_ name: String) -> RawPath? {
        if let file = find(name, in: folder) { return file }
        let parts = name.split { $0 == "/" || $0 == "\\" }.map(String.init)
        guard let last = parts.last, parts.count > 1 || last != name else { return nil }
        if parts.count <= 8, !parts.contains(where: { $0 == ".." || $0.hasSuffix(":") }), !name.hasPrefix("/") {
            let inside = parts.dropLast().reduce(folder) { $0.appending($1) }
            if let file = find(last, in: inside) { return file }
        }
        return find(last, in: folder)
    }

    /// As `resolve`.
    /// - Throws: `notSupported` naming the sheet and what is wrong: nothing there, a folder, a FIFO.
    public mutating func file(named name: String) throws(AudioError) -> RawPath {
        guard let file = resolve(name) else {
            throw AudioError(.notSupported, path: sheet.shown, "the sheet names “\(name)”, \(refusal(of: name))")
        }
        if FolderListing.kind(of: file) == .other {
            let why = FolderListing.refusal(of: file).message
            throw AudioError(.notSupported, path: sheet.shown, "the sheet names “\(name)”, which \(why)")
        }
        return file
    }

    /// Why nothing was found: what the words themselves lead to is told, though it would not have been played.
    private func refusal(of name: String) -> String {
        let named = name.hasPrefix("/") ? RawPath(name) : folder.appending(name)
        var status = stat()
        guard named.withCString({ stat($0, &status) }) == 0 else { return "which is not there" }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return "which is a folder, not a file"
        case S_IFREG: return "which lies outside its folder"
        default: return "which is not a regular file"
        }
    }

    private mutating func find(_ name: String, in folder: RawPath) -> RawPath? {
        let candidates = candidates(in: folder)
        let bytes = Array(name.utf8)
        if let exact = candidates.first(where: { $0.name == bytes }) { return folder.appending(exact.name) }
        let folded = name.lowercased()
        if let similar = candidates.first(where: { $0.folded == folded }) { return folder.appending(similar.name) }
        let (stem, ending) = Self.parted(folded)
        // A stem alone may hold a dot of its own: "01. Intro" has no extension.
        let stems = extensions.contains(ending) || candidates.contains { $0.stem == stem } ? [stem, folded] : [folded]
        for stem in stems {
            for wanted in extensions {
                if let other = candidates.first(where: { $0.stem == stem && $0.ending == wanted }) {
                    return folder.appending(other.name)
                }
            }
        }
        return nil
    }

    private mutating func candidates(in folder: RawPath) -> [Candidate] {
        if let listed = listings[folder] { return listed }
        // A folder that cannot be listed has no files to offer.
        let names = (try? FolderListing.read(folder))?.entries ?? []
        let candidates = names.filter { $0.kind != .folder && $0.name.first != UInt8(ascii: ".") }
            .map { Candidate($0.name) }
        listings[folder] = candidates
        return candidates
    }

    fileprivate static func parted(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }
}

extension CueSheet {
    /// The file that a FILE line means; see `CueFileResolver`, which is cheaper for several names.
    public static func resolveFile(named name: String, beside sheet: RawPath, extensions: [String]) -> RawPath? {
        var resolver = CueFileResolver(beside: sheet, extensions: extensions)
        return resolver.resolve(name)
    }
}
