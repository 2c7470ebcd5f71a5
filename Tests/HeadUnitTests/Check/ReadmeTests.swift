// What README.md shows is tried: its screen, its script, its configuration, its names.

import AudioCore
import FoundationEssentials
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

/// The page and the code in it.
private struct Readme {
    let text: String

    init() throws {
        let path = try #require(CheckoutFolders.root).appending("README.md")
        text = String(decoding: try FileByteSource(path).readBytes(1 << 20), as: UTF8.self)
    }

    /// The code of a language below a heading, up to the next heading of the same depth.
    func code(_ language: String, below heading: String) -> [String] {
        var blocks: [String] = []
        var (isBelow, block) = (false, [Substring]?.none)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```", let lines = block {
                if isBelow { blocks.append(lines.joined(separator: "\n")) }
                block = nil
            } else if block != nil {
                block?.append(line)
            } else if line == "```\(language)" {
                block = []
            } else if line.hasPrefix("## ") {
                isBelow = line == "## \(heading)"
            }
        }
        return blocks
    }
}

@Suite("What README.md says")
struct ReadmeTests {
    @Test("its screen has at most ten lines and no fault, and opens what it says", .enabled(if: ProgramRun.isBuilt))
    func screen() throws {
        let readme = try Readme()
        let screens = readme.code("json", below: "Writing a screen")
        let script = try #require(readme.code("drive", below: "Writing a screen").first)
        let document = try #require(screens.first)
        #expect(screens.count == 1)
        #expect(document.split(separator: "\n").count <= 10)

        let folder = TemporaryFolder()
        let path = try folder.write(Array(document.utf8), to: "my-screens/root.json")
        let folders = try #require(DataFolders.find(templates: path.directory, assets: nil))
        let found = AssetCheck(folders)
        #expect(found.faults.map(\.description) == [])
        #expect(found.documents == 1)

        let fixture = try MusicFixture()
        let run = try ProgramRun.drive(
            script, ["--templates", path.directory.shown, "--music", fixture.music, "--out", folder.path], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/album.png"))
    }

    @Test("its configuration is right")
    func configuration() throws {
        let example = try #require(try Readme().code("json", below: "Files and settings").first)
        let (config, faults) = BuilderConfig.read(SourceText(file: "config.json", bytes: Array(example.utf8)))
        #expect(faults.map(\.description) == [])
        #expect(config != BuilderConfig())
    }

    @Test("its equalizers are right: one of bands, one of octaves")
    func equalizers() throws {
        let examples = try Readme().code("json", below: "Files and settings").dropFirst()
        #expect(examples.count == 2)
        var kinds: [Bool] = []
        for example in examples {
            let settings = try EqualizerFile.read(SourceText(file: "equalizer.json", bytes: Array(example.utf8)))
            #expect(settings.isOn)
            #expect(settings.curve != .flat)
            kinds.append(settings.curve.isGraphic)
        }
        #expect(kinds == [false, true])
    }

    @Test("every shape of a band, and the least and largest of its numbers, are on the page")
    func bands() throws {
        let page = try Readme().text
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let types = try #require(rows.first { $0.hasPrefix("| `type` |") })
        for shape in EqualizerBand.Shape.allCases {
            #expect(types.contains("`\(shape.rawValue)`"), "\(shape.rawValue)")
        }
        #expect(rows.contains { $0.hasPrefix("| `frequency` | 10 to 40000 Hz;") })
        #expect(EqualizerBand.frequencyRange == 10.0...40_000.0)
        #expect(rows.contains { $0.hasPrefix("| `gain` | -24 to 24 dB;") })
        #expect(EqualizerBand.gainRange == -24.0...24.0)
        #expect(rows.contains { $0.hasPrefix("| `q` | 0.1 to 20:") })
        #expect(EqualizerBand.qRange == 0.1...20.0)
        #expect(page.contains("from -12 to 12 dB"))
        #expect(EqualizerCurve.graphicRange == -12.0...12.0)
    }

    /// An object of config.json with a key that is none, and what its keys are called on the page.
    static let objects: [(json: String, prefix: String)] = [
        (#"{"?": 0}"#, ""), (#"{"display": {"?": 0}}"#, "display."), (#"{"input": {"?": 0}}"#, "input."),
        (#"{"input": {"knobs": [{"device": "a", "?": 0}]}}"#, "input.knobs[]."),
        (#"{"input": {"touch": {"?": 0}}}"#, "input.touch."),
        (#"{"input": {"switches": {"?": 0}}}"#, "input.switches."), (#"{"sound": {"?": 0}}"#, "sound."),
        (#"{"sound": {"loudness": {"?": 0}}}"#, "sound.loudness."),
    ]

    @Test("every key of config.json is on the page", arguments: objects)
    func keys(json: String, prefix: String) throws {
        let page = try Readme().text
        let (_, faults) = BuilderConfig.read(SourceText(file: "config.json", bytes: Array(json.utf8)))
        let message = try #require(faults.first).message
        let words = try #require(message.split(separator: "(").last)
        let keys = words.dropLast().split(separator: ", ").map(String.init)
        #expect(!keys.isEmpty && faults.count == 1)
        for key in keys {
            let isThere = ["`\(prefix)\(key)`", "`\(prefix)\(key).", "`\(prefix)\(key)[]."].contains {
                page.contains($0)
            }
            #expect(isThere, "\(prefix)\(key)")
        }
    }

    @Test("every subcommand, and every folder of Sources, is on the page")
    func names() throws {
        let page = try Readme().text
        for name in ["play", "render", "info", "devices", "scan", "demo", "check", "drive", "bench"] {
            #expect(page.contains("\ncarillon \(name) "), "\(name)")
        }
        let sources = try #require(CheckoutFolders.root).appending("Sources").shown
        for room in try FileManager.default.contentsOfDirectory(atPath: sources) {
            // C libraries are told of in one line.
            guard !room.hasPrefix("C") else { continue }
            #expect(page.contains("\n| `\(room)` |"), "\(room)")
        }
    }

    @Test("its pictures are there, and small")
    func pictures() throws {
        let page = try Readme().text
        let root = try #require(CheckoutFolders.root)
        let names = page.split(separator: "](Assets/").dropFirst().compactMap { $0.split(separator: ")").first }
        #expect(names.count >= 6)
        for name in names {
            let size = try FileByteSource(root.appending("Assets/\(name)")).size ?? 0
            #expect((1...150_000).contains(size), "\(name): \(size)")
        }
    }
}
