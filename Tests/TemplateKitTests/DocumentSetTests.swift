// What is checked across all documents of a folder.

import Testing

@testable import TemplateKit

@Suite("The documents of a folder belong together")
struct DocumentSetTests {
    static func faults(_ files: [DocumentFile], catalogue: Catalogue = .music) -> [String] {
        DocumentReader(catalogue: catalogue).read(files).faults.map(\.description)
    }

    static func opener(_ name: String, opens screens: String..., with parameters: String = "") -> DocumentFile {
        let rows = screens.map {
            #"{ "title": "A", "select": { "do": "open", "screen": "\#($0)"\#(parameters) } }"#
        }
        return DocumentFile(name, listDocument("[\(rows.joined(separator: ","))]"))
    }

    static let leaf = listDocument("[]")

    @Test("without a root nothing begins")
    func noRoot() {
        #expect(Self.faults([]) == ["root.json:1:1: is missing (the first screen)"])
        let file = DocumentFile(path: "a/b/test.json", bytes: Array(Self.leaf.utf8))
        #expect(Self.faults([file]) == ["a/b/root.json:1:1: is missing (the first screen)"])
    }

    @Test("the root is a screen one can stay on")
    func modalRoot() {
        let alert = #"{ "template": "alert", "title": "T", "actions": [ { "title": "A" } ] }"#
        #expect(
            Self.faults([DocumentFile("root", alert)]) == [
                "root.json:1:15: the first screen is an alert (a tabBar, a list, a message)"
            ])
        let notice = #"{ "template": "notice", "text": "T" }"#
        #expect(Self.faults([DocumentFile("root", notice)]).count == 1)
        #expect(Self.faults([DocumentFile("root", Self.leaf)]) == [])
    }

    @Test("a screen that nothing opens is named, also when a ring of screens opens it")
    func unreachable() {
        let message = "1:1: nothing that root.json leads to opens this screen (an \"open\" for it, or remove the file)"
        #expect(
            Self.faults([DocumentFile("root", Self.leaf), DocumentFile("lost", Self.leaf)]) == ["lost.json:\(message)"])
        let ring = [
            DocumentFile("root", Self.leaf), Self.opener("a", opens: "b"), Self.opener("b", opens: "c"),
            Self.opener("c", opens: "a"),
        ]
        #expect(Self.faults(ring) == ["a", "b", "c"].map { "\($0).json:\(message)" })
        let joined = [Self.opener("root", opens: "a")] + ring.dropFirst()
        #expect(Self.faults(joined) == [], "a ring that the root leads into is as good as any way")
    }

    @Test("what an owner's folder lacks is the program's, as far as something leads there")
    func fallback() throws {
        let own = [Self.opener("root", opens: "album"), DocumentFile("artists", Self.leaf)]
        let shipped = [
            DocumentFile("root", Self.leaf), Self.opener("album", opens: "more"), DocumentFile("more", Self.leaf),
            DocumentFile("nobody", "{ broken"), DocumentFile("lost", Self.leaf),
        ]
        let files = DocumentFile.own(own, before: shipped.dropLast(2) + shipped.suffix(1))
        #expect(files.map(\.name) == ["root", "artists", "root", "album", "more", "lost"])
        #expect(files.map(\.isFallback) == [false, false, true, true, true, true])
        let set = DocumentReader(catalogue: .music).read(files)
        #expect(Set(set.screens.keys) == ["root", "album", "more"])
        #expect(
            set.faults.map(\.description) == [
                "artists.json:1:1: nothing that root.json leads to opens this screen "
                    + "(an \"open\" for it, or remove the file)"
            ], "an own screen that nothing opens is a mistake, a shipped one is not")
        let broken = DocumentReader(catalogue: .music).read(DocumentFile.own(own, before: shipped))
        #expect(broken.faults.map(\.file).contains("nobody.json"), "what cannot be read is named")
    }

    @Test("a screen the program opens needs nobody else")
    func programScreens() {
        let files = [
            DocumentFile("root", Self.leaf),
            DocumentFile("failed", #"{ "template": "message", "title": "T", "text": "{reason}" }"#),
        ]
        #expect(Self.faults(files) == [])
        #expect(Self.faults(files, catalogue: Catalogue()).count == 1)
    }

    @Test("tabs hold lists and messages, each its own")
    func tabs() {
        func root(_ screens: String...) -> DocumentFile {
            let tabs = screens.map { #"{ "title": "T", "icon": "i", "screen": "\#($0)" }"# }
            return DocumentFile("root", #"{ "template": "tabBar", "tabs": [\#(tabs.joined(separator: ","))] }"#)
        }
        let a = DocumentFile("a", Self.leaf)
        let b = DocumentFile("b", #"{ "template": "message", "title": "T" }"#)
        #expect(Self.faults([root("a", "b"), a, b]) == [])
        #expect(
            Self.faults([root("a", "a"), a]) == [#"root.json:1:118: screen "a" is there twice (each tab its own)"#])
        #expect(Self.faults([root("a", "c"), a]) == [#"root.json:1:118: unknown screen "c" (did you mean "a"?)"#])
        #expect(
            Self.faults([root("a", "root"), a]) == [
                #"root.json:1:118: "root" is the first screen and is not opened again ("back" leads to it)"#
            ])
        let inner = DocumentFile(
            "b",
            #"{ "template": "tabBar", "tabs": [ { "title": "T", "icon": "i", "screen": "a" }, { "title": "T", "icon": "i", "screen": "c" } ] }"#
        )
        #expect(
            Self.faults([root("a", "b"), a, inner, DocumentFile("c", Self.leaf)]).contains(
                "b.json:1:15: a tabBar below the first screen (only root.json is one)"))
    }

    @Test("an opening gives what its screen needs, in one type")
    func parameters() {
        let album = DocumentFile("test", listDocument(#"{ "each": "tracksOf(album)", "title": "{title}" }"#))
        func root(_ with: String) -> DocumentFile {
            DocumentFile(
                "root",
                listDocument(
                    #"{ "each": "albums", "title": "{title}", "select": { "do": "open", "screen": "test"\#(with) } }"#))
        }
        #expect(Self.faults([root(#", "with": { "album": "{id}" }"#), album]) == [])
        #expect(
            Self.faults([root(#", "with": { "albun": "{id}" }"#), album]) == [
                #"root.json:1:155: screen "test" has no use for "albun" (did you mean "album"?)"#
            ])
        #expect(
            Self.faults([root(#", "with": { "album": "{title}" }"#), album]) == [
                #"root.json:1:164: "album" of screen "test" is a text here (a key: artistID, id)"#
            ])
        #expect(
            Self.faults([root(""), album]) == [
                #"root.json:1:111: screen "test" is opened without "album" ("with": { "album": … })"#
            ])
        let other = Self.opener("other", opens: "test")
        let both = DocumentFile(
            "root",
            listDocument(
                #"[ { "title": "A", "select": { "do": "open", "screen": "other" } }, { "title": "B", "select": { "do": "open", "screen": "first" } } ]"#
            ))
        let first = DocumentFile(
            "first", String(decoding: root(#", "with": { "album": "{id}" }"#).bytes, as: UTF8.self))
        #expect(
            Self.faults([both, other, first, album]) == [
                #"other.json:1:88: screen "test" is opened without "album" ("with": { "album": … })"#
            ])
        let text = Self.opener("other", opens: "test", with: #", "with": { "album": "A" }"#)
        #expect(
            Self.faults([both, text, first, album]) == [
                #"other.json:1:141: "album" of screen "test" is a text here (a key, as elsewhere)"#
            ])
        // Which one is read first does not matter: the screen says what it needs.
        let early = DocumentFile("another", String(decoding: text.bytes, as: UTF8.self))
        let start = Self.opener("root", opens: "another", "first")
        #expect(
            Self.faults([start, early, first, album]) == [
                #"another.json:1:141: "album" of screen "test" is a text here (a key)"#
            ])
    }

    @Test("a parameter that no use of it takes is wrong where it is given, one that some use takes where the other is")
    func wrongParameters() {
        func opener(_ with: String) -> DocumentFile {
            DocumentFile(
                "root",
                listDocument(
                    #"{ "each": "albums", "title": "{title}", "select": { "do": "open", "screen": "test", "with": \#(with) } }"#
                ))
        }
        func screen(_ rows: String) -> DocumentFile { DocumentFile("test", listDocument("[ \(rows) ]")) }
        let named = screen(#"{ "title": "{name}" }"#)
        #expect(Self.faults([opener(#"{ "name": "{title}" }"#), named]) == [])
        #expect(
            Self.faults([opener(#"{ "name": "{id}" }"#), named]) == [
                #"root.json:1:163: "name" of screen "test" is a key here "#
                    + "(a text, a count, a duration, a date: artist, title, trackCount, year)"
            ])
        #expect(
            Self.faults([opener(#"{ "nmae": "{title}" }"#), named]) == [
                #"root.json:1:155: screen "test" has no use for "nmae" (did you mean "name"?)"#
            ])
        // Nothing that is given is near it: the screen may be the one that is wrong.
        #expect(
            Self.faults([opener(#"{ "album": "{id}" }"#), named]) == [
                #"test.json:1:75: this screen has no field "name" (fields: album)"#
            ])
        // The screen uses it as what it is, and once as what it is not.
        #expect(
            Self.faults([
                opener(#"{ "cover": "{cover}" }"#), screen(#"{ "title": "{cover}", "image": "{cover}" }"#),
            ]) == [
                #"test.json:1:75: field "cover" is an image (a text, a count, a duration, a date: there are none)"#
            ])
        // The screen with nothing wrong in it can be opened.
        let set = DocumentReader(catalogue: .music).read([opener(#"{ "name": "{id}" }"#), named])
        #expect(set.screens.keys.sorted() == ["test"])
    }

    @Test("what is handed on from screen to screen is wrong where it is given first, and only there")
    func handedOn() {
        let hand = #", "with": { "album": "{album}" }"#
        let songs = DocumentFile(
            "songs", listDocument(#"{ "each": "tracksOf(album)", "title": "{title}" }"#))
        let sheet = DocumentFile(
            "sheet",
            #"{ "template": "actionSheet", "title": "T", "actions": [ "#
                + #"{ "title": "A", "select": { "do": "enqueue", "album": "{album}" } }, "#
                + #"{ "title": "B", "select": { "do": "open", "screen": "songs"\#(hand) } } ] }"#)
        let between = DocumentFile(
            "between",
            listDocument(#"[ { "title": "A", "select": { "do": "sheet", "screen": "sheet"\#(hand) } } ]"#))
        func root(_ field: String) -> DocumentFile {
            DocumentFile(
                "root",
                listDocument(
                    #"{ "each": "albums", "title": "{title}", "select": { "do": "open", "screen": "between", "with": "#
                        + "{ \"album\": \"{\(field)}\" } } }"))
        }
        #expect(Self.faults([root("id"), between, sheet, songs]) == [])
        #expect(
            Self.faults([root("title"), between, sheet, songs]) == [
                #"root.json:1:167: "album" of screen "between" is a text here (a key: artistID, id)"#
            ])
    }

    @Test("what the program gives is as it is: a screen that takes it for something else is wrong itself")
    func programParameters() {
        let failed = DocumentFile(
            "actionFailed", #"{ "template": "notice", "text": "x", "icon": "{reason}" }"#)
        #expect(
            Self.faults([DocumentFile("root", Self.leaf), failed]) == [
                #"actionFailed.json:1:46: field "reason" is a text (an image: there are none)"#
            ])
    }

    @Test("a screen that is not reached is not blamed for what it cannot know")
    func lostOpener() {
        let album = DocumentFile("album", listDocument(#"{ "each": "tracksOf(album)", "title": "{title}" }"#))
        let lost = Self.opener("lost", opens: "album", with: #", "with": { "album": "{album}" }"#)
        #expect(
            Self.faults([DocumentFile("root", Self.leaf), album, lost]).filter { !$0.contains("nothing that root") }
                == [])
    }

    @Test("parameters keep their types through many screens")
    func chain() {
        let key = #""with": { "album": "{album}" }"#
        var files = [
            DocumentFile(
                "root",
                listDocument(
                    #"{ "each": "albums", "title": "{title}", "select": { "do": "open", "screen": "s0", "with": { "album": "{id}" } } }"#
                ))
        ]
        for number in 0..<20 {
            files.append(
                DocumentFile(
                    "s\(number)",
                    listDocument(
                        #"[ { "title": "A", "select": { "do": "open", "screen": "s\#(number + 1)", \#(key) } } ]"#)))
        }
        files.append(DocumentFile("s20", listDocument(#"{ "each": "tracksOf(album)", "title": "{title}" }"#)))
        #expect(Self.faults(files.reversed()) == [])
    }

    @Test("an action that leads to a screen needs the screen")
    func leadsTo() {
        let action = DocumentFile("root", listDocument(#"[ { "title": "A", "select": { "do": "nowPlaying" } } ]"#))
        #expect(Self.faults([action]) == [#"root.json:1:97: unknown screen "nowPlaying" (root)"#])
    }

    @Test("a broken document leaves the others usable, and the last good one stays")
    func lastGood() throws {
        let good = [Self.opener("root", opens: "a"), DocumentFile("a", Self.leaf)]
        let broken = [Self.opener("root", opens: "a"), DocumentFile("a", Self.leaf + "}")]
        let reader = DocumentReader(catalogue: .music)
        let old = reader.read(good)
        let new = reader.read(broken)
        #expect(Set(new.screens.keys) == ["root"])
        #expect(new.faults.count == 1)
        let kept = new.keeping(old)
        #expect(kept.screens == old.screens)
        #expect(kept.faults == new.faults)
        let removed = reader.read([good[0]]).keeping(old)
        #expect(removed.screens == old.screens, "as long as something leads to it")
        #expect(reader.read(broken).keeping(removed).screens == old.screens, "and when it comes back broken")
        let apart = reader.read([DocumentFile("root", Self.leaf)]).keeping(old)
        #expect(Set(apart.screens.keys) == ["root"], "what nothing leads to goes")

        let message = new.faultMessage(for: "a")
        #expect(message.title == .key("document.broken"))
        #expect(
            message.text == .literal("a.json:1:69: something stands behind the end (one value in a file)"))
    }

    @Test("Now Playing is of its own template")
    func nowPlayingKind() {
        let files = [DocumentFile("root", Self.leaf), DocumentFile("nowPlaying", Self.leaf)]
        #expect(Self.faults(files).contains { $0.hasPrefix("nowPlaying.json:1:") && $0.contains("(a nowPlaying)") })
    }

    @Test("a set with a broken file does not call the others unreachable")
    func noCascade() {
        let files = [DocumentFile("root", "{"), DocumentFile("a", Self.leaf)]
        #expect(Self.faults(files).count == 1)
    }

    @Test("the schema beside the documents is no screen, and names have no spaces")
    func fileNames() {
        let root = DocumentFile("root", Self.leaf)
        #expect(Self.faults([root, DocumentFile("template.schema", "{}")]) == [])
        #expect(
            Self.faults([root, DocumentFile("my screen", Self.leaf)]) == [
                "my screen.json:1:1: \"my screen\" is no name of a screen (letters, digits, . _ -)"
            ])
    }
}
