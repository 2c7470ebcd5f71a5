// A feeder and a renderer without threads: what the pipeline tests play through.

import Synchronization
import TestSupport

@testable import AudioCore

/// Plays fake tracks into memory.
final class RenderBench {
    let feeder: TrackFeeder
    let renderer: AudioRenderer
    var stream: AudioStream
    /// Device frames rendered since the last `prepare`.
    private(set) var rendered: Int64 = 0
    /// Everything the device was given, as words of its layout.
    private(set) var output: [Int32] = []
    private(set) var heard: [TrackMark] = []
    private let log = EventLog()

    final class EventLog: Sendable {
        let events = Mutex<[DecoderEvent]>([])
    }

    /// - Parameter tracks: by the path of the item.
    init(
        _ tracks: [String: @Sendable () -> FakeCodec],
        format: DeviceFormat = DeviceFormat(rate: 44100, channels: 2, layout: .s32, significantBits: 32),
        request: OutputRequest = OutputRequest(rate: 44100, channels: 2, bits: 16),
        settings: SoundSettings = SoundSettings()
    ) {
        let log = log
        feeder = TrackFeeder { item throws(AudioError) in
            guard let make = tracks[item.path.shown] else {
                throw AudioError(.notSupported, path: item.path.shown, "no such file or directory")
            }
            return make()
        } makeResampler: { _, _, _ throws(AudioError) in
            throw AudioError(.notSupported, "no resampler")
        } report: { event in
            log.events.withLock { $0.append(event) }
        }
        renderer = AudioRenderer(bell: Bell())
        stream = AudioStream(request: request, format: format)
        renderer.prepare(for: format, maximumFrameCount: 1024)
        renderer.adopt(stream, parameters: ChainParameters(settings, rate: format.rate))
        feeder.attach(stream)
    }

    var events: [DecoderEvent] { log.events.withLock { $0 } }

    static func item(_ name: String) -> QueueItem { QueueItem(path: RawPath(name)) }

    /// Lets the feeder work until it has nothing to do.
    func feed() {
        while feeder.step() == .worked {}
    }

    /// Renders `frameCount` frames, of which all but `delay` are heard at once.
    func render(_ frameCount: Int, delay: Int64 = 0) {
        let channels = stream.format.channels
        var words = [Int32](repeating: -1, count: frameCount * channels)
        words.withUnsafeMutableBytes { renderer.render(into: $0.baseAddress!, frameCount: frameCount) }
        rendered += Int64(frameCount)
        output += words
        renderer.heard(deviceFrame: max(0, rendered - delay))
        while let mark = stream.heardMarks.pop() { heard.append(mark) }
    }

    /// The device was closed and is opened again at the same format.
    func reopen(_ settings: SoundSettings = SoundSettings()) {
        renderer.prepare(for: stream.format, maximumFrameCount: 1024)
        renderer.adopt(stream, parameters: ChainParameters(settings, rate: stream.format.rate))
        rendered = 0
    }

    func forgetOutput() { output = [] }

    /// The words of a fake track as the device gets them.
    static func words(track: UInt32, frames: Range<Int64>) -> [Int32] {
        frames.flatMap { frame in
            (0..<2).map { Int32(bitPattern: FakeCodec.word(track: track, frame: frame, channel: $0)) }
        }
    }
}
