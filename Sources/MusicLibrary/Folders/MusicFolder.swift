// The walk over music folders: every audio file and cue sheet below them, in the order people expect. Workers.

public import AudioCore

/// Finds what can be played under some folders.
public enum MusicFolder {
    /// One thing to play.
    public enum Entry: Hashable, Sendable {
        case file(RawPath)
        /// A cue sheet that stands for the audio it names; that audio is not listed again.
        case cue(RawPath)

        public var path: RawPath {
            switch self {
            case .file(let path), .cue(let path): path
            }
        }
    }

    /// What was found, and what could not be looked into.
    public struct Contents: Sendable {
        public var entries: [Entry] = []
        public var problems: [AudioError] = []
    }

    /// Folders inside folders that are followed.
    public static let maximumDepth = 64

    /// Everything to play under `roots`, which may be folders, audio files and cue sheets.
    ///
    /// Roots keep their order; below them files and folders stand in natural order. Hidden names are left out, a folder
    /// is visited once however many links lead to it, and one that cannot be listed is a problem while the rest goes on.
    /// A cue sheet replaces the audio it names when that audio is there and no other sheet has it already; of two such
    /// sheets the one that names the files exactly wins. A root that is a file is taken as it is.
    ///
    /// - Parameter extensions: lower-case extensions of audio files without the dot, the preferred first.
    public static func files(under roots: [RawPath], extensions: [String]) -> Contents {
        var walk = FolderWalk(extensions: extensions)
        for root in roots { walk.visit(root: root) }
        return walk.contents
    }
}
