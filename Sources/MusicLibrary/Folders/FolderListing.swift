// The names in one folder as the kernel has them: raw bytes, unordered. Workers.

import AudioCore
import Glibc

/// What a folder holds.
struct FolderListing {
    enum Kind {
        case file
        case folder
        /// A socket, a device, a link that leads nowhere.
        case other
    }

    struct Entry {
        let name: [UInt8]
        let kind: Kind
    }

    /// Device and inode: the same for every path that leads to the folder.
    struct Identity: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    let identity: Identity
    private(set) var entries: [Entry] = []
    /// Reading broke off: a stick pulled out, a damaged file system. What came before is there.
    private(set) var failure: AudioError?

    /// Lists `folder` without `.` and `..`; links count as what they lead to.
    /// - Throws: `notSupported` when it cannot be opened.
    static func read(_ folder: RawPath) throws(AudioError) -> FolderListing {
        if Storage.isRemoved(folder) {
            throw AudioError(
                .notSupported, path: folder.shown, "cannot be listed: its volume is not there", isStorageLoss: true)
        }
        guard let handle = folder.withCString({ opendir($0) }) else {
            throw AudioError(.notSupported, path: folder.shown, "cannot be listed: \(SystemError.reason(errno))")
        }
        defer { closedir(handle) }
        var status = stat()
        guard fstat(dirfd(handle), &status) == 0 else {
            throw AudioError(.notSupported, path: folder.shown, "cannot be listed: \(SystemError.reason(errno))")
        }
        var listing = FolderListing(
            identity: Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
        while true {
            errno = 0
            guard let record = readdir(handle) else {
                if errno != 0 {
                    listing.failure = AudioError(
                        .notSupported, path: folder.shown, "cannot be listed to its end: \(SystemError.reason(errno))")
                }
                return listing
            }
            let name = Self.name(of: record)
            guard name != [UInt8(ascii: ".")], name != Array("..".utf8) else { continue }
            let kind = Self.kind(of: record.pointee.d_type) ?? Self.kind(of: folder.appending(name))
            listing.entries.append(Entry(name: name, kind: kind))
        }
    }

    private init(identity: Identity) {
        self.identity = identity
    }

    /// The name in a record, which is only as long as its name needs.
    private static func name(of record: UnsafeMutablePointer<dirent>) -> [UInt8] {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = (UnsafeRawPointer(record) + offset).assumingMemoryBound(to: CChar.self)
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }

    /// The kind that the record itself tells; nil for a link, and where the file system does not say.
    private static func kind(of type: UInt8) -> Kind? {
        switch Int(type) {
        case Int(DT_DIR): .folder
        case Int(DT_REG): .file
        case Int(DT_LNK), Int(DT_UNKNOWN): nil
        default: .other
        }
    }

    /// What a path leads to.
    static func kind(of path: RawPath) -> Kind {
        if Storage.isRemoved(path) { return .other }
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file
        default: return .other
        }
    }

    /// Why a path of kind `other` cannot be played.
    static func refusal(of path: RawPath) -> AudioError {
        if Storage.isRemoved(path) {
            return AudioError(.notSupported, path: path.shown, "its volume is not there", isStorageLoss: true)
        }
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            let why = errno == ENOENT ? "no such file or folder" : SystemError.reason(errno)
            return AudioError(.notSupported, path: path.shown, why)
        }
        return AudioError(.notSupported, path: path.shown, "is not a regular file")
    }
}
