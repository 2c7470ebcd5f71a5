// Pictures as text: any change of a layout is seen as a change of a line. `CARILLON_GOLDENS=write` writes them anew.

import Glibc
import Testing

@testable import Scene

@Suite("Goldens")
@MainActor
struct GoldenTests {
    struct Golden: CustomTestStringConvertible, Sendable {
        let place: Place
        let panel: Panel
        var testDescription: String { name }
        var name: String {
            let side = panel.side == .right ? "-right" : ""
            return "\(place.rawValue)-\(panel.width)x\(panel.height)-\(panel.dpi)\(side)"
        }
    }

    nonisolated static let goldens: [Golden] = {
        let seven = Panel(width: 1024, height: 600, dpi: 169, side: .left)
        let mirrored = Panel(width: 1024, height: 600, dpi: 169, side: .right)
        let short = Panel(width: 800, height: 480, dpi: 187, side: .left)
        let portrait = Panel(width: 480, height: 800, dpi: 132, side: .left)
        let places: [Place] = [
            .home, .albums, .album, .radio, .settings, .nowPlaying, .stream, .message, .alert, .sheet, .volume, .notice,
            .grid, .icons, .quality, .facts, .shelves, .otherButtons,
        ]
        return places.map { Golden(place: $0, panel: seven) } + [
            Golden(place: .nowPlaying, panel: mirrored), Golden(place: .albums, panel: mirrored),
            Golden(place: .nowPlaying, panel: short), Golden(place: .album, panel: short),
            Golden(place: .nowPlaying, panel: portrait), Golden(place: .home, panel: portrait),
            Golden(place: .grid, panel: mirrored), Golden(place: .grid, panel: portrait),
            Golden(place: .quality, panel: portrait), Golden(place: .quality, panel: short),
            Golden(place: .search, panel: seven), Golden(place: .search, panel: portrait),
            Golden(place: .search, panel: short), Golden(place: .volume, panel: short),
            Golden(place: .notice, panel: short),
        ]
    }()

    @Test("a screen is drawn as it was", arguments: goldens)
    func golden(_ golden: Golden) throws {
        let harness = try golden.place.visit(golden.panel.metrics)
        let lines = harness.stage.wholeFrame(now: harness.now).commands.map(CommandText.line)
        let path = "Tests/SceneGoldens/\(golden.name).txt"
        if let value = getenv("CARILLON_GOLDENS"), String(cString: value) == "write" {
            try TreeFile.write(lines.joined(separator: "\n") + "\n", to: path)
            return
        }
        let expected = String(decoding: try TreeFile.bytes(path), as: UTF8.self).split(separator: "\n").map(String.init)
        for (number, (now, before)) in zip(lines, expected).enumerated() where now != before {
            Issue.record("\(path):\(number + 1): drawn \(now), was \(before)")
            return
        }
        #expect(lines.count == expected.count, "\(path)")
    }
}

/// A draw command as a line of text.
enum CommandText {
    static func line(_ command: DrawCommand) -> String {
        switch command {
        case .fill(let frame, let color): "fill \(text(frame)) \(text(color))"
        case .panel(let frame, let radius, let color): "panel \(text(frame)) r\(radius) \(text(color))"
        case .ring(let frame, let radius, let width, let color):
            "ring \(text(frame)) r\(radius) w\(width) \(text(color))"
        case .image(let request, let frame, let opacity):
            "image \(text(request)) \(text(frame)) r\(request.cornerRadius) \(request.tint.map(text) ?? "-") \(opacity)"
        case .line(let line, let frame, let color):
            "line \(text(frame)) \(line.style.size)\(text(line.style)) \(line.alignment) \(text(color)) \(line.text)"
        case .wash(let frame, let top, let bottom): "wash \(text(frame)) \(text(top)) \(text(bottom))"
        case .beginClip(let frame): "clip \(text(frame))"
        case .endClip: "end clip"
        case .beginLayer(let dx, let dy, let opacity): "layer \(dx),\(dy) \(opacity)"
        case .endLayer: "end layer"
        }
    }

    private static func text(_ frame: Frame) -> String { "\(frame.x),\(frame.y) \(frame.width)x\(frame.height)" }

    private static func text(_ color: Color) -> String {
        let channels = [color.red, color.green, color.blue] + (color.alpha == 255 ? [] : [color.alpha])
        return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func text(_ style: TextStyle) -> String {
        let weight =
            switch style.weight {
            case .regular: ""
            case .medium: "m"
            case .bold: "b"
            }
        return weight + (style.hasEqualDigits ? "=" : "")
    }

    private static func text(_ request: ImageRequest) -> String {
        switch request.source {
        case .icon(let name): "icon:\(name)"
        case .cover(let key): "cover:\(key)"
        case .file(let name): "file:\(name)"
        }
    }
}
