// What somebody probably meant, by examples.

import Testing

@testable import TemplateKit

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

    @Test("a swap of neighbours is one edit, and capitals are small letters")
    func swap() {
        #expect(Nearest.word(to: "ba", among: ["ab"]) == "ab")
        #expect(Nearest.word(to: "bca", among: ["abc"]) == nil)
        #expect(Nearest.word(to: "lpya", among: ["play"]) == nil)
        #expect(Nearest.word(to: "DriverSIde", among: ["driverSide"]) == "driverSide")
    }

    @Test("among equals the first of the alphabet, in whatever order they come")
    func equals() {
        #expect(Nearest.word(to: "pay", among: ["way", "day", "say"]) == "day")
        #expect(Nearest.closest(to: "pay", among: ["way", "day", "say"]) == "day")
    }

    @Test("the closest is there however far it is, unless there is nothing at all")
    func closest() {
        #expect(Nearest.closest(to: "KEY_FF5", among: ["KEY_ENTER", "KEY_F5", "BTN_LEFT"]) == "KEY_F5")
        #expect(Nearest.closest(to: "horse", among: ["KEY_ENTER"]) == "KEY_ENTER")
        #expect(Nearest.closest(to: "horse", among: []) == nil)
    }

    @Test("a hint is the nearest word, else all of them")
    func hints() {
        #expect(Nearest.hint(for: "titel", among: ["title", "detail"]) == "did you mean \"title\"?")
        #expect(Nearest.hint(for: "horse", among: ["title", "detail"]) == "detail, title")
        #expect(Nearest.hint(for: "horse", among: []) == "there are none")
    }
}
