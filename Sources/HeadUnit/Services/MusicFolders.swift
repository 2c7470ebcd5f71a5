// Where music is looked for: flag, configuration, then the usual places. Worker's thread.

import AudioCore
import Glibc

/// The folders of music of this run.
enum MusicFolders {
    /// - Returns: absolute paths; the usual places only as far as they exist.
    static func resolve(_ options: ServiceOptions, _ config: BuilderConfig) -> [RawPath] {
        let named = options.music.isEmpty ? config.music ?? [] : options.music
        return named.isEmpty ? usualPlaces() : named.map(absolute)
    }

    /// `$XDG_MUSIC_DIR`, `~/Music`, and what is mounted under `/media` and `/mnt`.
    static func usualPlaces(_ environment: (String) -> [UInt8]? = StateFolders.processEnvironment) -> [RawPath] {
        var places: [RawPath] = []
        if let music = environment("XDG_MUSIC_DIR").map(RawPath.init(bytes:)), music.isAbsolute { places.append(music) }
        if let home = environment("HOME").map(RawPath.init(bytes:)), home.isAbsolute {
            places.append(home.appending("Music"))
        }
        for root in ["/media", "/mnt"] { places += folders(in: RawPath(root)) }
        var seen: Set<RawPath> = []
        return places.filter { isFolder($0) && seen.insert($0).inserted }
    }

    /// A path that holds from any working folder.
    static func absolute(_ path: RawPath) -> RawPath {
        guard !path.isAbsolute, let working = getcwd(nil, 0) else { return path }
        defer { free(working) }
        let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(working), count: strlen(working))
        return RawPath(bytes: Array(bytes)).appending(path.bytes)
    }

    private static func folders(in root: RawPath) -> [RawPath] {
        guard let handle = root.withCString({ opendir($0) }) else { return [] }
        defer { closedir(handle) }
        var found: [RawPath] = []
        while let record = readdir(handle) {
            let name = withUnsafeBytes(of: &record.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) }
            let path = root.appending(name)
            if name.first != UInt8(ascii: "."), isFolder(path) { found.append(path) }
        }
        return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private static func isFolder(_ path: RawPath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
