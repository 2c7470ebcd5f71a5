// Wires that another program or the kernel shows as a file holding 0 or 1. Main thread.

import Glibc

/// Reads switch files when they may have changed.
struct SwitchFiles {
    private let paths: [(name: SwitchName, path: String)]
    private var last: [SwitchName: Bool] = [:]

    init(_ switches: [SwitchName: SwitchConfiguration]) {
        paths = switches.compactMap { name, source in
            if case .file(let path) = source { return (name, path) }
            return nil
        }.sorted { $0.name.rawValue < $1.name.rawValue }
    }

    var isEmpty: Bool { paths.isEmpty }

    /// Folders in which a change is a change of a switch. Files of sysfs tell nobody; they are read at intervals.
    var folders: [String] { paths.compactMap { DeviceSelector($0.path).folder } }

    /// What changed since the last call; nil: the file is gone or holds something else.
    mutating func read() -> [SwitchName: Bool?] {
        var changes: [SwitchName: Bool?] = [:]
        for (name, path) in paths {
            let value = Self.value(of: path)
            if value != last[name] {
                changes.updateValue(value, forKey: name)
                last[name] = value
            }
        }
        return changes
    }

    private static func value(of path: String) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let got = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard got > 0 else { return nil }
        let text = String(decoding: bytes[..<got], as: UTF8.self)
        switch text.split(whereSeparator: \.isWhitespace) {
        case ["0"]: return false
        case ["1"]: return true
        default: return nil
        }
    }
}
