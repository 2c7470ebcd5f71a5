import AudioCore
import Testing

@testable import HeadUnit

private func bytes(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

@Suite("Reading the command line")
struct ArgumentReaderTests {
    private func words(_ arguments: [String]) throws -> [ArgumentReader.Word] {
        var reader = ArgumentReader(arguments.map { Array($0.utf8) })
        var words: [ArgumentReader.Word] = []
        while let word = try reader.next() { words.append(word) }
        return words
    }

    @Test(
        "what is a flag and what an operand",
        arguments: [
            (["a.flac", "--json"], ["a.flac", "[--json]"]), (["-o"], ["[-o]"]), (["-"], ["-"]), (["-6"], ["-6"]),
            (["--", "--json", "-o"], ["--json", "-o"]), (["a", "--", "--", "b"], ["a", "--", "b"]), ([""], [""]),
            ([], []), (["--"], []), (["é", "--ünknown"], ["é", "[--ünknown]"]),
        ])
    func kinds(arguments: [String], wanted: [String]) throws {
        let found = try words(arguments).map { word in
            switch word {
            case .flag(let flag): "[\(flag)]"
            case .operand(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
        #expect(found == wanted)
    }

    @Test("the value of a flag is the next word, whatever it looks like, or what stands behind its =")
    func values() throws {
        var reader = ArgumentReader(bytes("--audio", "--json", "--audio=hw:CARD=DAC", "--state=", "last"))
        #expect(try reader.next() == .flag("--audio"))
        #expect(try reader.text(of: "--audio", "a device") == "--json")
        #expect(try reader.next() == .flag("--audio"))
        #expect(try reader.text(of: "--audio", "a device") == "hw:CARD=DAC")
        #expect(try reader.next() == .flag("--state"))
        #expect(try reader.value(of: "--state", "a folder") == [])
        #expect(try reader.next() == .operand(Array("last".utf8)))
        #expect(try reader.next() == nil)
    }

    @Test("a value behind = keeps bytes that are no UTF-8, and letters that join with the sign")
    func rawValues() throws {
        var reader = ArgumentReader([Array("--music=/m/".utf8) + [0xFF, 0x3D], Array("--music=\u{301}".utf8)])
        #expect(try reader.next() == .flag("--music"))
        #expect(try reader.value(of: "--music", "a folder") == Array("/m/".utf8) + [0xFF, 0x3D])
        #expect(try reader.next() == .flag("--music"))
        #expect(try reader.value(of: "--music", "a folder") == Array("\u{301}".utf8))
    }

    @Test("a value for a flag that takes none is refused, not taken for a file")
    func valueForNothing() throws {
        var reader = ArgumentReader(bytes("--json=yes", "a.flac"))
        #expect(try reader.next() == .flag("--json"))
        #expect(throws: UsageError("--json takes no value, not “yes”")) { try reader.next() }
    }

    @Test("a flag whose value is missing says what it needs")
    func missing() throws {
        var reader = ArgumentReader(bytes("--audio"))
        _ = try reader.next()
        #expect(throws: UsageError("--audio needs an ALSA device behind it")) {
            try reader.text(of: "--audio", "an ALSA device")
        }
    }

    @Test(
        "numbers are decimal and within their range",
        arguments: [
            ("0", 0), ("-6", -6), ("-120", -120), ("-.5", -0.5), ("-6.25", -6.25), ("1", nil), ("-121", nil), ("", nil),
            ("six", nil), ("nan", nil), ("inf", nil), ("-6 dB", nil), ("0x", nil),
        ] as [(String, Double?)])
    func numbers(text: String, wanted: Double?) throws {
        var reader = ArgumentReader(bytes("--volume", text))
        _ = try reader.next()
        if let wanted {
            #expect(try reader.number(of: "--volume", in: -120...0, "decibels") == wanted)
        } else {
            #expect(throws: UsageError("--volume takes -120 to 0 decibels, not “\(text)”")) {
                try reader.number(of: "--volume", in: -120...0, "decibels")
            }
        }
    }

    @Test("an open range says so")
    func openRange() throws {
        var reader = ArgumentReader(bytes("-1"))
        #expect(throws: UsageError("--from takes 0 or more seconds, not “-1”")) {
            try reader.number(of: "--from", in: 0...Double.infinity, "seconds")
        }
    }

    @Test(
        "a choice that is none names them all, and the nearest",
        arguments: [
            ("medium", nil), ("mediun", "; did you mean medium?"), ("of", "; did you mean off?"), ("loud", ""),
            ("", ""),
        ] as [(String, String?)])
    func choices(text: String, hint: String?) throws {
        var reader = ArgumentReader(bytes(text))
        let choices = ["off", "light", "medium", "strong"]
        if let hint {
            let message = "--loudness takes off, light, medium, strong, not “\(text)”\(hint)"
            #expect(throws: UsageError(message)) { try reader.choice(of: "--loudness", among: choices) }
        } else {
            #expect(try reader.choice(of: "--loudness", among: choices) == text)
        }
    }
}

@Suite("The nearest right word")
struct NearestTests {
    @Test(
        "one edit, or a swap of neighbours, for every three letters",
        arguments: [
            ("--jsn", "--json"), ("--sjon", "--json"), ("--jsonn", "--json"), ("--secnds", "--seconds"),
            ("plya", "play"),
            ("rendr", "render"), ("devcies", "devices"), ("pl", nil), ("xyz", nil), ("", nil), ("--zzzzzz", nil),
        ] as [(String, String?)])
    func words(word: String, wanted: String?) {
        let choices = ["play", "render", "info", "devices", "bench", "--json", "--seconds"]
        #expect(Nearest.word(to: word, among: choices) == wanted)
    }

    @Test("without choices nothing is near, and a novel is near nothing")
    func bounds() {
        #expect(Nearest.word(to: "play", among: []) == nil)
        #expect(Nearest.word(to: String(repeating: "p", count: 100_000), among: ["play"]) == nil)
    }

    @Test(
        "the distance is the same in both directions and nothing to itself",
        arguments: ["", "a", "ab", "ba", "abc", "bac", "cab", "abcd"])
    func symmetric(word: String) {
        for other in ["", "a", "ab", "ba", "abc", "acb", "xyz"] {
            #expect(Nearest.distance(word, other) == Nearest.distance(other, word))
            #expect((Nearest.distance(word, other) == 0) == (word == other))
        }
    }

    @Test("a swap of neighbours is one edit")
    func swap() {
        #expect(Nearest.distance("ab", "ba") == 1)
        #expect(Nearest.distance("play", "lpya") == 2)
    }
}

@Suite("Options of the sound")
struct SoundOptionsTests {
    @Test("every stage is off until it is named")
    func defaults() {
        #expect(SoundOptions().settings == SoundSettings())
    }

    @Test("volume and loudness are taken; what belongs to a later version says so; the rest is somebody else's")
    func take() throws {
        var options = SoundOptions()
        var reader = ArgumentReader(bytes("-6", "medium", "x"))
        #expect(try options.take("--volume", &reader))
        #expect(try options.take("--loudness", &reader))
        #expect(try !options.take("--audio", &reader))
        #expect(options.settings.volume.value == -6)
        #expect(options.settings.loudness == .medium)
        for flag in SoundOptions.later {
            #expect(throws: UsageError("\(flag): not in this version")) { try options.take(flag, &reader) }
        }
    }

    @Test("an unknown option names the nearest", arguments: [("--jsn", "; did you mean --json?"), ("--zzzzz", "")])
    func unknown(flag: String, hint: String) {
        #expect(UsageError.unknown(flag, among: ["--json", "--audio"]) == UsageError("unknown option \(flag)\(hint)"))
    }
}
