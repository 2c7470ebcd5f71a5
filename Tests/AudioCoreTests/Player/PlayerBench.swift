// The whole player with its real decoder thread and renderer, on a device and a clock that the test moves.

import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioCore

/// Tracks are named by their number: `/3` is made of the words of track 3. Names in `failing` cannot be opened.
@MainActor
final class PlayerBench {
    nonisolated static let rate = 44100
    let player: Player
    let output: HandOutput
    private(set) var errors: [AudioError] = []
    private(set) var endCount = 0
    private(set) var changeCount = 0
    private let world: World
    private let coordinator: AudioCoordinator
    private let time = HandTime()
    private var opensItself = true

    /// What the decoder's thread shares with the test.
    final class World: Sendable {
        struct State {
            var lengths: [Int: Int64] = [:]
            var failing: Set<Int> = []
            var opened: [Int] = []
            var events: [DecoderEvent] = []
        }
        let state = Mutex(State())
        let bell = Bell()
    }

    /// Seconds and timers that only the test moves.
    final class HandTime {
        var now = 0.0
        var timers: [(due: Double, action: @MainActor () -> Void)] = []
    }

    /// - Parameter lengths: frames of each track.
    init(_ lengths: [Int: Int64], failing: Set<Int> = []) {
        let world = World()
        world.state.withLock { state in
            state.lengths = lengths
            state.failing = failing
        }
        self.world = world
        let renderer = AudioRenderer(bell: world.bell)
        output = HandOutput(source: renderer)
        let decoder = DecoderThread(
            openTrack: { item throws(AudioError) in
                try Self.open(item, world)
            },
            makeResampler: { _, _, _ throws(AudioError) in
                throw AudioError(.notSupported, "there is no resampler on this bench")
            },
            report: { event in
                world.state.withLock { $0.events.append(event) }
                world.bell.ring()
            })
        let time = time
        coordinator = AudioCoordinator(now: { time.now }) { seconds, action in
            time.timers.append((time.now + seconds, action))
        }
        player = Player(output: output, renderer: renderer, decoder: decoder, coordinator: coordinator)
        player.onError = { [unowned self] in errors.append($0) }
        player.onEnd = { [unowned self] in endCount += 1 }
        player.onChange = { [unowned self] in changeCount += 1 }
    }

    deinit {
        let player = player
        MainActor.assumeIsolated { player.shutDown() }
    }

    private nonisolated static func open(_ item: QueueItem, _ world: World) throws(AudioError) -> any AudioCodec {
        let number = Int(String(decoding: item.path.lastComponent, as: UTF8.self)) ?? 0
        let length: Int64? = world.state.withLock { state in
            state.opened.append(number)
            return state.failing.contains(number) ? nil : state.lengths[number]
        }
        guard let length else { throw AudioError(.notSupported, path: item.path.shown, "cannot be opened") }
        return FakeCodec(track: UInt32(number), frameCount: length, rate: rate)
    }

    nonisolated static func item(_ number: Int) -> QueueItem { QueueItem(path: RawPath("/\(number)")) }

    static func queue(_ numbers: Int..., repeating mode: RepeatMode = .off) -> PlayQueue {
        var queue = PlayQueue(items: numbers.map(item))
        queue.repeatMode = mode
        return queue
    }

    /// The samples of a track, as they reach a device when nothing changes them.
    static func music(_ track: Int, _ frames: Range<Int>) -> [Int16] {
        frames.flatMap { frame in
            (0..<2).map { channel in
                Int16(
                    truncatingIfNeeded: FakeCodec.word(track: UInt32(track), frame: Int64(frame), channel: channel)
                        >> 16)
            }
        }
    }

    // MARK: The outside world

    /// Which track plays.
    var track: Int? { player.item.flatMap { Int(String(decoding: $0.path.lastComponent, as: UTF8.self)) } }
    /// The tracks opened so far, in order.
    var opened: [Int] { world.state.withLock { $0.opened } }

    func setFailing(_ tracks: Set<Int>) { world.state.withLock { $0.failing = tracks } }

    /// From now on the device answers only when it is told to.
    func keepDeviceWaiting() { opensItself = false }

    /// The seconds pass; leases end.
    func wait(_ seconds: Double) {
        time.now += seconds
        let due = time.timers.filter { $0.due <= time.now }.sorted { $0.due < $1.due }
        time.timers.removeAll { $0.due <= time.now }
        for timer in due { timer.action() }
    }

    /// The device that was asked for last opens at the music's own format.
    func deviceOpens() {
        guard case .open(let request, let serial)? = lastOpen else { return }
        lastOpen = nil
        let format = DeviceFormat(rate: request.rate, channels: 2, layout: .s16, significantBits: 16)
        output.opens(format)
        player.receive(
            .opened(
                serial: serial,
                OutputDescription(
                    device: "hand", format: format, formatName: "S16_LE", link: .virtual, resampled: nil, isDirect: nil,
                    indirectReason: nil, isRealtime: false, bufferFrameCount: 1024, periodFrameCount: 256)))
    }

    func deviceFails() {
        guard case .open(_, let serial)? = lastOpen else { return }
        lastOpen = nil
        output.isGone()
        player.receive(.failed(serial: serial, AudioError(.device, path: "hand", "no such device")))
    }

    func deviceIsLost() {
        output.isGone()
        player.receive(.lost(serial: openCount, AudioError(.device, path: "hand", "the device is gone")))
    }

    private var lastOpen: HandOutput.Call?
    /// How often a device was asked for.
    private(set) var openCount = 0
    /// What the devices were asked for, in order.
    private(set) var requests: [OutputRequest] = []
    /// All other commands the output was given, in order.
    private(set) var commands: [HandOutput.Call] = []

    func takeCommands() -> [HandOutput.Call] {
        turn()
        defer { commands = [] }
        return commands
    }

    /// One turn of the main loop.
    func turn() {
        world.bell.silence()
        let events = world.state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
        for event in events { player.receive(event) }
        player.takeHeard()
        for call in output.takeCalls() {
            if case .open(let request, _) = call {
                lastOpen = call
                requests.append(request)
                openCount += 1
            } else {
                commands.append(call)
            }
        }
        if opensItself, lastOpen != nil { deviceOpens() }
    }

    /// Turns the loop until `condition` holds. Fails the test after a minute, which only a fault needs.
    func until(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) {
        let deadline = SteadyClock.now + .patient
        while true {
            turn()
            if condition() { return }
            guard SteadyClock.now < deadline else {
                Issue.record("never came: \(what)", sourceLocation: sourceLocation)
                return
            }
            var descriptor = pollfd(fd: world.bell.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, 1)
        }
    }

    /// Frames decoded and not heard yet.
    var ready: Int {
        guard let stream = player.stream else { return 0 }
        return Int(stream.ring.written - max(stream.heardFrame, stream.flushFrame.load(ordering: .acquiring)))
    }

    /// So many frames of music are heard, never more than have been decoded.
    func hear(_ frameCount: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        until("\(frameCount) frames of track \(track ?? 0)", sourceLocation: sourceLocation) {
            output.isRunning && ready >= frameCount
        }
        var left = frameCount
        while left > 0, output.isRunning {
            let count = min(left, 441)
            output.turn(count)
            left -= count
            turn()
        }
    }

    /// Sound goes on, with silence where nothing is decoded, until `condition` holds.
    func hear(until what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) {
        until(what, sourceLocation: sourceLocation) {
            if condition() { return true }
            if output.isRunning { output.turn(max(16, min(ready, 441))) }
            turn()
            return condition()
        }
    }

    /// The decoder has carried out what it was last told, which made it drop what it had.
    func afterFlush(sourceLocation: SourceLocation = #_sourceLocation, _ command: () -> Void) {
        let before = player.stream?.flushGeneration.load(ordering: .acquiring) ?? 0
        command()
        until("the decoder's answer", sourceLocation: sourceLocation) {
            player.stream?.flushGeneration.load(ordering: .acquiring) != before
        }
    }
}
