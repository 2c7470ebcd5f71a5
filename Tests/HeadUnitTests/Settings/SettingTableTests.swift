// The table of settings: every entry can be shown, set and read back.

import ALSAOutput
import AudioCore
import Scene
import TemplateKit
import Testing

@testable import HeadUnit

@Suite("The table of settings", .serialized)
@MainActor
struct SettingTableTests {
    private static let strings = DataFolders.find(templates: nil, assets: nil).map { ScreenAssets.read($0).strings }

    @Test("documents know every setting there is by its name, and no other")
    func names() {
        #expect(SettingTable.all.map(\.key).sorted() == Catalogue.settingNames.sorted())
    }

    @Test("documents know which are switches")
    func switches() {
        let switches = SettingTable.all.filter { if case .toggle = $0.kind { true } else { false } }
        #expect(Set(switches.map(\.key)) == Catalogue.switchNames)
    }

    @Test("documents know the words of those that are the same on every unit, and which move by steps")
    func settingWords() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let desk = driver.drive.session.settings
        var levels: Set<String> = []
        for setting in SettingTable.all {
            switch setting.kind {
            case .level: levels.insert(setting.key)
            case .toggle: #expect(Catalogue.settingWords[setting.key] == ["on", "off"], "\(setting.key)")
            case .choice:
                // These are as the unit is, or can be any number of a range.
                guard !["device", "equalizer", "brightness", "subsonic"].contains(setting.key) else { continue }
                #expect(Catalogue.settingWords[setting.key] == setting.choices(desk).map(\.word), "\(setting.key)")
            case .screen: break
            }
        }
        #expect(levels == Catalogue.levelNames)
        #expect(Set(Catalogue.settingWords.keys).isSubset(of: Catalogue.settingNames))
    }

    @Test("the record of settings has each by its name as it stands, a switch as a flag")
    func record() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let session = driver.drive.session
        let source = session.records.records(for: SourceReference("settings"))
        let described = try #require(Catalogue.music.records.first { $0.name == "settings" }).fields
        let record = try #require(source.record(at: 0))
        for (name, value) in record { #expect(described[name] == value.type, "\(name)") }
        for setting in SettingTable.all where !setting.key.contains(".") && setting.key != "bands" {
            let type: FieldType = Catalogue.switchNames.contains(setting.key) ? .flag : .text
            #expect(described[setting.key] == type, "\(setting.key)")
            #expect((record[setting.key] != nil) == setting.isShown(session.settings), "\(setting.key)")
        }
        #expect(record["limiter"] == .flag(false))
        #expect(record["crossfeed"] == .text("Off"))
        _ = session.settings.set("limiter", to: "on")
        _ = session.settings.set("crossfeed", to: "strong")
        session.servicesChanged()
        #expect(source.record(at: 0)?["limiter"] == .flag(true))
        #expect(source.record(at: 0)?["crossfeed"] == .text("Strong"))
    }

    @Test("each is there once and has its words in every language")
    func words() throws {
        let strings = try #require(Self.strings)
        let keys = SettingTable.all.map(\.key)
        #expect(Set(keys).count == keys.count)
        let services = AppServices()
        for language in Language.allCases {
            let desk = SettingsDesk(services: services, strings: strings.table(for: language))
            for setting in SettingTable.all {
                let choices = setting.choices(desk)
                let words = choices.map(\.word)
                #expect(Set(words).count == words.count, "\(setting.key)")
                if case .choice = setting.kind, setting.key != "device" {
                    #expect(choices.count > 1 || !setting.isShown(desk), "\(setting.key)")
                }
                for text in [desk.title(of: setting)] + choices.map(\.title) {
                    #expect(!text.isEmpty && !text.contains("setting.") && !text.contains("word."), "\(text)")
                }
            }
        }
    }

    @Test("every word a choice offers is the one that is read back, and nothing sounds different before one is chosen")
    func roundTrips() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let desk = driver.drive.session.settings
        #expect(desk.sound == SoundSettings())
        #expect(desk.services.player?.activeStages == [])
        for setting in SettingTable.all where setting.isShown(desk) {
            switch setting.kind {
            case .choice:
                let before = setting.word(desk)
                for choice in setting.choices(desk) where !["own", "file"].contains(choice.word) {
                    guard case .done = desk.set(setting.key, to: choice.word) else {
                        if setting.key != "device" { Issue.record("\(setting.key) \(choice.word)") }
                        continue
                    }
                    #expect(setting.word(desk) == choice.word, "\(setting.key)")
                    #expect(desk.shown(setting) == choice.title, "\(setting.key)")
                }
                _ = desk.set(setting.key, to: before)
            case .toggle:
                for word in ["on", "off"] {
                    _ = desk.set(setting.key, to: word)
                    #expect(setting.word(desk) == word)
                }
            case .level(let scale, let parent):
                #expect(SettingTable.setting(parent) != nil)
                for end in [scale.range.lowerBound, scale.range.upperBound] {
                    _ = desk.set(setting.key, to: "\(end)")
                    #expect(Double(setting.word(desk)) == end, "\(setting.key)")
                    _ = desk.move(setting, by: end < 0 ? -1 : 1)
                    #expect(Double(setting.word(desk)) == end, "\(setting.key) goes past its end")
                }
            case .screen(let name):
                #expect(driver.drive.session.assets.documents.screens[name] != nil)
            }
        }
    }

    @Test(
        "a word that a setting cannot be changes nothing and is refused",
        arguments: [
            ("theme", "blue"), ("subsonic", "2000"), ("preamp", "25"), ("octave.63", "x"), ("limiter", "maybe"),
            ("loudness", ""), ("rotation", "45"), ("language", "xx"), ("nothing", "on"), ("equalizer", "nonsense"),
        ])
    func refusals(_ key: String, _ word: String) throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let desk = driver.drive.session.settings
        let before = (desk.sound, desk.screen)
        guard case .refused = desk.set(key, to: word) else {
            Issue.record("\(key) took “\(word)”")
            return
        }
        #expect(desk.sound == before.0)
        #expect(desk.screen == before.1)
    }

    @Test(
        "a level moves to the next whole step, also from between two",
        arguments: [
            (1.5, 1.0, 2.0), (1.5, -1, 1), (-1.5, -1, -2), (-1.5, 1, -1), (12, 1, 12), (-12, -1, -12), (0, 3, 3),
        ])
    func steps(_ from: Double, _ by: Double, _ to: Double) {
        let scale = LevelScale(range: -12...12, step: 1) { number, _ in "\(number)" }
        #expect(scale.moved(from, by: by) == to)
    }

    @Test("a band that is moved while the equalizer is off starts from nothing, and is heard")
    func band() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let desk = driver.drive.session.settings
        _ = desk.set("equalizer", to: "bass")
        _ = desk.set("equalizer", to: "off")
        let octave = try #require(SettingTable.setting("octave.1000"))
        _ = desk.move(octave, by: -1)
        var gains = [Double](repeating: 0, count: 10)
        gains[5] = -1
        let curve = EqualizerCurve(graphic: gains)
        #expect(curve.map { EqualizerSettings(isOn: true, curve: $0) } == desk.sound.stages.equalizer)
        #expect(SettingTable.setting("equalizer")?.word(desk) == "own")
    }
}
