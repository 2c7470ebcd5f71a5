// A sheet of all icons and many scripts, for the eye: written only where `CARILLON_CONTACT_SHEET` names a folder.

import Glibc
import Scene
import Testing

@testable import SDLDisplay

@Suite("Contact sheet")
@MainActor
struct ContactSheetTests {
    @Test("a sheet of icons and one of scripts is written when a folder is named")
    func sheets() throws {
        guard let value = getenv("CARILLON_CONTACT_SHEET") else { return }
        let folder = String(cString: value)
        let names = FolderListing.names(in: iconFolder).map { String($0.dropLast(4)) }
        for (size, columns) in [(24, 14), (48, 12), (96, 8)] {
            let cell = size + 40
            let rows = (names.count + columns - 1) / columns
            let stage = try Stage(width: columns * cell, height: rows * (cell + 10))
            var commands: [DrawCommand] = [
                .fill(
                    Frame(x: 0, y: 0, width: columns * cell, height: rows * (cell + 10)),
                    Color(red: 14, green: 17, blue: 20))
            ]
            for (index, name) in names.enumerated() {
                let x = index % columns * cell
                let y = index / columns * (cell + 10)
                let tint = index % 3 == 1 ? Color(red: 94, green: 201, blue: 184) : white
                commands.append(
                    .image(
                        ImageRequest(source: .icon(name), width: size, height: size, tint: tint),
                        Frame(x: x + 20, y: y + 10, width: size, height: size), opacity: 255))
                commands.append(
                    .line(
                        TextLine(name, style: TextStyle(size: 11), alignment: .center),
                        Frame(x: x, y: y + size + 14, width: cell, height: 16), Color(red: 160, green: 170, blue: 180)))
            }
            stage.draw(commands)
            try stage.display.writePNG("\(folder)/icons-\(size).png")
            #expect(stage.reports.lines.isEmpty)
        }
        let samples =
            TextSamples.all.map(\.text) + [
                "Ünïcödé ﬁ Ǽ — “quotes” 1:55 −3:08", "夜の川 灯台", "جرجع Night שלום 123",
                "e\u{301}\u{323} n\u{303} Å\u{325}",
            ]
        let stage = try Stage(width: 1024, height: samples.count * 56 + 20)
        var commands: [DrawCommand] = []
        for (index, text) in samples.enumerated() {
            stage.fonts.preload(for: text)
            for (column, weight) in [TextStyle.Weight.regular, .medium, .bold].enumerated() {
                let frame = Frame(x: 20 + column * 340, y: 10 + index * 56, width: 320, height: 48)
                commands.append(.fill(frame, Color(red: 30, green: 36, blue: 42)))
                commands.append(.line(TextLine(text, style: TextStyle(size: 32, weight: weight)), frame, white))
            }
        }
        stage.draw(commands)
        try stage.display.writePNG("\(folder)/scripts.png")
    }
}

enum TextSamples {
    struct Sample: Sendable {
        var name: String
        var text: String
        var language = "en"
    }

    static let all = [
        Sample(name: "Latin", text: "Night Bus to Tallinn"), Sample(name: "Cyrillic", text: "Красная линия Ёж"),
        Sample(name: "Greek", text: "Ἀθήνα Ωδή"), Sample(name: "Vietnamese", text: "Tiếng Việt Ầ Ữ"),
        Sample(name: "Japanese", text: "夜の川、ギター", language: "ja"),
        Sample(name: "Korean", text: "한국어 노래", language: "ko"),
        Sample(name: "Chinese", text: "简体中文歌曲", language: "zh"),
        Sample(name: "Traditional Chinese", text: "繁體中文歌曲", language: "zh-Hant"),
        Sample(name: "Arabic", text: "موسيقى الليل"), Sample(name: "Hebrew", text: "מוזיקה לילית"),
        Sample(name: "Thai", text: "เพลงกลางคืน"), Sample(name: "Devanagari", text: "रात का संगीत"),
        Sample(name: "Armenian", text: "Երաժշտություն"), Sample(name: "Georgian", text: "მუსიკა"),
        Sample(name: "Symbols", text: "♫ ★ ♥ → ∞ ½"),
    ]
}
