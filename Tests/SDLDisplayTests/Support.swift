// What the tests of this target share: a display in memory, the real fonts, and questions about pixels.

import Glibc
import Scene

@testable import SDLDisplay

let white = Color(red: 255, green: 255, blue: 255)
let black = Color(red: 0, green: 0, blue: 0)
let red = Color(red: 255, green: 0, blue: 0)

/// `Assets/Icons` of this checkout.
let iconFolder: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/") + "/Assets/Icons"
}()

/// Gives the pictures it was handed.
@MainActor
final class TestImages: ImageProviding {
    var pictures: [ImageRequest.Source: PixelBuffer] = [:]
    var askedCount = 0

    func pixels(for request: ImageRequest) -> PixelBuffer? {
        askedCount += 1
        return pictures[request.source]
    }
}

/// A surface display with everything that draws on it.
@MainActor
final class Stage {
    let display: SurfaceDisplay
    let renderer: CommandRenderer
    let images = TestImages()
    let fonts: FontBook
    private(set) var reports = ReportList()

    @MainActor
    final class ReportList {
        var lines: [String] = []
    }

    init(
        width: Int = 200, height: Int = 120, rotation: Rotation = .none, icons: [String] = [iconFolder],
        language: String = "en", files: FontFiles? = nil, budget: CommandRenderer.Budget = .init()
    ) throws {
        display = try SurfaceDisplay(
            options: DisplayOptions(size: .init(width: width, height: height), rotation: rotation))
        fonts = try FontBook(files: files ?? FontFiles.find(), language: language)
        let list = reports
        renderer = CommandRenderer(
            canvas: display.canvas, fonts: fonts, iconFolders: icons, images: images, budget: budget,
            report: { list.lines.append($0) })
    }

    /// Draws and gives the picture.
    @discardableResult
    func draw(_ commands: [DrawCommand], now: Double = 0) -> Picture {
        _ = renderer.draw(commands, now: now)
        return picture
    }

    var picture: Picture { Picture(width: display.width, height: display.height, pixels: display.pixels()) }
}

struct Picture: Equatable {
    var width: Int
    var height: Int
    var pixels: [UInt32]

    subscript(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] & 0xFF_FFFF }

    func red(_ x: Int, _ y: Int) -> Int { Int(self[x, y] >> 16 & 255) }
    func green(_ x: Int, _ y: Int) -> Int { Int(self[x, y] >> 8 & 255) }
    func blue(_ x: Int, _ y: Int) -> Int { Int(self[x, y] & 255) }

    /// The smallest frame around everything that is not the background.
    func ink(background: UInt32 = 0, threshold: Int = 24) -> Frame? {
        var left = Int.max
        var top = Int.max
        var right = -1
        var bottom = -1
        for y in 0..<height {
            for x in 0..<width where distance(self[x, y], background) > threshold {
                left = min(left, x)
                right = max(right, x)
                top = min(top, y)
                bottom = max(bottom, y)
            }
        }
        return right < 0 ? nil : Frame(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    func distance(_ a: UInt32, _ b: UInt32) -> Int {
        func step(_ shift: UInt32) -> Int {
            let first = Int(a >> shift & 255)
            let second = Int(b >> shift & 255)
            return abs(first - second)
        }
        return max(step(16), step(8), step(0))
    }

    /// The sum of brightness in a frame: how much ink there is.
    func amount(in frame: Frame) -> Int {
        var sum = 0
        for y in frame.y..<frame.bottom { for x in frame.x..<frame.right { sum += green(x, y) } }
        return sum
    }
}
