import TestSupport
import Testing

@testable import AudioCore

@Suite("The lease on the output device")
struct OutputLeaseTests {
    @Test("the last release leaves the device open for exactly the grace, and expires once")
    func lastRelease() {
        var lease = OutputLease()
        lease.hold(.library)
        #expect(lease.isHeld)
        #expect(lease.closesAt == nil)
        lease.release(.library, now: 10)
        #expect(!lease.isHeld)
        #expect(lease.closesAt == 11)
        #expect([10.999, 11, 12].map { lease.expires(now: $0) } == [false, true, false])
        #expect(lease.closesAt == nil)
    }

    @Test("a hold before the grace is over calls the close off")
    func cancelled() {
        var lease = OutputLease()
        lease.hold(.library)
        lease.release(.library, now: 0)
        lease.hold(.library)
        #expect(lease.closesAt == nil)
        let expires = lease.expires(now: 100)
        #expect(!expires)
    }

    @Test("the device stays while anybody holds it", arguments: AudioSourceKind.allCases)
    func others(kind: AudioSourceKind) {
        for other in AudioSourceKind.allCases where other != kind {
            var lease = OutputLease()
            lease.hold(kind)
            lease.hold(other)
            lease.release(kind, now: 0)
            #expect(lease.isHeld)
            #expect(lease.closesAt == nil)
            lease.release(other, now: 3)
            #expect(lease.closesAt == 4)
        }
    }

    @Test("a source holds once, however often it asks; a release of nothing changes nothing")
    func once() {
        var lease = OutputLease()
        lease.release(.library, now: 0)
        #expect(lease.closesAt == nil)
        lease.hold(.library)
        lease.hold(.library)
        lease.release(.library, now: 5)
        #expect(!lease.isHeld)
        lease.release(.library, now: 5.9)
        #expect(lease.closesAt == 6)
    }

    @Test("a device opened though nobody holds it is closed after the grace; under a hold it is not")
    func openedUnheld() {
        var lease = OutputLease()
        lease.openedUnheld(now: 2)
        #expect(lease.closesAt == 3)
        lease.hold(.radio)
        lease.openedUnheld(now: 2.5)
        #expect(lease.closesAt == nil)
    }

    @Test("in any order: held means no close is due, and what expires was held by nobody", arguments: 0..<100)
    func random(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        var lease = OutputLease()
        var holders: Set<AudioSourceKind> = []
        var now = 0.0
        for _ in 0..<200 {
            now += Double.random(in: 0...0.7, using: &random)
            let kind = AudioSourceKind.allCases[Int.random(in: 0..<3, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                lease.hold(kind)
                holders.insert(kind)
            case 1:
                lease.release(kind, now: now)
                holders.remove(kind)
            case 2: lease.openedUnheld(now: now)
            default:
                let expires = lease.expires(now: now)
                #expect(!expires || holders.isEmpty)
            }
            #expect(lease.isHeld == !holders.isEmpty)
            if lease.isHeld { #expect(lease.closesAt == nil) }
            if let due = lease.closesAt { #expect(due <= now + OutputLease.grace) }
        }
    }
}
