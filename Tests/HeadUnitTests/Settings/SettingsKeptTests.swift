// What is set survives: a restart, a kill, a flag.

import AudioCore
import Glibc
import SDLDisplay
import Scene
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Settings are kept", .serialized)
@MainActor
struct SettingsKeptTests {
    /// Everything another word than its default.
    private static let chosen = [
        "equalizer": "cabin", "loudness": "medium", "subsonic": "25", "replayGain": "album", "preamp": "-3.0",
        "limiter": "on", "crossfeed": "light", "theme": "day", "density": "roomy", "rotation": "90",
        "driverSide": "right", "reduceMotion": "on", "language": "ja",
    ]

    private func words(_ desk: SettingsDesk) -> [String: String] {
        Self.chosen.keys.reduce(into: [:]) { $0[$1] = SettingTable.setting($1)?.word(desk) }
    }

    private func set(_ desk: SettingsDesk) {
        for (key, word) in Self.chosen {
            guard case .done = desk.set(key, to: word) else { Issue.record("\(key) does not take \(word)"); continue }
        }
        desk.services.onChange()
    }

    @Test("after a restart everything is as it was set")
    func restart() throws {
        let fixture = try MusicFixture()
        let state = TemporaryFolder()
        let first = try Driver(fixture, state: state.file("state"))
        set(first.drive.session.settings)
        first.end()
        let second = try Driver(fixture, state: state.file("state"))
        defer { second.end() }
        #expect(words(second.drive.session.settings) == Self.chosen)
        #expect(second.stage.metrics.density == .roomy)
        #expect(second.stage.metrics.driverSide == .right)
        #expect(second.stage.metrics.isPortrait)
        #expect(second.stage.reducesMotion)
        #expect(second.tree.language == "ja")
        #expect(second.tree.theme == "day")
    }

    @Test("a kill two seconds after the last press loses nothing")
    func kill() throws {
        let fixture = try MusicFixture()
        let state = TemporaryFolder()
        let first = try Driver(fixture, state: state.file("state"))
        defer { first.end() }
        set(first.drive.session.settings)
        // Nobody says goodbye: the files are taken as they lie there once the saver has had its time.
        let file = state.path + "/state/settings.json"
        let deadline = SteadyClock.now + .patient
        var copy: [UInt8] = []
        while SteadyClock.now < deadline, !String(decoding: copy, as: UTF8.self).contains("\"ja\"") {
            usleep(20_000)
            copy = (try? FileByteSource(RawPath(file)).readBytes(1 << 20)) ?? []
        }
        let other = TemporaryFolder()
        try other.write(copy, to: "state/settings.json")
        let second = try Driver(fixture, state: other.file("state"))
        defer { second.end() }
        #expect(words(second.drive.session.settings) == Self.chosen)
    }

    @Test("a flag is before the owner's word at a start, and a press is before the flag until the next")
    func flags() throws {
        let fixture = try MusicFixture()
        let state = TemporaryFolder()
        let first = try Driver(fixture, state: state.file("state"))
        set(first.drive.session.settings)
        first.end()
        var front = FrontOptions()
        front.theme = .night
        front.language = .de
        front.rotation = SDLDisplay.Rotation.none
        let second = try Driver(fixture, front: front, state: state.file("state"))
        defer { second.end() }
        #expect(second.tree.theme == "night")
        #expect(second.tree.language == "de")
        #expect(!second.stage.metrics.isPortrait)
        #expect(second.stage.metrics.density == .roomy, "what no flag says is the owner's")
        _ = second.drive.session.settings.set("language", to: "fr")
        #expect(second.tree.language == "fr")
    }

    @Test("the builder's word holds until the owner says another, and a word nobody knows leaves it")
    func builder() {
        var config = BuilderConfig()
        config.display.driverSide = .right
        config.display.rotation = .half
        let flags = FrontOptions()
        func choices(_ chosen: [String: String]) -> ScreenChoices {
            ScreenChoices(flags, OwnerSettings(chosen: chosen), config, system: .ko)
        }
        #expect(choices([:]).driverSide == .right)
        #expect(choices([:]).rotation == .half)
        #expect(choices([:]).language == .ko)
        #expect(choices([:]).theme == .night)
        #expect(choices(["driverSide": "left", "rotation": "0", "language": "tr"]).driverSide == .left)
        #expect(choices(["rotation": "0"]).rotation == SDLDisplay.Rotation.none)
        #expect(choices(["driverSide": "above", "rotation": "45", "later": "yes"]) == choices([:]))
    }
}

@Suite("The light behind the panel")
struct BacklightTests {
    private func panel(_ brightness: String, _ maximum: String) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try folder.write(Array(brightness.utf8), to: "panel/brightness")
        try folder.write(Array(maximum.utf8), to: "panel/max_brightness")
        return folder
    }

    @Test(
        "is read in percent of its maximum; what cannot be read is none",
        arguments: [
            ("255\n", "255\n", 100), ("51\n", "255\n", 20), ("0", "10", 0), ("9", "4", 100), ("5", "0", nil),
            ("", "255", nil), ("x", "255", nil),
        ] as [(String, String, Int?)])
    func reading(_ brightness: String, _ maximum: String, _ percent: Int?) throws {
        let folder = try panel(brightness, maximum)
        #expect(Backlight.find(in: RawPath(folder.path))?.percent == percent)
    }

    @Test(
        "is written as the kernel's number, never dark", arguments: [(50, "128"), (100, "255"), (1, "26"), (0, "26")])
    func writing(_ percent: Int, _ number: String) throws {
        let folder = try panel("255", "255")
        let light = try #require(Backlight.find(in: RawPath(folder.path)))
        #expect(light.write(percent) == nil)
        let text = String(
            decoding: try FileByteSource(folder.file("panel/brightness")).readBytes(32), as: UTF8.self)
        #expect(text.hasPrefix(number), "\(text)")
    }

    @Test("without a folder there is none, and nothing to set")
    @MainActor
    func none() throws {
        #expect(Backlight.find(in: RawPath("/nonexistent/backlight")) == nil)
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let desk = driver.drive.session.settings
        #expect(SettingTable.setting("brightness")?.isShown(desk) == false)
        let folder = try panel("255", "255")
        desk.findBacklight(in: RawPath(folder.path))
        try driver.drive.settle()
        #expect(SettingTable.setting("brightness")?.isShown(desk) == true)
        guard case .working = desk.set("brightness", to: "50") else {
            Issue.record("not taken")
            return
        }
        try driver.drive.settle()
        #expect(desk.backlight?.percent == 50)
        #expect(driver.services.ownerSettings.chosen["brightness"] == "50")
    }
}
