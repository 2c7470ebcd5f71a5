// An output without a thread: the driver of a script renders exactly the frames between two instants. Main thread.

import ALSAOutput
import AudioCore

/// A device that plays when it is told how much time has passed.
final class VirtualOutput: AudioOutput, @unchecked Sendable {
    // Unchecked: everything is called on the main thread; the protocol serves threads as well.
    private let source: any RenderSource
    private let events: @Sendable (OutputEvent) -> Void
    private var format: DeviceFormat?
    private var isRunning = false
    private var rendered: Int64 = 0
    /// Frames owed to the clock, less than one.
    private var owed = 0.0
    private let block: UnsafeMutableRawPointer

    /// The names it opens; another one fails as a device that is not there.
    static let devices = [
        OutputDevice(
            id: "null:", name: "No device", link: .virtual, rates: [], formats: [], isDefault: true, note: nil)
    ]
    /// The first is the first choice.
    private let names: [String]
    /// These do not answer.
    private let silent: [String]
    private var device: String

    private static let blockFrameCount = 1024
    private static let widestFrame = 8 * 4

    /// - Parameters:
    ///   - names: the devices that open, the first of them is in use.
    ///   - silent: those that are there and never answer.
    init(
        source: any RenderSource, names: [String] = VirtualOutput.devices.map(\.id), silent: [String] = [],
        events: @escaping @Sendable (OutputEvent) -> Void
    ) {
        self.source = source
        self.names = names
        self.silent = silent
        device = names.first ?? "null:"
        self.events = events
        block = .allocate(byteCount: Self.blockFrameCount * Self.widestFrame, alignment: 16)
    }

    deinit { block.deallocate() }

    /// Frames a second while it plays; nil while it does not.
    var playingRate: Int? { isRunning ? format?.rate : nil }

    /// The music of `seconds` passes.
    func advance(_ seconds: Double) {
        guard isRunning, let format else { return }
        owed += seconds * Double(format.rate)
        while owed >= 1 {
            let count = min(Int(owed), Self.blockFrameCount)
            source.render(into: block, frameCount: count)
            rendered += Int64(count)
            source.heard(deviceFrame: rendered)
            owed -= Double(count)
        }
    }

    func use(device: String) {
        self.device = device == AppServices.automaticDevice ? names.first ?? device : device
    }

    func open(_ request: OutputRequest, serial: Int) {
        guard names.contains(device) else {
            format = nil
            if silent.contains(device) { return }
            return events(.failed(serial: serial, AudioError(.device, path: device, "there is no such device")))
        }
        let format = DeviceFormat(
            rate: request.rate, channels: max(request.channels, 2), layout: .s32, significantBits: 32)
        self.format = format
        rendered = 0
        source.prepare(for: format, maximumFrameCount: Self.blockFrameCount)
        isRunning = false
        events(.opened(serial: serial, description(format)))
    }

    func run() {
        isRunning = format != nil
        owed = 0
    }

    func pause() { isRunning = false }
    func discard() { source.discarded() }

    func close() {
        isRunning = false
        format = nil
    }

    func shutDown() { close() }
    var underrunCount: Int { 0 }

    private func description(_ format: DeviceFormat) -> OutputDescription {
        OutputDescription(
            device: device, format: format, formatName: "S32_LE", link: .virtual, resampled: nil, isDirect: false,
            indirectReason: nil, isRealtime: false, bufferFrameCount: Self.blockFrameCount,
            periodFrameCount: Self.blockFrameCount)
    }
}
