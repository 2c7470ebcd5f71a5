import TestSupport
import Testing

@testable import AudioCore

/// Frames of the fade where music is cut or rises again: 5 ms.
private let fade = 221

@Suite("The player: a queue is heard")
@MainActor
struct PlayerQueueTests {
    @Test("three tracks follow each other without a gap, sample for sample, on a device that is opened once")
    func gapless() {
        let bench = PlayerBench([1: 5000, 2: 3000, 3: 4000])
        bench.player.playQueue(PlayerBench.queue(1, 2, 3))
        bench.hear(5000)
        #expect(bench.track == 1)
        bench.hear(3000)
        #expect(bench.track == 2)
        bench.hear(4000)
        #expect(bench.track == 3)
        let music = PlayerBench.music(1, 0..<5000) + PlayerBench.music(2, 0..<3000) + PlayerBench.music(3, 0..<4000)
        #expect(bench.output.samples == music)
        #expect(bench.openCount == 1)
        #expect(bench.takeCommands() == [.run])
        #expect(bench.opened == [1, 2, 3])
        #expect(bench.player.seekCount == 1)
    }

    @Test("the track shown changes when its first frame is heard, and the position is that of the frame heard")
    func position() {
        let bench = PlayerBench([1: 5000, 2: 5000])
        bench.player.playQueue(PlayerBench.queue(1, 2))
        bench.hear(4410)
        #expect(bench.player.position == 0.1)
        #expect(bench.player.duration == 5000 / 44100.0)
        bench.hear(590)
        #expect(bench.track == 1)
        bench.hear(441)
        #expect(bench.track == 2)
        #expect(bench.player.position == 0.01)
        #expect(bench.player.queue.currentIndex == 1)
    }

    @Test("the end is said once, whatever follows, and the device closes a second later")
    func end() {
        let bench = PlayerBench([1: 2000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(2000)
        #expect(bench.endCount == 0)
        bench.hear(until: "the end") { bench.endCount > 0 }
        #expect(bench.player.status == .stopped)
        #expect(bench.player.hasEnded)
        #expect(!bench.player.wantsToPlay)
        #expect(bench.player.position == bench.player.duration)
        bench.turn()
        bench.player.pause()
        bench.player.next()
        bench.wait(0.9)
        #expect(bench.takeCommands() == [.run, .pause, .discard])
        bench.wait(0.2)
        #expect(bench.takeCommands() == [.close])
        #expect(bench.endCount == 1)
    }

    @Test("play after the end begins the queue again, and says its end again")
    func playAfterEnd() {
        let bench = PlayerBench([1: 2000, 2: 2000])
        bench.player.playQueue(PlayerBench.queue(1, 2))
        bench.hear(until: "the end") { bench.endCount == 1 }
        let before = bench.output.samples.count
        bench.player.play()
        bench.hear(4000)
        #expect(
            Array(bench.output.samples[before...].suffix(8000 - 2 * fade)).suffix(4000)
                == PlayerBench.music(2, 0..<2000)[...])
        bench.hear(until: "the second end") { bench.endCount == 2 }
        #expect(bench.track == 2)
    }

    @Test("play after the end of a single track begins it again from its first frame")
    func playSingleAgain() {
        let bench = PlayerBench([1: 3000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(until: "the end") { bench.endCount == 1 }
        let before = bench.output.samples.count
        bench.player.play()
        #expect(bench.player.position == 0)
        bench.hear(3000)
        #expect(bench.output.samples[(before + 2 * fade)...].elementsEqual(PlayerBench.music(1, fade..<3000)))
        bench.hear(until: "the second end") { bench.endCount == 2 }
    }

    @Test("a device is asked for the music's own bits, or for all it has when the samples are changed")
    func askedBits() {
        for (volume, bits) in [(0.0, 16), (-20.0, nil)] as [(Double, Int?)] {
            let bench = PlayerBench([1: 3000, 2: 3000])
            bench.player.settings.volume = Decibels(volume)
            bench.player.playQueue(PlayerBench.queue(1, 2))
            bench.hear(5000)
            #expect(bench.requests.map(\.bits) == [bits])
        }
    }

    @Test("repeat one: the track laps without a seam, is not loaded again, and each lap is counted")
    func repeatOne() {
        let bench = PlayerBench([1: 3000, 2: 3000])
        bench.player.playQueue(PlayerBench.queue(1, 2, repeating: .one))
        bench.hear(7500)
        let once = PlayerBench.music(1, 0..<3000)
        #expect(bench.output.samples == once + once + PlayerBench.music(1, 0..<1500))
        #expect(bench.player.lapCount == 2)
        #expect(bench.opened == [1])
        #expect(bench.track == 1)
        #expect(bench.player.position == 1500 / 44100.0)
        #expect(bench.endCount == 0)
    }

    @Test("repeat all: the first track follows the last without a gap")
    func repeatAll() {
        let bench = PlayerBench([1: 2000, 2: 3000])
        bench.player.playQueue(PlayerBench.queue(1, 2, repeating: .all))
        for _ in 0..<3 {
            bench.hear(2000)
            bench.hear(3000)
        }
        let both = PlayerBench.music(1, 0..<2000) + PlayerBench.music(2, 0..<3000)
        #expect(bench.output.samples == both + both + both)
        #expect(bench.endCount == 0)
        #expect(bench.player.lapCount == 0)
    }

    @Test("repeat all over a single track begins it again without a gap")
    func repeatAllSingle() {
        let bench = PlayerBench([1: 2000])
        bench.player.playQueue(PlayerBench.queue(1, repeating: .all))
        for _ in 0..<3 { bench.hear(2000) }
        let once = PlayerBench.music(1, 0..<2000)
        #expect(bench.output.samples == once + once + once)
        #expect(bench.endCount == 0)
    }

    @Test("repeat chosen while the end of the track is decoded already still holds", arguments: RepeatMode.allCases)
    func lateRepeat(mode: RepeatMode) {
        let bench = PlayerBench([1: 4000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(1000)
        bench.until("all of it is decoded") { bench.ready == 3000 }
        bench.player.setRepeat(mode)
        if mode == .off {
            bench.hear(until: "the end") { bench.endCount == 1 }
        } else {
            bench.hear(until: "the second round") {
                bench.player.lapCount > 0 || bench.opened.count > 1 && bench.player.position < 0.01
            }
            #expect(bench.endCount == 0)
            #expect(bench.track == 1)
            bench.hear(until: "music again") { bench.player.status == .playing && bench.player.position > 0.01 }
        }
    }

    @Test("a sequence put around the playing track interrupts nothing and decides what follows")
    func adopt() {
        let bench = PlayerBench([1: 4000, 2: 2000, 3: 1000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(1000)
        var fuller = PlayerBench.queue(3, 1, 2)
        fuller.jump(to: 1)
        bench.player.adoptQueue(fuller)
        bench.hear(3000)
        bench.hear(2000)
        #expect(bench.output.samples == PlayerBench.music(1, 0..<4000) + PlayerBench.music(2, 0..<2000))
        #expect(bench.player.queue.currentIndex == 2)
    }
}

@Suite("The player: tracks shorter than a buffer")
@MainActor
struct ShortTrackTests {
    @Test("many tracks of ten milliseconds stand decoded before the first is heard, and join without a gap")
    func tenMilliseconds() {
        let lengths = Dictionary(uniqueKeysWithValues: (1...100).map { ($0, Int64(441)) })
        let bench = PlayerBench(lengths)
        bench.player.playQueue(PlayQueue(items: (1...100).map(PlayerBench.item)))
        // As much as a device's longest buffer holds, while nothing has been heard.
        bench.until("a quarter of a second is decoded") { bench.ready >= 11_025 }
        #expect(bench.track == 1)
        bench.hear(until: "the end of the last") { bench.endCount == 1 }
        let music = (1...100).flatMap { PlayerBench.music($0, 0..<441) }
        #expect(bench.output.samples.holds(music))
        #expect(bench.opened == Array(1...100))
        #expect(bench.errors.isEmpty)
    }

    @Test("a short track among those ahead that cannot be opened is said once and skipped")
    func unreadable() {
        let bench = PlayerBench([1: 441, 2: 441, 4: 441], failing: [3])
        bench.player.playQueue(PlayerBench.queue(1, 2, 3, 4))
        bench.until("those in front of it are decoded") { bench.ready == 882 }
        bench.hear(until: "the end of the last") { bench.endCount == 1 }
        #expect(bench.errors.count == 1)
        #expect(
            bench.output.samples.holds(PlayerBench.music(1, 0..<441) + PlayerBench.music(2, 0..<441)))
        #expect(bench.output.samples.holds(PlayerBench.music(4, 0..<441)))
    }
}

@Suite("The player: shuffle and skipping")
@MainActor
struct PlayerSkipTests {
    @Test(
        "shuffle while the next track is decoded already: the one heard goes on, and the new next one follows",
        arguments: [true, false])
    func shuffle(isSwitchedOn: Bool) {
        // A seed whose order does not put the natural next track next.
        var queue = PlayerBench.queue(1, 2, 3, 4, 5)
        let seed = (UInt64(0)...).first { seed in
            var shuffled = queue
            shuffled.setShuffled(true, seed: seed)
            return shuffled.peekNext() != PlayerBench.item(2)
        }!
        if !isSwitchedOn { queue.setShuffled(true, seed: seed) }
        let bench = PlayerBench([1: 6000, 2: 6000, 3: 6000, 4: 6000, 5: 6000])
        bench.player.playQueue(queue)
        bench.hear(1000)
        bench.until("the tracks that follow are decoded") { bench.ready == 29_000 }
        #expect(bench.player.machine.hasCrossed)
        let before = bench.player.seekCount
        bench.afterFlush { bench.player.setShuffled(isSwitchedOn, seed: seed) }
        #expect(bench.track == 1)
        #expect(bench.player.position == 1000 / 44100.0)
        #expect(bench.player.seekCount == before + 1)
        let next = bench.player.queue.peekNext()!
        #expect((next != PlayerBench.item(2)) == isSwitchedOn)
        bench.until("all are decoded again") { bench.ready == 29_000 }
        bench.hear(until: "the new next track") { bench.player.item == next && bench.player.position > 0.05 }
        let number = bench.track!
        let join = PlayerBench.music(1, 1500..<6000) + PlayerBench.music(number, 0..<2000)
        #expect(bench.output.samples.holds(join))
    }

    @Test("next plays the following track from its start, and at the end of the queue does nothing")
    func next() {
        let bench = PlayerBench([1: 50_000, 2: 50_000])
        bench.player.playQueue(PlayerBench.queue(1, 2))
        bench.hear(1000)
        bench.player.next()
        #expect(bench.track == 2)
        #expect(bench.player.position == 0)
        bench.hear(until: "track 2") { bench.player.position > 0.1 }
        #expect(bench.output.samples.holds(PlayerBench.music(2, 500..<4000)))
        let count = bench.player.seekCount
        bench.player.next()
        #expect(bench.track == 2)
        #expect(bench.player.seekCount == count)
        #expect(bench.player.status == .playing)
    }

    @Test("next leaves a track that repeats, and wraps behind the last", arguments: [RepeatMode.all, .one])
    func nextWraps(mode: RepeatMode) {
        let bench = PlayerBench([1: 50_000, 2: 50_000])
        bench.player.playQueue(PlayerBench.queue(1, 2, repeating: mode))
        bench.hear(500)
        bench.player.next()
        #expect(bench.track == 2)
        bench.player.next()
        #expect(bench.track == 1)
    }

    @Test(
        "previous starts the track over from three seconds on, and before that goes back",
        arguments: [(2.9, 1), (3.0, 2), (3.5, 2)])
    func previous(second: Double, track: Int) {
        let bench = PlayerBench([1: 300_000, 2: 300_000])
        bench.player.playQueue(PlayerBench.queue(1, 2))
        bench.player.next()
        bench.player.seek(to: second)
        bench.until("it plays") { bench.output.isRunning && bench.ready > 0 }
        bench.player.previous()
        #expect(bench.track == track)
        #expect(bench.player.position == 0)
        #expect(bench.player.wantsToPlay)
    }

    @Test("previous on the first track starts it over")
    func previousFirst() {
        let bench = PlayerBench([1: 50_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(4410)
        bench.afterFlush { bench.player.previous() }
        #expect(bench.track == 1)
        #expect(bench.player.position == 0)
        bench.hear(until: "its start again") { bench.player.position > 0.05 }
        #expect(bench.output.samples.holds(PlayerBench.music(1, 500..<1500)))
    }

    @Test("skipping while paused shows the other track and stays silent until play")
    func skipPaused() {
        let bench = PlayerBench([1: 50_000, 2: 50_000])
        bench.player.playQueue(PlayerBench.queue(1, 2))
        bench.hear(1000)
        bench.player.pause()
        bench.player.next()
        bench.until("track 2 is open") { bench.player.info != nil }
        #expect(bench.track == 2)
        #expect(bench.player.status == .paused)
        #expect(!bench.output.isRunning)
        bench.player.play()
        bench.hear(2000)
        #expect(Array(bench.output.samples[(2 * 1000)...]).holds(PlayerBench.music(2, 500..<2000)))
    }

    @Test("a jump plays any item of the queue; one outside it is ignored")
    func jump() {
        let bench = PlayerBench([1: 9000, 2: 9000, 3: 9000])
        bench.player.playQueue(PlayerBench.queue(1, 2, 3))
        bench.player.jump(to: 2)
        #expect(bench.track == 3)
        for index in [-1, 3, Int.max] { bench.player.jump(to: index) }
        #expect(bench.track == 3)
        bench.hear(3000)
        #expect(bench.output.samples.holds(PlayerBench.music(3, 500..<3000)))
    }
}

@Suite("The player: faults")
@MainActor
struct PlayerFaultTests {
    @Test("a track that cannot be opened is said once and skipped, and the one behind it plays")
    func skipsNext() {
        let bench = PlayerBench([1: 3000, 3: 3000], failing: [2])
        bench.player.playQueue(PlayerBench.queue(1, 2, 3))
        bench.hear(3000)
        bench.hear(until: "track 3") { bench.track == 3 && bench.player.position > 0.03 }
        #expect(bench.errors == [AudioError(.notSupported, path: "/2", "cannot be opened")])
        #expect(bench.output.samples.starts(with: PlayerBench.music(1, 0..<3000)))
        #expect(bench.output.samples.holds(PlayerBench.music(3, 500..<1000)))
        bench.hear(until: "the end") { bench.endCount == 1 }
        #expect(bench.errors.count == 1)
    }

    @Test("the first tracks cannot be opened: the first that can is played")
    func skipsFirst() {
        let bench = PlayerBench([3: 3000], failing: [1, 2])
        bench.player.playQueue(PlayerBench.queue(1, 2, 3))
        bench.hear(3000)
        #expect(bench.output.samples == PlayerBench.music(3, 0..<3000))
        #expect(bench.errors.map(\.path) == ["/1", "/2"])
        #expect(bench.player.queue.currentIndex == 2)
    }

    @Test(
        "nothing can be opened: each is said once, the end once, and nothing turns for ever",
        arguments: RepeatMode.allCases)
    func allFail(mode: RepeatMode) {
        let bench = PlayerBench([:], failing: [1, 2, 3])
        bench.player.playQueue(PlayerBench.queue(1, 2, 3, repeating: mode))
        bench.until("the end") { bench.endCount > 0 }
        for _ in 0..<20 { bench.turn() }
        #expect(bench.errors.map(\.path) == ["/1", "/2", "/3"])
        #expect(bench.endCount == 1)
        #expect(bench.player.status == .stopped)
        #expect(bench.openCount == 0)
    }

    @Test("a track that failed is tried again at the next play")
    func triedAgain() {
        let bench = PlayerBench([1: 3000], failing: [1])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.until("the end") { bench.endCount == 1 }
        bench.setFailing([])
        bench.player.play()
        bench.hear(3000)
        #expect(bench.output.samples == PlayerBench.music(1, 0..<3000))
    }

    @Test("a track that cannot be opened while paused does not start the one behind it")
    func failsPaused() {
        let bench = PlayerBench([2: 3000], failing: [1])
        bench.player.playQueue(PlayerBench.queue(1, 2), play: false)
        bench.until("the fault") { bench.track == 2 && bench.player.info != nil }
        #expect(bench.errors.map(\.path) == ["/1"])
        #expect(bench.player.status == .paused)
        #expect(!bench.player.wantsToPlay)
        #expect(bench.openCount == 0)
    }

    @Test("a lost device pauses at once with its reason; play goes on at the very sample")
    func lost() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(5000)
        bench.deviceIsLost()
        #expect(bench.player.status == .waiting)
        #expect(bench.player.pausedBy == .device)
        #expect(bench.player.position == 5000 / 44100.0)
        #expect(bench.errors == [AudioError(.device, path: "hand", "the device is gone")])
        bench.player.play()
        #expect(bench.player.pausedBy == nil)
        bench.hear(5000)
        #expect(bench.openCount == 2)
        let samples = bench.output.samples
        #expect(samples[..<10_000].elementsEqual(PlayerBench.music(1, 0..<5000)))
        #expect(samples[(10_000 + 2 * fade)...].elementsEqual(PlayerBench.music(1, (5000 + fade)..<10_000)))
        #expect(bench.player.seekCount == 1)
    }

    @Test("a device that cannot be opened pauses; the one that opens later plays from the start")
    func fails() {
        let bench = PlayerBench([1: 60_000])
        bench.keepDeviceWaiting()
        bench.player.playQueue(PlayerBench.queue(1))
        for attempt in 1...3 {
            bench.until("the device is asked for") { bench.openCount == attempt }
            bench.deviceFails()
            #expect(bench.player.pausedBy == .device)
            bench.player.play()
        }
        bench.until("the device is asked for") { bench.openCount == 4 }
        bench.deviceOpens()
        bench.hear(2000)
        #expect(bench.output.samples == PlayerBench.music(1, 0..<2000))
        #expect(bench.errors.count == 3)
    }

    @Test("pause pressed while the device is away is the listener's pause: it does not play on by itself")
    func pausedMeanwhile() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(1000)
        bench.deviceIsLost()
        bench.player.pause()
        #expect(bench.player.pausedBy == .user)
        #expect(bench.player.status == .paused)
    }
}

@Suite("The player: pausing, seeking, volume")
@MainActor
struct PlayerCommandTests {
    @Test("play right after pause neither opens nor closes the device, and not a sample is lost")
    func pauseAndPlay() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        for _ in 0..<3 {
            bench.hear(1000)
            bench.player.pause()
            #expect(bench.player.status == .paused)
            #expect(bench.player.pausedBy == .user)
            bench.wait(0.9)
            bench.player.play()
        }
        bench.hear(1000)
        #expect(bench.output.samples == PlayerBench.music(1, 0..<4000))
        #expect(bench.openCount == 1)
        #expect(bench.takeCommands() == [.run, .pause, .run, .pause, .run, .pause, .run])
    }

    @Test("after a long pause the device opens again and the music goes on where it was")
    func longPause() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(3000)
        bench.player.pause()
        bench.wait(1.1)
        #expect(bench.takeCommands() == [.run, .pause, .close])
        bench.player.play()
        bench.hear(3000)
        #expect(bench.openCount == 2)
        #expect(bench.output.samples[(6000 + 2 * fade)...].elementsEqual(PlayerBench.music(1, (3000 + fade)..<6000)))
        #expect(bench.player.position == 6000 / 44100.0)
    }

    @Test("a seek while paused is shown at once and heard at play", arguments: [false, true])
    func seekPaused(isDeviceClosed: Bool) {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(3000)
        bench.player.pause()
        if isDeviceClosed { bench.wait(1.1) }
        let count = bench.player.seekCount
        bench.afterFlush { bench.player.seek(to: 0.5) }
        #expect(bench.player.position == 0.5)
        #expect(bench.player.seekCount == count + 1)
        #expect(bench.player.status == .paused)
        bench.player.play()
        bench.hear(3000)
        #expect(bench.output.samples.suffix(2 * 2000).elementsEqual(PlayerBench.music(1, 23_050..<25_050)))
        #expect(bench.player.position == 25_050 / 44100.0)
    }

    @Test("a seek before the file is open applies when it opens")
    func earlySeek() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.player.seek(to: 1)
        #expect(bench.player.position == 1)
        bench.hear(2000)
        #expect(bench.output.samples.suffix(2 * 1500).elementsEqual(PlayerBench.music(1, 44_600..<46_100)))
    }

    @Test("a seek is clamped to the track, and one to its end ends it", arguments: [(-3.0, 0.0), (99.0, 1.0)])
    func clamped(wanted: Double, shown: Double) {
        let bench = PlayerBench([1: 44_100])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(1000)
        bench.player.seek(to: wanted)
        #expect(bench.player.position == shown)
        if shown == 1 { bench.hear(until: "the end") { bench.endCount == 1 } }
    }

    @Test("the volume is heard within a buffer, and at 0 dB the samples are the file's again")
    func volume() {
        let bench = PlayerBench([1: 200_000])
        bench.player.playQueue(PlayerBench.queue(1))
        bench.hear(2000)
        bench.player.settings.volume = -20
        bench.hear(4000)
        // The ramp takes 20 ms; dither is one step wide on either side.
        let quiet = Array(bench.output.samples[(2 * 3500)..<(2 * 5500)])
        for (sample, full) in zip(quiet, PlayerBench.music(1, 3500..<5500)) {
            #expect(abs(Double(sample) - Double(full) / 10) <= 2)
        }
        bench.player.settings.isMuted = true
        bench.hear(3000)
        #expect(bench.output.samples.suffix(2 * 1000).allSatisfy { abs($0) <= 1 })
        bench.player.settings = SoundSettings()
        bench.hear(4000)
        #expect(bench.output.samples.suffix(2 * 2000).elementsEqual(PlayerBench.music(1, 11_000..<13_000)))
    }

    @Test("every change that can be seen is told")
    func changes() {
        let bench = PlayerBench([1: 60_000, 2: 60_000])
        bench.player.playQueue(PlayerBench.queue(1, 2), play: false)
        bench.until("the file is open") { bench.player.info != nil }
        let commands: [(String, @MainActor () -> Void)] = [
            ("play", { bench.player.play() }), ("pause while it opens", { bench.player.pause() }),
            ("play again", { bench.player.play() }), ("seek", { bench.player.seek(to: 0.2) }),
            ("volume", { bench.player.settings.volume = -3 }), ("repeat", { bench.player.setRepeat(.all) }),
            ("shuffle", { bench.player.setShuffled(true, seed: 1) }), ("next", { bench.player.next() }),
        ]
        for (name, command) in commands {
            let before = bench.changeCount
            command()
            #expect(bench.changeCount > before, "\(name)")
        }
    }

    @Test("what the file turns out to be is told though it stays paused")
    func openedPaused() {
        let bench = PlayerBench([1: 60_000])
        bench.player.playQueue(PlayerBench.queue(1), play: false)
        let before = bench.changeCount
        bench.until("the file is open") { bench.player.info != nil }
        #expect(bench.changeCount > before)
    }

    @Test(
        "whatever is pressed, the position falls only with a counted seek or lap, and the end needs a last track",
        arguments: 0..<40)
    func anyCommands(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let bench = PlayerBench([1: 9000, 2: 5000, 3: 7000], failing: seed % 4 == 0 ? [2] : [])
        bench.player.playQueue(PlayerBench.queue(1, 2, 3))
        var last = (position: 0.0, seeks: 0, laps: 0, item: bench.player.item)
        for _ in 0..<150 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: bench.player.next()
            case 1: bench.player.previous()
            case 2: bench.player.seek(to: Double.random(in: -0.1...0.3, using: &random))
            case 3: bench.player.pause()
            case 4: bench.player.setShuffled(Bool.random(using: &random), seed: UInt64(seed))
            case 5: bench.player.setRepeat(RepeatMode.allCases[Int.random(in: 0..<3, using: &random)])
            case 6: bench.wait(Double.random(in: 0...1.5, using: &random))
            case 7 where bench.player.outputDescription != nil: bench.deviceIsLost()
            case 8, 9: bench.player.play()
            default:
                if bench.output.isRunning { bench.output.turn(Int.random(in: 1...1500, using: &random)) }
            }
            bench.turn()
            let now = (
                position: bench.player.position, seeks: bench.player.seekCount, laps: bench.player.lapCount,
                item: bench.player.item
            )
            if now.item == last.item, now.seeks == last.seeks, now.laps == last.laps {
                #expect(now.position >= last.position)
            }
            if let duration = bench.player.duration { #expect(now.position <= duration + 1e-9) }
            #expect(bench.player.item == nil || bench.player.queue.items.contains(bench.player.item!))
            last = now
        }
        // Whatever happened, play plays.
        bench.player.setRepeat(.all)
        bench.player.play()
        let heard = bench.player.heardSeconds
        bench.hear(until: "music again") { bench.player.status == .playing && bench.player.heardSeconds > heard + 0.1 }
    }
}

extension Array where Element == Int16 {
    /// `part` stands somewhere in these samples, whole.
    func holds(_ part: [Int16]) -> Bool {
        guard let first = part.first, part.count <= count else { return part.isEmpty }
        return indices.dropLast(part.count - 1).contains { start in
            self[start] == first && self[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
