// Folders: whether one is there, what is in it, how it is made. Any thread but main's while music sounds: a medium may
// take its time.

import Glibc

extension RawPath {
    /// A folder is there, itself or behind a link.
    public var isFolder: Bool {
        var status = stat()
        return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The raw names in this folder in the order of their bytes, hidden ones left out; none when it cannot be read.
    public func visibleNames() -> [[UInt8]] {
        guard let handle = withCString({ opendir($0) }) else { return [] }
        defer { closedir(handle) }
        var names: [[UInt8]] = []
        while let record = readdir(handle) {
            let name = RawPath.name(in: record)
            if name.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The name in a record of `readdir`, which is only as long as its name needs.
    private static func name(in record: UnsafeMutablePointer<dirent>) -> [UInt8] {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = (UnsafeRawPointer(record) + offset).assumingMemoryBound(to: CChar.self)
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }

    /// What stood in the way of a folder.
    public struct FolderRefusal: Error, Equatable {
        /// The folder, or the one above it, that could not be made.
        public let path: RawPath
        /// The system's error number; EEXIST where something that is no folder has the name.
        public let code: Int32
    }

    /// Makes this folder and those above it that are missing; one that is there stays as it is.
    /// - Parameter mode: the permissions of those that are made, before the process's mask.
    public func makeFolders(mode: UInt32) throws(FolderRefusal) {
        var missing: [RawPath] = []
        var path = self
        while !path.isFolder {
            missing.append(path)
            let above = path.directory
            if above == path { break }
            path = above
        }
        for path in missing.reversed() where path.withCString({ mkdir($0, mode) }) != 0 {
            let code = errno
            // Somebody else may have made it meanwhile.
            if code != EEXIST || !path.isFolder { throw FolderRefusal(path: path, code: code) }
        }
    }
}
