// Files and scripts that nobody would write. Every reader answers with a value or with faults that have a place.

import FoundationEssentials
import Scene
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

@Suite("Whatever the bytes are, themes, phrases, settings and scripts are read or refused")
struct BrokenFileTests {
    /// Seconds for a long run: `CARILLON_FUZZ_SECONDS=600 Scripts/test --filter BrokenFile`.
    private static let longRun = ProcessInfo.processInfo.environment["CARILLON_FUZZ_SECONDS"].flatMap(Double.init)

    /// Gives copies of files with bytes changed, cut out and put in: so many, or for as long as was asked for.
    private static func changed(
        _ files: [[UInt8]], pieces: [String], count: Int, _ body: (_ bytes: [UInt8]) throws -> Void
    ) throws {
        let seed = longRun == nil ? 11 : UInt64(Date.now.timeIntervalSince1970)
        if longRun != nil { print("seed \(seed)") }
        var random = SeededNumbers(seed: seed)
        let end = Date.now.addingTimeInterval(longRun ?? 0)
        var done = 0
        while longRun == nil ? done < count : Date.now < end {
            var bytes = try #require(files.randomElement(using: &random))
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
                case 2:
                    let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
                    bytes.replaceSubrange(place..<end, with: piece)
                default: bytes.insert(contentsOf: piece, at: place)
                }
            }
            try body(bytes)
            done += 1
        }
        if longRun != nil { print("\(done) texts") }
    }

    private static func bytes(_ name: String) throws -> [UInt8] {
        let root = try #require(CheckoutFolders.root)
        return Array(try Data(contentsOf: URL(filePath: root.appending(name).shown)))
    }

    private static let json = [
        "\"", "{", "}", "[", "]", ",", ":", "{}", "[]", "null", "true", "-1", "1e9", "1e308", "0.5", "\"#ff0000\"",
        "\"#fff\"", "\"\\u0000\"", "\"{count}\"", "\"of\":", "\"text\":", "\u{FEFF}", "\u{301}", "\n",
    ]

    /// Each fault has a place in the file and says something.
    private static func check(_ faults: [DocumentFault], in bytes: [UInt8]) {
        let lines = bytes.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        #expect(faults.count <= DocumentFault.mostPerFile + 1)
        for fault in faults {
            let isPlaced = (1...lines).contains(fault.line) && (1...bytes.count + 1).contains(fault.column)
            #expect(isPlaced && !fault.message.isEmpty && fault.message.utf8.count < 1000, "\(fault)")
        }
    }

    @Test("a theme is whole, or refused with faults")
    func themes() throws {
        let files = [try Self.bytes("Assets/Themes/night.json"), try Self.bytes("Assets/Themes/day.json")]
        try Self.changed(files, pieces: Self.json, count: 300) { bytes in
            let (theme, faults) = Theme.read(SourceText(file: "t", bytes: bytes))
            #expect((theme == nil) != faults.isEmpty)
            Self.check(faults, in: bytes)
        }
    }

    @Test("phrases without a fault are there, and all of them can be said in every language")
    func phrases() throws {
        let whole = try Self.bytes("Assets/Strings/strings.json")
        // Some hundred lines from the middle, so that there are many of them in a second.
        let lines = whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let part = Array(lines.prefix(120).joined(separator: [UInt8(ascii: "\n")]))
        try Self.changed([part, whole], pieces: Self.json, count: 60) { bytes in
            let (catalogue, faults) = StringCatalogue.read(SourceText(file: "s", bytes: bytes))
            Self.check(faults, in: bytes)
            for language in [Language.ru, .en, .ja] {
                let table = catalogue.table(for: language)
                for key in catalogue.keys.prefix(40) {
                    let values: [String: FieldValue] = ["count": .count(3), "name": .text("x")]
                    #expect(!table.string(for: .key(key, values)).isEmpty)
                }
            }
        }
    }

    private static let config = """
        { "music": ["/media/music"], "audio": "hw:CARD=DAC,DEV=0",
          "display": { "size": "1024x600", "dpi": 169, "rotate": 180, "driverSide": "right", "renderer": "gles" },
          "input": {
            "knobs": [ { "device": "rotary@17", "role": "focus", "axis": "x", "stepsPerDetent": 2 },
                       { "device": "a", "axis": "keys", "keyPair": ["KEY_LEFT", "KEY_RIGHT"], "reverse": true } ],
            "touch": { "device": "t", "rotate": 90, "matrix": [1, 0, 0, 0, 1, 0], "maximumX": 4095 },
            "keys": { "KEY_F5": "home" },
            "switches": { "headlights": { "device": "gpio_keys", "code": "KEY_F1" }, "mute": { "file": "/m" } } },
          "sound": { "volume": "fixed", "startVolumeMax": -12, "loudness": { "offset": 15 } },
          "nowPlayingRotate": "volume", "rotateCrossesAreas": false, "templates": "screens" }
        """

    @Test("of a configuration what is right holds, the rest has its place, and nothing is out of its range")
    func configurations() throws {
        #expect(BuilderConfig.read(SourceText(file: "c", bytes: Array(Self.config.utf8))).faults == [])
        try Self.changed([Array(Self.config.utf8)], pieces: Self.json, count: 600) { bytes in
            let (config, faults) = BuilderConfig.read(SourceText(file: "c", bytes: bytes))
            Self.check(faults, in: bytes)
            #expect(config.display.dpi.map { (40...800).contains($0) } ?? true)
            #expect(config.startVolumeMax.map { (-60...0).contains($0) } ?? true)
            #expect(config.loudnessOffset.map { (0...40).contains($0) } ?? true)
            #expect(config.input.knobs.allSatisfy { (1...16).contains($0.stepsPerDetent) && !$0.device.isEmpty })
            #expect(config.input.touch.matrix.map { $0.count == 6 } ?? true)
        }
    }

    @Test("a script is read or refused with its line, and its pictures stay where they belong")
    func scripts() throws {
        let files = try ["Scripts/tour", "Tests/HeadUnitTests/Scripts/browse", "Tests/HeadUnitTests/Scripts/queue"]
            .map { try Self.bytes($0 + ".drive") }
        let pieces = [
            "until ", "expect ", "tree.", "state.", "[label=", "]", "==", "contains", "\"", "\\", "#", "\n", "\r\n",
            "tap ",
            "shot ", "../", "/", ".png", "wait ", "-1", "1e999", "nan", "0x1", "99999999999999999999", "\u{301}",
            "\u{0}",
        ]
        try Self.changed(files, pieces: pieces, count: 600) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(UsageError) {
                for line in try DriveScript(name: "walk", text: text).lines {
                    guard case .shot(let name) = line.step else { continue }
                    #expect(!name.hasPrefix("/") && !name.split(separator: "/").contains(".."), "\(name)")
                }
            } catch {
                let place = error.message.split(separator: ":", maxSplits: 2)
                let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
                let number = place.count == 3 && place[0] == "walk" ? Int(place[1]) : nil
                #expect(number.map { (1...lines).contains($0) } == true, "\(error.message)")
            }
        }
    }
}
