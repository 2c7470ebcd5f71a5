// config.json: what each key means, and the exact words for what is wrong.

import AudioCore
import Evdev
import Glibc
import SDLDisplay
import Scene
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

/// A line of config.json that is right, and what comes of it.
struct RightLine: Sendable, CustomTestStringConvertible {
    var json: String
    var expected: BuilderConfig

    init(_ json: String, _ change: (inout BuilderConfig) -> Void) {
        self.json = json
        var config = BuilderConfig()
        change(&config)
        expected = config
    }

    var testDescription: String { json }

    static let all: [RightLine] = [
        RightLine("{}") { _ in },
        RightLine(#"{"music": ["/media/stick", "Music"]}"#) {
            $0.music = [RawPath("/media/stick"), RawPath("Music")]
        },
        RightLine(#"{"music": []}"#) { $0.music = [] },
        RightLine(#"{"audio": "hw:CARD=DAC,DEV=0"}"#) { $0.audio = "hw:CARD=DAC,DEV=0" },
        RightLine(#"{"display": {"size": "1920x720"}}"#) { $0.display.size = .init(width: 1920, height: 720) },
        RightLine(#"{"display": {"dpi": 169}}"#) { $0.display.dpi = 169 },
        RightLine(#"{"display": {"rotate": 270}}"#) { $0.display.rotation = .threeQuarters },
        RightLine(#"{"display": {"driverSide": "right"}}"#) { $0.display.driverSide = .right },
        RightLine(#"{"display": {"renderer": "gles"}}"#) { $0.display.renderer = .gles },
        RightLine(
            #"{"input": {"knobs": [{"device": "rotary@17", "role": "volume", "axis": "keys", "stepsPerDetent": 4, "#
                + #""reverse": true, "keyPair": ["KEY_LEFT", "KEY_RIGHT"]}, {"device": "/dev/input/event3"}]}}"#
        ) {
            $0.input.knobs = [
                KnobConfiguration(
                    device: "rotary@17", role: .volume, axis: .keys, stepsPerDetent: 4, reverse: true,
                    keyPair: ["KEY_LEFT", "KEY_RIGHT"]),
                KnobConfiguration(device: "/dev/input/event3"),
            ]
        },
        RightLine(
            #"{"input": {"touch": {"device": "*touch*", "rotate": 90, "matrix": [0, 1, 0, 1, 0, 0], "#
                + #""maximumX": 4095, "maximumY": 2047}}}"#
        ) {
            $0.input.touch = TouchConfiguration(
                device: "*touch*", rotate: 90, matrix: [0, 1, 0, 1, 0, 0], maximumX: 4095, maximumY: 2047)
        },
        RightLine(#"{"input": {"keys": {"KEY_F5": "home", "BTN_1": "anticlockwise", "KEY_Q": "none"}}}"#) {
            $0.input.keys = ["KEY_F5": "home", "BTN_1": "anticlockwise", "KEY_Q": "none"]
        },
        RightLine(
            #"{"input": {"switches": {"headlights": {"file": "/sys/class/gpio/gpio4/value"}, "#
                + #""mute": {"device": "gpio-keys", "code": "SW_MUTE_DEVICE"}}}}"#
        ) {
            $0.input.switches = [
                .headlights: .file("/sys/class/gpio/gpio4/value"),
                .mute: .device("gpio-keys", code: "SW_MUTE_DEVICE"),
            ]
        },
        RightLine(#"{"input": {"switches": {"moving": {"file": "/run/moving"}}}}"#) {
            $0.input.switches = [.moving: .file("/run/moving")]
        },
        RightLine(#"{"sound": {"volume": "software"}}"#) { _ in },
        RightLine(#"{"sound": {"volume": "fixed"}}"#) { $0.volume = .fixed },
        RightLine(#"{"sound": {"volume": "hardware"}}"#) { $0.volume = .hardware },
        RightLine(#"{"sound": {"startVolumeMax": -12}}"#) { $0.startVolumeMax = -12 },
        RightLine(#"{"sound": {"loudness": {"offset": 7.5}}}"#) { $0.loudnessOffset = 7.5 },
        RightLine(#"{"nowPlayingRotate": "volume"}"#) { $0.nowPlayingTurnsVolume = true },
        RightLine(#"{"nowPlayingRotate": "focus"}"#) { $0.nowPlayingTurnsVolume = false },
        RightLine(#"{"rotateCrossesAreas": false}"#) { $0.rotateCrossesAreas = false },
        RightLine(#"{"templates": "/home/pi/screens"}"#) { $0.templates = RawPath("/home/pi/screens") },
    ]
}

/// A line that is wrong, and the words for it.
struct WrongLine: Sendable, CustomTestStringConvertible {
    var json: String
    var faults: [String]

    init(_ json: String, _ faults: String...) {
        self.json = json
        self.faults = faults
    }

    var testDescription: String { json }

    private static let device = "a path, a pattern as /dev/input/by-path/*, or the name of a device"

    static let all: [WrongLine] = [
        WrongLine("", #"1:1: the file is empty (an object, "{ }")"#),
        WrongLine(
            "[]",
            "1:1: the file is a list (an object of music, audio, display, input, sound, nowPlayingRotate, "
                + "rotateCrossesAreas, templates)"),
        WrongLine(#"{"rotate": 90}"#, #"1:2: unknown key "rotate" (did you mean "display.rotate"?)"#),
        WrongLine(
            #"{"display": {"loudness": 1}}"#,
            #"1:14: unknown key "loudness" in display (did you mean "sound.loudness"?)"#),
        WrongLine(
            #"{"display": {"size": "+800x480"}}"#,
            #"1:22: display.size is "+800x480" (pixels as "1024x600", each side 64 to 8192)"#),
        WrongLine(#"{"muzic": []}"#, #"1:2: unknown key "muzic" (did you mean "music"?)"#),
        WrongLine(
            #"{"wheels": 4}"#,
            #"1:2: unknown key "wheels" (music, audio, display, input, sound, nowPlayingRotate, rotateCrossesAreas, "#
                + "templates, resumeAfterCall)"),
        WrongLine(#"{"resumeAfterCall": true}"#, "1:2: resumeAfterCall is not in this version (leave it out)"),
        WrongLine(#"{"music": "/media"}"#, "1:11: music is a text (a list of folders)"),
        WrongLine(
            #"{"music": ["/a", 3, ""]}"#,
            "1:18: music[1] is a number (a folder)", "1:21: music[2] is an empty text (a folder)"),
        WrongLine(#"{"audio": null}"#, "1:11: audio is null (an ALSA device, as carillon devices lists them)"),
        WrongLine(
            #"{"display": 7}"#, "1:13: display is a number (an object of size, dpi, rotate, driverSide, renderer)"),
        WrongLine(#"{"display": {"sise": 1}}"#, #"1:14: unknown key "sise" in display (did you mean "size"?)"#),
        WrongLine(
            #"{"display": {"size": "1024"}}"#,
            #"1:22: display.size is "1024" (pixels as "1024x600", each side 64 to 8192)"#),
        WrongLine(
            #"{"display": {"size": [1024, 600]}}"#,
            #"1:22: display.size is a list (pixels as "1024x600", each side 64 to 8192)"#),
        WrongLine(#"{"display": {"dpi": 4000}}"#, "1:21: display.dpi is 4000 (100 to 350 dots per inch)"),
        WrongLine(#"{"display": {"dpi": 169.5}}"#, "1:21: display.dpi is 169.5 (a whole number)"),
        WrongLine(#"{"display": {"dpi": "169"}}"#, "1:21: display.dpi is a text (100 to 350 dots per inch)"),
        WrongLine(#"{"display": {"rotate": 45}}"#, "1:24: display.rotate is 45 (0, 90, 180 or 270)"),
        WrongLine(#"{"display": {"rotate": "90"}}"#, "1:24: display.rotate is a text (0, 90, 180 or 270)"),
        WrongLine(
            #"{"display": {"driverSide": "rigth"}}"#,
            #"1:28: display.driverSide is "rigth" (did you mean "right"?)"#),
        WrongLine(
            #"{"display": {"renderer": "vulkan"}}"#,
            #"1:26: display.renderer is "vulkan" (auto, software, gles)"#),
        WrongLine(#"{"input": []}"#, "1:11: input is a list (an object of knobs, touch, keys, switches)"),
        WrongLine(
            #"{"input": {"knobs": {}}}"#, "1:21: input.knobs is an object (a list of knobs, each with its device)"),
        WrongLine(
            #"{"input": {"knobs": [{"role": "focus"}]}}"#, #"1:22: input.knobs[0] without "device" (\#(device))"#),
        WrongLine(
            #"{"input": {"knobs": [5]}}"#,
            "1:22: input.knobs[0] is a number (an object of device, role, axis, stepsPerDetent, reverse, keyPair)"),
        WrongLine(
            #"{"input": {"knobs": [{"device": "k", "role": "volum", "axis": 3, "stepsPerDetent": 0, "reverse": 1}]}}"#,
            #"1:46: input.knobs[0].role is "volum" (did you mean "volume"?)"#,
            "1:63: input.knobs[0].axis is a number (dial, wheel, x, keys)",
            "1:84: input.knobs[0].stepsPerDetent is 0 (1 to 16 steps)",
            "1:98: input.knobs[0].reverse is a number (true or false)"),
        WrongLine(
            #"{"input": {"knobs": [{"device": "k", "axis": "keys", "keyPair": ["KEY_LEFT", "KEY_RIHGT"]}]}}"#,
            #"1:78: input.knobs[0].keyPair[1] is "KEY_RIHGT" (did you mean "KEY_RIGHT"?)"#),
        WrongLine(
            #"{"input": {"knobs": [{"device": "k", "axis": "keys", "keyPair": ["KEY_LEFT"]}]}}"#,
            "1:65: input.knobs[0].keyPair has 1 items (two key names, anticlockwise and clockwise)"),
        WrongLine(
            #"{"input": {"knobs": [{"device": "k", "axis": "wheel", "keyPair": ["KEY_LEFT", "KEY_RIGHT"]}]}}"#,
            #"1:66: input.knobs[0].keyPair does nothing with the axis "wheel" ("axis": "keys")"#),
        WrongLine(
            #"{"input": {"knobs": [{"device": "k", "keyPair": ["KEY_LEFT", "KEY_RIGHT"]}]}}"#,
            #"1:49: input.knobs[0].keyPair does nothing with the axis "dial" ("axis": "keys")"#),
        WrongLine(#"{"input": {"touch": {"rotate": 1}}}"#, "1:32: input.touch.rotate is 1 (0, 90, 180 or 270)"),
        WrongLine(
            #"{"input": {"touch": {"matrix": [1, 0, 0]}}}"#,
            "1:32: input.touch.matrix has 3 items (six numbers, row by row)"),
        WrongLine(
            #"{"input": {"touch": {"matrix": [1, 0, 0, 1, 0, 0]}}}"#,
            "1:32: input.touch.matrix makes a line of the panel (as [1, 0, 0, 0, 1, 0], which changes nothing)"),
        WrongLine(
            #"{"input": {"keys": {"KEY_FIVE": "home"}}}"#,
            #"1:21: no key is called "KEY_FIVE" in input.keys (did you mean "KEY_FILE"?)"#),
        WrongLine(
            #"{"input": {"keys": {"KEY_F5": "paus"}}}"#,
            #"1:31: input.keys.KEY_F5 is "paus" (did you mean "pause"?)"#),
        WrongLine(
            #"{"input": {"switches": {"ignition": 1, "call": 1}}}"#,
            "1:25: input.switches.ignition is not in this version (leave it out)",
            "1:40: input.switches.call is not in this version (leave it out)"),
        WrongLine(
            #"{"input": {"switches": {"headlight": {"file": "/a"}}}}"#,
            #"1:25: unknown key "headlight" in input.switches (did you mean "headlights"?)"#),
        WrongLine(
            #"{"input": {"switches": {"mute": {}}}}"#,
            "1:33: input.switches.mute is empty (a device with its code, or a file)"),
        WrongLine(
            #"{"input": {"switches": {"mute": {"device": "gpio"}}}}"#,
            #"1:33: input.switches.mute without "code" (a key or switch as KEY_F1, SW_LID)"#),
        WrongLine(
            #"{"input": {"switches": {"mute": {"code": "KEY_F1"}}}}"#,
            #"1:33: input.switches.mute without "device" (\#(device))"#),
        WrongLine(
            #"{"input": {"switches": {"mute": {"code": "KEY_F1", "device": "g", "file": "/a"}}}}"#,
            "1:33: input.switches.mute has a device and a file (one of the two)"),
        WrongLine(
            #"{"input": {"switches": {"mute": {"device": "g", "code": "KEY_MUTT"}}}}"#,
            #"1:57: input.switches.mute.code is "KEY_MUTT" (did you mean "KEY_MUTE"?)"#),
        WrongLine(
            #"{"sound": true}"#, "1:11: sound is a flag (an object of volume, startVolumeMax, loudness, radioTrim)"),
        WrongLine(#"{"sound": {"volume": "loud"}}"#, #"1:22: sound.volume is "loud" (software, hardware, fixed)"#),
        WrongLine(
            #"{"sound": {"startVolumeMax": 3}}"#, "1:30: sound.startVolumeMax is 3 (-60 to 0 decibels)"),
        WrongLine(
            #"{"sound": {"loudness": {"offset": 41, "ofset": 1}}}"#,
            "1:35: sound.loudness.offset is 41 (0 to 40 decibels)",
            #"1:39: unknown key "ofset" in sound.loudness (did you mean "offset"?)"#),
        WrongLine(#"{"sound": {"radioTrim": 3}}"#, "1:25: sound.radioTrim is 3 (-24 to 0 decibels)"),
        WrongLine(
            #"{"nowPlayingRotate": "volum"}"#, #"1:22: nowPlayingRotate is "volum" (did you mean "volume"?)"#),
        WrongLine(#"{"rotateCrossesAreas": 1}"#, "1:24: rotateCrossesAreas is a number (true or false)"),
        WrongLine(#"{"templates": ["/a"]}"#, "1:15: templates is a list (a folder of screen documents)"),
        WrongLine(#"{"audio": "a",}"#, #"1:15: a key is missing (remove the comma before "}")"#),
    ]
}

@Suite("config.json")
struct BuilderConfigTests {
    private func read(_ text: String) -> (config: BuilderConfig, faults: [String]) {
        let (config, faults) = BuilderConfig.read(SourceText(file: "config.json", bytes: Array(text.utf8)))
        return (config, faults.map(\.description))
    }

    @Test("every key does what it says", arguments: RightLine.all)
    func right(line: RightLine) {
        let (config, faults) = read(line.json)
        #expect(config == line.expected)
        #expect(faults == [])
    }

    @Test("what is wrong is named with its place and what would be right, and has no effect", arguments: WrongLine.all)
    func wrong(line: WrongLine) {
        let (config, faults) = read(line.json)
        #expect(faults == line.faults.map { "config.json:\($0)" })
        var harmless = BuilderConfig()
        // What stands beside a wrong value in the same list or knob holds.
        harmless.music = config.music == nil ? nil : [RawPath("/a")]
        harmless.input.knobs = config.input.knobs.map { KnobConfiguration(device: "k", axis: $0.axis) }
        #expect(config == harmless)
    }

    @Test("what is right holds beside what is wrong, and faults come in the order of the lines")
    func rest() {
        let (config, faults) = read(
            """
            {
              "templates": 7,
              "display": { "dpi": 133, "rotate": 13 },
              "audio": "null:",
              "nonsense": [[1]]
            }
            """)
        #expect(config.audio == "null:")
        #expect(config.display.dpi == 133)
        #expect(
            faults.map { $0.split(separator: " ")[0] } == [
                "config.json:2:16:", "config.json:3:38:", "config.json:5:3:",
            ])
    }

    @Test("a file that is not there is no fault; a folder in its place is")
    func files() throws {
        let folder = TemporaryFolder()
        var lines: [String] = []
        #expect(BuilderConfig.read(folder.file("config.json")) { lines.append($0) } == BuilderConfig())
        #expect(lines == [])
        let path = try folder.write(Array(#"{"dpi": 1}"#.utf8), to: "config.json")
        #expect(BuilderConfig.read(path) { lines.append($0) } == BuilderConfig())
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("\(path.shown):1:2: unknown key \"dpi\"") == true)
        lines = []
        #expect(BuilderConfig.read(RawPath(folder.path)) { lines.append($0) } == BuilderConfig())
        #expect(lines.count == 1)
    }

    @Test("a FIFO and bytes that are no text under the name are said and stop nothing; so is nesting without end")
    func strange() throws {
        let folder = TemporaryFolder()
        var lines: [String] = []
        let fifo = folder.file("fifo")
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        _ = BuilderConfig.read(fifo) { lines.append($0) }
        #expect(lines.count == 1)
        let raw = try folder.write([0xFF, 0xFE, 0, 0x80], to: "raw")
        _ = BuilderConfig.read(raw) { lines.append($0) }
        #expect(lines.last == "\(raw.shown):1:1: not UTF-8 (save the file as UTF-8)")
        #expect(read(String(repeating: "[", count: 100_000)).faults.count == 1)
    }

    @Test("cut at any byte it is survived, and says so in at most a hundred lines")
    func cuts() {
        let whole = Array(RightLine.all.map(\.json).max { $0.utf8.count < $1.utf8.count }!.utf8)
        for count in whole.indices {
            let (_, faults) = BuilderConfig.read(SourceText(file: "c", bytes: Array(whole[..<count])))
            #expect(!faults.isEmpty)
        }
        let many = "{" + (0..<300).map { "\"k\($0)\": 0" }.joined(separator: ",") + "}"
        #expect(BuilderConfig.read(SourceText(file: "c", bytes: Array(many.utf8))).faults.count == 100)
    }

    @Test("a kernel key of every action word is taken")
    func actions() {
        for word in KeyAction.words {
            #expect(KeyAction(word: word) != nil, "\(word)")
            #expect(read(#"{"input": {"keys": {"KEY_F1": "\#(word)"}}}"#).faults == [])
        }
    }
}
