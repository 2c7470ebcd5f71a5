import Testing

@testable import AudioCore

@Suite("The player's rules: what crosses on its way")
struct RaceRulesTests {
    @Test("a start heard from before a seek does not move the position; the seek's own does")
    func staleStart() {
        var bench = RuleBench.playing()
        bench.happens(.seek(seconds: 5))
        _ = bench.heard(.start, serial: 1, second: 0)
        #expect(bench.machine.position(heardFrame: 44_100, rate: 44_100) == 5)
        _ = bench.heard(.start, serial: 1, second: 5)
        #expect(bench.machine.position(heardFrame: 44_100, rate: 44_100) == 6)
    }

    @Test("a seek that the decoder was asked for too late is done by loading the track again")
    func missedSeek() {
        var bench = RuleBench.playingWithNext()
        bench.happens(.seek(seconds: 5))
        bench.happens(.decoder(.crossed(serial: 2)))
        let actions = bench.happens(.decoder(.missedSeek(serial: 1)))
        #expect(
            actions == [
                .decoderLoad(serial: 3, item: RuleBench.item("a"), seconds: 5),
                .decoderUpcoming(.track(serial: 4, RuleBench.item("b"))), .outputDiscard,
            ])
        #expect(!bench.machine.hasCrossed)
        #expect(bench.machine.position(heardFrame: 0, rate: 44_100) == 5)
    }

    @Test("an answer to a seek of an earlier load is ignored")
    func oldMissedSeek() {
        var bench = RuleBench.playing()
        bench.happens(.seek(seconds: 5))
        bench.happens(.load(item: RuleBench.item("b"), seconds: 0, play: true))
        #expect(bench.happens(.decoder(.missedSeek(serial: 1))).isEmpty)
    }

    @Test("the decoder went on by a plan that has just been changed: what is heard is loaded again, with the new plan")
    func oldPlan() {
        var bench = RuleBench.playingWithNext()
        bench.happens(.setUpcoming(.item(RuleBench.item("c"))))
        bench.shown = 8
        let before = bench.machine.seekCount
        let actions = bench.happens(.decoder(.crossed(serial: 2)))
        #expect(
            actions == [
                .decoderLoad(serial: 4, item: RuleBench.item("a"), seconds: 8),
                .decoderUpcoming(.track(serial: 5, RuleBench.item("c"))), .outputDiscard,
            ])
        #expect(bench.machine.seekCount == before + 1)
        #expect(bench.machine.position(heardFrame: 0, rate: 44_100) == 8)
    }

    @Test("a crossing of an earlier load is ignored")
    func oldCrossing() {
        var bench = RuleBench.playingWithNext()
        bench.happens(.load(item: RuleBench.item("c"), seconds: 0, play: true))
        #expect(bench.happens(.decoder(.crossed(serial: 2))).isEmpty)
        #expect(!bench.machine.hasCrossed)
    }

    @Test("a place behind the end that was asked for before the file was open is its end, and that is a counted move")
    func clampedWhenOpened() {
        var bench = RuleBench()
        bench.happens(.load(item: RuleBench.item("a"), seconds: 99, play: true))
        let before = bench.machine.seekCount
        bench.happens(.decoder(.opened(serial: 1, RuleBench.info)))
        #expect(bench.machine.position(heardFrame: 0, rate: 44_100) == 10)
        #expect(bench.machine.seekCount == before + 1)
    }

    @Test("while the next track sounds and its mark is on its way, the position stands at the end")
    func lateMark() {
        let bench = RuleBench.playing()
        #expect(bench.machine.position(heardFrame: 441_500, rate: 44_100) == 10)
    }

    @Test("paused, a track that wants another device waits for play before it asks for one")
    func pausedNeedsOutput() {
        var bench = RuleBench.playing()
        bench.happens(.pause(.user))
        bench.happens(.load(item: RuleBench.item("b"), seconds: 0, play: false))
        bench.happens(.decoder(.opened(serial: 2, RuleBench.info)))
        let other = OutputRequest(rate: 96_000, channels: 2, bits: 24)
        #expect(bench.happens(.decoder(.needsOutput(serial: 2, other))).isEmpty)
        #expect(bench.happens(.play) == [.cancelLease, .outputOpen(other, serial: 2)])
        #expect(bench.happens(.play).isEmpty)
    }

    @Test(
        "the listener's pause while a device or a call has stopped the music keeps it stopped",
        arguments: [PauseReason.device, .system, .storage])
    func ownPause(reason: PauseReason) {
        var bench = RuleBench.playing()
        bench.happens(.pause(reason))
        bench.happens(.pause(.storage))
        #expect(bench.machine.pausedBy == reason)
        bench.happens(.pause(.user))
        #expect(bench.machine.pausedBy == .user)
    }
}
