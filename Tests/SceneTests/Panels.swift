// The panels that layouts are proved on.

import TemplateKit
import Testing

@testable import Scene

/// A panel with a driver's side.
struct Panel: CustomTestStringConvertible, Sendable {
    let width: Int
    let height: Int
    let dpi: Int
    let side: DriverSide

    @MainActor var metrics: Metrics { Metrics(width: width, height: height, dpi: dpi, driverSide: side) }
    var testDescription: String { "\(width)x\(height)@\(dpi) \(side.rawValue)" }

    static let upright: [(Int, Int, Int)] = [
        (800, 480, 132), (800, 480, 187), (1024, 600, 169), (1280, 720, 210), (1920, 720, 167), (480, 800, 132),
        (560, 390, 160),
    ]

    /// Enough of them for tests that turn through whole screens: upright, rotated, mirrored.
    static let some: [Panel] =
        all.filter { $0.side == .left && $0.width > $0.height } + [
            Panel(width: 1024, height: 600, dpi: 169, side: .right),
            Panel(width: 480, height: 800, dpi: 187, side: .left),
            Panel(width: 480, height: 800, dpi: 132, side: .right),
            Panel(width: 390, height: 560, dpi: 160, side: .left),
        ]

    /// Each upright and rotated, for a driver on the left and on the right.
    static let all: [Panel] = upright.flatMap { width, height, dpi in
        [DriverSide.left, .right].flatMap { side in
            [
                Panel(width: width, height: height, dpi: dpi, side: side),
                Panel(width: height, height: width, dpi: dpi, side: side),
            ]
        }
    }

    static let leftHand = all.filter { $0.side == .left }
    /// Those of at least 540 dp.
    static let wide = leftHand.filter { $0.width * 160 / $0.dpi >= 540 }
}

/// Synthetic screens of every template, by how to get there.
enum Place: String, CaseIterable, Sendable {
    case home, albums, browse, radio, album, queue, quality, settings, nowPlaying, stream, message, alert, sheet
    case grid, icons, facts, shelves, otherButtons
    case volume, notice
    /// Before anything is typed, with results, and with results alone.
    case searchStart, search, found
    /// The most that fits a template, in the longest words.
    case longList, longPlaying, longMessage, longAlert, longSheet, longNotice, longGrid, longFacts, longShelves

    /// Those that do not go away by themselves.
    static let still = allCases.filter { $0 != .volume && $0 != .notice }

    @MainActor
    func visit(_ panel: Metrics) throws -> StageHarness {
        let harness = StageHarness(panel) {
            $0.albumCount = 16
            $0.isStream = self == .stream
            $0.position = PlaybackPosition(seconds: 115, duration: 303, isMoving: false)
        }
        switch self {
        case .home: break
        case .albums: harness.stage.selectTab(1, at: harness.now)
        case .browse: harness.stage.selectTab(2, at: harness.now)
        case .radio: harness.stage.selectTab(3, at: harness.now)
        case .album, .queue, .quality, .settings, .grid, .icons, .facts, .shelves: harness.open(rawValue)
        case .nowPlaying, .stream: harness.open("nowPlaying")
        case .message: harness.open("starting")
        case .alert:
            harness.stage.selectTab(3, at: harness.now)
            harness.open("remove")
        case .sheet:
            harness.open("nowPlaying")
            harness.open("more")
        case .volume:
            harness.open("nowPlaying")
            harness.stage.openVolume(at: harness.now)
        case .searchStart: harness.open("search")
        case .search, .found:
            harness.open("search")
            harness.send(.text("r"))
            if self == .found { harness.stage.setKeyboard(hidden: true, at: harness.now) }
        case .longList: harness.open("longList")
        case .otherButtons:
            harness.program.hasOtherButtons = true
            harness.stage.invalidate()
            harness.open("nowPlaying")
        case .longPlaying:
            harness.program.isLong = true
            harness.stage.invalidate()
            harness.open("nowPlaying")
        case .longMessage, .longAlert, .longSheet, .longGrid, .longFacts, .longShelves: harness.open(rawValue)
        case .longNotice:
            harness.open("nowPlaying")
            harness.stage.show(try NoticeTemplate(text: MusicProgram.longText, icon: .icon("stick")), at: harness.now)
        case .notice:
            harness.stage.selectTab(1, at: harness.now)
            harness.stage.show(
                try NoticeTemplate(text: "The stick is out. Its music waits until it is back."), at: harness.now)
        }
        harness.now += 0.5
        harness.stage.layout(at: harness.now)
        return harness
    }
}
