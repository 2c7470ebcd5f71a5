// One device as a value: gaps, unplugging and noise.

import Scene
import TestSupport
import Testing

@testable import Evdev

@Suite("One device")
struct DeviceDecoderTests {
    private func decoder(
        _ role: DeviceRole, switchKeys: [UInt16: SwitchName] = [:], switchCodes: [UInt16: SwitchName] = [:]
    ) -> DeviceDecoder {
        var warnings: [String] = []
        let transform = TouchTransform(
            rangeX: 0...799, rangeY: 0...479, configuration: TouchConfiguration(),
            picture: PictureGeometry(width: 800, height: 480), warnings: &warnings)
        return DeviceDecoder(
            number: 2, role: role, keyMap: KeyMap(warnings: &warnings), transform: transform, switchKeys: switchKeys,
            switchCodes: switchCodes, isMainClock: false, warnings: &warnings)
    }

    private func run(_ events: [RawInput], _ decoder: inout DeviceDecoder) -> DeviceOutput {
        var output = DeviceOutput()
        for event in events { decoder.take(event, now: 10, isTextEntry: false, into: &output) }
        return output
    }

    @Test("what comes in a gap counts for nothing, and a press that ended in it is cancelled")
    func gap() {
        var keys = decoder(.keys)
        var output = run([Send.key("KEY_ENTER", 1), Send.dropped, Send.key("KEY_LEFT", 1), Send.report], &keys)
        #expect(output.events.map(\.kind) == [.press(isDown: true)])
        #expect(keys.needsResync)
        keys.resync(DeviceDecoder.Snapshot(keysDown: []), now: 10, into: &output)
        #expect(output.isPressCancelled && !keys.needsResync)
        #expect(run([Send.key("KEY_ENTER", 0)], &keys).events.isEmpty)
    }

    @Test("a press that outlived the gap ends as it would have")
    func pressAcrossGap() {
        var keys = decoder(.keys)
        var output = run([Send.key("KEY_ENTER", 1), Send.dropped, Send.report], &keys)
        keys.resync(DeviceDecoder.Snapshot(keysDown: [28]), now: 10, into: &output)
        #expect(!output.isPressCancelled)
        #expect(run([Send.key("KEY_ENTER", 0)], &keys).events.map(\.kind) == [.press(isDown: false)])
    }

    @Test("a wire changes its switch and nothing else; after a gap it is what the device says")
    func wires() {
        var keys = decoder(.keys, switchKeys: [28: .call], switchCodes: [0: .headlights])
        var output = run(
            [Send.key("KEY_ENTER", 1), Send.key("KEY_ENTER", 2), RawInput(type: 5, code: 0, value: 1)], &keys)
        #expect(output.events.isEmpty)
        #expect(output.switches == [.call: true, .headlights: true])
        keys.resync(DeviceDecoder.Snapshot(keysDown: [], switchesOn: [0]), now: 10, into: &output)
        #expect(output.switches == [.call: false, .headlights: true])
        keys.end(now: 10, into: &output)
        #expect(output.switches == [.call: nil, .headlights: nil])
    }

    @Test("the press of a volume knob mutes, its turning is volume")
    func volumeKnob() {
        var knob = decoder(.knob(KnobConfiguration(device: "", role: .volume), isConfigured: true))
        let output = run([Send.dial(-2)] + Send.tap("KEY_ENTER"), &knob)
        #expect(output.events.map(\.kind) == [.volume(-2), .key(.mute)])
    }

    @Test("half a click before a gap is forgotten")
    func knobGap() {
        var knob = decoder(.knob(KnobConfiguration(device: "", stepsPerDetent: 2), isConfigured: true))
        var output = run([Send.dial(1), Send.dropped, Send.dial(1), Send.report], &knob)
        knob.resync(DeviceDecoder.Snapshot(), now: 10, into: &output)
        output.events += run([Send.dial(1), Send.dial(1)], &knob).events
        #expect(output.events.map(\.kind) == [.rotate(1)])
    }

    @Test("fingers of two devices never share a number")
    func fingerNumbers() {
        var panel = decoder(.touch)
        let output = run(Send.down(1, id: 4, 3, 4), &panel)
        #expect(output.events.map(\.kind) == [.touch(finger: 129, phase: .began, x: 3, y: 4)])
    }

    @Test("noise on any device does no harm: time never falls, presses pair up, and unplugging leaves nothing down")
    func fuzz() {
        let roles: [DeviceRole] = [
            .touch, .keys, .knob(KnobConfiguration(device: "", axis: .dial, stepsPerDetent: 3), isConfigured: true),
            .knob(KnobConfiguration(device: "", role: .volume, axis: .keys, reverse: true), isConfigured: true),
        ]
        for seed in 0..<80 {
            var random = SeededNumbers(seed: UInt64(seed) &* 977)
            var device = decoder(roles[seed % roles.count], switchKeys: [59: .mute])
            var (isDown, fingers, last) = (false, Set<Int>(), -Double.infinity)
            func check(_ output: DeviceOutput) {
                for event in output.events {
                    #expect(event.time >= last)
                    last = event.time
                    switch event.kind {
                    case .press(let down):
                        #expect(down != isDown)
                        isDown = down
                    case .touch(let finger, let phase, let x, let y):
                        #expect((0..<800).contains(x) && (0..<480).contains(y))
                        switch phase {
                        case .began: #expect(fingers.insert(finger).inserted)
                        case .moved: #expect(fingers.contains(finger))
                        case .ended, .cancelled: #expect(fingers.remove(finger) != nil)
                        }
                    default: break
                    }
                }
                if output.isPressCancelled {
                    #expect(isDown)
                    isDown = false
                }
            }
            for event in Send.noise(1500, &random) {
                var output = DeviceOutput()
                device.take(
                    event, now: Double.random(in: 0...9, using: &random), isTextEntry: seed % 3 == 0, into: &output)
                if device.needsResync {
                    device.resync(DeviceDecoder.Snapshot(), now: 5, into: &output)
                    check(output)
                    #expect(fingers.isEmpty && !isDown)
                } else {
                    check(output)
                }
            }
            var output = DeviceOutput()
            device.end(now: 9, into: &output)
            check(output)
            #expect(fingers.isEmpty && !isDown)
        }
    }
}
