// A stage with a renderer in memory whose frames are timed. Main thread.

import Glibc
import SDLDisplay
import Scene
import TemplateKit

/// What one frame took.
struct FrameCost {
    /// Milliseconds from the input to the list of commands.
    var layout: Double
    /// Milliseconds from the commands to the picture.
    var drawing: Double
    var layoutAllocations = 0
    var drawingAllocations = 0
}

/// Frames, one after another, a sixtieth of a second apart on a clock of their own.
@MainActor
final class FrameRig {
    static let frameTime = 1.0 / 60
    let program: BenchProgram
    let stage: Stage
    var counter: AllocationCounter?
    private(set) var now = 100.0
    private let renderer: CommandRenderer
    private let covers = BenchCovers()

    /// - Throws: a `DisplayError` without fonts.
    init(_ assets: ScreenAssets, trackCount: Int) throws(DisplayError) {
        program = BenchProgram(assets: assets, trackCount: trackCount)
        let display = try SurfaceDisplay(
            options: DisplayOptions(size: .init(width: 1024, height: 600), dpi: 169, renderer: .software))
        let fonts = try FontBook(files: try FontFiles.find(), language: "en")
        renderer = CommandRenderer(
            canvas: display.canvas, fonts: fonts, iconFolders: assets.iconFolders, images: covers)
        stage = Stage(
            metrics: Metrics(width: display.width, height: display.height, dpi: display.dpi, driverSide: .left),
            theme: assets.night, strings: assets.strings.table(for: .en), measuring: FontMeasuring(fonts: fonts),
            program: program, startsWithKnob: false)
        stage.clockText = "14:32"
        if let root = program.screen(named: "root", parameters: [:]) { stage.setRoot(root, at: now) }
        settle()
    }

    /// Opens a screen and lets it come to rest.
    func open(_ name: String) {
        stage.open(name, at: now)
        settle()
    }

    func settle() {
        for _ in 0..<40 { _ = frame { _, _ in } }
    }

    /// One frame, after what happens just before it.
    /// - Returns: nil when no picture was needed.
    func frame(_ input: (Stage, Double) -> Void) -> FrameCost? {
        now += Self.frameTime
        let (start, allocated) = (Self.clock, counter?.count ?? 0)
        input(stage, now)
        let frame = stage.frame(now: now)
        let (laidOut, allocatedByLayout) = (Self.clock, counter?.count ?? 0)
        guard let frame else { return nil }
        _ = renderer.draw(frame.commands, now: now)
        let (drawn, allocatedInAll) = (Self.clock, counter?.count ?? 0)
        return FrameCost(
            layout: laidOut - start, drawing: drawn - laidOut, layoutAllocations: allocatedByLayout - allocated,
            drawingAllocations: allocatedInAll - allocatedByLayout)
    }

    /// Milliseconds of CLOCK_MONOTONIC.
    private static var clock: Double { SystemClock.seconds * 1000 }
}
