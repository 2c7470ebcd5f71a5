// The scripts beside the sources, run as a person runs them: with wrong words, through a link, without a screen.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

/// A checkout to run scripts in: everything is installed and built in it, or nothing is.
private final class Checkout {
    let folder = TemporaryFolder()
    var path: String { folder.path + "/checkout" }
    /// Where the scripts are started.
    var here: String { folder.path + "/here" }

    /// - Parameter program: stands where the release build is.
    init(program: String?) throws {
        let root = try #require(CheckoutFolders.root).shown
        for name in ["checkout/Sources", "checkout/.build/release", "here", "home"] {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        }
        try Tool.run(["cp", "-r", root + "/Scripts", path])
        for name in ["Assets", "Templates"] { try Tool.run(["ln", "-s", "\(root)/\(name)", path]) }
        try folder.write([], to: "checkout/Scripts/packages")
        try folder.write([], to: "checkout/Package.swift")
        if let program {
            try Tool.run(["ln", "-s", program, path + "/.build/release/carillon"])
            try folder.write([], to: "checkout/.build/carillon-built")
        }
    }

    /// Runs a script by its path, started in `here`, with a home of its own and no display.
    func run(_ script: String, _ words: [String]) async throws -> Run {
        var variables = Tool.environment.filter { !$0.key.hasPrefix("XDG_") }
        variables["HOME"] = folder.path + "/home"
        variables["LANG"] = "C.UTF-8"
        variables["DISPLAY"] = nil
        variables["WAYLAND_DISPLAY"] = nil
        let line = ["sh", "-c", "cd \"$0\" && exec \"$@\"", here, script] + words
        let run = try Spawned(line.map { Array($0.utf8) }, environment: variables)
        return Run(status: try await run.wait(), output: run.output, errors: run.errorLines)
    }

    func run(_ words: [String]) async throws -> Run {
        try await run("\(path)/Scripts/\(words[0])", Array(words.dropFirst()))
    }

    /// Names in a folder below, in order; none where there is no such folder.
    func names(in name: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name)) ?? []).sorted()
    }
}

enum ScriptSurroundings {
    /// Whether `Scripts/run` makes a tour here: no panel with something connected to it, and no sound card.
    static let isBare: Bool = {
        let look = "! grep -qsx connected /sys/class/drm/card*-*/status && ! \"$0\" devices --json | grep -q '\"id\"'"
        guard let program = ProgramRun.path else { return false }
        return (try? Tool.run(["sh", "-c", look, program])) != nil
    }()
}

@Suite("Scripts", .enabled(if: ProgramRun.isBuilt))
struct ScriptTests {
    @Test(
        "each answers --help without installing or building, through a link as well",
        arguments: ["run", "test", "package", "pictures", "responses"])
    func help(name: String) async throws {
        let checkout = try Checkout(program: nil)
        let link = checkout.folder.path + "/a-link"
        try Tool.run(["ln", "-s", "\(checkout.path)/Scripts/\(name)", link])
        for script in ["\(checkout.path)/Scripts/\(name)", link] {
            let run = try await checkout.run(script, ["--help"])
            #expect(run.status == 0)
            #expect(run.output.lowercased().hasPrefix("usage: scripts/\(name) "))
            #expect(run.errors == [])
        }
        #expect(checkout.names(in: "here") == [], "--help is no folder")
    }

    static let wrongWords: [([String], String)] = [
        (["run", "--music", "nowhere"], "run: --music nowhere: no such folder"),
        (["run", "--theme", "day", "--music=nowhere"], "run: --music nowhere: no such folder"),
        (["run", "--music"], "run: --music needs a folder behind it"),
        (["run", "--templates", "nowhere", "--watch"], "run: --templates nowhere: no such folder"),
        (["run", "--theme", "nihgt"], "carillon: --theme takes day, night, auto, not “nihgt”; did you mean night?"),
        (
            ["run", "--size", "2x"],
            "carillon: --size takes WIDTHxHEIGHT in pixels, such as 1024x600, not “2x”"
        ),
        (["run", "--config", "nowhere"], "carillon: --config nowhere: no such file or directory"),
        (["package", "--otu", "x"], "package: unknown option --otu (--out DIR, --program FILE)"),
        (["package", "--out"], "package: --out needs a folder behind it"),
        (["package", "--out", "/dev/null/x"], "package: --out /dev/null/x: not a folder that can be written to"),
        (["package", "--program"], "package: --program needs a file behind it"),
        (["package", "--program", "nowhere"], "package: --program nowhere: no such program"),
        (["pictures", "--program", "nowhere"], "pictures: --program nowhere: not carillon"),
        (["pictures", "--music", "nowhere"], "pictures: --music nowhere: no such folder"),
        (["pictures", "--out", "/dev/null/x", "--music", "."], "pictures: --out /dev/null/x: Not a directory"),
        (["responses", "--program", "nowhere"], "responses: --program nowhere: not carillon"),
        (["responses", "--out", "/dev/null/x"], "responses: --out /dev/null/x: Not a directory"),
        (["responses", "out"], "responses: error: unrecognized arguments: out"),
    ]

    @Test("a wrong word is status 2 and one line, and nothing is written for it", arguments: wrongWords)
    func wrong(words: [String], line: String) async throws {
        let checkout = try Checkout(program: ProgramRun.path)
        let run = try await checkout.run(words)
        #expect(run.status == 2)
        #expect(run.errors.last == line, "\(run.errors)")
        #expect(!run.errors.contains { $0.contains("Traceback") || $0.contains(": line ") })
        #expect(checkout.names(in: "here") == [])
        #expect(checkout.names(in: "home/.local/share/carillon") == [], "nothing is composed")
    }

    @Test("run refuses an option that there is not, wherever it would play")
    func unknownOption() async throws {
        let checkout = try Checkout(program: ProgramRun.path)
        for words in [["run", "--hepl"], ["run", "--out", "x"]] {
            let run = try await checkout.run(words)
            #expect(run.status == 2)
            #expect(run.errors.last?.contains("unknown option \(words[1])") == true, "\(run.errors)")
        }
        #expect(checkout.names(in: "here") == [])
    }

    @Test("before a build the scripts that need one say so", arguments: ["pictures", "responses"])
    func notBuilt(name: String) async throws {
        let checkout = try Checkout(program: nil)
        let run = try await checkout.run([name])
        #expect(run.status == 1)
        #expect(run.errors == ["\(name): not built: ./Scripts/run first"])
        #expect(checkout.names(in: "here") == [])
    }

    @Test(
        "the tour shows the music and the screen that were named, in the folder one is in",
        .enabled(if: ScriptSurroundings.isBare))
    func tour() async throws {
        let checkout = try Checkout(program: ProgramRun.path)
        let fixture = try MusicFixture()
        let run = try await checkout.run([
            "run", "--demo", "--music", fixture.music, "--theme", "day", "--language", "de", "--size", "800x480",
            "--dpi",
            "132",
        ])
        #expect(run.status == 0, "\(run.errors)")
        let names = checkout.names(in: "here/tour")
        #expect(names.count == 8)
        #expect(run.output.split(separator: "\n").map(String.init) == names.map { "\(checkout.here)/tour/\($0)" })
        #expect(checkout.names(in: "home/.local/share/carillon") == [], "there is music, and nothing is composed")
        for name in names {
            let bytes = try FileByteSource(RawPath("\(checkout.here)/tour/\(name)")).readBytes(24)
            // Width and height of a PNG, big endian.
            #expect(Array(bytes.dropFirst(16)) == [0, 0, 3, 32, 0, 0, 1, 224], "\(name)")
        }
    }

    @Test("the tour of somebody's own screens begins with their first one", .enabled(if: ScriptSurroundings.isBare))
    func tourOfTemplates() async throws {
        let checkout = try Checkout(program: ProgramRun.path)
        let fixture = try MusicFixture()
        let document = #"{"template": "list", "title": "Own", "sections": [{"rows": [{"titel": "x"}]}]}"#
        try checkout.folder.write(Array(document.utf8), to: "here/my-screens/root.json")
        let run = try await checkout.run(["run", "--templates", "my-screens", "--watch", "--music", fixture.music])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains { $0.hasPrefix("carillon: my-screens/root.json:1:") }, "its fault is named")
        #expect(checkout.names(in: "here/tour").first == "1-first.png")
        #expect(run.output.split(separator: "\n").count == 5)
    }
}
