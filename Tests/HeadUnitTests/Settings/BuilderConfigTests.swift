import AudioCore
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The builder's config.json")
struct BuilderConfigTests {
    private let folder = TemporaryFolder()

    private func read(_ text: String) throws -> (config: BuilderConfig, lines: [String]) {
        read(try folder.write(Array(text.utf8), to: "config.json"))
    }

    private func read(_ path: RawPath) -> (config: BuilderConfig, lines: [String]) {
        var lines: [String] = []
        let config = BuilderConfig.read(path) { line in
            lines.append(line.replacing(folder.path + "/", with: ""))
        }
        return (config, lines)
    }

    @Test("every key of this version")
    func everything() throws {
        let (config, lines) = try read(
            """
            {"music": ["/m/a", "relative", "/m/é"], "audio": "hw:CARD=DAC,DEV=0",
             "sound": {"volume": "fixed", "startVolumeMax": -12.5, "loudness": {"offset": 10}}}
            """)
        var wanted = BuilderConfig()
        wanted.music = [RawPath("/m/a"), RawPath("relative"), RawPath("/m/é")]
        wanted.audio = "hw:CARD=DAC,DEV=0"
        wanted.hasFixedVolume = true
        wanted.startVolumeMax = -12.5
        wanted.loudnessOffset = 10
        #expect(config == wanted)
        #expect(lines == [])
    }

    @Test(
        "a file that is missing, and one that sets nothing, leave every default",
        arguments: [nil, "{}", " {\n} ", #"{"sound":{}}"#, #"{"sound":{"volume":"software","loudness":{}}}"#])
    func defaults(text: String?) throws {
        let (config, lines) = try text.map(read) ?? read(folder.file("config.json"))
        #expect(config == BuilderConfig())
        #expect(lines == [])
    }

    @Test(
        "what does not fit is named with what would be right, and the rest holds",
        arguments: [
            (#""music": "/m""#, "music is a text that does not fit; right would be a list of folders"),
            (#""music": [1, "/m", ""]"#, "music is a number that does not fit; right would be a list of folders"),
            (#""sound": []"#, "sound is a list that does not fit; right would be an object"),
            (#""sound": null"#, "sound is null that does not fit; right would be an object"),
            (
                #""sound": {"volume": "loud"}"#,
                "sound.volume is a text that does not fit; right would be software or fixed"
            ),
            (
                #""sound": {"volume": true}"#,
                "sound.volume is true or false that does not fit; right would be software or fixed"
            ),
            (#""sound": {"volume": "hardware"}"#, "sound.volume “hardware” is not in this version; the volume is ours"),
            (
                #""sound": {"startVolumeMax": 1}"#,
                "sound.startVolumeMax is a number that does not fit; right would be -60 to 0 decibels"
            ),
            (
                #""sound": {"startVolumeMax": "-6"}"#,
                "sound.startVolumeMax is a text that does not fit; right would be -60 to 0 decibels"
            ),
            (#""sound": {"loudness": 15}"#, "sound.loudness is a number that does not fit; right would be an object"),
            (
                #""sound": {"loudness": {"offset": -1}}"#,
                "sound.loudness.offset is a number that does not fit; right would be 0 to 40 decibels"
            ),
            (
                #""sound": {"loudness": {"offset": {}}}"#,
                "sound.loudness.offset is an object that does not fit; right would be 0 to 40 decibels"
            ),
        ])
    func wrong(member: String, line: String) throws {
        let (config, lines) = try read(#"{"audio": "null:", \#(member)}"#)
        #expect(config.audio == "null:")
        #expect(lines.first == "config.json: \(line)")
        #expect(config.startVolumeMax == nil && config.loudnessOffset == nil && !config.hasFixedVolume)
    }

    @Test("the audio device must be a name")
    func wrongAudio() throws {
        let (config, lines) = try read(#"{"audio": 3, "music": ["/m"]}"#)
        #expect(config.audio == nil)
        #expect(config.music == [RawPath("/m")])
        #expect(
            lines == ["config.json: audio is a number that does not fit; right would be the name of an ALSA device"])
    }

    @Test(
        "unknown keys are named, with the nearest known one; keys of a later version say so",
        arguments: [
            (#"{"musik": []}"#, "unknown key musik; did you mean music?"), (#"{"zzz": 1}"#, "unknown key zzz"),
            (#"{"sound": {"volum": "fixed"}}"#, "unknown key sound.volum; did you mean sound.volume?"),
            (
                #"{"sound": {"startVolumeMaxx": -3}}"#,
                "unknown key sound.startVolumeMaxx; did you mean sound.startVolumeMax?"
            ),
            (
                #"{"sound": {"loudness": {"offse": 3}}}"#,
                "unknown key sound.loudness.offse; did you mean sound.loudness.offset?"
            ),
            (#"{"display": {}}"#, "display is not in this version"), (#"{"input": 1}"#, "input is not in this version"),
            (#"{"sound": {"radioTrim": -6}}"#, "sound.radioTrim is not in this version"),
            (#"{"resumeAfterCall": true}"#, "resumeAfterCall is not in this version"),
            (#"{"nowPlayingRotate": "focus"}"#, "nowPlayingRotate is not in this version"),
            (#"{"rotateCrossesAreas": true}"#, "rotateCrossesAreas is not in this version"),
            (#"{"templates": "/t"}"#, "templates is not in this version"),
        ])
    func unknown(text: String, line: String) throws {
        let (config, lines) = try read(text)
        #expect(config == BuilderConfig())
        #expect(lines == ["config.json: \(line)"])
    }

    @Test("a wrong entry of a list is left out, the others are kept")
    func listEntries() throws {
        let (config, lines) = try read(#"{"music": ["/a", 5, "/b"]}"#)
        #expect(config.music == [RawPath("/a"), RawPath("/b")])
        #expect(lines.count == 1)
    }

    @Test(
        "a file that is no JSON object is left out with one line",
        arguments: ["", "{", "[]", "3", "null", "\u{FEFF}x", "audio: null", "{\"audio\" \"x\"}"])
    func broken(text: String) throws {
        let (config, lines) = try read(text)
        #expect(config == BuilderConfig())
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("config.json: ") == true)
        #expect(lines.first?.contains("\n") == false)
    }

    @Test("a folder, a FIFO and bytes that are no text under the name are said and stop nothing")
    func strange() throws {
        try folder.write([1], to: "config.json/inside")
        #expect(read(folder.file("config.json")).lines == ["config.json: is a folder, not a file"])
        let fifo = folder.file("fifo")
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        #expect(read(fifo).lines == ["fifo: is not a regular file"])
        let raw = try folder.write([0xFF, 0xFE, 0, 0x80], to: "raw")
        #expect(read(raw).lines.count == 1)
    }

    @Test("a file cut at any byte is survived: a line, or a config", arguments: 0..<60)
    func cut(length: Int) throws {
        let whole = #"{"music": ["/m"], "audio": "null:", "sound": {"volume": "fixed"}}"#
        let (config, lines) = try read(String(whole.prefix(length)))
        #expect(config == BuilderConfig() && lines.count == 1)
    }

    @Test("nesting without end is survived")
    func deep() throws {
        let (config, lines) = try read(String(repeating: "[", count: 100_000))
        #expect(config == BuilderConfig())
        #expect(lines.count == 1)
    }
}
