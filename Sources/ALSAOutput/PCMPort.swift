// What the output needs of a PCM device, call by call. One thread, "output", makes every call.

import AudioCore

/// The states of a PCM that the output tells apart.
enum PortState {
    /// Not opened, or of no use any more.
    case open
    /// Configured, must be prepared before the next write.
    case setup
    case prepared, running, draining, paused
    case underrun, suspended, disconnected
}

/// Why a wait ended; empty when its time ran out.
struct PortReadiness: OptionSet {
    let rawValue: UInt8
    /// The device asks for samples.
    static let space = PortReadiness(rawValue: 1)
    /// Someone rang the bell.
    static let bell = PortReadiness(rawValue: 2)
    /// The device reports a fault; its state tells which.
    static let fault = PortReadiness(rawValue: 4)
}

/// What `open` arrived at.
struct PortConfiguration {
    /// The name that opened it: what `auto` became.
    var device: String
    var format: DeviceFormat
    var formatName: String
    /// Music of more bits would have no more of them reach the converter.
    var isWidest: Bool
    /// The name that opens the mixer with the device's volume.
    var mixer: String
    /// At least two periods.
    var bufferFrameCount: Int
    /// At least 1.
    var periodFrameCount: Int
    /// `wakeUp(atSpace:)` is obeyed: a wait can be told to last until more than a period is free.
    var wakesAtSpace: Bool
    /// The play position moves in steps of up to one period (USB).
    var isCoarse: Bool
    /// `rewind` takes back samples that have not sounded. False also where the call would succeed without effect.
    var canRewind: Bool
    /// There is no converter that sounds: what was written is never lost, and stays where it went.
    var keepsWhatItTakes: Bool
    var link: OutputLink
    /// What a Bluetooth link encodes with; nil when there is none or it is not known.
    var codec: String?
    var resampled: OutputResampling?
    var isDirect: Bool?
    var indirectReason: String?
}

/// How a buffer is divided.
enum BufferShape {
    /// Periods of about 30 ms, at least four.
    static func periodCount(bufferMilliseconds: Int) -> Int { max(4, bufferMilliseconds / 30) }
}

/// A playback device. `open` and `close` may block and allocate; everything else is real-time.
///
/// Calls that can fail give libasound's convention: 0 or a count, or a negative error number.
protocol PCMPort: AnyObject {
    /// Opens the device at the nearest format to `request` and leaves it prepared, silent.
    ///
    /// - Parameter bufferMilliseconds: the wanted buffer, of periods of about 30 ms.
    /// - Throws: `device`, with the device's name as path.
    func open(_ request: OutputRequest, bufferMilliseconds: Int) throws(AudioError) -> PortConfiguration

    /// The format that `open` would choose, asked of the device that is open; nil when it cannot be asked.
    func formatFor(_ request: OutputRequest) -> DeviceFormat?

    /// Gives the device back. Idempotent.
    func close()

    func prepare() -> Int
    func start() -> Int
    /// Stops at once; what stood in the buffer is gone.
    func drop() -> Int
    func resume() -> Int
    func state() -> PortState

    /// Frames that can be written now. `exact` asks the hardware itself.
    func available(exact: Bool) -> Int
    /// Frames between the next one written and the loudspeaker; `Int.min` when the device cannot tell.
    func delay() -> Int
    /// - Returns: frames taken, possibly fewer than `frameCount`.
    func write(_ frames: UnsafeRawPointer, frameCount: Int) -> Int
    func rewindable() -> Int
    /// - Returns: frames taken back.
    func rewind(_ frameCount: Int) -> Int

    /// From now on a wait for space ends when so many frames are free; after `open` that is a period.
    func wakeUp(atSpace frameCount: Int)

    /// Sleeps until the bell rings, `timeout` nanoseconds have passed (nil: never), or, with `forSpace`, space is free.
    func wait(forSpace: Bool, timeout: Int64?) -> PortReadiness
    /// Nanoseconds of the clock that `wait` lives by.
    func now() -> Int64
}
