import TestSupport
import Testing

@testable import AudioCore

/// Drives the rules as decoder, output and listener would, and remembers what they asked for.
struct RuleBench {
    var machine = PlayerStateMachine()
    var shown = 0.0
    private(set) var actions: [PlayerAction] = []

    static let request = OutputRequest(rate: 44100, channels: 2, bits: 16)
    static let info = StreamInfo(
        container: "flac", codec: "flac", rate: 44100, channels: 2, bits: 16, words: .int32, frameCount: 441_000,
        isLossless: true, bitrate: nil)

    static func item(_ name: String) -> QueueItem { QueueItem(path: RawPath("/\(name)")) }

    static func description(rate: Int = 44100) -> OutputDescription {
        OutputDescription(
            device: "hw:CARD=DAC,DEV=0",
            format: DeviceFormat(rate: rate, channels: 2, layout: .s16, significantBits: 16), formatName: "S16_LE",
            link: .usb, resampled: nil, isDirect: true, indirectReason: nil, isRealtime: true, bufferFrameCount: 5292,
            periodFrameCount: 1323)
    }

    /// What this event, and only this, asked for.
    @discardableResult
    mutating func happens(_ event: PlayerEvent) -> [PlayerAction] {
        actions = machine.handle(event, shown: shown)
        return actions
    }

    mutating func heard(_ kind: TrackMark.Kind, serial: Int32, lap: Int32 = 0, second: Double = 0) -> [PlayerAction] {
        happens(
            .heard(
                TrackMark(
                    kind: kind, words: .int32, bits: 16, serial: serial, lap: lap, generation: 0, ringFrame: 0,
                    sourceFrame: Int64(second * 44100), sourceRate: 44100)))
    }

    /// Track `a` plays under serial 1 on an open device.
    static func playing() -> RuleBench {
        var bench = RuleBench()
        bench.happens(.load(item: item("a"), seconds: 0, play: true))
        bench.happens(.decoder(.opened(serial: 1, info)))
        bench.happens(.output(.opened(serial: 1, description())))
        _ = bench.heard(.start, serial: 1)
        return bench
    }

    /// As `playing`, with `b` behind it under serial 2.
    static func playingWithNext() -> RuleBench {
        var bench = playing()
        bench.happens(.setUpcoming(.item(item("b"))))
        return bench
    }
}

@Suite("The player's rules: starting and stopping")
struct StartingRulesTests {
    @Test("a load opens the file, then the device, then runs")
    func loads() {
        var bench = RuleBench()
        #expect(
            bench.happens(.load(item: RuleBench.item("a"), seconds: 7, play: true))
                == [.decoderLoad(serial: 1, item: RuleBench.item("a"), seconds: 7)])
        #expect(bench.machine.status(isStarved: false) == .buffering)
        #expect(
            bench.happens(.decoder(.opened(serial: 1, RuleBench.info)))
                == [.cancelLease, .outputOpen(RuleBench.request, serial: 1)])
        #expect(
            bench.happens(.output(.opened(serial: 1, RuleBench.description())))
                == [.attach(RuleBench.request, RuleBench.description().format), .cancelLease, .outputRun])
        #expect(bench.machine.status(isStarved: false) == .playing)
        #expect(bench.machine.position(heardFrame: 0, rate: 44100) == 7)
    }

    @Test("a decoder that asked for the device before it heard of it being open does not have it opened again")
    func asksTooEarly() {
        var bench = RuleBench.playing()
        #expect(bench.happens(.decoder(.needsOutput(serial: 1, RuleBench.request))).isEmpty)
        let other = OutputRequest(rate: 96000, channels: 2, bits: 24)
        #expect(bench.happens(.decoder(.needsOutput(serial: 1, other))).last == .outputOpen(other, serial: 2))
    }

    @Test("a device opened ahead of the file is used when the file turns out as expected")
    func prepares() {
        var bench = RuleBench()
        #expect(
            bench.happens(.prepareOutput(RuleBench.request))
                == [.cancelLease, .outputOpen(RuleBench.request, serial: 1)])
        bench.happens(.load(item: RuleBench.item("a"), seconds: 0, play: true))
        #expect(bench.happens(.decoder(.opened(serial: 1, RuleBench.info))).isEmpty)
        #expect(bench.happens(.output(.opened(serial: 1, RuleBench.description()))).last == .outputRun)
    }

    @Test("loaded to be paused, nothing opens the device until play is pressed")
    func pausedLoad() {
        var bench = RuleBench()
        bench.happens(.load(item: RuleBench.item("a"), seconds: 3, play: false))
        #expect(bench.happens(.decoder(.opened(serial: 1, RuleBench.info))).isEmpty)
        #expect(bench.machine.status(isStarved: false) == .paused)
        #expect(bench.machine.pausedBy == .user)
        #expect(bench.happens(.play).last == .outputOpen(RuleBench.request, serial: 1))
    }

    @Test("play right after pause neither opens nor closes the device")
    func playAfterPause() {
        var bench = RuleBench.playing()
        #expect(bench.happens(.pause(.user)) == [.outputPause, .startLease])
        #expect(bench.machine.pausedBy == .user)
        #expect(bench.happens(.play) == [.cancelLease, .outputRun])
        #expect(bench.machine.pausedBy == nil)
    }

    @Test("a second after a pause the device is closed; play opens it again and loses nothing")
    func lease() {
        var bench = RuleBench.playing()
        bench.happens(.pause(.user))
        #expect(bench.happens(.leaseExpired) == [.outputClose])
        #expect(bench.happens(.leaseExpired).isEmpty)
        #expect(bench.happens(.play) == [.cancelLease, .outputOpen(RuleBench.request, serial: 2)])
        let actions = bench.happens(.output(.opened(serial: 2, RuleBench.description())))
        #expect(actions == [.attach(RuleBench.request, RuleBench.description().format), .cancelLease, .outputRun])
    }

    @Test("a device that comes back at another format has the music decoded again from where it was heard")
    func otherFormat() {
        var bench = RuleBench.playing()
        bench.happens(.pause(.user))
        bench.happens(.leaseExpired)
        bench.happens(.play)
        bench.shown = 4.5
        let actions = bench.happens(.output(.opened(serial: 2, RuleBench.description(rate: 48000))))
        #expect(actions.contains(.decoderSeek(serial: 1, seconds: 4.5)))
        #expect(actions.last == .outputRun)
    }

    @Test("an expired lease does not close a device that plays")
    func lateLease() {
        var bench = RuleBench.playing()
        #expect(bench.happens(.leaseExpired).isEmpty)
    }

    @Test("pause twice, play twice: the second does nothing")
    func twice() {
        var bench = RuleBench.playing()
        bench.happens(.pause(.user))
        #expect(bench.happens(.pause(.system)).isEmpty)
        #expect(bench.machine.pausedBy == .user)
        bench.happens(.play)
        #expect(bench.happens(.play).isEmpty)
    }

    @Test("answers that belong to an earlier load or an earlier opening are ignored")
    func stale() {
        var bench = RuleBench.playing()
        bench.happens(.load(item: RuleBench.item("c"), seconds: 0, play: true))
        #expect(bench.happens(.decoder(.opened(serial: 1, RuleBench.info))).isEmpty)
        #expect(
            bench.happens(.decoder(.failed(serial: 1, AudioError(.decode, "damaged"), wasOpen: true))).isEmpty)
        #expect(bench.heard(.end, serial: 1).isEmpty)
        #expect(bench.happens(.output(.lost(serial: 99, AudioError(.device, "gone")))).isEmpty)
        #expect(bench.machine.item == RuleBench.item("c"))
    }
}

@Suite("The player's rules: position")
struct PositionRulesTests {
    @Test("a seek before the file is open applies when it opens")
    func earlySeek() {
        var bench = RuleBench()
        bench.happens(.load(item: RuleBench.item("a"), seconds: 0, play: true))
        #expect(bench.happens(.seek(seconds: 30)) == [.decoderSeek(serial: 1, seconds: 30)])
        #expect(bench.machine.position(heardFrame: 0, rate: 44100) == 30)
    }

    @Test("a seek is clamped to the track", arguments: [(-5.0, 0.0), (4.0, 4.0), (99.0, 10.0)])
    func clamped(wanted: Double, expected: Double) {
        var bench = RuleBench.playing()
        #expect(
            bench.happens(.seek(seconds: wanted)) == [.decoderSeek(serial: 1, seconds: expected), .outputDiscard])
        #expect(bench.machine.position(heardFrame: 0, rate: 44100) == expected)
    }

    @Test("while paused, what the device holds unheard is dropped by a seek")
    func pausedSeek() {
        var bench = RuleBench.playing()
        bench.happens(.pause(.user))
        #expect(bench.happens(.seek(seconds: 2)) == [.decoderSeek(serial: 1, seconds: 2), .outputDiscard])
    }

    @Test("the position is the sample being heard: the mark's place and the frames since")
    func counts() {
        var bench = RuleBench.playing()
        _ = bench.heard(.start, serial: 1, second: 5)
        #expect(bench.machine.position(heardFrame: 22050, rate: 44100) == 5.5)
        #expect(bench.machine.position(heardFrame: 48000, rate: 96000) == 5.5)
    }

    @Test("only seeks and laps are counted as ways back")
    func counted() {
        var bench = RuleBench.playing()
        let seeks = bench.machine.seekCount
        bench.happens(.pause(.user))
        bench.happens(.play)
        bench.happens(.setUpcoming(.lap))
        #expect(bench.machine.seekCount == seeks)
        #expect(bench.heard(.start, serial: 1, lap: 1).isEmpty)
        #expect(bench.machine.lapCount == 1)
        #expect(bench.machine.seekCount == seeks)
        bench.happens(.seek(seconds: 1))
        #expect(bench.machine.seekCount == seeks + 1)
    }
}

@Suite("The player's rules: ends and joins")
struct JoinRulesTests {
    @Test("the end is reported exactly once, and play begins again from the start")
    func ends() {
        var bench = RuleBench.playing()
        #expect(bench.heard(.end, serial: 1) == [.outputPause, .outputDiscard, .startLease, .ended])
        #expect(bench.heard(.end, serial: 1).isEmpty)
        #expect(bench.machine.status(isStarved: false) == .stopped)
        bench.shown = 10
        #expect(
            bench.happens(.play).first
                == .decoderLoad(serial: 2, item: RuleBench.item("a"), seconds: 0))
    }

    @Test("a gapless join makes the next track current when it is heard, not when it is decoded")
    func joins() {
        var bench = RuleBench.playingWithNext()
        #expect(bench.actions == [.decoderUpcoming(.track(serial: 2, RuleBench.item("b")))])
        bench.happens(.decoder(.opened(serial: 2, RuleBench.info)))
        bench.happens(.decoder(.crossed(serial: 2)))
        #expect(bench.machine.item == RuleBench.item("a"))
        #expect(bench.heard(.end, serial: 1).isEmpty)
        #expect(bench.heard(.start, serial: 2) == [.advanced])
        #expect(bench.machine.item == RuleBench.item("b"))
        #expect(bench.machine.info == RuleBench.info)
        #expect(bench.machine.position(heardFrame: 0, rate: 44100) == 0)
    }

    @Test("a next track at another rate opens the device again when the first has been heard")
    func otherRate() {
        var bench = RuleBench.playingWithNext()
        let request = OutputRequest(rate: 96000, channels: 2, bits: 24)
        bench.happens(.decoder(.opened(serial: 2, RuleBench.info)))
        bench.happens(.decoder(.crossed(serial: 2)))
        #expect(bench.happens(.decoder(.needsOutput(serial: 2, request))).isEmpty)
        #expect(bench.heard(.end, serial: 1) == [.advanced, .cancelLease, .outputOpen(request, serial: 2)])
        #expect(bench.machine.item == RuleBench.item("b"))
    }

    @Test("a new plan after the decoder has crossed over goes back to what is heard")
    func replanned() {
        var bench = RuleBench.playingWithNext()
        bench.happens(.decoder(.crossed(serial: 2)))
        bench.shown = 8
        let actions = bench.happens(.setUpcoming(.item(RuleBench.item("c"))))
        #expect(actions.first == .decoderLoad(serial: 4, item: RuleBench.item("a"), seconds: 8))
        #expect(
            actions.dropFirst() == [.decoderUpcoming(.track(serial: 5, RuleBench.item("c"))), .outputDiscard])
        #expect(bench.machine.position(heardFrame: 999, rate: 44100) == 8)
    }

    @Test("a plan that comes after the end of the track has been decoded is carried out at its end")
    func latePlan() {
        var bench = RuleBench.playing()
        bench.happens(.setUpcoming(.item(RuleBench.item("b"))))
        let actions = bench.heard(.end, serial: 1)
        #expect(actions.first == .decoderLoad(serial: 3, item: RuleBench.item("b"), seconds: 0))
        #expect(actions.last == .advanced)
    }

    @Test("a seek after the decoder has crossed over loads the current track again and keeps the plan")
    func seekBack() {
        var bench = RuleBench.playingWithNext()
        bench.happens(.decoder(.crossed(serial: 2)))
        #expect(
            bench.happens(.seek(seconds: 1)) == [
                .decoderLoad(serial: 3, item: RuleBench.item("a"), seconds: 1),
                .decoderUpcoming(.track(serial: 4, RuleBench.item("b"))), .outputDiscard,
            ])
    }

    @Test("tracks behind the next are planned too: each becomes current when it is heard, in order")
    func farAhead() {
        var bench = RuleBench.playing()
        let items = ["b", "c", "d"].map(RuleBench.item)
        let tracks = zip(Int32(2)..., items).map { Upcoming.track(serial: $0, $1) }
        #expect(
            bench.happens(.setUpcoming(.item(items[0]), then: Array(items[1...])))
                == [.decoderUpcoming(tracks[0], then: Array(tracks[1...]))])
        for serial: Int32 in 2...4 {
            bench.happens(.decoder(.opened(serial: serial, RuleBench.info)))
            #expect(bench.happens(.decoder(.crossed(serial: serial))).isEmpty)
        }
        #expect(bench.machine.item == RuleBench.item("a"))
        for (serial, item) in zip(Int32(2)..., items) {
            #expect(bench.heard(.end, serial: serial - 1).isEmpty)
            #expect(bench.heard(.start, serial: serial) == [.advanced])
            #expect(bench.machine.item == item && bench.machine.info == RuleBench.info)
        }
        #expect(bench.heard(.end, serial: 4).last == .ended)
    }

    @Test("a plan that changes only behind what is decoded touches nothing that sounds")
    func changedBehind() {
        var bench = RuleBench.playing()
        bench.happens(.setUpcoming(.item(RuleBench.item("b")), then: [RuleBench.item("c")]))
        bench.happens(.decoder(.crossed(serial: 2)))
        #expect(
            bench.happens(.setUpcoming(.item(RuleBench.item("b")), then: [RuleBench.item("x")]))
                == [.decoderUpcoming(.track(serial: 4, RuleBench.item("x")))])
        #expect(bench.happens(.setUpcoming(.item(RuleBench.item("b")))) == [.decoderUpcoming(.nothing)])
        #expect(bench.machine.hasCrossed)
    }

    @Test("of two tracks ahead the one at another rate waits for the end of the one before it")
    func otherRateBehind() {
        var bench = RuleBench.playing()
        bench.happens(.setUpcoming(.item(RuleBench.item("b")), then: [RuleBench.item("c")]))
        let request = OutputRequest(rate: 96000, channels: 2, bits: 24)
        bench.happens(.decoder(.crossed(serial: 2)))
        bench.happens(.decoder(.crossed(serial: 3)))
        #expect(bench.happens(.decoder(.needsOutput(serial: 3, request))).isEmpty)
        #expect(bench.heard(.end, serial: 1).isEmpty)
        #expect(bench.heard(.start, serial: 2) == [.advanced])
        #expect(bench.heard(.end, serial: 2) == [.advanced, .cancelLease, .outputOpen(request, serial: 2)])
        #expect(bench.machine.item == RuleBench.item("c"))
    }

    @Test("another track at once: what the device holds of the old one is dropped, whether it sounds or not")
    func anotherTrack() {
        var bench = RuleBench.playing()
        #expect(bench.happens(.load(item: RuleBench.item("c"), seconds: 0, play: true)).last == .outputDiscard)
        bench.happens(.pause(.user))
        #expect(
            bench.happens(.load(item: RuleBench.item("d"), seconds: 0, play: true)).dropFirst()
                == [.outputDiscard, .cancelLease, .outputRun])
    }

    @Test("the same plan again asks for nothing")
    func samePlan() {
        var bench = RuleBench.playingWithNext()
        #expect(bench.happens(.setUpcoming(.item(RuleBench.item("b")))).isEmpty)
    }
}

@Suite("The player's rules: faults")
struct FaultRulesTests {
    private let damage = AudioError(.decode, path: "/a", "damaged")

    @Test("a track that cannot be opened is reported, and the queue is asked for another")
    func unreadable() {
        var bench = RuleBench()
        bench.happens(.load(item: RuleBench.item("a"), seconds: 7, play: true))
        bench.shown = 7
        #expect(
            bench.happens(.decoder(.failed(serial: 1, damage, wasOpen: false))) == [.report(damage), .currentFailed])
        // It loads again at the next play, from the position last shown.
        #expect(
            bench.happens(.play).first == .decoderLoad(serial: 2, item: RuleBench.item("a"), seconds: 7))
    }

    @Test("damage in the middle is reported and the music goes on to its last good frame")
    func damagedMiddle() {
        var bench = RuleBench.playing()
        #expect(bench.happens(.decoder(.failed(serial: 1, damage, wasOpen: true))) == [.report(damage)])
        #expect(bench.machine.status(isStarved: false) == .playing)
        #expect(bench.heard(.end, serial: 1).last == .ended)
    }

    @Test("a next track that cannot be opened asks for another, without touching what plays")
    func badNext() {
        var bench = RuleBench.playingWithNext()
        #expect(
            bench.happens(.decoder(.failed(serial: 2, damage, wasOpen: false))) == [.report(damage), .upcomingFailed])
        #expect(
            bench.happens(.setUpcoming(.item(RuleBench.item("c"))))
                == [.decoderUpcoming(.track(serial: 3, RuleBench.item("c")))])
        #expect(bench.machine.status(isStarved: false) == .playing)
    }

    @Test("a lost device is awaited at once, with its reason, and play opens it again")
    func lostDevice() {
        var bench = RuleBench.playing()
        let error = AudioError(.device, path: "hw:CARD=DAC,DEV=0", "is gone")
        #expect(bench.happens(.output(.lost(serial: 1, error))) == [.report(error), .cancelLease])
        #expect(bench.machine.status(isStarved: false) == .waiting)
        #expect(bench.machine.pausedBy == .device)
        #expect(bench.happens(.play).last == .outputOpen(RuleBench.request, serial: 2))
    }

    @Test("while a device is tried again nothing that is seen changes, until it runs")
    func retriesUnseen() {
        var bench = RuleBench.playing()
        let error = AudioError(.device, path: "hw:CARD=DAC,DEV=0", "is gone")
        bench.happens(.output(.lost(serial: 1, error)))
        for serial in 2...4 {
            #expect(bench.happens(.retry).last == .outputOpen(RuleBench.request, serial: serial))
            #expect(bench.machine.status(isStarved: false) == .waiting)
            #expect(bench.machine.pausedBy == .device)
            #expect(bench.happens(.retry) == [], "one try at a time")
            if serial < 4 { bench.happens(.output(.failed(serial: serial, error))) }
            #expect(bench.machine.status(isStarved: false) == .waiting)
        }
        #expect(bench.happens(.output(.opened(serial: 4, RuleBench.description()))).last == .outputRun)
        #expect(bench.machine.status(isStarved: false) == .playing)
        #expect(bench.machine.pausedBy == nil)
    }

    @Test("the codec of a wireless link that somebody found out is said of that device, and that it encodes again")
    func wirelessCodec() {
        var description = RuleBench.description()
        description.link = .bluetooth
        description.isDirect = nil
        var machine = PlayerStateMachine()
        _ = machine.handle(.prepareOutput(RuleBench.request), shown: 0)
        _ = machine.handle(.output(.opened(serial: machine.outputSerial, description)), shown: 0)
        for (device, isNews) in [("other", false), (description.device, true), (description.device, false)] {
            let wasNews = machine.learn(codec: "ldac", ofDevice: device)
            #expect(wasNews == isNews)
        }
        #expect(machine.description?.codec == "ldac" && machine.description?.isDirect == false)
        #expect(machine.description?.indirectReason == "Bluetooth encodes the samples again (ldac)")
        var wired = RuleBench.playing().machine
        let wasNews = wired.learn(codec: "ldac", ofDevice: RuleBench.description().device)
        #expect(!wasNews)
    }

    @Test("waited for too long: paused for the same reason, nothing plays by itself, and play waits anew")
    func stopsWaiting() {
        var bench = RuleBench.playing()
        #expect(bench.happens(.stopWaiting) == [], "nothing is awaited")
        let error = AudioError(.device, path: "hw:CARD=DAC,DEV=0", "is gone")
        bench.happens(.output(.lost(serial: 1, error)))
        bench.happens(.retry)
        #expect(bench.happens(.stopWaiting) == [])
        #expect(bench.machine.status(isStarved: false) == .paused)
        #expect(bench.machine.pausedBy == .device && !bench.machine.isAwaiting)
        // The try that was under way: a device that opens after all stays silent, and is closed.
        #expect(bench.happens(.output(.opened(serial: 2, RuleBench.description()))).last == .startLease)
        #expect(bench.happens(.retry) == [])
        #expect(bench.machine.status(isStarved: false) == .paused)
        #expect(bench.happens(.leaseExpired) == [.outputClose])
        #expect(bench.happens(.play).last == .outputOpen(RuleBench.request, serial: 3))
        bench.happens(.output(.failed(serial: 3, error)))
        #expect(bench.machine.status(isStarved: false) == .waiting)
    }

    @Test("another device: the old one closes, the same music goes on at the new one")
    func move() {
        var bench = RuleBench.playing()
        #expect(
            bench.happens(.moveOutput) == [
                .outputPause, .outputClose, .cancelLease, .outputOpen(RuleBench.request, serial: 2),
            ])
        #expect(bench.machine.wantsToPlay)
        #expect(bench.happens(.output(.opened(serial: 1, RuleBench.description()))) == [], "an answer of the old one")
        #expect(
            bench.happens(.output(.opened(serial: 2, RuleBench.description()))) == [
                .attach(RuleBench.request, RuleBench.description().format), .cancelLease, .outputRun,
            ])
        #expect(bench.machine.status(isStarved: false) == .playing)
    }

    @Test("another device while the one before is still being opened: only the last counts")
    func moveAgain() {
        var bench = RuleBench.playing()
        bench.happens(.moveOutput)
        #expect(
            bench.happens(.moveOutput)
                == [.outputClose, .cancelLease, .outputOpen(RuleBench.request, serial: 3)])
        let error = AudioError(.device, path: "hw:CARD=DAC,DEV=0", "is busy")
        #expect(bench.happens(.output(.failed(serial: 2, error))) == [])
        #expect(bench.happens(.output(.opened(serial: 3, RuleBench.description()))).last == .outputRun)
    }

    @Test("another device while nothing is open waits for the next open; while paused it opens and stays silent")
    func moveQuietly() {
        var closed = RuleBench()
        #expect(closed.happens(.moveOutput) == [])
        var paused = RuleBench.playing()
        paused.happens(.pause(.user))
        #expect(
            paused.happens(.moveOutput)
                == [.outputClose, .cancelLease, .outputOpen(RuleBench.request, serial: 2)])
        #expect(paused.happens(.output(.opened(serial: 2, RuleBench.description()))).last == .startLease)
        #expect(paused.machine.status(isStarved: false) == .paused)
    }

    @Test("a try is the listener's no more once pause has been pressed, and without waiting there is none")
    func retryAfterPause() {
        var bench = RuleBench.playing()
        #expect(bench.happens(.retry) == [])
        bench.happens(.output(.lost(serial: 1, AudioError(.device, path: "hw:0", "is gone"))))
        bench.happens(.pause(.user))
        #expect(bench.happens(.retry) == [])
        #expect(bench.machine.status(isStarved: false) == .paused)
    }

    @Test("a device that cannot be opened pauses; the listener's own pause then outlasts its return")
    func noDevice() {
        var bench = RuleBench()
        bench.happens(.load(item: RuleBench.item("a"), seconds: 0, play: true))
        bench.happens(.decoder(.opened(serial: 1, RuleBench.info)))
        let error = AudioError(.device, path: "hw:CARD=DAC,DEV=0", "is in use by another program")
        bench.happens(.output(.failed(serial: 1, error)))
        #expect(bench.machine.pausedBy == .device)
        bench.happens(.pause(.system))
        #expect(bench.machine.pausedBy == .device)
        bench.happens(.pause(.user))
        #expect(bench.machine.pausedBy == .user)
    }

    @Test("a stick pulled out stops the music where it is; play loads it again there")
    func lostStick() {
        var bench = RuleBench.playing()
        bench.shown = 5
        let loss = AudioError(.notSupported, path: "/a", "its volume is not there", isStorageLoss: true)
        #expect(
            bench.happens(.decoder(.failed(serial: 1, loss, wasOpen: true)))
                == [.report(loss), .outputPause, .outputDiscard, .startLease])
        #expect(bench.machine.pausedBy == .storage)
        #expect(bench.machine.position(heardFrame: 0, rate: 44100) == 5)
        #expect(bench.happens(.play).first == .decoderLoad(serial: 2, item: RuleBench.item("a"), seconds: 5))
        // Still gone: nothing is skipped.
        #expect(
            bench.happens(.decoder(.failed(serial: 2, loss, wasOpen: false))) == [
                .report(loss), .outputPause, .outputDiscard, .startLease,
            ])
        #expect(bench.machine.item == RuleBench.item("a"))
    }

    @Test("a stick that is gone when the next track is due is waited for at its start")
    func lostStickAtJoin() {
        var bench = RuleBench.playingWithNext()
        let loss = AudioError(.notSupported, path: "/b", "its volume is not there", isStorageLoss: true)
        #expect(bench.happens(.decoder(.failed(serial: 2, loss, wasOpen: false))).isEmpty)
        let actions = bench.heard(.end, serial: 1)
        #expect(actions.first == .decoderLoad(serial: 3, item: RuleBench.item("b"), seconds: 0))
        bench.happens(.decoder(.failed(serial: 3, loss, wasOpen: false)))
        #expect(bench.machine.item == RuleBench.item("b"))
        #expect(bench.machine.pausedBy == .storage)
    }

    @Test("a call pauses with its reason")
    func call() {
        var bench = RuleBench.playing()
        bench.happens(.pause(.system))
        #expect(bench.machine.pausedBy == .system)
    }

    @Test("a listener waits for the decoder: buffering, not paused")
    func starved() {
        let bench = RuleBench.playing()
        #expect(bench.machine.status(isStarved: true) == .buffering)
    }
}

@Suite("The player's rules: any order of events")
struct RandomRulesTests {
    @Test("the end is never said twice for one load, a run never lacks an open device", arguments: 0..<200)
    func random(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var bench = RuleBench()
        var isOpen = false
        var isRunning = false
        var opening: Int?
        var serial: Int32 = 0
        var ended: Set<Int32> = []
        for _ in 0..<300 {
            let actions: [PlayerAction]
            switch Int.random(in: 0..<14, using: &random) {
            case 0:
                actions = bench.happens(.load(item: RuleBench.item("a"), seconds: 0, play: Bool.random(using: &random)))
            case 1, 2: actions = bench.happens(.play)
            case 3: actions = bench.happens(.pause(.user))
            case 4: actions = bench.happens(.seek(seconds: 3))
            case 5: actions = bench.happens(.setUpcoming(.item(RuleBench.item("b"))))
            case 6: actions = bench.happens(.setUpcoming(.lap))
            case 7: actions = bench.happens(.decoder(.opened(serial: serial, RuleBench.info)))
            case 8: actions = bench.happens(.decoder(.crossed(serial: serial)))
            case 9: actions = bench.heard(.start, serial: serial)
            case 10: actions = bench.heard(.end, serial: serial)
            case 11: actions = bench.happens(.leaseExpired)
            case 12:
                guard let asked = opening else { continue }
                opening = nil
                isOpen = true
                actions = bench.happens(.output(.opened(serial: asked, RuleBench.description())))
            default:
                guard isOpen else { continue }
                isOpen = false
                isRunning = false
                actions = bench.happens(.output(.lost(serial: 0, AudioError(.device, "gone"))))
                isOpen = true
            }
            for action in actions {
                switch action {
                case .decoderLoad(let loaded, _, _): serial = loaded
                case .outputOpen(_, let asked):
                    opening = asked
                    isOpen = false
                    isRunning = false
                case .outputClose:
                    #expect(isOpen || opening != nil)
                    isOpen = false
                    opening = nil
                case .outputRun:
                    #expect(isOpen && !isRunning)
                    isRunning = true
                case .outputPause: isRunning = false
                case .ended: #expect(ended.insert(serial).inserted)
                default: break
                }
            }
        }
    }
}
