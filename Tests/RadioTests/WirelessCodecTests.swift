// What a Bluetooth link encodes with, found out while a station plays.

import AudioCore
import Testing

@testable import Radio

@Suite("The radio over a wireless link")
struct WirelessCodecTests {
    @Test("the codec that somebody found out is said of the device that is open, and of no other")
    func learned() {
        let format = DeviceFormat(rate: 44_100, channels: 2, layout: .s16, significantBits: 16)
        let description = OutputDescription(
            device: "bluez", format: format, formatName: "S16_LE", link: .bluetooth, resampled: nil, isDirect: nil,
            indirectReason: "unseen", isRealtime: false, bufferFrameCount: 5292, periodFrameCount: 1323)
        var machine = RadioStateMachine()
        let beforeOpening = machine.learn(codec: "sbc", ofDevice: "bluez")
        #expect(!beforeOpening)
        machine.output = .open(OutputRequest(rate: 44_100, channels: 2, bits: nil), description)
        for (device, isNews) in [("other", false), ("bluez", true), ("bluez", false)] {
            let wasNews = machine.learn(codec: "sbc", ofDevice: device)
            #expect(wasNews == isNews)
        }
        #expect(machine.description?.codec == "sbc" && machine.description?.isDirect == false)
    }
}
