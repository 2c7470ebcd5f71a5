import AudioCore
import TemplateKit
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
        var reader = ArgumentReader(
            bytes("--audio", "--json", "--audio=hw:CARD=DAC", "--state=", "--cache", "", "last"))
        #expect(try reader.next() == .flag("--audio"))
        #expect(try reader.text(of: "--audio", "a device") == "--json")
        #expect(try reader.next() == .flag("--audio"))
        #expect(try reader.text(of: "--audio", "a device") == "hw:CARD=DAC")
        #expect(try reader.next() == .flag("--state"))
        // A name is never empty.
        #expect(throws: UsageError("--state needs a folder, not an empty word")) {
            try reader.value(of: "--state", "a folder")
        }
        #expect(try reader.next() == .flag("--cache"))
        #expect(throws: UsageError("--cache needs a folder, not an empty word")) {
            try reader.text(of: "--cache", "a folder")
        }
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
            ("six", nil), ("nan", nil), ("inf", nil), ("-6 dB", nil), ("0x", nil), ("-0x3", nil), ("-0x1p1", nil),
            ("-6,5", nil), ("-infinity", nil),
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

    @Test(
        "a whole number is taken whole or not at all",
        arguments: [
            ("44100", 44_100), ("44100.0", 44_100), ("8e3", 8000), ("44100.5", nil), ("44100Hz", nil), ("44100 ", nil),
            ("0xAC44", nil), ("0x1p14", nil), ("nan", nil), ("1e300", nil), ("7999", nil), ("768001", nil), ("", nil),
        ] as [(String, Int?)])
    func wholeNumbers(text: String, wanted: Int?) throws {
        var reader = ArgumentReader(bytes("--rate", text))
        _ = try reader.next()
        if let wanted {
            #expect(try reader.whole(of: "--rate", in: 8000...768_000, "hertz") == wanted)
        } else {
            #expect(throws: UsageError("--rate takes a whole number, 8000 to 768000 hertz, not “\(text)”")) {
                try reader.whole(of: "--rate", in: 8000...768_000, "hertz")
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

@Suite("Options of the sound")
struct SoundOptionsTests {
    @Test("every stage is off until it is named")
    func defaults() {
        #expect(SoundOptions().settings == SoundSettings())
    }

    private func taken(_ words: String...) throws -> SoundSettings {
        var options = SoundOptions()
        var reader = ArgumentReader(words.map { Array($0.utf8) })
        while let word = try reader.next() {
            guard case .flag(let flag) = word else { continue }
            let isTaken = try options.take(flag, &reader)
            #expect(isTaken)
        }
        return try options.resolved()
    }

    @Test("each stage is set by its flag; what is no sound option is somebody else's")
    func take() throws {
        let settings = try taken(
            "--volume", "-6", "--loudness", "medium", "--eq", "rock", "--subsonic", "22.5", "--crossfeed", "light",
            "--replaygain", "auto", "--preamp", "-3", "--limiter", "on")
        #expect(settings.volume.value == -6)
        #expect(settings.loudness == .medium)
        #expect(settings.stages.equalizer.isOn)
        #expect(settings.stages.equalizer.curve == EqualizerPreset.named("rock")?.curve)
        #expect(settings.stages.subsonic == 22.5)
        #expect(settings.stages.crossfeed == .light)
        #expect(settings.stages.replayGain.mode == .auto)
        #expect(settings.stages.replayGain.preamp == -3)
        #expect(settings.stages.isLimiting)
        var options = SoundOptions()
        var reader = ArgumentReader([])
        #expect(try !options.take("--audio", &reader))
    }

    @Test("off is off")
    func off() throws {
        let settings = try taken(
            "--loudness", "off", "--eq", "flat", "--subsonic", "off", "--crossfeed", "off", "--replaygain", "off",
            "--limiter", "off")
        #expect(ChainParameters(settings, rate: 44100).isTransparent())
    }

    @Test(
        "a wrong value names what would be right",
        arguments: [
            (["--eq", "rok"], "did you mean rock?"), (["--subsonic", "14"], "15 to 40 hertz"),
            (["--crossfeed", "loud"], "off, light, medium, strong"),
            (["--replaygain", "albun"], "did you mean album?"),
            (["--preamp", "40"], "-24 to 24 decibels"), (["--limiter", "yes"], "on, off"),
            (["--bits", "20"], "16, 24, 32, float"), (["--rate", "1"], "8000 to 768000 hertz"),
        ])
    func wrong(words: [String], hint: String) throws {
        var options = SoundOptions()
        var reader = ArgumentReader(words.dropFirst().map { Array($0.utf8) })
        do throws(UsageError) {
            _ = try options.take(words[0], &reader)
            Issue.record("\(words) was taken")
        } catch {
            #expect(error.message.hasPrefix(words[0]))
            #expect(error.message.contains(hint), "\(error.message)")
        }
    }

    @Test(
        "a mistake in a curve's file is named with its place",
        arguments: [
            ("{\"graphic\": [1, 2]}", "1:13: graphic: 2 gains (ten"),
            (
                "{\n  \"parametric\": [\n    {\"type\": \"peak\", \"frequency\": 5, \"gain\": 1, \"q\": 1}\n  ]\n}",
                "3:35: "
            ),
            (
                "{\"parametric\": [{\"type\": \"peak\", \"frequency\": \"low\", \"gain\": 1, \"q\": 1}]}",
                "this is not a number"
            ),
            ("{\"grafic\": []}", "1:12: grafic: there is no such member (on, graphic, parametric)"),
            ("{\"graphic\": [1, 2", "1:18: "), ("", "1:1: "), ("[]", "1:1: this is not an object"),
        ])
    func curveFile(text: String, message: String) {
        do throws(AudioError) {
            _ = try EqualizerFile.read(SourceText(file: "curve.json", bytes: Array(text.utf8)))
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.description.hasPrefix("curve.json:"))
            #expect(error.description.contains(message), "\(error.description)")
        }
    }

    @Test("an unknown option names the nearest", arguments: [("--jsn", "; did you mean --json?"), ("--zzzzz", "")])
    func unknown(flag: String, hint: String) {
        #expect(UsageError.unknown(flag, among: ["--json", "--audio"]) == UsageError("unknown option \(flag)\(hint)"))
    }
}
