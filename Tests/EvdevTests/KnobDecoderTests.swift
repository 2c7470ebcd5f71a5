// From steps to clicks.

import Testing

@testable import Evdev

@Suite("Knobs")
struct KnobDecoderTests {
    private func clicks(_ knob: KnobConfiguration, _ events: [RawInput], spacing: Double = 0.02) -> [Int] {
        var warnings: [String] = []
        var decoder = KnobDecoder(knob, warnings: &warnings)
        return events.enumerated().map { decoder.take($1, time: Double($0) * spacing) }
    }

    private func knob(
        _ axis: KnobConfiguration.Axis = .dial, steps: Int = 1, reverse: Bool = false, pair: [String]? = nil
    ) -> KnobConfiguration {
        KnobConfiguration(device: "", axis: axis, stepsPerDetent: steps, reverse: reverse, keyPair: pair)
    }

    @Test("each axis listens to its own code alone")
    func axes() {
        let all = [Send.relative(0, 1), Send.relative(1, 1), Send.relative(6, 1), Send.dial(1), Send.relative(8, 1)]
        #expect(clicks(knob(.dial), all) == [0, 0, 0, 1, 0])
        #expect(clicks(knob(.wheel), all) == [0, 0, 1, 0, 1])
        #expect(clicks(knob(.x), all) == [1, 0, 0, 0, 0])
    }

    @Test("several steps make one click, in both directions, and reverse turns them round")
    func detents() {
        let turn = [Int32](repeating: 1, count: 8).map(Send.dial)
        #expect(clicks(knob(steps: 4), turn) == [0, 0, 0, 1, 0, 0, 0, 1])
        #expect(clicks(knob(steps: 2, reverse: true), turn) == [0, -1, 0, -1, 0, -1, 0, -1])
        #expect(clicks(knob(steps: 2), [Send.dial(5), Send.dial(-1)]) == [2, 0])
    }

    @Test("trembling between two steps makes no click")
    func tremble() {
        #expect(clicks(knob(steps: 2), [1, -1, 1, -1, -1, 1].map(Send.dial)).allSatisfy { $0 == 0 })
    }

    @Test("an encoder that lost a step finds its clicks again after a rest")
    func rest() {
        var warnings: [String] = []
        var decoder = KnobDecoder(knob(steps: 2), warnings: &warnings)
        #expect(decoder.take(Send.dial(1), time: 0) == 0)
        #expect(decoder.take(Send.dial(1), time: 5) == 0)
        #expect(decoder.take(Send.dial(1), time: 5.1) == 1)
    }

    @Test("an absurd value is noise, not a thousand clicks", arguments: [Int32.max, .min])
    func noise(value: Int32) {
        for reverse in [false, true] {
            #expect(abs(clicks(knob(reverse: reverse), [Send.dial(value)])[0]) <= 64)
        }
    }

    @Test("a pair of keys turns, once for each time a key goes down")
    func keys() {
        let events = [
            Send.key("KEY_VOLUMEUP", 1), Send.key("KEY_VOLUMEUP", 2), Send.key("KEY_VOLUMEUP", 0),
            Send.key("KEY_VOLUMEDOWN", 1), Send.key("KEY_LEFT", 1), Send.key("KEY_ENTER", 1),
        ]
        #expect(clicks(knob(.keys), events) == [1, 0, 0, -1, -1, 0])
        #expect(clicks(knob(.keys, pair: ["KEY_F1", "KEY_ENTER"]), events) == [0, 0, 0, 0, 0, 1])
    }

    @Test("settings that make no sense are named", arguments: [0, -3, 65])
    func warnings(steps: Int) {
        var warnings: [String] = []
        _ = KnobDecoder(knob(steps: steps, pair: ["KEY_F1", "KEY_NONSENSE"]), warnings: &warnings)
        #expect(warnings.count == 2)
        #expect(warnings[0].contains("stepsPerDetent \(steps)") && warnings[1].contains("KEY_NONSENSE"))
    }
}
