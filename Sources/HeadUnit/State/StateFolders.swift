// Where state, cache and configuration are (XDG Base Directory Specification 0.8, systemd's *_DIRECTORY). At start.

public import AudioCore
import Glibc

/// The folders of this run. All are absolute.
public struct StateFolders: Hashable, Sendable {
    /// What the command line says; each wins over the environment. A relative path counts from the working folder.
    public struct Flags: Hashable, Sendable {
        public var state: RawPath?
        public var cache: RawPath?
        /// The configuration *file*.
        public var config: RawPath?

        public init(state: RawPath? = nil, cache: RawPath? = nil, config: RawPath? = nil) {
            self.state = state
            self.cache = cache
            self.config = config
        }
    }

    /// What must survive: resume point, queue, settings, likes …
    public var state: RawPath
    /// What can be made again: index, thumbnails.
    public var cache: RawPath
    /// The builder's `config.json`; never written by us.
    public var configFile: RawPath

    /// Finds the folders; makes none.
    /// - Parameters:
    ///   - environment: the value of a variable as raw bytes; nil when it is not set.
    ///   - report: takes a line about a value that is ignored.
    /// - Throws: when a folder is named by nothing: no flag, no variable, no home.
    public init(
        flags: Flags = Flags(), environment: (String) -> [UInt8]? = StateFolders.processEnvironment,
        report: (String) -> Void
    ) throws(StateError) {
        // The home is asked for once a folder.
        var ignored: Set<String> = []
        func variable(_ name: String, isList: Bool) -> RawPath? {
            guard var value = environment(name), !value.isEmpty else { return nil }
            if isList, let colon = value.firstIndex(of: UInt8(ascii: ":")) { value.removeSubrange(colon...) }
            let path = RawPath(bytes: value)
            if path.isAbsolute { return path }
            if ignored.insert(name).inserted { report("\(name) is ignored: \(path.shown) is not an absolute path") }
            return nil
        }
        func folder(systemd: String, xdg: String, home: String) throws(StateError) -> RawPath {
            if let path = variable(systemd, isList: true) { return path }
            if let path = variable(xdg, isList: false) { return path.appending("carillon") }
            guard let base = variable("HOME", isList: false) ?? Self.accountHome() else {
                throw StateError("is not set, and neither is \(systemd): no folder to work in", code: 0, path: "HOME")
            }
            return base.appending(home).appending("carillon")
        }
        state =
            if let flag = flags.state { flag.absolute } else {
                try folder(systemd: "STATE_DIRECTORY", xdg: "XDG_STATE_HOME", home: ".local/state")
            }
        cache =
            if let flag = flags.cache { flag.absolute } else {
                try folder(systemd: "CACHE_DIRECTORY", xdg: "XDG_CACHE_HOME", home: ".cache")
            }
        configFile =
            if let flag = flags.config { flag.absolute } else {
                try folder(systemd: "CONFIGURATION_DIRECTORY", xdg: "XDG_CONFIG_HOME", home: ".config")
                    .appending("config.json")
            }
    }

    /// A variable of this process, as raw bytes.
    public static func processEnvironment(_ name: String) -> [UInt8]? {
        guard let value = getenv(name) else { return nil }
        return RawPath(cString: value).bytes
    }

    /// The home folder in the account database.
    private static func accountHome() -> RawPath? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var text = [CChar](repeating: 0, count: 16_384)
        return text.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0, found != nil,
                let home = entry.pw_dir
            else { return nil }
            let path = RawPath(cString: home)
            return path.isAbsolute ? path : nil
        }
    }
}

extension StateFileSystem {
    /// Makes a folder and those it is in, each with mode 0700; one that is there already stays as it is.
    public func makeFolders(_ path: RawPath) throws(StateError) {
        var missing = [path]
        // In a folder that was deleted, or in /proc, nothing can be made though all above it is there.
        var refused: Set<RawPath> = []
        while let folder = missing.last {
            do throws(StateError) {
                try makeFolder(folder)
            } catch {
                let parent = folder.directory
                if error.code == ENOENT, parent != folder, refused.insert(folder).inserted {
                    missing.append(parent)
                    continue
                }
                // A read-only file system may say EROFS of a folder that is there.
                if error.code != EEXIST, !(error.code == EROFS && mayExist(folder)) { throw error }
            }
            missing.removeLast()
        }
    }
}
