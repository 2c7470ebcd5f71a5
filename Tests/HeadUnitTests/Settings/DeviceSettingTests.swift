// Another output device: the music goes over at once, or stays and says why.

import ALSAOutput
import AudioCore
import Scene
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The output device", .serialized)
@MainActor
struct DeviceSettingTests {
    private static let devices = ["hw:CARD=DAC,DEV=0", "hw:CARD=HDMI,DEV=0", "hw:CARD=Gone,DEV=0"].map {
        OutputDevice(
            id: $0, name: OutputDevice.shortName($0), link: .usb, rates: [44100], formats: ["S16_LE"],
            isDefault: false, note: nil)
    }

    private func driver(_ fixture: MusicFixture, state: RawPath? = nil) throws -> Driver {
        try Driver(
            fixture, state: state, devices: Self.devices, opening: Self.devices.prefix(2).map(\.id))
    }

    /// The way to the list of devices by finger.
    static let toDevices = """
        key home
        wait 400
        tap "Browse"
        wait 400
        drag 500 470 500 90 200
        wait 1500
        tap "Settings"
        wait 400
        tap "Sound"
        wait 400
        drag 500 470 500 90 200
        wait 1500
        tap "Output device"
        wait 400
        """

    @Test("the music goes over where it is, and the choice is there at the next start")
    func change() throws {
        let fixture = try MusicFixture()
        let state = TemporaryFolder()
        let first = try driver(fixture, state: state.file("state"))
        try first.play("Bend", of: "Alpha Road")
        try first.run("wait 5000\n" + Self.toDevices)
        let before = try #require(first.services.player?.position)
        try first.run(
            """
            expect tree.rowCount == 4
            tap "HDMI"
            wait 100
            expect state.status == "playing"
            expect state.title == "Bend"
            expect state.quality.output.device == "hw:CARD=HDMI,DEV=0"
            """)
        let after = try #require(first.services.player?.position)
        #expect(after >= before && after < before + 0.5, "from \(before) to \(after)")
        try first.run("wait 1000")
        #expect(try #require(first.services.player?.position) > after + 0.9)
        first.end()
        let second = try driver(fixture, state: state.file("state"))
        defer { second.end() }
        #expect(second.services.chosenDevice == "hw:CARD=HDMI,DEV=0")
        #expect(second.services.ownerSettings.device == "hw:CARD=HDMI,DEV=0")
    }

    @Test("one that does not open says why, and the music goes on where it was")
    func failure() throws {
        let driver = try driver(try MusicFixture())
        defer { driver.end() }
        try driver.play("Bend", of: "Alpha Road")
        try driver.run(
            Self.toDevices + """

                tap "Gone"
                wait 300
                expect tree.screen == "actionFailed"
                expect tree.template == "alert"
                tap "OK"
                wait 300
                expect tree.screen == "setting"
                expect state.status == "playing"
                expect state.pausedBy == null
                expect state.quality.output.device == "hw:CARD=DAC,DEV=0"
                """)
        #expect(driver.services.ownerSettings.device == nil)
        #expect(driver.services.chosenDevice == AppServices.automaticDevice)
    }

    @Test("while nothing plays the device is opened all the same, so that the answer is honest")
    func silent() throws {
        let driver = try driver(try MusicFixture())
        defer { driver.end() }
        try driver.run(
            "until ready\n" + Self.toDevices + """

                tap "Gone"
                wait 300
                expect tree.screen == "actionFailed"
                tap "OK"
                wait 300
                tap "DAC"
                wait 300
                expect tree.screen == "setting"
                expect state.status == "stopped"
                """)
        #expect(driver.services.ownerSettings.device == "hw:CARD=DAC,DEV=0")
    }

    @Test("a chosen device that is away is shown as such, and can be left for the first choice")
    func away() throws {
        let fixture = try MusicFixture()
        let state = TemporaryFolder()
        let first = try driver(fixture, state: state.file("state"))
        first.services.keeper?.choose(device: "hw:CARD=Away,DEV=0")
        try first.run("until ready\n" + Self.toDevices)
        try first.run(
            """
            drag 500 470 500 90 200
            wait 1500
            expect tree.rowCount == 5
            expect tree.elements[id=row:4].label == "Away"
            expect tree.elements[id=row:4].enabled == false
            drag 500 100 500 500 300
            wait 1500
            tap "Automatic"
            wait 300
            expect tree.rowCount == 4
            """)
        #expect(first.services.ownerSettings.device == nil)
        first.end()
    }
}
