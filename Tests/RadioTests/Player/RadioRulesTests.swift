import AudioCore
import Testing

@testable import Radio

/// The rules with the events that tests need, in few words.
private struct Rules {
    var machine = RadioStateMachine()
    var heardSeconds = 0.0

    static let station = Station(address: "http://h/a", name: "A")
    static let info = StreamInfo(
        container: "mp3", codec: "mp3", rate: 44100, channels: 2, bits: nil, words: .float32, frameCount: nil,
        isLossless: false, bitrate: 128)
    static let format = DeviceFormat(rate: 44100, channels: 2, layout: .s16, significantBits: 16)
    static let lost = StreamEnd(error: AudioError(.network, "lost"))
    static var description: OutputDescription {
        OutputDescription(
            device: "hand:", format: format, formatName: "S16_LE", link: .virtual, resampled: nil, isDirect: true,
            indirectReason: nil, isRealtime: false, bufferFrameCount: 100, periodFrameCount: 10)
    }

    @discardableResult
    mutating func take(_ event: RadioEvent) -> [RadioAction] {
        machine.handle(event, heardSeconds: heardSeconds, random: 0)
    }

    /// A station that plays.
    static var playing: Rules {
        var rules = Rules()
        rules.take(.play(station))
        rules.take(.began(number: 1, StreamFacts(name: "Name", bitrate: 128)))
        rules.take(.decoder(.opened(serial: 1, info)))
        rules.take(.output(.opened(serial: rules.machine.outputSerial, description)))
        rules.take(.decoded(ahead: 2, isResting: false))
        rules.take(.heard(rules.mark(.start, 1), ahead: 1))
        return rules
    }

    func mark(_ kind: TrackMark.Kind, _ serial: Int32) -> TrackMark {
        TrackMark(
            kind: kind, words: .float32, bits: 0, serial: serial, lap: 0, generation: 0, ringFrame: 0, sourceFrame: 0,
            sourceRate: 44100)
    }
}

@Suite("The radio's rules")
struct RadioRulesTests {
    @Test("from play to sound: connect, decode, open the device, start when a second and a half is there")
    func start() {
        var rules = Rules()
        #expect(rules.take(.play(Rules.station)) == [.cancelLease, .connect(number: 1, Rules.station)])
        #expect(rules.machine.phase == .connecting)
        #expect(rules.take(.began(number: 1, StreamFacts())) == [.decoderLoad(serial: 1, number: 1)])
        #expect(rules.machine.phase == .buffering)
        let serial = rules.machine.outputSerial + 1
        let request = OutputRequest(for: Rules.info)
        #expect(rules.take(.decoder(.opened(serial: 1, Rules.info))) == [.outputOpen(request, serial: serial)])
        #expect(rules.take(.output(.opened(serial: serial, Rules.description))) == [.attach(request, Rules.format)])
        #expect(rules.take(.decoded(ahead: 1.4, isResting: true)) == [])
        #expect(rules.machine.phase == .buffering)
        #expect(rules.take(.decoded(ahead: 1.5, isResting: false)) == [.cancelLease, .outputRun])
        #expect(rules.machine.phase == .playing)
    }

    @Test("a pause closes the socket and drops what is decoded; play is a new connection")
    func pause() {
        var rules = Rules.playing
        #expect(
            rules.take(.pause(.user)) == [.disconnect, .decoderUnload, .outputPause, .outputDiscard, .startLease])
        #expect(rules.machine.phase == .stopped && rules.machine.pausedBy == .user)
        #expect(rules.take(.resume) == [.cancelLease, .connect(number: 2, Rules.station)])
        #expect(rules.machine.phase == .connecting && rules.machine.pausedBy == nil)
        #expect(rules.take(.began(number: 2, StreamFacts())) == [.decoderLoad(serial: 2, number: 2)])
        // The device is still open, and fits.
        #expect(rules.take(.decoder(.opened(serial: 2, Rules.info))) == [])
        #expect(rules.take(.decoded(ahead: 1.6, isResting: false)) == [.cancelLease, .outputRun])
    }

    @Test("a stream that breaks off is asked for again while what came of it is still heard")
    func reconnect() {
        var rules = Rules.playing
        #expect(rules.take(.ended(number: 1, Rules.lost)) == [.reconnect(after: 0.5, number: 2)])
        #expect(rules.machine.phase == .playing)
        #expect(rules.take(.reconnect(number: 2)) == [.connect(number: 2, Rules.station)])
        #expect(rules.machine.phase == .playing)
        #expect(rules.take(.began(number: 2, StreamFacts())) == [.decoderNext(serial: 2, number: 2)])
        #expect(rules.take(.decoder(.opened(serial: 2, Rules.info))) == [])
        #expect(rules.take(.heard(rules.mark(.end, 1), ahead: 0.3)) == [])
        #expect(rules.machine.phase == .playing)
    }

    @Test("silence is never called playing: the device stops, and the phase says why", arguments: [true, false])
    func starved(byMark: Bool) {
        var rules = Rules.playing
        rules.take(.ended(number: 1, Rules.lost))
        let event: RadioEvent = byMark ? .heard(rules.mark(.end, 1), ahead: 0) : .starved
        #expect(rules.take(event) == [.outputPause])
        #expect(rules.machine.phase == .reconnecting(attempt: 1))
        rules.take(.reconnect(number: 2))
        #expect(rules.machine.phase == .reconnecting(attempt: 1))
        rules.take(.began(number: 2, StreamFacts()))
        #expect(rules.machine.phase == .buffering)
        rules.take(.decoder(.opened(serial: 2, Rules.info)))
        #expect(rules.take(.decoded(ahead: 1.5, isResting: false)) == [.cancelLease, .outputRun])
        #expect(rules.machine.phase == .playing)
    }

    @Test("a network that is slow buffers again, and goes on with a second and a half")
    func slow() {
        var rules = Rules.playing
        #expect(rules.take(.starved) == [.outputPause])
        #expect(rules.machine.phase == .buffering)
        #expect(rules.take(.starved) == [])
        #expect(rules.take(.decoded(ahead: 1, isResting: false)) == [])
        #expect(rules.take(.decoded(ahead: 2, isResting: false)) == [.cancelLease, .outputRun])
    }

    @Test("without a network it tries for ever, longer and longer apart; half a minute of sound begins anew")
    func patience() {
        var rules = Rules()
        rules.take(.play(Rules.station))
        var waits: [Double] = []
        for number in 1...9 {
            for case .reconnect(let wait, _) in rules.take(.ended(number: number, Rules.lost)) { waits.append(wait) }
            #expect(rules.machine.phase == .reconnecting(attempt: number))
            rules.take(.reconnect(number: number + 1))
        }
        #expect(waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
        rules.take(.began(number: 10, StreamFacts()))
        rules.heardSeconds = 31
        #expect(rules.take(.ended(number: 10, Rules.lost)) == [.reconnect(after: 0.5, number: 11)])
    }

    @Test("what is no stream is given up, said, and tried again when play is pressed")
    func failure() {
        let error = AudioError(.notSupported, path: "http://h/a", "is a web page, not a stream")
        var rules = Rules()
        rules.take(.play(Rules.station))
        let actions = rules.take(.ended(number: 1, StreamEnd(error: error, isFinal: true)))
        #expect(actions == [.disconnect, .decoderUnload, .startLease, .report(error)])
        #expect(rules.machine.phase == .failed(error))
        #expect(!rules.machine.wantsToPlay)
        #expect(rules.take(.resume) == [.cancelLease, .connect(number: 2, Rules.station)])
        #expect(rules.machine.phase == .connecting)
    }

    @Test("content that no codec plays is given up; content that is damaged is asked for again")
    func undecodable() {
        var rules = Rules()
        rules.take(.play(Rules.station))
        rules.take(.began(number: 1, StreamFacts()))
        var other = rules
        let damage = AudioError(.decode, "damaged")
        #expect(
            rules.take(.decoder(.failed(serial: 1, damage, wasOpen: false)))
                == [.abandon(number: 1), .reconnect(after: 0.5, number: 2)])
        // The end of the connection, told by another thread, comes too late.
        #expect(rules.take(.ended(number: 1, StreamEnd())) == [])
        let unknown = AudioError(.notSupported, "unknown")
        var third = other
        #expect(other.take(.decoder(.failed(serial: 1, unknown, wasOpen: false))).contains(.report(unknown)))
        // The same when the end of the connection was told first.
        #expect(third.take(.ended(number: 1, StreamEnd())) == [.reconnect(after: 0.5, number: 2)])
        #expect(third.take(.decoder(.failed(serial: 1, unknown, wasOpen: false))).contains(.report(unknown)))
        #expect(third.machine.phase == .failed(unknown))
    }

    @Test("an answer of the connection before counts for nothing")
    func stale() {
        var rules = Rules.playing
        rules.take(.play(Station(address: "http://h/b", name: "B")))
        #expect(rules.take(.ended(number: 1, Rules.lost)) == [])
        #expect(rules.take(.began(number: 1, StreamFacts(name: "Old"))) == [])
        #expect(rules.take(.reconnect(number: 2)) == [])
        #expect(rules.take(.reconnect(number: 3)) == [])
        #expect(rules.take(.decoder(.failed(serial: 1, AudioError(.decode, "x"), wasOpen: true))) == [])
        #expect(rules.machine.facts.name == nil)
        #expect(rules.machine.phase == .connecting)
    }

    @Test("a device that is gone stops the radio, with its reason; it plays live when the device is there again")
    func device() {
        var rules = Rules.playing
        let gone = AudioError(.device, "unplugged")
        let serial = rules.machine.outputSerial
        #expect(
            rules.take(.output(.lost(serial: serial, gone)))
                == [.disconnect, .decoderUnload, .startLease, .report(gone)])
        #expect(rules.machine.isAwaiting && rules.machine.phase == .stopped)
        let request = OutputRequest(for: Rules.info)
        #expect(rules.take(.retry) == [.outputOpen(request, serial: serial + 1)])
        #expect(rules.take(.output(.failed(serial: serial + 1, gone))) == [.report(gone)])
        #expect(rules.machine.isAwaiting)
        rules.take(.retry)
        let actions = rules.take(.output(.opened(serial: serial + 2, Rules.description)))
        #expect(actions == [.attach(request, Rules.format), .cancelLease, .connect(number: 2, Rules.station)])
        #expect(rules.machine.phase == .connecting)
    }

    @Test("who presses pause while a device is awaited is not played to when it returns")
    func pauseWhileWaiting() {
        var rules = Rules.playing
        rules.take(.output(.lost(serial: rules.machine.outputSerial, AudioError(.device, "unplugged"))))
        rules.take(.pause(.user))
        #expect(rules.take(.retry) == [])
        #expect(!rules.machine.isAwaiting)
    }

    @Test("a stream that changes its rate has a device at the new rate, behind the last sound of the old one")
    func reshaped() {
        var rules = Rules.playing
        #expect(rules.take(.reshaped(number: 1)) == [.decoderNext(serial: 2, number: 1)])
        var info = Rules.info
        info.rate = 48000
        rules.take(.decoder(.opened(serial: 2, info)))
        let request = OutputRequest(for: info)
        #expect(rules.take(.decoder(.needsOutput(serial: 2, request))) == [])
        #expect(rules.machine.phase == .playing)
        let serial = rules.machine.outputSerial + 1
        #expect(
            rules.take(.heard(rules.mark(.end, 1), ahead: 0)) == [.outputPause, .outputOpen(request, serial: serial)])
        #expect(rules.take(.output(.opened(serial: serial, Rules.description))) == [.attach(request, Rules.format)])
        #expect(rules.machine.phase == .buffering)
    }

    @Test("a file at an address is played to its end, however short, and then it is over")
    func file() {
        var rules = Rules()
        rules.take(.play(Rules.station))
        rules.take(.began(number: 1, StreamFacts()))
        rules.take(.decoder(.opened(serial: 1, Rules.info)))
        rules.take(.output(.opened(serial: rules.machine.outputSerial, Rules.description)))
        #expect(rules.take(.ended(number: 1, StreamEnd(isComplete: true))) == [])
        #expect(rules.take(.decoded(ahead: 0.2, isResting: false)) == [])
        #expect(rules.take(.decoded(ahead: 0.2, isResting: true)) == [.cancelLease, .outputRun])
        let actions = rules.take(.heard(rules.mark(.end, 1), ahead: 0))
        #expect(
            actions == [.disconnect, .decoderUnload, .outputPause, .outputDiscard, .startLease, .finished])
        #expect(rules.machine.phase == .stopped && rules.machine.pausedBy == nil)
    }

    @Test("a device that another source has taken is opened again when there is enough to play")
    func taken() {
        var rules = Rules.playing
        rules.take(.starved)
        rules.take(.outputTaken)
        #expect(rules.take(.decoded(ahead: 0.5, isResting: false)) == [])
        let request = OutputRequest(for: Rules.info)
        let serial = rules.machine.outputSerial + 1
        #expect(rules.take(.decoded(ahead: 1.5, isResting: false)) == [.outputOpen(request, serial: serial)])
    }

    @Test("the device closes when nobody wants it any more, and never under a station that connects")
    func lease() {
        var rules = Rules.playing
        #expect(rules.take(.leaseExpired) == [])
        rules.take(.pause(.user))
        #expect(rules.take(.leaseExpired) == [.outputClose])
        #expect(rules.take(.leaseExpired) == [])
    }

    @Test("another device that was chosen takes over what is decoded")
    func move() {
        var rules = Rules.playing
        let request = OutputRequest(for: Rules.info)
        let serial = rules.machine.outputSerial + 1
        #expect(rules.take(.moveOutput) == [.outputPause, .outputClose, .outputOpen(request, serial: serial)])
        rules.take(.output(.opened(serial: serial, Rules.description)))
        #expect(rules.take(.decoded(ahead: 1.5, isResting: false)) == [.cancelLease, .outputRun])
    }
}
