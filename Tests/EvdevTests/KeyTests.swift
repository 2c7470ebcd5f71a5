// Names of keys, what they do, and what they type.

import FoundationEssentials
import Scene
import Testing

@testable import Evdev

@Suite("Keys")
struct KeyTests {
    private func map(_ changes: [String: String] = [:]) -> KeyMap {
        var warnings: [String] = []
        return KeyMap(changes: changes, warnings: &warnings)
    }

    private func kinds(
        _ events: [RawInput], _ decoder: KeyDecoder? = nil, isTextEntry: Bool = false
    ) -> [InputEvent.Kind] {
        var decoder = decoder ?? KeyDecoder(map: map())
        return events.filter { $0.type == 1 }.flatMap {
            decoder.take($0.code, value: $0.value, time: 1, isTextEntry: isTextEntry)
        }.map(\.kind)
    }

    @Test("every name of the kernel's header has the kernel's number")
    func names() throws {
        let header = "/usr/include/linux/input-event-codes.h"
        guard let text = try? String(contentsOf: URL(filePath: header), encoding: .utf8) else { return }
        var count = 0
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("KEY_") || words[1].hasPrefix("BTN_")
            else {
                continue
            }
            let number = words[2].hasPrefix("0x") ? UInt16(words[2].dropFirst(2), radix: 16) : UInt16(words[2])
            guard let number, !words[1].hasSuffix("_MAX"), !words[1].hasSuffix("_MIN_INTERESTING") else { continue }
            // A header newer than the table may have more; none may differ.
            if let known = KeyNames.key(String(words[1])) {
                #expect(known == number, "\(words[1])")
                count += 1
            }
        }
        #expect(count > 550)
    }

    /// The table of interfaces.md, and the media keys of remotes and headsets.
    static let defaults: [(String, InputEvent.Kind)] = [
        ("KEY_LEFT", .nudge(.left)), ("KEY_RIGHT", .nudge(.right)), ("KEY_UP", .nudge(.up)),
        ("KEY_DOWN", .nudge(.down)), ("KEY_LEFTBRACE", .rotate(-1)), ("KEY_RIGHTBRACE", .rotate(1)),
        ("KEY_Q", .rotate(-1)), ("KEY_E", .rotate(1)), ("KEY_ESC", .back), ("KEY_BACKSPACE", .back),
        ("KEY_H", .key(.home)), ("KEY_J", .key(.nowplaying)), ("KEY_X", .key(.play)), ("KEY_C", .key(.pause)),
        ("KEY_V", .key(.previous)), ("KEY_N", .key(.next)), ("KEY_B", .key(.playpause)),
        ("KEY_PLAYPAUSE", .key(.playpause)), ("KEY_PLAYCD", .key(.play)), ("KEY_PAUSECD", .key(.pause)),
        ("KEY_STOPCD", .key(.pause)), ("KEY_NEXTSONG", .key(.next)), ("KEY_PREVIOUSSONG", .key(.previous)),
        ("KEY_VOLUMEUP", .key(.volumeup)), ("KEY_VOLUMEDOWN", .key(.volumedown)), ("KEY_MUTE", .key(.mute)),
        ("KEY_HOMEPAGE", .key(.home)), ("KEY_BACK", .back),
    ]

    @Test("the keys do what the contract says, once a stroke", arguments: defaults)
    func table(name: String, kind: InputEvent.Kind) {
        #expect(kinds(Send.tap(name)) == [kind])
    }

    @Test("Enter and Space press, down and up", arguments: ["KEY_ENTER", "KEY_SPACE", "KEY_KPENTER", "KEY_SELECT"])
    func press(name: String) {
        #expect(kinds(Send.tap(name)) == [.press(isDown: true), .press(isDown: false)])
    }

    @Test("two press keys at once are one press")
    func twoPresses() {
        let events = [
            Send.key("KEY_ENTER", 1), Send.key("KEY_SPACE", 1), Send.key("KEY_ENTER", 0), Send.key("KEY_SPACE", 0),
        ]
        #expect(kinds(events) == [.press(isDown: true), .press(isDown: false)])
    }

    @Test("held down, arrows and volume repeat; press, back and play do not")
    func repeats() {
        func held(_ name: String) -> Int { kinds([Send.key(name, 1), Send.key(name, 2), Send.key(name, 2)]).count }
        #expect(["KEY_DOWN", "KEY_VOLUMEUP", "KEY_E"].map(held) == [3, 3, 3])
        #expect(["KEY_ENTER", "KEY_ESC", "KEY_B", "KEY_MUTE", "KEY_HOME"].map(held) == [1, 1, 1, 1, 1])
    }

    @Test("the builder's words change what keys do")
    func remap() {
        let decoder = KeyDecoder(
            map: map([
                "KEY_F5": "play", "KEY_ENTER": "none", "BTN_1": "press", "KEY_F6": "anticlockwise", "KEY_B": "left",
            ]))
        let events = ["KEY_F5", "KEY_ENTER", "BTN_1", "KEY_F6", "KEY_B"].flatMap(Send.tap)
        #expect(
            kinds(events, decoder) == [
                .key(.play), .press(isDown: true), .press(isDown: false), .rotate(-1), .nudge(.left),
            ])
    }

    @Test("every action word is known, and back is its own")
    func words() {
        let words = ["left", "right", "up", "down", "clockwise", "anticlockwise", "press", "back", "none"]
        let actions = (words + InputEvent.Key.allCases.map(\.rawValue)).compactMap { KeyAction(word: $0) }
        #expect(Set(actions).count == words.count + InputEvent.Key.allCases.count)
        #expect(KeyAction(word: "Play") == nil)
    }

    @Test("an unknown key or word is named, with the nearest key")
    func unknown() {
        var warnings: [String] = []
        let map = KeyMap(changes: ["KEY_PLAYPAUS": "play", "KEY_F1": "dance"], warnings: &warnings)
        #expect(warnings.count == 2)
        #expect(warnings.contains { $0.contains("KEY_PLAYPAUS;") && $0.hasSuffix("KEY_PLAYPAUSE") })
        #expect(warnings.contains { $0.contains("dance") })
        #expect(map.action(of: KeyNames.key("KEY_F1")!) == nil)
    }

    @Test("in a text field letters type, shifted and not, and commands stay commands")
    func typing() {
        let shifted =
            [Send.key("KEY_LEFTSHIFT", 1)] + Send.tap("KEY_K") + Send.tap("KEY_1") + [Send.key("KEY_LEFTSHIFT", 0)]
        let events =
            shifted + Send.tap("KEY_Q") + Send.tap("KEY_SPACE") + Send.tap("KEY_LEFTBRACE") + Send.tap("KEY_BACKSPACE")
            + Send.tap("KEY_LEFT") + Send.tap("KEY_ENTER") + Send.tap("KEY_ESC") + Send.tap("KEY_NEXTSONG")
        #expect(
            kinds(events, isTextEntry: true) == [
                .text("K"), .text("!"), .text("q"), .text(" "), .text("["), .deleteBackward, .nudge(.left),
                .press(isDown: true), .press(isDown: false), .back, .key(.next),
            ])
    }

    @Test("with Control down nothing is typed")
    func control() {
        #expect(kinds([Send.key("KEY_LEFTCTRL", 1)] + Send.tap("KEY_K"), isTextEntry: true).isEmpty)
    }

    @Test("all letters, digits and signs of the keyboard can be typed")
    func allLetters() {
        var typed: Set<String> = []
        for code in UInt16(0)..<256 {
            for isShifted in [false, true] {
                if let text = TypedText.character(code, isShifted: isShifted) { typed.insert(text) }
            }
        }
        #expect(typed == Set((0x20...0x7E).map { String(UnicodeScalar(UInt8($0))) }))
        #expect(TypedText.character(KeyNames.key("KEY_M")!, isShifted: false) == "m")
        #expect(TypedText.character(KeyNames.key("KEY_APOSTROPHE")!, isShifted: true) == "\"")
        #expect(TypedText.character(KeyNames.key("KEY_KP7")!, isShifted: false) == "7")
    }
}
