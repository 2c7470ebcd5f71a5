// What a device is used for, by what it can send and what the builder says.

import Testing

@testable import Evdev

@Suite("Roles of devices")
struct DeviceRoleTests {
    private func capabilities(
        keys: Set<UInt16> = [], relatives: Set<UInt16> = [], absolutes: Set<UInt16> = [], properties: Set<UInt16> = []
    ) -> DeviceCapabilities {
        var made = DeviceCapabilities()
        made.keys = keys
        made.relatives = relatives
        made.absolutes = absolutes
        made.properties = properties
        return made
    }

    private func role(
        _ capabilities: DeviceCapabilities?, name: String = "", spellings: Set<String> = [],
        _ configuration: InputConfiguration = InputConfiguration()
    ) -> DeviceRole {
        DeviceRole(name: name, spellings: spellings, capabilities: capabilities, configuration: configuration)
    }

    private func knobAxis(_ role: DeviceRole) -> KnobConfiguration.Axis? {
        if case .knob(let knob, isConfigured: false) = role { return knob.axis }
        return nil
    }

    @Test("without a word of configuration, devices are what they can do")
    func automatic() {
        let panel = capabilities(keys: [0x14A], absolutes: [0, 1, 0x2F, 0x35, 0x36, 0x39], properties: [1])
        #expect(role(panel) == .touch)
        #expect(role(capabilities(keys: [0x14A], absolutes: [0, 1])) == .touch)
        var pad = panel
        pad.properties = [0]
        #expect(role(pad) == .keys)
        #expect(knobAxis(role(capabilities(relatives: [7]))) == .dial)
        #expect(knobAxis(role(capabilities(relatives: [0]))) == .x)
        #expect(knobAxis(role(capabilities(relatives: [6]))) == .wheel)
        #expect(role(capabilities(keys: [28, 1])) == .keys)
        #expect(role(capabilities(absolutes: [0, 1, 2])) == .ignored)
        let mouse = role(capabilities(keys: [0x110], relatives: [0, 1, 8]))
        #expect(
            mouse == .knob(KnobConfiguration(device: "", axis: .wheel, reverse: true), isConfigured: false))
    }

    @Test("a FIFO is keys unless the configuration says otherwise")
    func fifo() {
        #expect(role(nil, spellings: ["/tmp/f"]) == .keys)
        let configuration = InputConfiguration(touch: TouchConfiguration(device: "/tmp/f"))
        #expect(role(nil, spellings: ["/tmp/f"], configuration) == .touch)
    }

    @Test(
        "a device is meant by its path, a glob or its name",
        arguments: [
            ("/dev/input/event3", true), ("/dev/input/event4", false), ("/dev/input/by-path/*rotary*", true),
            ("/dev/*", false), ("rotary@11", true), ("rotary@*", true), ("rotary", false), ("ROTARY@11", false),
        ])
    func selectors(text: String, isMeant: Bool) {
        let configuration = InputConfiguration(knobs: [KnobConfiguration(device: text, role: .volume)])
        let found = role(
            capabilities(relatives: [7]), name: "rotary@11",
            spellings: ["/dev/input/event3", "/dev/input/by-path/platform-rotary@11-event"], configuration)
        #expect((found == .knob(configuration.knobs[0], isConfigured: true)) == isMeant)
    }

    @Test("with a panel named, no other one touches")
    func onePanel() {
        let configuration = InputConfiguration(touch: TouchConfiguration(device: "good panel"))
        let panel = capabilities(absolutes: [0x2F, 0x35, 0x36])
        #expect(role(panel, name: "good panel", configuration) == .touch)
        #expect(role(panel, name: "other panel", configuration) == .ignored)
    }

    @Test("a device that carries a wire of the car is opened for it")
    func wires() {
        let configuration = InputConfiguration(switches: [.headlights: .device("lamp", code: "SW_LID")])
        #expect(role(capabilities(), name: "lamp", configuration) == .keys)
    }

    @Test("stamps of another clock keep their distances, jumps are taken as now, and time never goes back")
    func stamps() {
        var clock = StampClock(isMainClock: false)
        #expect(clock.time(stamp: 1_700_000_000, now: 50) == 50)
        #expect(abs(clock.time(stamp: 1_700_000_000.015, now: 50) - 50.015) < 1e-6)
        #expect(abs(clock.time(stamp: 1_700_000_000.010, now: 50) - 50.015) < 1e-6)
        #expect(clock.time(stamp: 5, now: 51) == 51)
        #expect(clock.time(stamp: 0, now: 52) == 52)
        #expect(clock.time(stamp: .infinity, now: 53) == 53)
        var main = StampClock(isMainClock: true)
        #expect(main.time(stamp: 49.9, now: 50) == 49.9)
        #expect(main.time(stamp: 60, now: 50) == 50)
    }
}
