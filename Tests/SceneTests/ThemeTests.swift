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
        #expect(faults.first?.message.contains("at least 4.5 to 1") == true)
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
