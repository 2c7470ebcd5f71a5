// The volume at the card: which control it is, where it is put, and what others do to it.

import AudioCore
import Glibc
import Synchronization
import Testing

@testable import ALSAOutput

/// A mixer loop turned by hand.
final class MixerRig {
    let port = ModelMixer()
    let inbox = MixerInbox(bell: Bell())
    let loop: MixerLoop
    private let told = Told()

    final class Told: Sendable {
        let states = Mutex<[HardwareVolumeState?]>([])
        let lines = Mutex<[String]>([])
    }

    init() {
        let told = told
        loop = MixerLoop(port: port, inbox: inbox) { line in
            told.lines.withLock { $0.append(line) }
        } events: { event in
            if case .hardwareVolume(let state) = event { told.states.withLock { $0.append(state) } }
        }
    }

    /// The states told since the last look.
    func takeStates() -> [HardwareVolumeState?] {
        told.states.withLock { states in
            defer { states = [] }
            return states
        }
    }

    var lines: [String] { told.lines.withLock { $0 } }

    func wish(_ level: Double, isMuted: Bool = false, number: Int = 1) {
        inbox.send(.set(MixerWish(level: Decibels(level), isMuted: isMuted, number: number)))
    }

    func attach(_ name: String = "hw:1", device: String = "hw:CARD=DAC,DEV=0") {
        inbox.send(.attach(name: name, device: device, number: 1))
        loop.turn()
    }

    /// Somebody else moves the control.
    func otherMoves(to level: Int, isOn: Bool = true) {
        port.standsAt = level
        port.isSwitchedOn = isOn
        port.readiness = [.change]
        loop.turn()
    }
}

@Suite("the card's own volume")
struct MixerTests {
    private static func element(_ name: String, _ range: ClosedRange<Int>?, isUserMade: Bool = false) -> MixerElement {
        MixerElement(name: name, range: range, isUserMade: isUserMade)
    }

    private static let cards: [([MixerElement], String?)] = [
        // USB converters; boards with a pcm512x; a laptop whose PCM is ALSA's softvol; the Pi's jack.
        ([element("PCM", -12_700...0)], "PCM"),
        (
            [
                element("Analogue", -600...0), element("Analogue Playback Boost", 0...80),
                element("Digital", -10_350...0),
            ],
            "Digital"
        ),
        (
            [element("Master", -6525...0), element("PCM", -5100...0, isUserMade: true), element("Speaker", -6525...0)],
            "Master"
        ),
        ([element("Headphone", -10_239...400)], "Headphone"),
        // Names nobody knows.
        ([element("Tone", nil), element("My Amp ", -8000...600)], "My Amp "),
        ([element("Mute", -9_999_999...0)], "Mute"),
        // Nothing that is a volume.
        ([], nil), ([element("Master", nil)], nil), ([element("Boost", 0...800)], nil),
        ([element("PCM", -5100...0, isUserMade: true)], nil), ([element("Odd", Int.min...Int.max)], "Odd"),
    ]

    @Test("of a card's controls the converter's own attenuator with a decibel scale is the volume", arguments: cards)
    func choice(elements: [MixerElement], name: String?) {
        #expect(MixerChoice.best(of: elements)?.name == name)
        #expect(!MixerChoice.shortcoming(of: elements).isEmpty)
    }

    @Test(
        "before the device sounds the control stands at the volume, or at the step below; never louder",
        arguments: [(0.0, 0), (-12, -1200), (-12.3, -1250), (-500, -10_350), (-Double.infinity, -10_350), (9, 0)])
    func sets(level: Double, expected: Int) {
        let rig = MixerRig()
        rig.wish(level)
        rig.attach()
        #expect(rig.port.standsAt == expected)
        #expect(rig.port.isSwitchedOn)
        #expect(
            rig.takeStates() == [
                HardwareVolumeState(level: Decibels(Double(expected) / 100), isMuted: false, wish: 1, isForeign: false)
            ])
        #expect(rig.lines.isEmpty)
    }

    @Test("a control that goes above 0 dB makes good what is taken away in front of it, as far as it can")
    func raises() {
        let rig = MixerRig()
        rig.port.elements[0].range = -6000...400
        rig.attach()
        for (wished, stands) in [(2.0, 200), (6, 400), (0, 0)] {
            rig.wish(wished)
            rig.loop.turn()
            #expect(rig.port.standsAt == stands)
        }
    }

    @Test("mute is the switch, and unmuting puts it on again")
    func mute() {
        let rig = MixerRig()
        rig.wish(-10, isMuted: true)
        rig.attach()
        #expect(!rig.port.isSwitchedOn && rig.port.standsAt == -1000)
        rig.wish(-10, number: 2)
        rig.loop.turn()
        #expect(rig.port.isSwitchedOn)
        #expect(rig.takeStates().compactMap { $0?.isMuted } == [true, false])
    }

    @Test("without a wish nothing is touched")
    func noWish() {
        let rig = MixerRig()
        rig.port.standsAt = -2350
        rig.attach()
        #expect(rig.port.standsAt == -2350)
        #expect(rig.port.calls == ["open hw:1"])
    }

    @Test("what somebody else does is told once, and not taken for an answer to us")
    func foreign() {
        let rig = MixerRig()
        rig.wish(-10)
        rig.attach()
        _ = rig.takeStates()
        rig.otherMoves(to: -2000)
        rig.otherMoves(to: -2000)
        rig.otherMoves(to: -2000, isOn: false)
        #expect(
            rig.takeStates() == [
                HardwareVolumeState(level: -20, isMuted: false, wish: 1, isForeign: true),
                HardwareVolumeState(level: -20, isMuted: true, wish: 1, isForeign: true),
            ])
    }

    @Test("the echo of our own move is no news, nor is another's move that a wish of ours is about to undo")
    func echo() {
        let rig = MixerRig()
        rig.wish(-12.3)
        rig.attach()
        _ = rig.takeStates()
        rig.otherMoves(to: -1250)
        #expect(rig.takeStates().isEmpty)
        // It moved while the wish was on its way.
        rig.port.standsAt = -3000
        rig.port.readiness = [.change, .bell]
        rig.wish(-5, number: 2)
        rig.loop.turn()
        #expect(rig.port.standsAt == -500)
        #expect(rig.takeStates().allSatisfy { $0?.isForeign == false })
    }

    @Test("many wishes at once are one move")
    func many() {
        let rig = MixerRig()
        rig.attach()
        rig.port.forgetCalls()
        for level in 1...50 { rig.wish(-Double(level), number: level) }
        rig.loop.turn()
        #expect(rig.port.calls == ["level -5000", "on"])
    }

    private static let refusals: [(String, @Sendable (ModelMixer) -> Void)] = [
        (
            "has no mixer (no such file)",
            { $0.refusal = AudioError(.device, path: "hw:1", "has no mixer (no such file)") }
        ),
        ("its mixer has no playback volume", { $0.elements = [] }),
        ("its mixer has no decibel scale (Master)", { $0.elements = [element("Master", nil)] }),
        (
            "its mixer has no volume of the card's own over 20 dB (Boost)",
            { $0.elements = [element("Boost", 0...800)] }
        ),
        ("its mixer does not take a volume", { $0.onSet = { Int(-EPERM) } }),
        ("its mixer does not take a volume", { $0.onLevel = { Int(-EIO) } }),
    ]

    @Test("a card without one leaves the volume to us, and says so once in one clear line", arguments: 0..<6)
    func refused(number: Int) {
        let (why, prepare) = Self.refusals[number]
        let rig = MixerRig()
        prepare(rig.port)
        rig.wish(-10)
        for _ in 0..<3 { rig.attach() }
        #expect(rig.lines == ["hw:CARD=DAC,DEV=0: \(why); the volume is set in software"])
        #expect(rig.takeStates().isEmpty)
    }

    @Test("a card that goes away, or stops to obey, gives the volume back once", arguments: 0..<4)
    func lost(place: Int) {
        let rig = MixerRig()
        rig.wish(-10)
        rig.attach()
        _ = rig.takeStates()
        switch place {
        case 0: rig.port.readiness = [.fault]
        case 1:
            rig.port.onLevel = { Int(-ENODEV) }
            rig.port.readiness = [.change]
        case 2:
            rig.port.onSet = { Int(-ENODEV) }
            rig.wish(-11, number: 2)
        default: rig.port.readiness = [[.fault, .change]]
        }
        rig.loop.turn()
        rig.loop.turn()
        #expect(rig.takeStates() == [nil])
        // It comes back.
        rig.port.onLevel = { nil }
        rig.port.onSet = { nil }
        rig.attach()
        #expect(rig.takeStates().count == 1)
        #expect(rig.port.standsAt == (place == 2 ? -1100 : -1000))
    }

    @Test("the mixer of the card in use stays open, another card's takes its place")
    func stays() {
        let rig = MixerRig()
        rig.wish(-10)
        rig.attach()
        rig.attach()
        rig.attach("hw:2")
        #expect(rig.port.calls.filter { $0.hasPrefix("open") } == ["open hw:1", "open hw:2"])
    }

    @Test("on its thread: the device is described with its volume once that is set; without a wish there is no thread")
    func thread() {
        let states = Mutex(0)
        let control = MixerControl(bell: Bell(), makePort: { BlockingMixer() }, log: { _ in }) { _ in
            states.withLock { $0 += 1 }
        }
        #expect(control.attach("hw:1", device: "d") == nil)
        control.set(MixerWish(level: -12, isMuted: false, number: 1))
        #expect(control.attach("hw:1", device: "d") == HardwareVolume(element: "PCM", range: -60...0))
        #expect(states.withLock { $0 } == 1)
        control.shutDown()
        control.shutDown()
    }

    @Test("wishes that are no number are silence")
    func notANumber() {
        let rig = MixerRig()
        rig.wish(.nan)
        rig.attach()
        #expect(rig.port.standsAt == -10_350)
    }
}

/// A mixer that only ever wakes up for a bell it looks at every millisecond.
private final class BlockingMixer: MixerPort {
    private var stands = 0

    func open(_ name: String) throws(AudioError) -> [MixerElement] { [MixerElement(name: "PCM", range: -6000...0)] }
    func select(_ element: MixerElement) -> Bool { true }
    func level() -> Result<Int, MixerFailure> { .success(stands) }

    func setLevel(_ hundredths: Int) -> Int {
        stands = hundredths
        return 0
    }

    func isOn() -> Bool { true }
    func setOn(_ isOn: Bool) -> Int { 0 }

    func wait() -> MixerReadiness {
        usleep(1000)
        return .bell
    }

    func takeChanges() -> Int { 0 }
    func close() {}
}
