// One folder, one spelling: what is kept by path (likes, history, the resume point) must not depend on how a folder was
// typed. Any thread.

import Glibc

extension RawPath {
    /// The same path without `.`, doubled and trailing slashes, from the words alone. `..` stays: behind a link it does
    /// not mean what it says.
    public var normalized: RawPath { Self.joined(parts, isAbsolute: isAbsolute) }

    /// The one spelling of an absolute path: normalized, and without `..`.
    ///
    /// `name/..` goes where `name` is a folder of its own or is not there; where `name` is a link it is first replaced
    /// by what it leads to, as the kernel does. Other links stay as they were named: `~/Music` that leads to a disk is
    /// still `~/Music` when the disk is mounted elsewhere, so two names of one folder are two places on purpose.
    /// Looks at the disk only when there is a `..`.
    public var canonical: RawPath {
        let parts = parts
        guard parts.contains(where: Self.isParent) else { return Self.joined(parts, isAbsolute: isAbsolute) }
        var done: [ArraySlice<UInt8>] = []
        for part in parts {
            guard Self.isParent(part) else {
                done.append(part)
                continue
            }
            if let target = Self.joined(done, isAbsolute: isAbsolute).linkTarget { done = target.parts }
            // Above the root is the root; above a relative path nothing is known.
            if let last = done.last, !Self.isParent(last) {
                done.removeLast()
            } else if !isAbsolute {
                done.append(part)
            }
        }
        return Self.joined(done, isAbsolute: isAbsolute)
    }

    /// What lies between the slashes, without `.`.
    private var parts: [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    }

    private static func isParent(_ part: ArraySlice<UInt8>) -> Bool {
        part == [UInt8(ascii: "."), UInt8(ascii: ".")]
    }

    private static func joined(_ parts: [ArraySlice<UInt8>], isAbsolute: Bool) -> RawPath {
        let slash = UInt8(ascii: "/")
        var result: [UInt8] = isAbsolute ? [slash] : []
        for (index, part) in parts.enumerated() {
            if index > 0 { result.append(slash) }
            result += part
        }
        return RawPath(bytes: result.isEmpty ? [UInt8(ascii: ".")] : result)
    }

    /// Where a symbolic link leads, absolute and free of links; nil for everything else and for one that leads nowhere.
    private var linkTarget: RawPath? {
        var status = stat()
        guard withCString({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFLNK,
            let resolved = withCString({ realpath($0, nil) })
        else { return nil }
        defer { free(resolved) }
        let path = UnsafeRawBufferPointer(start: UnsafeRawPointer(resolved), count: strlen(resolved))
        return isAbsolute ? RawPath(bytes: Array(path)) : nil
    }
}
