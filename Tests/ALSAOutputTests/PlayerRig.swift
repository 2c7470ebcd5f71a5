// The whole player (decoder thread, ring, renderer) on the output's loop and a model device, turned by hand.

import AudioCore
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ALSAOutput

/// A track in memory: interleaved words, left-justified.
struct Track: Sendable {
    var bits: Int
    var channels: Int
    var words: [UInt32]

    /// Frames `range` of a signal whose samples use every bit, no two alike; all channels differ.
    static func signal(_ range: Range<Int>, bits: Int, channels: Int) -> Track {
        let words = range.flatMap { frame in
            (0..<channels).map { channel -> UInt32 in
                var mixed = UInt64(frame * 8 + channel + 1) &* 0x9E37_79B9_7F4A_7C15
                mixed ^= mixed >> 29
                return UInt32(truncatingIfNeeded: mixed &* 0xBF58_476D_1CE4_E5B9 >> 32) & UInt32.max
                    << UInt32(32 - bits)
            }
        }
        return Track(bits: bits, channels: channels, words: words)
    }

    var frameCount: Int { words.count / channels }

    /// What a device of so many channels is to be given, in samples of integers.
    func bytes(channels deviceChannels: Int, _ layout: SampleLayout) -> [UInt8] {
        var mapped = [UInt32](repeating: 0, count: frameCount * deviceChannels)
        ChannelMap(from: channels, to: deviceChannels).apply(
            words, kind: .int32, frameCount: frameCount, into: &mapped)
        return mapped.flatMap { word in
            let value = Int32(bitPattern: word) >> Int32(32 - layout.bits)
            return (0..<layout.bytesPerSample).map { UInt8(truncatingIfNeeded: value >> Int32(8 * $0)) }
        }
    }
}

private final class TrackCodec: AudioCodec {
    let info: StreamInfo
    private let track: Track
    private var next = 0

    init(_ track: Track, rate: Int) {
        self.track = track
        info = StreamInfo(
            container: "memory", codec: "pcm", rate: rate, channels: track.channels, bits: track.bits, words: .int32,
            frameCount: Int64(track.frameCount), isLossless: true, bitrate: nil)
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        let count = min(frameCount, track.frameCount - next, 997)
        for index in 0..<(count * track.channels) { words[index] = track.words[next * track.channels + index] }
        next += count
        return count
    }

    func seek(toFrame frame: Int64) throws(AudioError) { next = min(Int(frame), track.frameCount) }
}

/// Hands the player's commands to a loop that the test turns.
private final class LoopOutput: AudioOutput {
    private let commands: CommandQueue

    init(_ commands: CommandQueue) { self.commands = commands }

    func open(_ request: OutputRequest, serial: Int) { commands.send(.open(request, serial: serial)) }
    func run() { commands.send(.run) }
    func pause() { commands.send(.pause) }
    func discard() { commands.send(.discard) }
    func close() { commands.send(.close) }
    func shutDown() {}
    var underrunCount: Int { 0 }
}

@MainActor
final class PlayerRig {
    nonisolated static let rate = 44_100
    let port: ModelPort
    let player: Player
    private(set) var hasEnded = false
    private let loop: OutputLoop<ModelPort, AudioRenderer>
    private let decoded = Mailbox<DecoderEvent>()
    private let told = Mailbox<OutputEvent>()
    private let time = HandTime()

    /// What another thread, or a closure that may be called there, leaves for the test.
    final class Mailbox<Event: Sendable>: Sendable {
        private let events = Mutex<[Event]>([])
        func append(_ event: Event) { events.withLock { $0.append(event) } }
        func takeAll() -> [Event] {
            events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    /// Seconds that only the test lets pass, and what is due then.
    private final class HandTime {
        var now = 0.0
        var timers: [(due: Double, action: @MainActor () -> Void)] = []
    }

    /// - Parameters:
    ///   - layouts: those the device takes.
    ///   - channelCounts: the same of channels.
    init(_ tracks: [Track], layouts: [SampleLayout], channelCounts: Set<Int> = [2]) {
        let bell = Bell()
        port = ModelPort(bell: bell)
        port.offers = ListedSpace(channelCounts: channelCounts, rates: [Self.rate], layouts: layouts)
        let commands = CommandQueue(bell: bell)
        let renderer = AudioRenderer(bell: bell)
        let (told, decoded, time) = (told, decoded, time)
        loop = OutputLoop(port: port, source: renderer, commands: commands, counters: OutputCounters()) {
            told.append($0)
        }
        let decoder = DecoderThread(
            openTrack: { item throws(AudioError) in
                let number = Int(String(decoding: item.path.lastComponent, as: UTF8.self)) ?? 0
                return TrackCodec(tracks[number], rate: Self.rate)
            },
            makeResampler: { _, _, _ throws(AudioError) in throw AudioError(.notSupported, "none is needed") },
            report: { decoded.append($0) })
        let coordinator = AudioCoordinator(now: { time.now }) { seconds, action in
            time.timers.append((time.now + seconds, action))
        }
        player = Player(output: LoopOutput(commands), renderer: renderer, decoder: decoder, coordinator: coordinator)
        player.onEnd = { [unowned self] in hasEnded = true }
        player.playQueue(PlayQueue(items: tracks.indices.map { QueueItem(path: RawPath("/\($0)")) }))
    }

    deinit {
        let player = player
        MainActor.assumeIsolated { player.shutDown() }
    }

    /// More than the music lasts, in nanoseconds of the device.
    private static let longest: Int64 = 5_000_000_000

    /// Plays until `condition` holds; the device waits for the decoder, as it does when there is time.
    func play(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) {
        let deadline = SteadyClock.now + .patient
        let end = port.now() + Self.longest
        while !condition() {
            for event in decoded.takeAll() { player.receive(event) }
            for event in told.takeAll() { player.receive(event) }
            player.takeHeard()
            if player.isResting { loop.turn() } else { usleep(200) }
            guard SteadyClock.now < deadline, port.now() < end else {
                Issue.record("it does not come to that", sourceLocation: sourceLocation)
                return
            }
        }
    }

    /// The seconds pass; leases end.
    func wait(_ seconds: Double) {
        time.now += seconds
        let due = time.timers.filter { $0.due <= time.now }
        time.timers.removeAll { $0.due <= time.now }
        for timer in due { timer.action() }
    }

    var openCount: Int { port.calls.filter { $0.hasPrefix("open") }.count }
}
