// Where music is looked for: flag, configuration, then the usual places. Worker's thread.

import AudioCore
import Glibc

/// The folders of music of this run.
enum MusicFolders {
    /// - Parameter remembered: where music was the last time: a stick that is out keeps its place.
    /// - Returns: absolute paths; the usual places only as far as they exist or are remembered.
    static func resolve(_ options: ServiceOptions, _ config: BuilderConfig, remembered: [RawPath] = []) -> [RawPath] {
        let named = options.music.isEmpty ? config.music ?? [] : options.music
        return named.isEmpty ? usualPlaces(remembered: remembered) : named.map(\.absolute.canonical)
    }

    /// Where a person is told to put music: what is named, else the usual places, whether they are there or not.
    static func places(
        _ options: ServiceOptions, _ config: BuilderConfig, _ environment: Environment = StateFolders.processEnvironment
    ) -> [RawPath] {
        let named = options.music.isEmpty ? config.music ?? [] : options.music
        guard named.isEmpty else { return named }
        return ownPlaces(environment) + mounts
    }

    /// `$XDG_MUSIC_DIR`, `~/Music`, what is mounted under `/media` and `/mnt`, or is remembered to have been, and the
    /// demo collection if it has been written.
    static func usualPlaces(
        _ environment: Environment = StateFolders.processEnvironment, remembered: [RawPath] = []
    ) -> [RawPath] {
        let absent = remembered.filter { mounts.contains($0.directory) && !$0.isFolder }
        let volumes = mounts.flatMap { mount in
            sorted(folders(in: mount) + absent.filter { $0.directory == mount })
        }
        let places = ownPlaces(environment) + volumes + [demoFolder(environment)].compactMap { $0 }
        var seen: Set<RawPath> = []
        return places.map(\.canonical).filter { ($0.isFolder || absent.contains($0)) && seen.insert($0).inserted }
    }

    /// A folder that is not there, or the empty place of a volume that is out.
    static func isAbsent(_ folder: RawPath) -> Bool { !folder.isFolder || Storage.isGone(folder.appending("music")) }

    /// Whether a volume mounted on `point`, or no longer mounted there, may bring or take music.
    static func mayHoldMusic(_ point: RawPath, _ folders: [RawPath]) -> Bool {
        mounts.contains { point.isWithin($0) } || folders.contains { $0.isWithin(point) || point.isWithin($0) }
    }

    /// Where the unit itself writes the demo collection: never among the owner's music. Under systemd the state folder,
    /// else `$XDG_DATA_HOME/carillon/demo` (XDG Base Directory Specification 0.8).
    static func demoFolder(_ environment: Environment = StateFolders.processEnvironment) -> RawPath? {
        func folder(_ name: String) -> RawPath? {
            let path = environment(name).map { RawPath(bytes: Array($0.prefix { $0 != UInt8(ascii: ":") })) }
            return path.flatMap { $0.isAbsolute ? $0 : nil }
        }
        if let state = folder("STATE_DIRECTORY") { return state.appending("demo") }
        let data = folder("XDG_DATA_HOME") ?? folder("HOME")?.appending(".local/share")
        return data?.appending("carillon/demo")
    }

    /// The value of a variable as raw bytes; nil when it is not set.
    typealias Environment = (String) -> [UInt8]?

    private static let mounts = [RawPath("/media"), RawPath("/mnt")]

    private static func ownPlaces(_ environment: Environment) -> [RawPath] {
        var places: [RawPath] = []
        if let music = environment("XDG_MUSIC_DIR").map(RawPath.init(bytes:)), music.isAbsolute { places.append(music) }
        if let home = environment("HOME").map(RawPath.init(bytes:)), home.isAbsolute {
            places.append(home.appending("Music"))
        }
        return places
    }

    /// The address by which likes, history and programs know a file, however its folder was typed.
    static func uri(_ path: RawPath) -> String { path.absolute.canonical.uri }

    private static func folders(in root: RawPath) -> [RawPath] {
        root.visibleNames().map { root.appending($0) }.filter(\.isFolder)
    }

    private static func sorted(_ paths: [RawPath]) -> [RawPath] {
        paths.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
