// A file of screens, words or colours on its way in, and what to say where it is none. Any thread.

import AudioCore
import Glibc
import TemplateKit

/// What an owner may put into the folders of screens and assets.
enum AssetFile {
    /// Bytes of a file that is read at all.
    static let largest = 1 << 24

    /// The whole file, or no bytes and why there are none; an empty file has neither.
    static func read(_ path: RawPath) -> (bytes: [UInt8], problem: String?) {
        if let problem = problem(path) { return ([], problem) }
        if isEmpty(path) { return ([], nil) }
        do throws(AudioError) {
            let source = try FileByteSource(path)
            return (try source.readBytes(Int(min(source.size ?? 0, Int64(largest)))), nil)
        } catch {
            return ([], "cannot be read: \(error.message) (a file that can)")
        }
    }

    /// Why nothing can be read there, and in brackets what would be right; nil for a file, an empty one too. A pipe is
    /// not opened, so nobody waits for it.
    static func problem(_ path: RawPath) -> String? {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            let reason = errno
            if isThere(path), reason == ENOENT || reason == ELOOP { return "is a link that leads nowhere (a file)" }
            return reason == ENOENT ? "is missing (a file)" : "cannot be read: \(SystemError.reason(reason)) (a file)"
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: return "is a folder (a file)"
        case S_IFIFO: return "is a pipe (a file)"
        case S_IFSOCK: return "is a socket (a file)"
        default: return "is a device (a file)"
        }
        if status.st_size > largest { return "is larger than \(largest >> 20) MiB (a smaller file)" }
        guard status.st_size > 0, path.withCString({ access($0, R_OK) }) != 0 else { return nil }
        return "cannot be read: \(SystemError.reason(errno)) (a file that can)"
    }

    private static func isEmpty(_ path: RawPath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_size == 0
    }

    /// Something has this name, a link that leads nowhere too.
    static func isThere(_ path: RawPath) -> Bool {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0
    }

    /// Files that are not looked at because their names are not spelled as they should be.
    static func passedOver(in folders: DataFolders) -> [DocumentFault] {
        let shipped = folders.shippedTemplates.map { ScreenAssets.names(in: $0, ending: ".json") } ?? []
        let screens = ["root.json"] + shipped.map { String(decoding: $0, as: UTF8.self) }
        var faults = wrongEndings(in: folders.templates, ".json", among: screens)
        faults += misspelt(in: folders.assets, ["Icons", "Strings", "Themes"])
        faults += wrongEndings(in: folders.assets.appending("Icons"), ".svg")
        faults += misspelt(in: folders.assets.appending("Strings"), ["strings.json"])
        let themes = folders.assets.appending("Themes")
        faults += misspelt(in: themes, ["day.json", "night.json"]) + wrongEndings(in: themes, ".json")
        var seen: Set<String> = []
        return faults.filter { seen.insert($0.file).inserted }
    }

    private static func wrongEndings(
        in folder: RawPath, _ ending: String, among known: [String] = []
    ) -> [DocumentFault] {
        folder.visibleNames().compactMap { bytes in
            let name = String(decoding: bytes, as: UTF8.self)
            guard name.lowercased().hasSuffix(ending), !name.hasSuffix(ending) else { return nil }
            let right = known.first { $0.lowercased() == name.lowercased() }
            return passedOver(folder.appending(bytes), as: right ?? name.dropLast(ending.utf8.count) + ending)
        }
    }

    private static func misspelt(in folder: RawPath, _ right: [String]) -> [DocumentFault] {
        folder.visibleNames().compactMap { bytes in
            let name = String(decoding: bytes, as: UTF8.self)
            guard let word = right.first(where: { $0 != name && $0.lowercased() == name.lowercased() }) else {
                return nil
            }
            return passedOver(folder.appending(bytes), as: word)
        }
    }

    private static func passedOver(_ path: RawPath, as right: String) -> DocumentFault {
        DocumentFault(file: path.shown, line: 1, column: 1, message: "is passed over: capitals count (\(right))")
    }
}
