// What lies over a screen for a while: it hides neither the focus nor half a line.

import TemplateKit
import Testing

@testable import Scene

@Suite("Overlays")
@MainActor
struct OverlayTests {
    /// One of each kind.
    private nonisolated static let places: [Place] = [
        .home, .albums, .album, .settings, .grid, .shelves, .facts, .quality, .message, .nowPlaying, .search, .found,
        .longList,
    ]

    private func notice() throws -> NoticeTemplate {
        try NoticeTemplate(text: "The stick is out. Its music waits until it is back.", icon: .icon("stick"))
    }

    @Test("wherever the knob goes, a notice is not over what it stands on", arguments: Panel.all)
    func notices(_ panel: Panel) throws {
        let outside = panel.metrics.px(6)
        for place in Self.places {
            let harness = try place.visit(panel.metrics)
            harness.stage.reducesMotion = true
            var seen: Set<ElementID> = []
            for turn in 0..<20 {
                // On to the end, and back over the beginning into the bars above.
                harness.rotate(turn < 8 ? 1 : -1, gap: 0.2)
                harness.stage.show(try notice(), at: harness.now)
                let elements = harness.tree.elements
                let covered = try #require(harness.stage.drawn.noticeFrame, "\(place)")
                guard let focused = elements.first(where: \.isFocused) else { continue }
                seen.insert(focused.id)
                let ringed = focused.visibleFrame.union(focused.shape.inset(by: -outside))
                let overlap = covered.intersection(ringed)
                #expect(overlap.isEmpty, "\(place): \(focused.id) \(focused.visibleFrame) under \(covered)")
            }
            #expect(seen.count > 1, "\(place)")
        }
    }

    @Test("a notice stays where it is until the knob comes under it")
    func stays() throws {
        let harness = try Place.albums.visit(Metrics(width: 1024, height: 600, dpi: 169))
        harness.stage.reducesMotion = true
        harness.stage.show(try notice(), at: harness.now)
        func panel() -> Frame? { harness.element(.text("notice"))?.frame }
        let foot = try #require(panel())
        #expect(foot.y > 300)
        harness.rotate(4, gap: 0.2)
        let top = try #require(panel())
        #expect(top.bottom < 120)
        harness.rotate(-1, gap: 0.2)
        #expect(panel() == top)
    }

    @Test("a finger on a notice puts it away and presses nothing that is under it")
    func byTouch() throws {
        let harness = try Place.albums.visit(Metrics(width: 1024, height: 600, dpi: 169))
        harness.stage.show(try notice(), at: harness.now)
        harness.tap(.text("notice"))
        harness.settle()
        #expect(harness.tree.screen == "albums" && harness.tree.overlay == nil)
    }

    @Test("Back is never under a notice: it is seen, and a finger on it goes back", arguments: Panel.all)
    func back(_ panel: Panel) throws {
        for place in [Place.nowPlaying, .stream, .queue, .search, .facts, .message] {
            let harness = try place.visit(panel.metrics)
            for turn in 0..<6 {
                if turn > 0 { harness.rotate(turn < 4 ? 1 : -1, gap: 0.2) }
                harness.stage.show(try notice(), at: harness.now)
                let back = try #require(harness.element(.bar("back")), "\(place)")
                let covered = try #require(harness.stage.drawn.noticeFrame, "\(place)")
                #expect(covered.intersection(back.frame).isEmpty, "\(place): \(covered)")
            }
            let before = harness.tree.screen
            harness.tap(.bar("back"))
            harness.settle()
            #expect(harness.tree.screen != before, "\(place)")
        }
    }

    @Test(
        "a long name in a notice is shortened, never what happened to it",
        arguments: [NoticeName.key, .pattern])
    func names(_ kind: NoticeName) throws {
        let name = "Radio Night Express with a name that is very long and does not want to end for anybody"
        let phrases = ["lost": Phrase("{name}: no connection, trying again.", language: .en)]
        let strings = StringTable(language: .en, phrases: phrases)
        let text: Text =
            switch kind {
            case .key: .key("lost", ["name": .text(name)])
            case .pattern: .pattern([.value(.text(name)), .literal(": no connection, trying again.")])
            }
        for panel in Panel.leftHand {
            let metrics = panel.metrics
            let fitter = TextFitter(FixedMeasuring())
            let environment = LayoutEnvironment(
                metrics: metrics, type: Typography(metrics), theme: .night, strings: strings, fitter: fitter,
                palette: { _ in nil })
            let words = NoticeWords(text, width: metrics.px(280), environment)
            let whole = words.lines.joined(separator: " ")
            #expect(words.lines.count == 2 && whole.hasPrefix("Radio"), "\(panel): \(whole)")
            #expect(whole.hasSuffix("…: no connection, trying again."), "\(panel): \(whole)")
        }
    }

    @Test("a notice stands where all of it can be read, when it is too long for the cover", arguments: Panel.all)
    func wholeNotice(_ panel: Panel) throws {
        let harness = try Place.nowPlaying.visit(panel.metrics)
        harness.stage.show(try notice(), at: harness.now)
        harness.settle()
        let shown = harness.stage.wholeFrame(now: harness.now).commands.compactMap {
            if case .line(let line, _, _) = $0 { line.text } else { nil }
        }
        let isNarrow = panel.metrics.widthInDp < 480
        #expect(
            isNarrow || shown.joined(separator: " ").contains("The stick is out. Its music waits until it is back."))
    }

    /// How a name comes into a notice: in a place of a phrase, or as a field of the document.
    enum NoticeName: Sendable { case key, pattern }

    @Test("no line of text is half hidden, by a notice or by the volume", arguments: Panel.all)
    func halves(_ panel: Panel) throws {
        for place in Self.places {
            for isVolume in [false, true] {
                let harness = try place.visit(panel.metrics)
                if isVolume {
                    harness.stage.showVolume(at: harness.now)
                } else {
                    harness.stage.show(try notice(), at: harness.now)
                }
                let commands = harness.stage.wholeFrame(now: harness.now).commands
                let paint = PaintedPicture(commands, FixedMeasuring(), panel.metrics.bounds)
                for line in paint.lines where !line.visible.isEmpty && line.isCovered {
                    #expect(line.isHidden, "\(place), \(isVolume ? "volume" : "notice"): \(line.text) \(line.visible)")
                }
            }
        }
    }

    @Test("what a finger may touch of the volume is at least 76 dp high", arguments: Panel.all)
    func volume(_ panel: Panel) throws {
        let least = Int((76 * panel.metrics.scale).rounded(.down))
        for place in Self.places {
            let harness = try place.visit(panel.metrics)
            harness.stage.openVolume(at: harness.now)
            let slider = try #require(harness.element(.slider("volume"))?.frame)
            #expect(slider.height >= least && slider.width >= 2 * least, "\(place)")
            #expect(slider.intersection(panel.metrics.bounds) == slider, "\(place)")
        }
    }
}
