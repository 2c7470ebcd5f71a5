// Where sound goes: the contract between the player (main thread), the renderer and an output thread.

/// What an output thread plays. Every call comes from that one thread.
public protocol RenderSource: AnyObject, Sendable {
    /// A device was opened at `format`; at most `maximumFrameCount` frames are asked for at once.
    /// May allocate: it runs before the device does.
    func prepare(for format: DeviceFormat, maximumFrameCount: Int)

    /// Fills `frameCount` frames in the layout of the format, with music or silence. Real-time: no allocation, no lock.
    func render(into destination: UnsafeMutableRawPointer, frameCount: Int)

    /// False while the source would run dry within `frameCount` frames and more is on its way: a device that stands still
    /// is not started yet. Real-time.
    func isReady(frameCount: Int) -> Bool

    /// `deviceFrame` frames of those rendered since `prepare` have left the loudspeaker. Real-time.
    /// It never falls except after `prepare`.
    func heard(deviceFrame: Int64)

    /// What was rendered and not heard has been dropped: the device is silent, and the next frame rendered comes out of
    /// that silence. Real-time.
    func discarded()
}

extension RenderSource {
    public func discarded() {}
}

/// How the sound leaves the computer; raw values are part of the JSON contract.
public enum OutputLink: String, Sendable, CaseIterable {
    case usb, i2s, hdmi, analog, bluetooth, virtual, unknown
}

/// A conversion of rate somewhere behind us.
public struct OutputResampling: Hashable, Sendable {
    /// Hertz.
    public var from: Int
    public var to: Int
    /// `soxr`, or `alsa:` and the converter's name.
    public var by: String

    public init(from: Int, to: Int, by: String) {
        self.from = from
        self.to = to
        self.by = by
    }
}

/// An opened device, as far as it can be known.
public struct OutputDescription: Hashable, Sendable {
    /// The name that opens it: `hw:CARD=DAC,DEV=0`, `null:` …
    public var device: String
    public var format: DeviceFormat
    /// The sample format in ALSA's spelling: `S32_LE`.
    public var formatName: String
    /// The device has no wider words at this rate, or cuts those that it has: music of more bits gains nothing by opening
    /// it again.
    public var isWidest: Bool
    public var link: OutputLink
    /// What a Bluetooth link encodes with, in lower case; nil when there is none or it is not known.
    public var codec: String?
    /// The card's own volume, set as it was wanted; nil when none was, or there is none to be used.
    public var hardwareVolume: HardwareVolume?
    /// What ALSA itself does to the rate, read from its chain; nil when nothing.
    public var resampled: OutputResampling?
    /// True when samples reach the converter as handed over; false when a converter or a volume stands between;
    /// nil when what is behind cannot be seen.
    public var isDirect: Bool?
    /// Why `isDirect` is not true, for people; nil when it is, or when nothing but a device is missing.
    public var indirectReason: String?
    /// The output thread has real-time priority.
    public var isRealtime: Bool
    /// Frames of the device's buffer and of one period.
    public var bufferFrameCount: Int
    public var periodFrameCount: Int

    public init(
        device: String, format: DeviceFormat, formatName: String, isWidest: Bool = false, link: OutputLink,
        codec: String? = nil,
        hardwareVolume: HardwareVolume? = nil, resampled: OutputResampling?, isDirect: Bool?, indirectReason: String?,
        isRealtime: Bool,
        bufferFrameCount: Int, periodFrameCount: Int
    ) {
        self.device = device
        self.format = format
        self.formatName = formatName
        self.isWidest = isWidest
        self.link = link
        self.codec = codec
        self.hardwareVolume = hardwareVolume
        self.resampled = resampled
        self.isDirect = isDirect
        self.indirectReason = indirectReason
        self.isRealtime = isRealtime
        self.bufferFrameCount = bufferFrameCount
        self.periodFrameCount = periodFrameCount
    }
}

extension OutputDescription {
    /// What the wireless link encodes with, in lower case, has become known.
    /// - Parameter device: the one it was found out for.
    /// - Returns: whether that is news.
    public mutating func learn(codec: String, ofDevice device: String) -> Bool {
        guard link == .bluetooth, device == self.device, codec != self.codec else { return false }
        self.codec = codec
        isDirect = false
        indirectReason = "Bluetooth encodes the samples again (\(codec))"
        return true
    }
}

/// What an output tells the player. Sent by the output thread, never from inside its real-time loop.
public enum OutputEvent: Sendable {
    /// The answer to `open`; `serial` is the one given there.
    case opened(serial: Int, OutputDescription)
    case failed(serial: Int, AudioError)
    /// The device went away while open; the handle is closed already.
    case lost(serial: Int, AudioError)
    /// The answer to `close`.
    case closed(serial: Int)
    /// The card's own volume has been moved, by us or by somebody else; nil: it cannot be used any more.
    case hardwareVolume(HardwareVolumeState?)
}

/// A device and its thread. Every call returns at once; the thread does the work in order.
public protocol AudioOutput: AnyObject, Sendable {
    /// Opens the device for music of this shape, or keeps it when it runs at the right format already.
    /// Answered by `opened` or `failed`. The device waits, silent, for `run`.
    func open(_ request: OutputRequest, serial: Int)
    /// Plays what the source renders.
    func run()
    /// Stops sounding within 150 ms; the device stays open and what was not heard is kept for the next `run`.
    func pause()
    /// What was kept or stands unheard in the device is not wanted any more (a seek, another track): a device that sounds
    /// falls silent as for `pause`, and runs again once the source is ready. The source is told by `discarded`.
    func discard()
    /// Closes the device after what is under way.
    func close()
    /// Another device from the next `open` on; the one that is open is not touched. An output that has no choice
    /// ignores it.
    /// - Parameter device: the name that opens it: `hw:CARD=DAC,DEV=0`.
    func use(device: String)
    /// Sets the volume of the card's own mixer, now and whenever a device is opened. The first call is the wish to have
    /// the volume there; an output without a mixer ignores it. Answered by `hardwareVolume`.
    /// - Parameters:
    ///   - level: above 0 it makes good an attenuation in front of it.
    ///   - wish: rising from 1.
    func setHardwareVolume(_ level: Decibels, isMuted: Bool, wish: Int)
    /// Ends the thread; returns when it is gone. Main thread, at the end of the program only.
    func shutDown()
    /// Times a device ran dry. Any thread.
    var underrunCount: Int { get }
}

extension AudioOutput {
    public func use(device: String) {}
    public func setHardwareVolume(_ level: Decibels, isMuted: Bool, wish: Int) {}
}
