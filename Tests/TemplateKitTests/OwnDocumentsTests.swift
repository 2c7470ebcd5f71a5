// A folder of an owner's that holds some screens, laid over those that came with the program.

import Testing

@testable import TemplateKit

@Suite("Screens of an owner's among the program's")
struct OwnDocumentsTests {
    /// The program's: the first screen leads to all others.
    static let shipped: [DocumentFile] = [
        file("m/root", DocumentSetTests.opener("root", opens: "albums", "more")),
        DocumentFile(
            "m/albums",
            listDocument(
                #"{ "each": "albums", "title": "{title}", "select": "#
                    + #"{ "do": "open", "screen": "album", "with": { "album": "{id}" } } }"#)),
        DocumentFile("m/album", listDocument(#"{ "each": "tracksOf(album)", "title": "{title}" }"#)),
        DocumentFile("m/more", listDocument(#"[ { "title": "A", "select": { "do": "sheet", "screen": "sleep" } } ]"#)),
        DocumentFile(
            "m/sleep", #"{ "template": "actionSheet", "title": "T", "actions": [ { "title": "A" } ] }"#),
    ]

    static func file(_ path: String, _ other: DocumentFile) -> DocumentFile {
        DocumentFile(path: path + ".json", bytes: other.bytes)
    }

    static func read(_ own: [DocumentFile]) -> DocumentSet {
        DocumentReader(catalogue: .music).read(DocumentFile.own(own, before: shipped))
    }

    static let names: Set<String> = ["root", "albums", "album", "more", "sleep"]

    @Test(
        "a first screen that is broken in any way is told where it is, and the program's and all others are shown",
        arguments: [
            ("", "the file is empty"), ("{ \"template\": \"list\"", "the file ends too early"),
            (#"{ "template": "list", "title": "x", "title": "y", "sections": [] }"#, "is there twice"),
            (
                #"{ "template": "alert", "title": "x", "actions": [ { "title": "A" } ] }"#,
                "the first screen is an alert"
            ),
            (#"{ "template": "list", "title": "x", "sections": [], "colour": 1 }"#, "unknown key"),
            (
                #"{ "template": "list", "title": "x", "sections": [ { "rows": [ { "title": "A", "select": "#
                    + #"{ "do": "open", "screen": "album" } } ] } ] }"#, "is opened without"
            ),
            ("[]", "a list"),
        ])
    func brokenRoot(text: String, says: String) {
        let set = Self.read([DocumentFile("a/root", text)])
        #expect(Set(set.screens.keys) == Self.names, "\(set.faults)")
        #expect(set.standIns == ["root"])
        #expect(set.screens["root"]?.leadsTo == ["albums", "more"])
        #expect(!set.faults.isEmpty)
        #expect(set.faults.allSatisfy { $0.file == "a/root.json" }, "\(set.faults)")
        #expect(set.faults.contains { $0.message.contains(says) }, "\(set.faults)")
    }

    @Test("screens that only the broken first screen leads to are not called lost")
    func reachedFromBroken() {
        let root = DocumentSetTests.opener("root", opens: "mine", "albums")
        let broken = String(decoding: root.bytes, as: UTF8.self).replacing("\"title\": \"T\"", with: "\"titel\": \"T\"")
        let set = Self.read([DocumentFile("a/root", broken), DocumentFile("a/mine", DocumentSetTests.leaf)])
        #expect(set.faults.allSatisfy { $0.file == "a/root.json" }, "\(set.faults)")
        #expect(Set(set.screens.keys) == Self.names.union(["mine"]))
    }

    @Test("without a sound one of the program's the broken first screen is simply not there")
    func noSpare() {
        let files = DocumentFile.own([DocumentFile("a/root", "{")], before: [DocumentFile("m/root", "{")])
        let set = DocumentReader(catalogue: .music).read(files)
        #expect(set.screens.isEmpty && set.standIns.isEmpty)
        #expect(set.faults.map(\.file) == ["a/root.json"])
    }

    @Test(
        "a screen of another template than the program's documents open is told, and the program's stands in for it",
        arguments: [
            (
                "sleep", #"{ "template": "list", "title": "x", "sections": [] }"#,
                "1:15: the screen sleep is a list (more.json opens it: an actionSheet)"
            ),
            (
                "albums", #"{ "template": "alert", "title": "x", "actions": [ { "title": "A" } ] }"#,
                "1:15: the screen albums is an alert (root.json opens it: a list, a grid, a search, a nowPlaying, "
                    + "an information, a message)"
            ),
        ])
    func otherTemplate(name: String, text: String, line: String) {
        for folder in ["a", "z"] {
            let set = Self.read([DocumentFile("\(folder)/\(name)", text)])
            #expect(set.faults.map(\.description) == ["\(folder)/\(name).json:\(line)"])
            #expect(Set(set.screens.keys) == Self.names)
            #expect(set.standIns == [name])
        }
    }

    @Test("what an owner's screen wants and the program's document does not give is told in the owner's file")
    func otherParameters() {
        let wants =
            #"{ "template": "actionSheet", "title": "x", "about": "album(album)", "actions": [ { "title": "A" } ] }"#
        for folder in ["a", "z"] {
            let set = Self.read([DocumentFile("\(folder)/sleep", wants)])
            #expect(set.faults.map(\.file) == ["\(folder)/sleep.json"], "\(set.faults)")
            #expect(set.faults.allSatisfy { $0.message.contains("needs \"album\"") }, "\(set.faults)")
            #expect(Set(set.screens.keys) == Self.names.subtracting(["sleep"]))
            // Another of the owner's gives it, the program's does not: it cannot be for both.
            let row =
                #"{ "title": "{title}", "each": "albums", "select": "#
                + #"{ "do": "sheet", "screen": "sleep", "with": { "album": "{id}" } } }"#
            let both = Self.read([
                DocumentFile("\(folder)/sleep", wants), DocumentFile("\(folder)/albums", listDocument(row)),
            ])
            #expect(
                both.faults.map(\.description) == [
                    "\(folder)/sleep.json:1:15: more.json opens this screen without \"album\" "
                        + "(only what all give it, or another name for this file)"
                ])
            #expect(both.standIns == ["sleep"])
            #expect(both.screens["more"] != nil && both.screens["albums"] != nil)
        }
    }

    @Test("what an owner's screen gives to the program's in another type is told in the owner's file")
    func otherTypes() {
        let row =
            #"{ "title": "{title}", "each": "albums", "select": "#
            + #"{ "do": "open", "screen": "album", "with": { "album": "{title}" } } }"#
        for folder in ["a", "z"] {
            let set = Self.read([
                DocumentFile("\(folder)/mine", listDocument(row)),
                Self.file("\(folder)/root", DocumentSetTests.opener("root", opens: "mine", "albums")),
            ])
            #expect(set.faults.map(\.file) == ["\(folder)/mine.json"], "\(set.faults)")
            #expect(set.screens["album"] != nil && set.screens["albums"] != nil)
        }
    }

    @Test("what the program's documents that nobody reaches would give is nothing to an owner's")
    func unreached() {
        let row =
            #"{ "title": "{title}", "each": "albums", "select": "#
            + #"{ "do": "open", "screen": "album", "with": { "album": "{title}" } } }"#
        let set = Self.read([
            DocumentFile("a/root", listDocument(row)),
            DocumentFile("a/album", listDocument(#"[ { "title": "{album}" } ]"#)),
        ])
        #expect(set.faults.map(\.description) == [])
        #expect(Set(set.screens.keys) == ["root", "album"])
    }

    @Test("the last good screen of an owner's stays before the program's stands in for it")
    func lastGood() {
        let good = Self.read([DocumentFile("a/root", DocumentSetTests.leaf)])
        let broken = Self.read([DocumentFile("a/root", "{")])
        #expect(broken.screens["root"] != good.screens["root"])
        let kept = broken.keeping(good)
        #expect(kept.screens["root"] == good.screens["root"])
        #expect(kept.standIns.isEmpty)
        #expect(kept.faults == broken.faults)
        #expect(broken.keeping(broken) == broken)
        #expect(good.keeping(broken).screens["root"] == good.screens["root"])
    }

    @Test("the page in the place of a screen names the file by its name alone, whatever the path")
    func faultPage() {
        let folder = "home/anna/car/my-screens"
        let set = Self.read([DocumentFile("\(folder)/album", #"{ "template": "list" }"#)])
        let text = set.faultMessage(for: "album").text
        #expect(
            text == .literal(#"album.json:1:1: list without "sections" (a list)"#)
                || text == .literal(#"album.json:1:1: list without "title" (a text, or a "header")"#), "\(text as Any)")
        #expect(set.faultMessage(for: "albums").text == text, "a screen without a fault is not blamed")
    }

    @Test("a file that cannot be read says why")
    func problem() {
        let file = DocumentFile(path: "a/album.json", bytes: [], problem: "is a folder (a file)")
        let set = Self.read([file])
        #expect(set.faults.map(\.description) == ["a/album.json:1:1: is a folder (a file)"])
        #expect(set.screens["album"] == nil && set.screens["albums"] != nil)
    }

    @Test("a name that differs from another in capitals alone is pointed out")
    func capitals() {
        let set = Self.read([DocumentFile("a/Albums", DocumentSetTests.leaf)])
        #expect(
            set.faults.map(\.description) == [
                "a/Albums.json:1:1: nothing that root.json leads to opens this screen (did you mean \"albums.json\"?)"
            ])
    }
}
