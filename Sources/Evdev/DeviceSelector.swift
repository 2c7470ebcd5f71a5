// Which device a line of config.json means. A value; main thread.

import Glibc

/// A path (`/dev/input/event3`), a glob (`/dev/input/by-path/*rotary*`), or a device name, itself a pattern (`rotary@*`).
struct DeviceSelector: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    /// Anything with a slash is a path.
    var isPath: Bool { text.contains("/") }

    /// The folder in which a path that is not there yet will appear; nil for a name.
    var folder: String? {
        guard isPath, let cut = text.lastIndex(of: "/") else { return nil }
        return cut == text.startIndex ? "/" : String(text[..<cut])
    }

    /// The paths that exist now; none for a name.
    func paths() -> [String] {
        guard isPath else { return [] }
        // A file may have brackets in its name.
        if access(text, F_OK) == 0 { return [text] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(text, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { index in found.gl_pathv[index].map { String(cString: $0) } }
    }

    /// - Parameter spellings: every path under which the device was found.
    func matches(name: String, spellings: Set<String>) -> Bool {
        if isPath { return spellings.contains { $0 == text || fnmatch(text, $0, FNM_PATHNAME) == 0 } }
        return name == text || fnmatch(text, name, 0) == 0
    }
}
