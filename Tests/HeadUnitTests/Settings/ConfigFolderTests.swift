// The folders that config.json names: from where they count, and what is said of one that is not there.

import AudioCore
import Evdev
import FoundationEssentials
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Folders in config.json")
struct ConfigFolderTests {
    private let folder = TemporaryFolder()

    private func place(home: String? = "/home/pi") -> ConfigPlace {
        ConfigPlace(of: RawPath("/etc/carillon/config.json")) { $0 == "HOME" ? home.map { Array($0.utf8) } : nil }
    }

    @Test(
        "~ is the home folder, a relative name is beside the file, a whole one is itself",
        arguments: [
            ("~", "/home/pi"), ("~/Music", "/home/pi/Music"), ("~//Music/", "/home/pi/Music"),
            ("Music", "/etc/carillon/Music"), ("./a/../Music", "/etc/carillon/Music"), ("../music", "/etc/music"),
            ("/media/music", "/media/music"), ("/media/~", "/media/~"), ("a~", "/etc/carillon/a~"),
        ])
    func names(name: String, path: String) {
        #expect(place().path(name) == RawPath(path))
    }

    @Test("another's home is not known, and without HOME neither is one's own")
    func unknownHome() {
        #expect(place().path("~root/x") == nil)
        #expect(place(home: nil).path("~/x") == nil)
        #expect(place(home: "relative").path("~") == nil)
        #expect(place(home: nil).path("x") == RawPath("/etc/carillon/x"))
    }

    @Test("a folder that is not there is named with its place; music waits for it, screens are the shipped ones")
    func absent() throws {
        try folder.write([], to: "there/file")
        let path = try folder.write(
            Array(
                """
                { "music": ["there", "gone"],
                  "templates": "there/file" }
                """.utf8), to: "config.json")
        var lines: [String] = []
        let config = BuilderConfig.read(path) { lines.append($0) }
        let base = RawPath(folder.path).absolute.canonical.shown
        #expect(
            lines == [
                "\(path.shown):1:22: music[1] is \(base)/gone: no such file or directory (a folder)",
                "\(path.shown):2:16: templates is \(base)/there/file: no folder (a folder of screen documents)",
            ])
        #expect(config.music?.map(\.shown) == ["\(base)/there", "\(base)/gone"])
        #expect(config.templates == nil)
    }

    @Test("somebody else's home is named as well")
    func anothersHome() throws {
        let path = try folder.write(Array(#"{"music": ["~bob/Music"]}"#.utf8), to: "config.json")
        var lines: [String] = []
        #expect(BuilderConfig.read(path) { lines.append($0) }.music == [])
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("\(path.shown):1:12: music[0] is \"~bob/Music\" (") == true)
    }

    @Test(
        "a window says which inputs are for a console, and that keys count",
        arguments: [
            (InputConfiguration(keys: ["KEY_F5": "home"]), nil),
            (
                InputConfiguration(knobs: [KnobConfiguration(device: "k")]),
                "input.knobs: for a console; a window has mouse, fingers and keyboard"
            ),
            (
                InputConfiguration(
                    knobs: [KnobConfiguration(device: "k")], touch: TouchConfiguration(rotate: 90),
                    keys: ["KEY_F5": "home"], switches: [.mute: .file("/a")]),
                "input.knobs, input.touch and input.switches: for a console; a window has mouse, fingers and keyboard; "
                    + "input.keys counts here as well"
            ),
        ] as [(InputConfiguration, String?)])
    func window(input: InputConfiguration, line: String?) {
        #expect(WindowInput.note(input) == line)
    }
}
