// The built program in a window on a virtual screen: what a person at a desk sees and does.

import Glibc
import SDLDisplay
import Scene
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The program in a window", .serialized, .enabled(if: ProgramRun.isBuilt && XServer.isInstalled))
@MainActor
struct WindowRunTests {
    private static let width = 800
    private static let height = 480

    /// A running program.
    private final class Run {
        let server: XServer
        let folder: TemporaryFolder
        let child: pid_t
        private var hasEnded = false

        init(server: XServer, folder: TemporaryFolder, child: pid_t) {
            self.server = server
            self.folder = folder
            self.child = child
        }

        deinit { if !hasEnded { kill(child, SIGKILL) } }

        func finish() -> ProgramRun {
            hasEnded = true
            return ProgramRun.finish(child, in: folder)
        }
    }

    private func start(_ fixture: MusicFixture, _ folder: TemporaryFolder) throws -> Run {
        let server = try #require(XServer(width: Self.width, height: Self.height))
        if access(folder.path + "/config.json", F_OK) != 0 {
            try folder.write(Array("{}".utf8), to: "config.json")
        }
        let child = try #require(
            ProgramRun.start(
                [
                    "--window", "--size", "\(Self.width)x\(Self.height)", "--renderer", "software", "--audio", "null:",
                    "--music", fixture.music, "--state", folder.path + "/state", "--cache", folder.path + "/cache",
                    "--config", folder.path + "/config.json", "--language", "en", "--verbose",
                ], in: folder,
                environment: ["DISPLAY": server.name, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"]))
        return Run(server: server, folder: folder, child: child)
    }

    private func end(_ run: Run) throws -> ProgramRun {
        let client = try #require(XClient(run.server.name))
        #expect(client.closeWindows())
        return run.finish()
    }

    /// Where things are: the same screens in memory, at the density a window has.
    private func map(_ fixture: MusicFixture) throws -> Driver {
        var front = FrontOptions()
        front.size = DisplayOptions.Size(width: Self.width, height: Self.height)
        front.dpi = 160
        let driver = try Driver(fixture, front: front)
        try driver.run("until ready")
        return driver
    }

    private func center(_ label: String, _ driver: Driver) throws -> (x: Int, y: Int) {
        let frame = try #require(driver.tree.elements.first { $0.label == label && $0.role != .text }).visibleFrame
        return (frame.x + frame.width / 2, frame.y + frame.height / 2)
    }

    /// The share of the pixels in a frame that differ.
    private func difference(_ left: [UInt32], _ right: [UInt32], _ frame: Frame? = nil) -> Double {
        let frame = frame ?? Frame(x: 0, y: 0, width: Self.width, height: Self.height)
        var count = 0
        for y in frame.y..<frame.bottom {
            for x in frame.x..<frame.right where left[y * Self.width + x] != right[y * Self.width + x] { count += 1 }
        }
        return Double(count) / Double(max(1, frame.width * frame.height))
    }

    @Test("the mouse is a finger, keys do as the contract says, and closing the window ends with 0 and saves")
    func window() throws {
        let fixture = try MusicFixture()
        let folder = TemporaryFolder()
        let driver = try map(fixture)
        defer { driver.end() }
        // What is drawn beside the covers and the clock: the title bar and the rows' words.
        let content = Frame(x: 130, y: 0, width: 500, height: 380)

        let run = try start(fixture, folder)
        let albums = try center("Albums", driver)
        // Home with its covers: the scan has ended when rows are there.
        let home = try #require(run.server.picture(staying: 30) { Set($0).count > 200 }, "Home is seen")
        // The covers are there without anything being touched: the middle of the first is the fixture's own colour.
        let cover = try #require(driver.tree.elements.first { $0.role == .imageItem }).visibleFrame
        let middle = home[(cover.y + cover.width / 2) * Self.width + cover.x + cover.width / 2]
        #expect(middle & 0xFF > 0x60 && middle >> 16 > 0x60, "the first cover is seen")
        run.server.click(albums.x, albums.y)
        let list = try #require(run.server.picture { difference($0, home, content) > 0.02 }, "the list of albums")

        try driver.run("tap \"Albums\"\nwait 500")
        let alpha = try center("Alpha Road", driver)
        run.server.click(alpha.x, alpha.y)
        let album = try #require(
            run.server.picture { difference($0, list, content) > 0.1 && difference($0, home, content) > 0.1 },
            "the album")

        // Escape is back, H is home.
        run.server.xdotool("key", "Escape")
        #expect(run.server.picture { difference($0, list, content) < 0.05 } != nil, "back at the list, with a ring")
        run.server.xdotool("key", "h")
        let again = try #require(run.server.picture { difference($0, home, content) < 0.05 }, "home")

        // Keys turn the knob: the ring appears or moves. J is Now Playing, X plays.
        run.server.xdotool("key", "e")
        let focus = try #require(
            run.server.picture { (0.001..<0.2).contains(difference($0, again, content)) }, "the ring")
        run.server.xdotool("key", "bracketright")
        #expect(run.server.picture { difference($0, focus, content) > 0.001 } != nil, "the ring moves")
        run.server.xdotool("key", "j")
        let playing = try #require(
            run.server.picture { difference($0, home, content) > 0.05 && difference($0, album, content) > 0.05 },
            "Now Playing")
        run.server.xdotool("key", "x")
        #expect(waitForMoving(run.server, from: playing), "the time runs")
        run.server.xdotool("key", "c")
        #expect(waitForRest(run.server), "the time stands")

        let result = try end(run)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("display: x11"), "\(result.errors)")

        // What played is there at the next start.
        let after = try ProgramRun.drive(
            "until ready\nexpect tree.screen == \"nowPlaying\"\nexpect state.status == \"paused\"\nexpect state.queueCount == 15",
            ["--music", fixture.music, "--state", folder.path + "/state", "--out", folder.path], in: folder)
        #expect(after.status == 0, "\(after.errors)")
    }

    /// Time passes on Now Playing: pictures go on changing.
    private func waitForMoving(_ server: XServer, from first: [UInt32]) -> Bool {
        var last = first
        var changes = 0
        for _ in 0..<400 {
            guard let now = server.picture() else { continue }
            if now != last { changes += 1 }
            if changes >= 3 { return true }
            last = now
            usleep(50_000)
        }
        return false
    }

    /// Nothing moves for two seconds.
    private func waitForRest(_ server: XServer) -> Bool {
        var last: [UInt32]?
        var equal = 0
        for _ in 0..<400 {
            let now = server.picture()
            equal = now == last ? equal + 1 : 0
            if equal >= 40 { return true }
            last = now
            usleep(50_000)
        }
        return false
    }

    @Test("SIGTERM ends it as well, with 0")
    func signal() throws {
        let fixture = try MusicFixture()
        let folder = TemporaryFolder()
        let run = try start(fixture, folder)
        _ = try #require(run.server.picture { picture in Set(picture).count > 200 })
        kill(run.child, SIGTERM)
        #expect(run.finish().status == 0)
    }
}
