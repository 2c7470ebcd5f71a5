// What a press does that is not done at once: it is shown, is not begun twice, ends well or says why, and is left.

import ALSAOutput
import AudioCore
import Glibc
import Scene
import TemplateKit
import Testing

@testable import HeadUnit

@Suite("Actions that take time", .serialized)
@MainActor
struct ActionsThatTakeTimeTests {
    private static let devices = ["hw:CARD=DAC,DEV=0", "hw:CARD=Slow,DEV=0"].map {
        OutputDevice(
            id: $0, name: OutputDevice.shortName($0), link: .usb, rates: [], formats: [], isDefault: false, note: nil)
    }

    /// At the list of devices; `Slow` never answers.
    private func driver() throws -> Driver {
        let driver = try Driver(
            try MusicFixture(), devices: Self.devices, opening: [Self.devices[0].id], silent: [Self.devices[1].id])
        try driver.play("Bend", of: "Alpha Road")
        try driver.run(
            DeviceSettingTests.toDevices + """

                expect tree.elements[id=row:2].label == "Slow"
                tap "Slow"
                """)
        return driver
    }

    @Test("its row is highlighted, has a spinner after 300 ms and not before, and keeps them until the end")
    func shown() throws {
        let driver = try driver()
        defer { driver.end() }
        func pictures() -> (raised: Int, all: [DrawCommand]) {
            let commands = driver.stage.wholeFrame(now: driver.drive.now).commands
            return (commands.count, commands)
        }
        try driver.run("wait 100")
        let early = pictures()
        try driver.run("wait 400")
        let late = pictures()
        #expect(late.raised > early.raised, "the spinner is drawn on top")
        try driver.run("wait 500")
        #expect(pictures().all != late.all, "it turns")
        #expect(driver.services.deviceSwitch != nil)
    }

    @Test(
        "a second press on it does nothing; without an answer it ends in an alert that says why, and the music goes on")
    func patience() throws {
        let driver = try driver()
        defer { driver.end() }
        let work = try #require(driver.services.deviceSwitch?.work)
        try driver.run("wait 1000\ntap \"Slow\"\nwait 500")
        #expect(driver.services.deviceSwitch?.work === work)
        try driver.run(
            """
            wait 14500
            expect tree.screen == "actionFailed"
            tap "OK"
            wait 400
            expect tree.screen == "setting"
            expect state.status == "playing"
            expect state.quality.output.device == "hw:CARD=DAC,DEV=0"
            """)
        #expect(work.hasEnded)
        #expect(driver.services.ownerSettings.device == nil)
    }

    @Test("leaving the screen calls it off: the music goes back, and nothing is said later")
    func cancelled() throws {
        let driver = try driver()
        defer { driver.end() }
        try driver.run(
            """
            wait 500
            tap "Back"
            wait 400
            expect tree.screen == "sound"
            expect state.status == "playing"
            expect state.quality.output.device == "hw:CARD=DAC,DEV=0"
            wait 20000
            expect tree.screen == "sound"
            expect tree.overlay == null
            """)
        #expect(driver.services.deviceSwitch == nil)
    }

    @Test("another choice takes the place of the first, which then says nothing")
    func superseded() throws {
        let driver = try driver()
        defer { driver.end() }
        try driver.run(
            """
            wait 500
            tap "DAC"
            wait 500
            expect tree.screen == "setting"
            expect state.status == "playing"
            expect state.quality.output.device == "hw:CARD=DAC,DEV=0"
            wait 20000
            expect tree.screen == "setting"
            """)
        #expect(driver.services.ownerSettings.device == "hw:CARD=DAC,DEV=0")
    }

    @Test("a look for new music ends with the scan, and shows how far it is")
    func scan() throws {
        let fixture = try MusicFixture()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run("until ready")
        driver.stage.open("library", at: driver.drive.now)
        try driver.run("wait 500\nexpect tree.screen == \"library\"")
        try fixture.add("new/1.flac", title: "New", artist: "Newcomer", album: "Fresh", number: 1)
        try driver.run(
            """
            tap "Look for new music"
            until tree.elements[id=row:0].detail == "16 tracks · 8 albums"
            expect tree.elements[id=row:1].value == "16 tracks"
            """)
    }

    @Test("a curve that cannot be read says its line, one that can is heard and shown band by band")
    func equalizerFile() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run("until ready")
        let desk = driver.drive.session.settings
        let file = try #require(desk.equalizerFile)
        func write(_ text: String) throws {
            let bytes = Array(text.utf8)
            let handle = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
            #expect(Glibc.write(handle, bytes, bytes.count) == bytes.count)
            close(handle)
        }
        try write("{\n  \"parametric\": [{\"type\": \"peak\", \"frequency\": 5, \"gain\": -3, \"q\": 1.4}]\n}")
        driver.stage.open("setting", parameters: ["setting": .text("equalizer")], at: driver.drive.now)
        try driver.run(
            """
            wait 500
            drag 500 470 500 90 100
            wait 2000
            drag 500 470 500 90 100
            wait 2000
            drag 500 470 500 90 100
            wait 2000
            tap "From a file"
            wait 300
            expect tree.screen == "actionFailed"
            """)
        let said = driver.tree.elements.map(\.label).joined()
        #expect(said.contains("equalizer.json:2:") && said.contains("10 to 40000 Hz"), "\(said)")
        #expect(desk.sound.stages.equalizer == EqualizerSettings())
        try write("{\"parametric\": [{\"type\": \"peak\", \"frequency\": 63, \"gain\": -3.5, \"q\": 1.4}]}")
        try driver.run("tap \"OK\"\nwait 400\ntap \"From a file\"\nwait 400\nexpect tree.screen == \"setting\"")
        #expect(desk.sound.stages.equalizer.curve.bands.count == 1)
        driver.stage.open("equalizer", parameters: ["setting": .text("bands")], at: driver.drive.now)
        try driver.run(
            """
            wait 400
            expect tree.rowCount == 1
            expect tree.elements[id=row:0].label == "Bell · 63 Hz"
            expect tree.elements[id=row:0].value == "−3.5 dB · Q 1.4"
            """)
    }
}
