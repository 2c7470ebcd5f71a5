// Colours: the files, the contrasts, the covers.

import TemplateKit
import Testing

@testable import Scene

@Suite("Themes")
struct ThemeTests {
    private func read(_ name: String) throws -> (theme: Theme?, faults: [DocumentFault]) {
        let bytes = try TreeFile.bytes("Assets/Themes/\(name).json")
        return Theme.read(SourceText(file: "\(name).json", bytes: bytes))
    }

    @Test("the files of night and day are the themes that are built in", arguments: [Theme.night, .day])
    func files(_ theme: Theme) throws {
        let (found, faults) = try read(theme.name)
        #expect(faults.isEmpty)
        #expect(found == theme)
    }

    @Test("text has 4.5 to 1 and controls 3 to 1 on every surface", arguments: [Theme.night, .day])
    func contrast(_ theme: Theme) {
        #expect(theme.contrastFaults.map(\.message) == [])
    }

    @Test("a theme in which details fade away is refused by name, place and number")
    func faintTheme() throws {
        var text = String(decoding: try TreeFile.bytes("Assets/Themes/night.json"), as: UTF8.self)
        text = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.contains("\"dim\"") ? "  \"dim\": \"#30343a\"," : String($0)
        }.joined(separator: "\n")
        let (theme, faults) = Theme.read(SourceText(file: "night.json", bytes: Array(text.utf8)))
        #expect(theme == nil)
        #expect(faults.count == 3)
        #expect(faults.first?.description.hasPrefix("night.json:7:") == true)
        #expect(
            faults.map(\.message) == [
                ##""dim" #30343a is 1.5 to 1 on "background" #0b0d10 (at least 4.5 to 1)"##,
                ##""dim" #30343a is 1.4 to 1 on "panel" #14171c (at least 4.5 to 1)"##,
                ##""dim" #30343a is 1.2 to 1 on "raised" #1d2229 (at least 4.5 to 1)"##,
            ])
    }

    @Test("every colour that has to be seen is looked at on every surface")
    func everyPair() throws {
        let night = try String(decoding: TreeFile.bytes("Assets/Themes/night.json"), as: UTF8.self)
        for (key, under) in [
            ("text", "background"), ("dim", "background"), ("accent", "background"), ("control", "panel"),
            ("danger", "raised"), ("accentText", "accent"), ("dangerText", "danger"),
        ] {
            let colors = night.split(separator: "\n").reduce(into: [:]) { colors, line in
                let parts = line.split(separator: "\"")
                if parts.count > 3 { colors[String(parts[1])] = String(parts[3]) }
            }
            let (old, new) = (try #require(colors[key]), try #require(colors[under]))
            let text = night.replacing("\"\(key)\": \"\(old)\"", with: "\"\(key)\": \"\(new)\"")
            let (theme, faults) = Theme.read(SourceText(file: "t.json", bytes: Array(text.utf8)))
            #expect(theme == nil)
            let line = text.split(separator: "\n").firstIndex { $0.contains("\"\(key)\":") }.map { $0 + 1 }
            #expect(
                faults.contains {
                    $0.line == line && $0.message.hasPrefix("\"\(key)\" \(new) is 1.0 to 1 on \"\(under)\" \(new) ")
                }, "\(key) on \(under): \(faults.map(\.description))")
        }
    }

    @Test("a colour that shines through is refused, except where it is meant to")
    func translucent() throws {
        let night = try String(decoding: TreeFile.bytes("Assets/Themes/night.json"), as: UTF8.self)
        func read(_ old: String, _ new: String) -> (theme: Theme?, faults: [DocumentFault]) {
            Theme.read(SourceText(file: "t.json", bytes: Array(night.replacing(old, with: new).utf8)))
        }
        let text = read("#f4f6f8", "#f4f6f810")
        #expect(text.theme == nil)
        #expect(text.faults.map(\.message) == [##""text" is translucent ("#RRGGBB"; only scrim and line may be)"##])
        #expect(read("#242a32", "#242a3280").theme?.line.alpha == 0x80)
    }

    @Test("a file of nothing but mistakes is answered with the first hundred")
    func manyFaults() {
        let keys = (0..<20_000).map { "\"k\($0)\": 1" }.joined(separator: ", ")
        let (theme, faults) = Theme.read(SourceText(file: "t.json", bytes: Array("{\(keys)}".utf8)))
        #expect(theme == nil)
        #expect(faults.count == DocumentFault.mostPerFile)
    }

    /// Whether everything can be read on a wash: its ends, and what lies between.
    private func isLegible(_ wash: Wash, _ theme: Theme) -> Bool {
        (0...16).map { wash.top.mixed(with: wash.bottom, Double($0) / 16) }.allSatisfy { color in
            [theme.text, theme.dim, theme.accent].allSatisfy { $0.contrast(on: color) >= 4.45 }
                && theme.control.contrast(on: color) >= 2.95
        }
    }

    @Test("on any theme that is accepted, everything can be read on the wash of any cover")
    func otherThemes() {
        var state: UInt64 = 11
        func channel() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        func color() -> Color { Color(red: channel(), green: channel(), blue: channel()) }
        var accepted = 0
        for _ in 0..<4000 where accepted < 60 {
            var theme = Theme.night
            theme.background = color()
            // Surfaces near the background, as a theme has them; what is written is black, white or anything.
            theme.panel = theme.background.mixed(with: color(), 0.05)
            theme.raised = theme.background.mixed(with: color(), 0.08)
            let ends = [Color(0x000000), Color(0xFFFFFF)]
            theme.text = ends[Int(channel() & 1)]
            theme.dim = theme.text.mixed(with: color(), 0.1)
            theme.accent = theme.text.mixed(with: color(), 0.2)
            theme.control = theme.text.mixed(with: color(), 0.3)
            theme.accentText = theme.text == ends[0] ? ends[1] : ends[0]
            (theme.danger, theme.dangerText) = (theme.accent, theme.accentText)
            guard theme.contrastFaults.isEmpty else { continue }
            accepted += 1
            for _ in 0..<60 {
                let palette = CoverPalette(night: color(), day: color())
                #expect(isLegible(Wash(palette, theme: theme), theme), "\(palette) on \(theme.background)")
            }
        }
        #expect(accepted == 60)
    }

    @Test("on the built-in themes too, between the ends", arguments: [Theme.night, .day])
    func between(_ theme: Theme) {
        for rgb in stride(from: UInt32(0), to: 0x100_0000, by: 70_001) {
            let wash = Wash(CoverPalette(dominant: Color(rgb)), theme: theme)
            #expect(isLegible(wash, theme), "\(Color(rgb))")
        }
    }

    @Test(
        "a broken theme is refused and says what would be right",
        arguments: [
            ("[]", "is no object"), ("{\"text\": 3}", "is no colour (\"#RRGGBB\")"),
            ("{\"colour\": \"#ffffff\"}", "unknown key \"colour\""), ("{\"coverOpacity\": 2}", "from 0 to 1"),
            ("{}", "\"background\" is missing"), ("{\"text\": \"#12345\"}", "is no colour"),
        ])
    func broken(_ text: String, _ expected: String) {
        let (theme, faults) = Theme.read(SourceText(file: "x.json", bytes: Array(text.utf8)))
        #expect(theme == nil)
        #expect(faults.contains { $0.message.contains(expected) })
    }

    @Test("whatever a cover is, everything can be read on its wash", arguments: [Theme.night, .day])
    func washes(_ theme: Theme) {
        for red in stride(from: 0, through: 255, by: 51) {
            for green in stride(from: 0, through: 255, by: 51) {
                for blue in stride(from: 0, through: 255, by: 51) {
                    let color = Color(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    let wash = Wash(CoverPalette(dominant: color), theme: theme)
                    for end in [wash.top, wash.bottom] {
                        let text = min(
                            theme.text.contrast(on: end), theme.dim.contrast(on: end), theme.accent.contrast(on: end))
                        #expect(text >= 4.5, "\(color) gives \(end)")
                        #expect(theme.control.contrast(on: end) >= 3, "\(color) gives \(end)")
                    }
                }
            }
        }
    }

    @Test(
        "contrast is that of WCAG",
        arguments: [
            (0xFFFFFF, 0x000000, 21.0), (0x777777, 0xFFFFFF, 4.48), (0xFF0000, 0xFFFFFF, 4.0),
            (0x0000FF, 0x000000, 2.44),
        ])
    func formula(_ front: Int, _ back: Int, _ expected: Double) {
        let contrast = Color(UInt32(front)).contrast(on: Color(UInt32(back)))
        #expect(abs(contrast - expected) < 0.01)
    }
}
