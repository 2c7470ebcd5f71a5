// Every screen in several languages, by the finger alone and by the knob alone.

import Scene
import TemplateKit
import Testing

@testable import HeadUnit

@Suite("Every screen in every kind of script", .serialized)
@MainActor
struct LanguageWalkTests {
    private func driver(_ language: Language) throws -> (Driver, StringTable) {
        let driver = try Driver(try MusicFixture(), stations: [("http://127.0.0.1:9/", "Night Owl")])
        try driver.play("Bend", of: "Alpha Road")
        try driver.run(Way.preparation + "\nlanguage \(language.rawValue)\nwait 300")
        return (driver, driver.drive.session.assets.strings.table(for: language))
    }

    @Test("a finger reaches each and leaves it again", arguments: [Language.ru, .de, .ja])
    func touch(_ language: Language) throws {
        let (driver, strings) = try driver(language)
        defer { driver.end() }
        let finger = Finger(driver, back: strings.string(for: .key("button.back")))
        for way in Way.all {
            for label in way.labels(strings) {
                guard finger.tap(label) else {
                    Issue.record("\(way) in \(language): the finger does not find “\(label)” on \(driver.tree.screen)")
                    break
                }
            }
            #expect(driver.tree.screen == way.screen, "\(language)")
            finger.leave()
            #expect(driver.tree.depth == 1 && driver.tree.template == "list", "\(way) in \(language) is not left")
            #expect(finger.tap(strings.string(for: .key("tab.home"))), "\(way): no way home")
        }
    }

    @Test("the knob reaches each and leaves it again", arguments: [Language.ru, .de, .ja])
    func knob(_ language: Language) throws {
        let (driver, strings) = try driver(language)
        defer { driver.end() }
        var knob = KnobWalker(driver)
        for way in Way.all {
            for label in way.labels(strings) {
                guard knob.find(label) else {
                    Issue.record("\(way) in \(language): the knob does not come to “\(label)” on \(knob.tree.screen)")
                    break
                }
                knob.press()
            }
            #expect(knob.tree.screen == way.screen, "\(language)")
            for _ in 0..<8 where knob.tree.depth > 1 || knob.tree.template != "list" { knob.back() }
            #expect(knob.tree.depth == 1, "\(way) in \(language) is not left")
            let isHome = knob.find(strings.string(for: .key("tab.home")))
            #expect(isHome, "\(way): no way home")
            knob.press()
        }
    }

    @Test("every document that a person can open is on one of the ways")
    func complete() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let documents = driver.drive.session.assets.documents
        // Opened by the program when something happens, or the root itself; several folders of music have a list.
        let byThemselves = Set(Catalogue.music.programScreens.keys).subtracting([
            "nowPlaying", "queue", "setting", "equalizer",
        ])
        let missing = documents.names.subtracting(Way.all.map(\.screen)).subtracting(byThemselves)
            .subtracting(["root", "folders"])
        #expect(missing == [])
    }
}

/// A finger that scrolls to what it wants.
@MainActor
private struct Finger {
    let driver: Driver
    let back: String

    init(_ driver: Driver, back: String) {
        self.driver = driver
        self.back = back
    }

    /// - Returns: false when the label is nowhere on the screen.
    func tap(_ label: String) -> Bool {
        for (from, to) in [(470, 200), (200, 470)] {
            for _ in 0..<12 {
                if let element = find(label) {
                    let frame = element.visibleFrame
                    run("tap \(frame.x + frame.width / 2) \(frame.y + frame.height / 2)\nwait 500")
                    return true
                }
                let before = driver.tree.elements.map(\.frame)
                run("drag 500 \(from) 500 \(to) 200\nwait 1200")
                if driver.tree.elements.map(\.frame) == before { break }
            }
        }
        return false
    }

    private func find(_ label: String) -> Element? {
        driver.tree.elements.first {
            $0.label == label && $0.isEnabled && $0.isFullyVisible && $0.role != .text
        }
    }

    /// Out to the root of the tab: by the back button, and from a sheet or an alert by its last or first word.
    func leave() {
        for _ in 0..<8 {
            let tree = driver.tree
            if tree.template == "actionSheet" {
                run("tap 512 5\nwait 400")
            } else if tree.template == "alert" {
                run("tap #action:0\nwait 400")
            } else if tree.depth > 1 {
                run("tap #bar:back\nwait 500")
            } else {
                return
            }
        }
    }

    private func run(_ script: String) {
        do { try driver.run(script) } catch { Issue.record("\(error)") }
    }
}
