// What the program behind the screens provides. Main thread; every answer is given at once.

public import TemplateKit

/// The names of an action that is being done, from the stage to the program and back.
public struct ActionToken: Hashable, Sendable {
    let number: Int
}

/// What became of an action when `perform` returned.
public enum ActionOutcome: Hashable, Sendable {
    case done
    /// It goes on; the program ends it by `Stage.finish`. Its row stays highlighted until then.
    case pending
}

/// What is asked of the player without a template saying so.
public enum StageRequest: Hashable, Sendable {
    /// To so many seconds of what is playing.
    case seek(to: Double)
    /// The volume in dB, -60 to 0.
    case volume(to: Double)
    /// A key of the console or the steering wheel; home and now playing are the stage's own.
    case key(InputEvent.Key)
}

/// The one behind the stage.
@MainActor
public protocol StageProgram: AnyObject {
    /// The screen of that name, new; nil when there is none. Its template says whether it is pushed, or stands over
    /// another as an alert, a sheet or a notice. `nowPlaying` is asked for once and kept.
    func screen(named name: String, parameters: [String: FieldValue]) -> (any Screen)?
    /// Everything but `open`, `back`, `nowPlaying`, `alert`, `sheet`, and `volume` without a number.
    func perform(_ action: Action, token: ActionToken) -> ActionOutcome
    /// An element was pressed, by whatever hand; told before what comes of it.
    func pressed()
    /// Whoever started it has left the screen: end it if it can be ended.
    func cancel(_ token: ActionToken)
    func request(_ request: StageRequest)
    /// Asked whenever the time may be drawn anew; nil when nothing plays.
    var position: PlaybackPosition? { get }
    /// Nil where the volume is fixed.
    var volume: VolumeLevel? { get }
    /// The colours of a cover; nil while they are not known.
    func palette(for image: Image) -> CoverPalette?
    /// True once it is known that there is no such picture.
    func isMissing(_ image: Image) -> Bool
}

extension StageProgram {
    public func cancel(_ token: ActionToken) {}
    public func pressed() {}
    public var position: PlaybackPosition? { nil }
    public var volume: VolumeLevel? { nil }
    public func palette(for image: Image) -> CoverPalette? { nil }
    public func isMissing(_ image: Image) -> Bool { false }
}
