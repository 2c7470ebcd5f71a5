// `carillon bench frames`: what a frame costs in software, layout and drawing, on a clock that is moved by hand.
// Main thread; nothing is shown.

import AudioCore
import FoundationEssentials
import Glibc
import SDLDisplay
import Scene
import TemplateKit

/// Measures frames of a list that scrolls, of Now Playing, and of a screen that slides in.
@MainActor
struct FramesBench {
    private static let frameCount = 900

    func run() -> Int32 {
        let console = Console()
        guard let folders = DataFolders.find(templates: nil, assets: nil) else {
            console.error("bench: the folders Templates and Assets are not beside the program")
            return 1
        }
        let assets = ScreenAssets.read(folders)
        do throws(DisplayError) {
            if AllocationCounter.wasStarted { return try countAllocations(assets, console) }
            console.result("1024 × 600 at 169 dpi, software renderer, in memory; ms a frame: median / 99 % / most")
            console.result(
                "  \("".padding(to: 32)) \("layout".padding(to: 22)) \("drawing".padding(to: 22)) together")
            for count in [1_000, 100_000] {
                let rig = try FrameRig(assets, trackCount: count)
                report("scrolling over \(count) rows", scrolling(rig, frames: Self.frameCount), console)
            }
            let rig = try FrameRig(assets, trackCount: 1_000)
            report("Now Playing, playing", nowPlaying(rig), console)
            report("a screen slides in", sliding(try FrameRig(assets, trackCount: 1_000)), console)
        } catch {
            console.error("bench: \(error.message)")
            return 1
        }
        return countByItself(console)
    }

    // MARK: - What is measured

    /// A finger pulls the list up again and again, faster than one reads; covers come while it does.
    private func scrolling(_ rig: FrameRig, frames: Int) -> [FrameCost] {
        rig.open("tracks")
        let (top, bottom, step) = (120, 500, 20)
        var y = top
        return (0..<frames).compactMap { _ in
            rig.frame { stage, now in
                if y <= top {
                    stage.handle(InputEvent(.touch(finger: 0, phase: .ended, x: 500, y: y), time: now))
                    y = bottom
                    stage.handle(InputEvent(.touch(finger: 0, phase: .began, x: 500, y: y), time: now))
                } else {
                    y -= step
                    stage.handle(InputEvent(.touch(finger: 0, phase: .moved, x: 500, y: y), time: now))
                }
            }
        }
    }

    /// Only the frames that are needed: one a second, and one for each pixel of progress.
    private func nowPlaying(_ rig: FrameRig) -> [FrameCost] {
        rig.program.seconds = 0
        rig.stage.openNowPlaying(at: rig.now)
        rig.settle()
        return (0..<Self.frameCount * 10).compactMap { _ in
            rig.program.seconds = (rig.program.seconds ?? 0) + FrameRig.frameTime
            return rig.frame { _, _ in }
        }
    }

    private func sliding(_ rig: FrameRig) -> [FrameCost] {
        rig.open("albums")
        return (0..<40).flatMap { turn in
            rig.stage.handle(InputEvent(.back, time: rig.now))
            rig.settle()
            rig.stage.open("tracks", at: rig.now)
            let costs = (0..<14).compactMap { _ in rig.frame { _, _ in } }
            // The first time makes what later ones find.
            return turn == 0 ? [] : costs
        }
    }

    // MARK: - The heap

    /// Starts the program once more, with a library that counts.
    private func countByItself(_ console: Console) -> Int32 {
        guard AllocationCounter.isInstalled else {
            console.result("  heap allocations are not counted: liballocationprobe.so is not beside the program")
            return 0
        }
        console.error(AllocationCounter.startAgain(["bench", "frames"]))
        return 1
    }

    private func countAllocations(_ assets: ScreenAssets, _ console: Console) throws(DisplayError) -> Int32 {
        guard let counter = AllocationCounter() else {
            console.error("bench: the library that counts is not there")
            return 1
        }
        let rig = try FrameRig(assets, trackCount: 1_000)
        rig.counter = counter
        rig.open("tracks")
        // Up and down over the same rows: after the first times every line and cover is known.
        var y = 300
        var costs: [FrameCost] = []
        rig.stage.handle(InputEvent(.touch(finger: 0, phase: .began, x: 500, y: y), time: rig.now))
        for frame in 0..<600 {
            y += (frame / 20) % 2 == 0 ? -8 : 8
            let cost = rig.frame { stage, now in
                stage.handle(InputEvent(.touch(finger: 0, phase: .moved, x: 500, y: y), time: now))
            }
            if frame >= 200, let cost { costs.append(cost) }
        }
        guard let layout = Figures(costs.map { Double($0.layoutAllocations) }),
            let drawing = Figures(costs.map { Double($0.drawingAllocations) })
        else { return 1 }
        console.result("heap allocations of a frame in which only the scroll changed: median (least … most)")
        console.result("  layout   \(layout.text)")
        console.result("  drawing  \(drawing.text)")
        return 0
    }

    private func report(_ name: String, _ costs: [FrameCost], _ console: Console) {
        guard let layout = Figures(costs.map(\.layout)), let drawing = Figures(costs.map(\.drawing)),
            let all = Figures(costs.map { $0.layout + $0.drawing })
        else { return console.result("  \(name): no frame") }
        let columns = [layout, drawing].map { $0.spread.padding(to: 22) }.joined(separator: " ")
        console.result("  \(name.padding(to: 32)) \(columns) \(all.spread)   (\(costs.count) frames)")
    }
}
