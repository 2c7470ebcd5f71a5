// A loop on a model device, turned by hand.

import AudioCore
import Glibc
import Synchronization
import Testing

@testable import ALSAOutput

/// Renders frame n as the value n + 1, times 1024, in every channel of S32 frames; keeps what it was told.
final class CountingSource: RenderSource, @unchecked Sendable {
    private(set) var rendered = 0
    private(set) var heard: [Int64] = []
    private(set) var formats: [DeviceFormat] = []
    /// Looks that find too little to start with.
    var refusals = 0
    private var channels = 2

    func prepare(for format: DeviceFormat, maximumFrameCount: Int) {
        formats.append(format)
        channels = format.channels
        rendered = 0
        heard = []
    }

    func isReady(frameCount: Int) -> Bool {
        guard refusals > 0 else { return true }
        refusals -= 1
        return false
    }

    func render(into destination: UnsafeMutableRawPointer, frameCount: Int) {
        let samples = destination.assumingMemoryBound(to: Int32.self)
        for frame in 0..<frameCount {
            for channel in 0..<channels {
                samples[frame * channels + channel] = Self.value(of: rendered + frame)
            }
        }
        rendered += frameCount
    }

    func heard(deviceFrame: Int64) {
        heard.append(deviceFrame)
    }

    static func value(of frame: Int) -> Int32 { Int32(truncatingIfNeeded: (frame + 1) * 1024) }
}

final class EventLog: Sendable {
    private let list = Mutex<[OutputEvent]>([])

    func append(_ event: OutputEvent) { list.withLock { $0.append(event) } }

    /// `opened 1`, `failed 2`, `lost 3`, `closed 4` …
    var names: [String] {
        list.withLock { events in
            events.map { event in
                switch event {
                case .opened(let serial, _): "opened \(serial)"
                case .failed(let serial, _): "failed \(serial)"
                case .lost(let serial, _): "lost \(serial)"
                case .closed(let serial): "closed \(serial)"
                case .hardwareVolume(let state): state == nil ? "volume lost" : "volume \(state?.isForeign == true)"
                }
            }
        }
    }

    var descriptions: [OutputDescription] {
        list.withLock { events in
            events.compactMap { if case .opened(_, let description) = $0 { description } else { nil } }
        }
    }

    var errors: [AudioError] {
        list.withLock { events in
            events.compactMap { event in
                switch event {
                case .failed(_, let error), .lost(_, let error): error
                default: nil
                }
            }
        }
    }
}

final class Rig {
    let port: ModelPort
    let source = CountingSource()
    let log = EventLog()
    let counters = OutputCounters()
    let commands: CommandQueue
    let loop: OutputLoop<ModelPort, CountingSource>

    init() {
        let bell = Bell()
        port = ModelPort(bell: bell)
        commands = CommandQueue(bell: bell)
        let log = log
        loop = OutputLoop(port: port, source: source, commands: commands, counters: counters) { log.append($0) }
    }

    /// A rig that has opened its device.
    static func opened(_ prepare: (ModelPort) -> Void = { _ in }) -> Rig {
        let rig = Rig()
        prepare(rig.port)
        rig.send(.open(OutputRequest(rate: 48_000, channels: 2, bits: 24), serial: 1))
        return rig
    }

    /// Sends and lets the loop obey; fades are turned to their end.
    func send(_ commands: OutputCommand...) {
        for command in commands { self.commands.send(command) }
        var hasFaded = true
        while hasFaded, !loop.hasEnded {
            loop.turn()
            hasFaded = loop.phase == .fading
            finishFade()
        }
    }

    func finishFade() {
        var turns = 0
        while loop.phase == .fading, turns < 1000 {
            loop.turn()
            turns += 1
        }
        #expect(turns < 1000, "the fade does not end")
    }

    /// Turns until `milliseconds` of the device's clock have passed.
    func play(milliseconds: Int64) {
        let end = port.now() + milliseconds * 1_000_000
        var turns = 0
        while port.now() < end, loop.phase != .closed, turns < 100_000 {
            loop.turn()
            turns += 1
        }
    }

    /// What sounded, without silence.
    var music: [Int32] { port.sounded.filter { $0 != 0 } }

    func music(_ frames: Range<Int>) -> [Int32] { frames.map(CountingSource.value) }

    func faded(_ frames: Range<Int>, rises: Bool) -> [Int32] {
        let fade = Fade(length: frames.count, rises: rises)
        return frames.map { frame in
            Int32(
                Int(CountingSource.value(of: frame)) * fade.weight(at: frame - frames.lowerBound) / (frames.count + 1))
        }
    }

    /// Whether what sounded is the source, every frame once and in order, where each stop fell and rose again over
    /// the same 10 ms; gives the frames that sounded in full or by both halves, or nil with a fault recorded.
    func faithfulFrameCount(sourceLocation: SourceLocation = #_sourceLocation) -> Int? {
        let music = music
        let length = source.formats.last.map { $0.rate / 100 } ?? 480
        var next = 0
        var place = 0
        while place < music.count {
            if music[place] == CountingSource.value(of: next) {
                next += 1
                place += 1
                continue
            }
            for rises in [false, true] {
                let ramp = faded(next..<(next + length), rises: rises).prefix(music.count - place)
                guard Array(music[place..<(place + ramp.count)]) == Array(ramp) else {
                    Issue.record(
                        "sample \(place) is neither frame \(next) nor part of a fade there",
                        sourceLocation: sourceLocation)
                    return nil
                }
                place += ramp.count
                if place == music.count { return next }
            }
            next += length
        }
        return next
    }
}
