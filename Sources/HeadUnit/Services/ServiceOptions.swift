// What a run was asked for: the flags of the command line, before settings and configuration are known. Values.

public import AudioCore
import Radio

/// Options of the services that every front shares. A nil or empty one leaves the choice to settings, then
/// configuration, then the default.
public struct ServiceOptions: Sendable {
    /// Folders of music; replaces the configured ones.
    public var music: [RawPath] = []
    public var state: RawPath?
    public var cache: RawPath?
    public var config: RawPath?
    /// The file in `config` was named by nobody: it need not be there.
    var isConfigOptional = false
    /// An ALSA name, or `null:`.
    public var audio: String?
    /// Without any music the demo collection is written and played.
    public var wantsDemo = false
    /// Where the demo collection is kept; nil: among the owner's data.
    public var demo: RawPath?
    /// Nothing is read from or written to the owner's folders: `carillon play`.
    public var isTransient = false
    /// What to play at once instead of resuming.
    public var playing: [RawPath] = []
    /// A stream to play at once instead of files, in a transient run.
    var station: Station?
    /// Where in the first track to begin, seconds.
    public var start = 0.0
    /// Sound settings of a transient run.
    public var sound = SoundSettings()
    /// What the device is asked for in place of the music's own shape.
    var outputShape = OutputShape()

    public init() {}
}
