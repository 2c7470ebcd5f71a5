// A real window on a virtual screen: pictures, clicks, keys, sleeping, and a server that dies.

import Glibc
import Scene
import Testing

@testable import SDLDisplay

@Suite("Window", .serialized, .enabled(if: VirtualScreen.isInstalled))
@MainActor
struct WindowTests {
    private func open(
        _ rotation: Rotation = .none, renderer: DisplayOptions.Renderer = .software
    ) throws -> Display {
        try Display(
            options: DisplayOptions(
                size: .init(width: 300, height: 200), rotation: rotation, renderer: renderer, isWindow: true,
                title: "carillon-test"))
    }

    private func renderer(_ display: Display) throws -> CommandRenderer {
        try CommandRenderer(
            canvas: display.canvas, fonts: FontBook(files: FontFiles.find()), iconFolders: [iconFolder],
            images: TestImages())
    }

    /// Collects events until enough of them came, at most five seconds.
    private func events(_ display: Display, count: Int) -> [InputEvent.Kind] {
        var found: [InputEvent.Kind] = []
        let end = Display.monotonicSeconds() + 5
        while found.count < count, Display.monotonicSeconds() < end {
            display.waitForEvent(timeout: 0.05)
            found += display.pollEvents().map(\.kind)
        }
        return found
    }

    /// Where the window is: the only thing on the screen that is not black.
    private func place(_ display: Display, _ screen: VirtualScreen) throws -> Frame {
        let drawing = try renderer(display)
        _ = drawing.draw([.fill(display.canvas.bounds, white)], now: 0)
        for _ in 0..<200 {
            _ = display.pollEvents()
            try display.present()
            if let ink = screen.picture()?.ink(threshold: 200), ink.width == 300, ink.height == 200 { return ink }
            usleep(10_000)
        }
        throw DisplayError(.noDisplay, "the window never appeared")
    }

    @Test("a picture drawn is a picture shown, and a second one replaces it")
    func picture() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        #expect(display.driverName == "x11")
        #expect(display.rendererName == "software")
        #expect(display.dpi == 160)
        #expect(display.isWindowed)
        let window = try place(display, screen)
        let drawing = try renderer(display)
        _ = drawing.draw([.fill(Frame(x: 10, y: 20, width: 50, height: 30), red)], now: 0)
        try display.present()
        var shown: UInt32 = 0
        for _ in 0..<200 where shown != 0xFF0000 {
            usleep(5000)
            shown = screen.picture()?[window.x + 10, window.y + 20] ?? 0
        }
        #expect(shown == 0xFF0000)
        #expect(screen.picture()?[window.x + 9, window.y + 20] == 0)
    }

    @Test(
        "a click is a touch at its place in the picture, whichever way the picture is turned",
        arguments: Rotation.allCases)
    func click(rotation: Rotation) throws {
        let screen = try #require(VirtualScreen())
        let display = try open(rotation)
        let window = try place(display, screen)
        #expect(screen.xdotool("mousemove", "\(window.x + 40)", "\(window.y + 70)", "click", "1"))
        let expected = rotation.picturePoint(x: 40, y: 70, panelWidth: 300, panelHeight: 200)
        #expect(
            events(display, count: 2) == [
                .touch(finger: 0, phase: .began, x: expected.x, y: expected.y),
                .touch(finger: 0, phase: .ended, x: expected.x, y: expected.y),
            ])
        // The picture turns by the same setting: what is drawn at the touch lies under the mouse.
        let drawing = try renderer(display)
        _ = drawing.draw([.fill(Frame(x: expected.x, y: expected.y, width: 1, height: 1), red)], now: 0)
        try display.present()
        var shown: UInt32 = 0
        for _ in 0..<200 where shown != 0xFF0000 {
            usleep(5000)
            shown = screen.picture()?[window.x + 40, window.y + 70] ?? 0
        }
        #expect(shown == 0xFF0000)
    }

    @Test("a drag moves, and moving without a button says nothing")
    func drag() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        let window = try place(display, screen)
        let (x, y) = (window.x, window.y)
        #expect(screen.xdotool("mousemove", "\(x + 5)", "\(y + 5)", "mousemove", "\(x + 10)", "\(y + 10)"))
        #expect(
            screen.xdotool("mousedown", "1", "mousemove", "\(x + 30)", "\(y + 60)", "mouseup", "1"))
        #expect(
            events(display, count: 3) == [
                .touch(finger: 0, phase: .began, x: 10, y: 10), .touch(finger: 0, phase: .moved, x: 30, y: 60),
                .touch(finger: 0, phase: .ended, x: 30, y: 60),
            ])
    }

    @Test("keys and the wheel are the knob of a desk")
    func keys() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        let window = try place(display, screen)
        #expect(screen.xdotool("mousemove", "\(window.x + 5)", "\(window.y + 5)"))
        #expect(screen.xdotool("key", "Left", "bracketright", "q", "Return", "Escape", "h", "b", "XF86AudioNext"))
        #expect(
            events(display, count: 9) == [
                .nudge(.left), .rotate(1), .rotate(-1), .press(isDown: true), .press(isDown: false), .back, .key(.home),
                .key(.playpause), .key(.next),
            ])
        #expect(screen.xdotool("click", "5", "click", "4"))
        #expect(events(display, count: 2) == [.rotate(1), .rotate(-1)])
    }

    @Test("in a text field letters type, Backspace deletes, Escape is still back")
    func text() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        let window = try place(display, screen)
        #expect(screen.xdotool("mousemove", "\(window.x + 5)", "\(window.y + 5)"))
        display.takesText = true
        #expect(screen.xdotool("key", "h", "space", "BackSpace", "Escape"))
        #expect(events(display, count: 4) == [.text("h"), .text(" "), .deleteBackward, .back])
        display.takesText = false
        #expect(screen.xdotool("key", "h"))
        #expect(events(display, count: 1) == [.key(.home)])
    }

    @Test("the builder's keys count in a window by the kernel's names; one that no window is told of is refused")
    func kernelKeys() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        let window = try place(display, screen)
        let answers = [
            display.keyMap.set(.key(.mute), forKernelKey: "KEY_F5"), display.keyMap.set(.none, forKernelKey: "KEY_H"),
            display.keyMap.set(.nudge(.left), forKernelKey: "KEY_M"),
            display.keyMap.set(.back, forKernelKey: "KEY_OK"),
        ]
        #expect(answers == [true, true, true, false])
        #expect(screen.xdotool("mousemove", "\(window.x + 5)", "\(window.y + 5)"))
        #expect(screen.xdotool("key", "F5", "h", "m", "j"))
        #expect(events(display, count: 3) == [.key(.mute), .nudge(.left), .key(.nowplaying)])
    }

    @Test("a key can be given another meaning, an unknown name is refused")
    func remapping() throws {
        var map = KeyMap.standard
        let answers = [
            map.set(.key(.mute), forKeyNamed: "M"), map.set(nil, forKeyNamed: "H"),
            map.set(.back, forKeyNamed: "No such key"),
        ]
        #expect(answers == [true, true, false])
        let screen = try #require(VirtualScreen())
        let display = try open()
        display.keyMap = map
        let window = try place(display, screen)
        #expect(screen.xdotool("mousemove", "\(window.x + 5)", "\(window.y + 5)", "key", "h", "m"))
        #expect(events(display, count: 1) == [.key(.mute)])
    }

    @Test("another thread ends the sleep, and one wake is enough for many")
    func wake() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        _ = try place(display, screen)
        let waker = Waker(display)
        var thread = pthread_t()
        let box = Unmanaged.passRetained(waker)
        try #require(pthread_create(&thread, nil, wakerThread, box.toOpaque()) == 0)
        // Without the wake this would last for ever.
        display.waitForEvent(timeout: nil)
        pthread_join(thread, nil)
        #expect(display.pollEvents().isEmpty)
    }

    @Test("a wake that was met while events were read ends the next sleep, and the one after is not lost")
    func wakeBetween() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        _ = try place(display, screen)
        for _ in 0..<3 {
            display.wake()
            #expect(display.pollEvents().isEmpty)
            // Each of these would last for ever if its wake were lost.
            display.waitForEvent(timeout: nil)
            display.wake()
            display.waitForEvent(timeout: nil)
        }
    }

    @Test("a new size of the window is a new canvas")
    func resize() throws {
        let screen = try #require(VirtualScreen())
        let display = try open(.quarter)
        _ = try place(display, screen)
        #expect(screen.xdotool("search", "--name", "carillon-test", "windowsize", "--sync", "260", "180"))
        var seen: [WindowEvent] = []
        for _ in 0..<100 where !seen.contains(.resized) {
            display.waitForEvent(timeout: 0.05)
            _ = display.pollEvents()
            seen += display.takeWindowEvents()
        }
        #expect(seen.contains(.resized))
        #expect(display.width == 180 && display.height == 260)
        let drawing = try renderer(display)
        _ = drawing.draw([.fill(display.canvas.bounds, white)], now: 0)
        try display.present()
    }

    @Test("without a desktop a window is a clear error")
    func noDesktop() throws {
        unsetenv("DISPLAY")
        unsetenv("WAYLAND_DISPLAY")
        do {
            _ = try open()
            Issue.record("no error")
        } catch let error as DisplayError {
            #expect(error.code == .noDisplay)
            #expect(error.message.contains("DISPLAY"))
        }
        setenv("DISPLAY", ":987", 1)
        #expect(throws: DisplayError.self) { try open() }
        // Where there is a GPU this would take the console over.
        guard !SmallFile.exists("/dev/dri") else { return }
        unsetenv("DISPLAY")
        do {
            _ = try Display(options: DisplayOptions())
            Issue.record("no error")
        } catch {
            #expect(error.code == .noDisplay)
            #expect(error.message.contains("KMSDRM"))
        }
    }

    @Test("OpenGL ES draws what software draws", arguments: [Rotation.none, .quarter, .half, .threeQuarters])
    func gles(rotation: Rotation) throws {
        let screen = try #require(VirtualScreen())
        let opened: Display
        do { opened = try open(rotation, renderer: .gles) } catch {
            // A machine without Mesa's software GL can not draw it.
            return
        }
        #expect(opened.rendererName == "gles")
        let stage = try Stage(width: 300, height: 200, rotation: rotation)
        let half = Color(red: 255, green: 200, blue: 0, alpha: 128)
        let commands: [DrawCommand] = [
            .wash(opened.canvas.bounds, top: Color(red: 9, green: 20, blue: 50), bottom: black),
            .panel(Frame(x: 10, y: 10, width: 100, height: 60), radius: 14, white),
            .ring(Frame(x: 5, y: 5, width: 110, height: 70), radius: 18, width: 4, red),
            .beginClip(Frame(x: 20, y: 20, width: 150, height: 30)),
            .panel(Frame(x: 0, y: 0, width: 160, height: 90), radius: 9, half), .endClip,
            .line(TextLine("Night", style: TextStyle(size: 32)), Frame(x: 30, y: 100, width: 120, height: 40), white),
            .beginLayer(dx: 10, dy: 20, opacity: 128), .fill(Frame(x: 40, y: 60, width: 60, height: 60), red),
            .beginLayer(dx: 0, dy: 0, opacity: 200),
            .panel(Frame(x: 60, y: 80, width: 60, height: 60), radius: 8, half),
            .endLayer, .endLayer,
            .image(
                ImageRequest(source: .icon("home"), width: 48, height: 48, tint: red),
                Frame(x: 120, y: 10, width: 48, height: 48), opacity: 200),
        ]
        let software = stage.draw(commands)
        let drawing = try renderer(opened)
        _ = drawing.draw(commands, now: 0)
        let picture = Picture(width: opened.width, height: opened.height, pixels: opened.canvas.readPicture())
        try #require(picture.pixels.count == software.pixels.count)
        let worst = picture.pixels.indices.map { picture.distance(picture.pixels[$0], software.pixels[$0]) }.max() ?? 0
        #expect(worst <= 4)
        // And on the panel it is turned as in software.
        let window = try place(opened, screen)
        let panel = stage.display.panelPixels()
        var furthest = 255
        for _ in 0..<50 where furthest > 4 {
            _ = drawing.draw(commands, now: 0)
            try opened.present()
            usleep(10_000)
            guard let all = screen.picture() else { continue }
            furthest = 0
            for y in stride(from: 0, to: 200, by: 7) {
                for x in stride(from: 0, to: 300, by: 7) {
                    let there = all.pixels[(window.y + y) * all.width + window.x + x]
                    furthest = max(furthest, all.distance(there, panel[y * 300 + x]))
                }
            }
        }
        #expect(furthest <= 4)
    }

    // The last test that opens a window: SDL can not be started again in a process whose X server died.
    @Test("when the server dies the display is lost, says so, and the program goes on")
    func lostServer() throws {
        let screen = try #require(VirtualScreen())
        let display = try open()
        _ = try place(display, screen)
        let drawing = try renderer(display)
        screen.stop()
        var failure: DisplayError?
        for _ in 0..<50 where failure == nil {
            _ = drawing.draw([.fill(display.canvas.bounds, white)], now: 0)
            _ = display.pollEvents()
            do { try display.present() } catch { failure = error }
        }
        #expect(failure?.code == .displayLost)
        #expect(!display.isWindowed)
        #expect(display.pollEvents().isEmpty)
        display.waitForEvent(timeout: nil)
        #expect(throws: DisplayError.self) { try display.present() }
        // SDL still holds the dead connection: another window is refused rather than crashed into.
        let next = try #require(VirtualScreen())
        do {
            _ = try open()
            Issue.record("no error")
        } catch let error as DisplayError {
            #expect(error.code == .noDisplay)
            #expect(error.message.contains("new start"))
        }
        next.stop()
    }
}

/// Lets a thread call `wake()` of a display.
private final class Waker: Sendable {
    let wake: @Sendable () -> Void
    @MainActor init(_ display: Display) { wake = { [weak display] in display?.wake() } }
}

private func wakerThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let waker = Unmanaged<Waker>.fromOpaque(context).takeRetainedValue()
    for _ in 0..<1000 { waker.wake() }
    return nil
}
