import Testing

@testable import HeadUnit

@Suite("The program: its command line")
struct CommandLineTests {
    private let home: Home

    init() throws { home = try Home() }

    @Test(
        "every subcommand has its help, on standard output alone",
        arguments: ["play", "render", "info", "devices", "demo", "drive", "scan", "station", "check", "bench"])
    func help(name: String) async throws {
        for words in [[name, "--help"], [name, "-h"], [name, "x.flac", "--nonsense", "--help"]] {
            let run = try await home.run(words)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("Usage: carillon \(name) "))
            #expect(run.errors == [])
        }
    }

    @Test(
        "the program's own help lists every subcommand and option, also behind another option",
        arguments: [["--help"], ["-h"], ["--quiet", "--help"]])
    func ownHelp(words: [String]) async throws {
        let run = try await home.run(words)
        #expect(run.status == 0)
        for word in [
            "play", "render", "info", "devices", "demo", "drive", "scan", "station", "check", "bench", "--music",
            "--demo", "--audio", "--state", "--cache", "--config",
            "--quiet", "--verbose", "--version",
        ] {
            #expect(run.output.contains(word), "\(word)")
        }
        #expect(run.errors == [])
    }

    @Test("help as a word is help as an option")
    func helpWord() async throws {
        for (words, option) in [(["help"], ["--help"]), (["help", "play"], ["play", "--help"])] {
            let run = try await home.run(words)
            let same = try await home.run(option)
            #expect(run.status == 0)
            #expect(run.output == same.output)
            #expect(run.output.contains("carillon"))
        }
        let run = try await home.run("help", "plya")
        #expect(run.status == 2)
        #expect(run.errors == ["carillon: unknown subcommand “plya”; did you mean play? (carillon --help lists them)"])
    }

    @Test(
        "with --json wrong usage is a line of JSON as well",
        arguments: [
            (["play", "--json", "--foo"], "unknown option --foo"),
            (["info", "--json"], "info needs a file or a cue sheet"),
            (["render", "--json", "a.flac"], "render needs -o OUT.wav"),
            (["scan", "--json", "--musik", "x"], "unknown option --musik; did you mean --music?"),
            (["drive"], "drive needs one script"),
        ])
    func usageAsJSON(words: [String], line: String) async throws {
        let run = try await home.run(words)
        #expect(run.status == 2)
        #expect(run.errors == ["carillon: \(line)"])
        let json = try #require(try run.lines.first)
        #expect(try run.lines.count == 1)
        #expect(json.keys == ["kind", "code", "path", "message"])
        #expect(json["kind"].text == "error")
        #expect(json["code"].text == "usage")
        #expect(json["path"].isNull)
        #expect(json["message"].text == line)
    }

    @Test("the version is one line", arguments: [["--version"], ["--quiet", "--version"]])
    func version(words: [String]) async throws {
        let run = try await home.run(words)
        #expect(run.status == 0)
        let version = await HeadUnit.Program.version
        #expect(run.output == "carillon \(version)\n")
    }

    @Test(
        "wrong usage is status 2 and one line with the nearest right word",
        arguments: [
            (["plya", "a.flac"], "unknown subcommand “plya”; did you mean play? (carillon --help lists them)"),
            (["xyzzy"], "unknown subcommand “xyzzy” (carillon --help lists them)"),
            (["play"], "play needs a file, a folder, a cue sheet or the address of a stream"),
            (["play", "--jsn", "a"], "unknown option --jsn; did you mean --json?"),
            (["play", "--json=1", "a"], "--json takes no value, not “1”"),
            (["play", "a", "--audio"], "--audio needs an ALSA device behind it"),
            (["play", "a", "--volume", "3"], "--volume takes -120 to 0 decibels, not “3”"),
            (["play", "a", "--seconds", "-1"], "--seconds takes 0 to 10000000 seconds, not “-1”"),
            (
                ["play", "a", "--loudness", "mediun"],
                "--loudness takes off, light, medium, strong, not “mediun”; did you mean medium?"
            ),
            (["play", "file:relative"], nil),
            (["play", "file://host/a"], "file://host/a: not the file: URI of an absolute path"),
            (["render"], "render needs a file, a folder or a cue sheet"),
            (["render", "a.flac"], "render needs -o OUT.wav"),
            (
                ["render", "a.flac", "-o", "-"],
                "-o takes a file, not standard output; a file of that name is ./-"
            ), (["play", "a", "--audio="], "--audio needs an ALSA device, not an empty word"),
            (["--music", ""], "--music needs a folder, not an empty word"),
            (["render", "a", "-o", "b", "--bits", "twelve"], "--bits takes 16, 24, 32, float, not “twelve”"),
            (
                ["render", "a", "-o", "b", "--rate", "10"],
                "--rate takes a whole number, 8000 to 768000 hertz, not “10”"
            ),
            (["render", "a", "-o"], "-o needs a file behind it"), (["info"], "info needs a file or a cue sheet"),
            (["info", "--jsom", "a"], "unknown option --jsom; did you mean --json?"),
            (["devices", "x"], "devices takes no operand, not “x”"),
            (["devices", "--audio"], "unknown option --audio"),
            (["bench"], "bench needs one of: start, idle, frames, lists, sound, radio"),
            (
                ["bench", "strat"],
                "bench knows start, idle, frames, lists, sound, radio, not “strat”; did you mean start?"
            ),
            (["demo"], "demo needs one folder to write to"),
            (["demo", "a", "--quite"], "unknown option --quite; did you mean --quiet?"),
            (["drive"], "drive needs one script"),
            (["drive", "a", "--siez", "1x1"], "unknown option --siez; did you mean --size?"),
            (["scan", "--jsno"], "unknown option --jsno; did you mean --json?"),
            (["check", "--shema"], "unknown option --shema; did you mean --schema?"),
            (["--demo=yes"], "--demo takes no value, not “yes”"),
            (["--theme", "nigth"], "--theme takes day, night, auto, not “nigth”; did you mean night?"),
            (["--musik", "/m"], "unknown option --musik; did you mean --music?"),
            (["--quiet", "a.flac"], "unexpected “a.flac”; to play a file: carillon play a.flac"),
            (
                ["/dev"],
                "“/dev” is a folder: carillon play /dev plays it, carillon --music /dev shows it on the screen"
            ), (["/dev/null"], "“/dev/null” is a file: carillon play /dev/null plays it"),
            (["--quiet", "/dev/null"], "“/dev/null” is a file: carillon play /dev/null plays it"),
            (["/no/such.flac"], "“/no/such.flac”: no such file or folder (carillon --help lists the subcommands)"),
            (["--config", "/no/config.json"], "--config /no/config.json: no such file or directory"),
            (["drive", "--config", "/no/config.json"], "--config /no/config.json: no such file or directory"),
            (["--config", "/dev"], "--config /dev: a folder (the file config.json in it)"),
        ] as [([String], String?)])
    func wrong(words: [String], line: String?) async throws {
        guard let line else { return }
        let run = try await home.run(words)
        #expect(run.status == 2)
        #expect(run.errors == ["carillon: \(line)"])
        // `drive` speaks to programs.
        guard words.first == "drive" else {
            #expect(run.output == "")
            return
        }
        let lines = try run.lines
        let told = try #require(lines.first)
        #expect(lines.count == 1 && told["kind"].text == "error" && told["code"].text == "usage")
        #expect(told["message"].text == line)
    }

    @Test(
        "a slip for --quiet is never taken for another option",
        arguments: ["play", "render", "info", "devices", "demo", "drive", "scan", "station", "check", "bench"])
    func quiet(name: String) async throws {
        let run = try await home.run(name, "--quite")
        #expect(run.status == 2)
        let line = try #require(run.errors.first)
        #expect(
            line == "carillon: unknown option --quite; did you mean --quiet?"
                || line == "carillon: unknown option --quite", "\(line)")
    }

    @Test(
        "what belongs to a later version says so, with status 2",
        arguments: [
            ["bench", "library"]
        ])
    func later(words: [String]) async throws {
        let run = try await home.run(words)
        #expect(run.status == 2)
        #expect(run.errors.count == 1)
        #expect(run.errors.first?.contains("not in this version") == true)
        #expect(run.output == "")
    }

    @Test(
        "results that cannot be written are no success, and one line says why",
        arguments: [(">/dev/full", "no space left on device"), (">&-", "bad file descriptor")])
    func lostResults(redirection: String, reason: String) async throws {
        for words in [["--help"], ["check", "--schema"], ["devices", "--json"]] {
            let program = try home.start(inShell: "exec \"$0\" \"$@\" \(redirection)", words)
            #expect(try await program.wait() == 1)
            #expect(program.errorLines == ["carillon: standard output cannot be written: \(reason)"])
        }
    }

    @Test("a reader that has seen enough is no failure")
    func enough() async throws {
        let program = try home.start(inShell: "trap '' PIPE; \"$0\" \"$@\" | :", ["check", "--schema"])
        #expect(try await program.wait() == 0)
        #expect(program.errorLines == [])
    }
}
