import Testing

@testable import AudioCore

/// A coordinator whose clock and timers are moved by hand, and what its sources were told.
@MainActor
private final class Desk {
    private(set) var now = 0.0
    private var timers: [(due: Double, action: @MainActor () -> Void)] = []
    fileprivate var log: [String] = []
    private(set) var coordinator: AudioCoordinator!
    private var sources: [SourceStub] = []

    init(_ kinds: AudioSourceKind...) {
        coordinator = AudioCoordinator(now: { [unowned self] in now }) { [unowned self] seconds, action in
            timers.append((now + seconds, action))
        }
        sources = kinds.map { SourceStub($0, self) }
        for source in sources { coordinator.register(source) }
    }

    /// Lets time pass; what is due meanwhile happens in its order.
    func wait(_ seconds: Double) {
        let end = now + seconds
        while let next = timers.indices.min(by: { timers[$0].due < timers[$1].due }), timers[next].due <= end {
            let timer = timers.remove(at: next)
            now = max(now, timer.due)
            timer.action()
        }
        now = end
    }

    func takeLog() -> [String] {
        defer { log = [] }
        return log
    }
}

@MainActor
private final class SourceStub: AudioSourcePlayer {
    let kind: AudioSourceKind
    private unowned let desk: Desk

    init(_ kind: AudioSourceKind, _ desk: Desk) {
        self.kind = kind
        self.desk = desk
    }

    func leaseExpired() { desk.log.append("\(kind) closes") }
    func outputTaken() { desk.log.append("\(kind) has no device") }
    func othersReleased() {}
    var isSounding = false

    /// As a player does: it stops and lets go.
    func yield() {
        desk.log.append("\(kind) yields, held: \(desk.coordinator.isHeld)")
        desk.coordinator.release(kind)
    }
}

@Suite("The audio coordinator")
@MainActor
struct AudioCoordinatorTests {
    @Test("nothing is active before the first hold")
    func fresh() {
        let desk = Desk(.library)
        #expect(desk.coordinator.activeSource == nil)
        #expect(!desk.coordinator.isHeld)
        desk.wait(100)
        #expect(desk.takeLog() == [])
    }

    @Test("a second after the last release the device closes, once")
    func closes() {
        let desk = Desk(.library)
        desk.coordinator.hold(.library)
        desk.wait(60)
        desk.coordinator.release(.library)
        desk.wait(0.99)
        #expect(desk.takeLog() == [])
        desk.wait(0.02)
        #expect(desk.takeLog() == ["library closes"])
        desk.wait(60)
        #expect(desk.takeLog() == [])
        // Who sounded last stays the active one.
        #expect(desk.coordinator.activeSource == .library)
    }

    @Test("a hold within the second keeps the device open, however often pause and play alternate")
    func playAgain() {
        let desk = Desk(.library)
        for _ in 0..<10 {
            desk.coordinator.hold(.library)
            desk.wait(0.3)
            desk.coordinator.release(.library)
            desk.wait(0.9)
        }
        #expect(desk.takeLog() == [])
        desk.wait(0.2)
        #expect(desk.takeLog() == ["library closes"])
    }

    @Test("a new source takes its hold before the old one lets go, so the device never closes between them")
    func change() {
        let desk = Desk(.library, .radio)
        desk.coordinator.hold(.library)
        desk.coordinator.hold(.radio)
        #expect(desk.takeLog() == ["library yields, held: true"])
        #expect(desk.coordinator.isHeld)
        #expect(desk.coordinator.activeSource == .radio)
        desk.wait(100)
        #expect(desk.takeLog() == [])
    }

    @Test("the same source again yields to nobody")
    func again() {
        let desk = Desk(.library, .radio)
        desk.coordinator.hold(.library)
        desk.coordinator.hold(.library)
        #expect(desk.takeLog() == [])
    }

    @Test("a voice sounds over the music: it does not become the active source and nobody yields")
    func voice() {
        let desk = Desk(.library, .voice)
        desk.coordinator.hold(.library)
        desk.coordinator.hold(.voice)
        #expect(desk.coordinator.activeSource == .library)
        desk.coordinator.release(.library)
        desk.wait(5)
        // The voice holds the device still.
        #expect(desk.takeLog() == [])
        desk.coordinator.release(.voice)
        desk.wait(1)
        #expect(Set(desk.takeLog()) == ["library closes", "voice closes"])
        #expect(desk.coordinator.activeSource == .library)
    }

    @Test("a voice before any music leaves nothing active")
    func voiceFirst() {
        let desk = Desk(.voice)
        desk.coordinator.hold(.voice)
        #expect(desk.coordinator.activeSource == nil)
        #expect(desk.coordinator.isHeld)
    }

    @Test("a device opened ahead of need and never used closes after a second")
    func openedUnheld() {
        let desk = Desk(.library)
        desk.coordinator.openedUnheld()
        desk.wait(0.5)
        desk.coordinator.openedUnheld()
        desk.wait(0.6)
        #expect(desk.takeLog() == [])
        desk.wait(0.4)
        #expect(desk.takeLog() == ["library closes"])
    }

    @Test("a release by a source that holds nothing closes nothing")
    func foreignRelease() {
        let desk = Desk(.library, .radio)
        desk.coordinator.hold(.library)
        desk.coordinator.release(.radio)
        desk.wait(5)
        #expect(desk.takeLog() == [])
    }

    @Test("who wants the device only for a while makes nobody yield")
    func quietHold() {
        let desk = Desk(.library, .radio)
        desk.coordinator.hold(.radio)
        desk.coordinator.hold(.library, isSounding: false)
        #expect(desk.takeLog() == [])
        #expect(desk.coordinator.activeSource == .radio)
        // Its hold keeps the device all the same.
        desk.coordinator.release(.radio)
        desk.wait(5)
        #expect(desk.takeLog() == [])
        #expect(desk.coordinator.isHeld)
    }

    @Test("who opens the device has it: the others are told that theirs is gone")
    func taken() {
        let desk = Desk(.library, .radio)
        desk.coordinator.opens(.radio)
        #expect(desk.takeLog() == ["library has no device"])
        desk.coordinator.opens(.library)
        #expect(desk.takeLog() == ["radio has no device"])
    }

    @Test("a timer that outlives the coordinator does nothing")
    func gone() {
        var actions: [@MainActor () -> Void] = []
        do {
            let coordinator = AudioCoordinator(now: { 0 }) { _, action in actions.append(action) }
            coordinator.hold(.library)
            coordinator.release(.library)
        }
        #expect(actions.count == 1)
        for action in actions { action() }
    }
}
