// Faulty documents, each with exactly what is said about it.

import Testing

@testable import TemplateKit

@Suite("A faulty document is refused with its place, what is wrong and what would be right")
struct DocumentFaultTests {
    /// A document and its faults, without the name of the file.
    typealias Case = (document: String, faults: [String])

    static let rowKeys =
        "absent, accessory, actions, detail, enabled, image, number, playing, progress, round, select, shape, title, toggle, "
        + "unless, value, when"

    static let templates = Template.Kind.allCases.map(\.rawValue)

    static let grammarCases: [Case] = [
        (
            #"{ "template": "lst" }"#,
            [
                #"1:1: list without "sections" (a list)"#, #"1:1: list without "title" (a text, or a "header")"#,
                #"1:15: unknown template "lst" (did you mean "list"?)"#,
            ]
        ),
        (
            #"{ "template": "lst", "titel": "T", "sections": [ { "rows": [ { "titel": "A" } ] } ] }"#,
            [
                #"1:1: list without "title" (a text, or a "header")"#,
                #"1:15: unknown template "lst" (did you mean "list"?)"#,
                #"1:22: unknown key "titel" in list (did you mean "title"?)"#,
                #"1:62: row without "title" (a text)"#, #"1:64: unknown key "titel" in row (did you mean "title"?)"#,
            ]
        ),
        (
            #"{ "template": "xyzzy", "title": "{x}", "position": "p", "duration": "d", "albm": 1 }"#,
            [
                "1:15: unknown template \"xyzzy\" (\(templates.sorted().joined(separator: ", ")))",
                "1:34: this screen has no field \"x\" (there are none)",
                "1:52: this screen has no field \"p\" (there are none)",
                "1:69: this screen has no field \"d\" (there are none)",
                #"1:74: unknown key "albm" in nowPlaying (did you mean "album"?)"#,
            ]
        ),
        (
            "{ }",
            ["1:1: a document without \"template\" (\(templates.joined(separator: ", ")))"]
        ),
        ("[]", ["1:1: a list (an object with \"template\")"]),
        (
            #"{ "template": 3 }"#,
            ["1:15: \"template\" is a number (\(templates.joined(separator: ", ")))"]
        ),
        (
            #"{ "template": "list", "titel": "T", "sections": [] }"#,
            [
                #"1:1: list without "title" (a text, or a "header")"#,
                #"1:23: unknown key "titel" in list (did you mean "title"?)"#,
            ]
        ),
        (#"{ "template": "list", "title": "T" }"#, [#"1:1: list without "sections" (a list)"#]),
        (
            listDocument(#"[ { "title": "A", "subtitle": "B" } ]"#),
            ["1:79: unknown key \"subtitle\" in row (\(rowKeys))"]
        ),
        (
            listDocument(#"[ { "titel": "A" } ]"#),
            [#"1:63: row without "title" (a text)"#, #"1:65: unknown key "titel" in row (did you mean "title"?)"#]
        ),
        (listDocument("3"), [#"1:61: "rows" is a number (a list, or an object with "each")"#]),
        (listDocument("[ 3 ]"), [#"1:63: an item of "rows" is a number (an object with "title")"#]),
        (
            listDocument("[]", more: #", "index": "yes""#), [#"1:78: "index" is a text (true or false)"#]
        ),
        (listDocument("[]", more: #", "empty": {}"#), [#"1:78: empty without "title" (a text)"#]),
        (listDocument(#"[ { "title": "" } ]"#), [#"1:74: "title" is empty (remove the key, or write something)"#]),
        (listDocument(#"[ { "title": 3 } ]"#), [#"1:74: "title" is a number (a text)"#]),
        (
            listDocument(#"[ { "title": "A", "image": true } ]"#),
            [#"1:88: "image" is a flag (a field in braces, an icon or a file)"#]
        ),
        (
            listDocument(#"[ { "title": "A", "playing": 1 } ]"#),
            [#"1:90: "playing" is a number (true, false or the name of a flag)"#]
        ),
        (
            listDocument(#"[ { "title": "A", "progress": [] } ]"#),
            [#"1:91: "progress" is a list (a number from 0 to 100, or the name of a count)"#]
        ),
        (
            listDocument(#"[ { "title": "A", "progress": 101 } ]"#),
            [#"1:91: "progress" is 101 (a number from 0 to 100, or the name of a count)"#]
        ),
        (
            listDocument(#"[ { "title": "A", "shape": "circle" } ]"#),
            [#"1:88: "shape" cannot be "circle" (round, square)"#]
        ),
        (
            #"{ "template": "list", "title": "T", "sections": [ { "index": "AB", "rows": [] } ] }"#,
            [#"1:62: "index" has 2 characters (one)"#]
        ),
        (
            #"{ "template": "list", "title": "T", "sections": [ { } ] }"#,
            [#"1:51: section without rows ("rows" or "imageRows")"#]
        ),
        (
            #"{ "template": "list", "title": "T", "sections": [ { "rows": [], "imageRows": [] } ] }"#,
            [#"1:78: "imageRows" beside "rows" (one of the two in a section)"#]
        ),
        (
            listDocument(#"[ { "title": "A", "image": "a", "number": "1" } ]"#),
            [#"1:103: "number" beside "image" (one of the two)"#]
        ),
        (
            listDocument(
                #"[ { "title": "A", "select": {"do":"back"}, "toggle": {"on": true, "select": {"do":"back"}} } ]"#),
            [#"1:114: "toggle" beside "select" (one of the two)"#]
        ),
        (
            listDocument(
                #"[ { "title": "A", "accessory": "disclosure", "toggle": {"on": true, "select": {"do":"back"}} } ]"#),
            [#"1:92: "accessory" beside "toggle" (one of the two)"#]
        ),
        (
            listDocument(
                "[]",
                more:
                    #", "leadingButtons": [ { "name": "a", "title": "A", "iconOnly": true, "select": {"do":"back"} } ]"#
            ),
            [#"1:89: button without "icon" ("iconOnly" needs one)"#]
        ),
        (
            listDocument("[]", more: #", "$schema": """#), [#"1:80: "$schema" is empty (a name)"#]
        ),
    ]

    static let gridCases: [Case] = [
        (#"{ "template": "grid", "title": "T" }"#, [#"1:1: grid without "items" (a list, or an object with "each")"#]),
        (
            #"{ "template": "grid", "items": [] }"#, [#"1:1: grid without "title" (a text)"#]
        ),
        (
            #"{ "template": "grid", "title": "T", "items": { "title": "{title}" } }"#,
            [#"1:46: items without "each" (a source of rows)"#]
        ),
        (
            #"{ "template": "grid", "title": "T", "items": { "each": "albums", "title": "{titel}" } }"#,
            ["1:76: albums has no field \"titel\" (did you mean \"title\"? fields: \(albumFields))"]
        ),
        (
            #"{ "template": "grid", "title": "T", "items": [ { "title": "A", "toggle": {} } ] }"#,
            [
                "1:64: unknown key \"toggle\" in item (absent, badge, detail, enabled, image, playing, progress, "
                    + "select, title, unless, when)"
            ]
        ),
        (
            #"{ "template": "grid", "title": "T", "shape": "oval", "items": [] }"#,
            [#"1:46: "shape" cannot be "oval" (round, square)"#]
        ),
        (
            #"{ "template": "information", "title": "T" }"#, [#"1:1: information without "items" (a list)"#]
        ),
        (
            #"{ "template": "information", "title": "T", "items": [ { "label": "A" } ] }"#,
            [#"1:55: item without "value" (a text)"#]
        ),
        (
            #"{ "template": "information", "title": "T", "columns": 3, "items": [] }"#,
            [#"1:55: "columns" is 3 (a whole number from 1 to 2, or the name of a count)"#]
        ),
        (
            #"{ "template": "information", "title": "T", "headline": { "icon": "a" }, "items": [] }"#,
            [#"1:56: headline without "title" (a text)"#]
        ),
        (
            listDocument("[]").replacing(
                #""rows": []"#, with: #""imageRows": [{"elements":[],"select":{"do":"back"}}]"#),
            [#"1:91: "select" without "title" (the title is what is pressed)"#]
        ),
        (
            listDocument("[]").replacing(#""rows": []"#, with: #""imageRows": [{"style":"cards","elements":[]}]"#),
            [#"1:76: "style" cannot be "cards" (did you mean "card"?)"#]
        ),
    ]

    @Test("grids, information and image rows", arguments: gridCases)
    func grids(_ item: Case) {
        #expect(faults(item.document).sorted() == item.faults.map { "test.json:" + $0 }.sorted())
    }

    @Test("twelve facts and three buttons are taken, one more is refused; those that exclude each other count as one")
    func informationLimits() {
        func document(_ facts: [String], buttons: Int = 0) -> String {
            let buttons = (0..<buttons).map { Self.button("b\($0)") }.joined(separator: ",")
            return
                #"{ "template": "information", "about": "player", "title": "T", "items": [\#(facts.joined(separator: ","))], "#
                + "\"buttons\": [\(buttons)] }"
        }
        func fact(_ more: String = "") -> String { #"{"label":"L","value":"V"\#(more)}"# }
        let twelve = Array(repeating: fact(), count: 12)
        #expect(faults(document(twelve, buttons: 3)) == [])
        #expect(
            faults(document(twelve + [fact()])) == [#"test.json:1:72: "items": 13 given (at most 12)"#])
        #expect(faults(document([], buttons: 4)).map { $0.hasSuffix(#""buttons": 4 given (at most 3)"#) } == [true])
        let eleven = Array(twelve.dropLast())
        #expect(
            faults(document(eleven + [fact(#","when":"isStream""#), fact(#","unless":"isStream""#)])) == [])
        #expect(
            faults(document(eleven + [fact(#","when":"isStream""#), fact(#","when":"isStream""#)])) == [
                #"test.json:1:72: "items": 13 can be there at once (at most 12)"#
            ])
    }

    @Test("keys, types and words", arguments: grammarCases)
    func grammar(_ item: Case) {
        #expect(faults(item.document) == item.faults.map { "test.json:" + $0 })
    }

    static let albumFields = "artist, artistID, cover, id, isAbsent, isPlaying, title, trackCount, year"

    static let namesCases: [Case] = [
        (
            listDocument(#"{ "each": "albums", "title": "{titel}" }"#),
            ["1:91: albums has no field \"titel\" (did you mean \"title\"? fields: \(albumFields))"]
        ),
        (
            listDocument(#"{ "each": "albums", "title": "by {foo}" }"#),
            ["1:94: albums has no field \"foo\" (fields: \(albumFields))"]
        ),
        (
            listDocument(#"{ "each": "album", "title": "{foo}" }"#),
            [#"1:71: unknown source "album" (did you mean "albums"?)"#]
        ),
        (
            listDocument(#"{ "each": "tracksOf", "title": "{title}" }"#),
            [
                #"1:71: "tracksOf" without an argument (tracksOf(album), tracksOf(artist), tracksOf(folder), "#
                    + "tracksOf(genre), tracksOf(playlist))"
            ]
        ),
        (
            listDocument(#"{ "each": "albumsOf(folder)", "title": "{title}" }"#),
            [#"1:71: "albumsOf(folder)" is not known (albumsOf(artist), albumsOf(genre))"#]
        ),
        (
            listDocument(#"{ "each": "albums(artist)", "title": "{title}" }"#),
            [#"1:71: "albums(artist)" is not known (albums)"#]
        ),
        (
            listDocument(#"{ "each": "albums", "sort": "yaer", "title": "{title}" }"#),
            [#"1:89: albums has no order "yaer" (did you mean "year"?)"#]
        ),
        (
            listDocument(#"{ "each": "queue", "sort": "title", "title": "{title}" }"#),
            [#"1:88: queue has no order "title" (there are none)"#]
        ),
        (
            listDocument(#"{ "each": "albums", "title": "{cover}" }"#),
            [#"1:91: field "cover" is an image (a text, a count, a duration, a date: artist, title, trackCount, year)"#]
        ),
        (
            listDocument(#"{ "each": "albums", "title": "{title}", "image": "{title}" }"#),
            [#"1:110: field "title" is a text (an image: cover)"#]
        ),
        (
            listDocument(#"{ "each": "albums", "title": "{title}", "playing": "title" }"#),
            [#"1:112: field "title" is a text (a flag: isAbsent, isPlaying)"#]
        ),
        (
            listDocument(#"{ "each": "albums", "title": "{title}", "progress": "title" }"#),
            [#"1:113: field "title" is a text (a count: trackCount)"#]
        ),
        (
            listDocument(#"{ "each": "albums", "title": "{title}", "when": "isPlaying" }"#),
            [
                "1:101: unknown key \"when\" in rows (absent, accessory, actions, detail, each, enabled, image, number, "
                    + "playing, progress, round, select, shape, sort, title, toggle, value)"
            ]
        ),
        (listDocument(#"[ { "title": "{a" } ]"#), [#"1:75: "{" without a "}" ("{{" for the character itself)"#]),
        (listDocument(#"[ { "title": "a}b" } ]"#), [#"1:76: "}" without a "{" ("}}" for the character itself)"#]),
        (listDocument(#"[ { "title": "{a b}" } ]"#), [#"1:75: "{a b}" is no field (a name in braces, as {title})"#]),
        (listDocument(#"[ { "title": "@a(" } ]"#), [#"1:77: "(" behind @a without a ")" (a field in brackets)"#]),
        (listDocument(#"[ { "title": "@a(1)" } ]"#), [#"1:77: "1" is no field (its name, without braces)"#]),
        (
            listDocument(#"[ { "title": "A", "image": "../../etc/passwd.png" } ]"#),
            [#"1:88: "../../etc/passwd.png" is no file beside the document (its name alone)"#]
        ),
        (
            listDocument(#"[ { "title": "A", "image": "two words" } ]"#),
            [#"1:88: "two words" is no image (a field in braces, an icon or a file)"#]
        ),
        (
            listDocument(#"[ { "title": "A", "accessory": "disclosre" } ]"#),
            [#"1:92: "accessory" cannot be "disclosre" (did you mean "disclosure"?)"#]
        ),
        (
            #"{ "template": "message", "title": "A", "progress": "forever" }"#,
            [#"1:52: this screen has no field "forever" ("endless")"#]
        ),
        (
            #"{ "template": "message", "title": "A", "about": "library", "progress": "forever" }"#,
            [#"1:72: library has no field "forever" ("endless", "albumCount", "percent", "trackCount")"#]
        ),
        (
            #"{ "template": "message", "title": "A", "progress": "endles" }"#,
            [#"1:52: "progress" cannot be "endles" (did you mean "endless"?)"#]
        ),
        (
            #"{ "template": "message", "about": "library", "title": "A", "progress": "percnt" }"#,
            [
                #"1:72: library has no field "percnt" (did you mean "percent"? "#
                    + "fields: albumCount, folder, isFilling, isScanning, percent, places, rootFolder, trackCount)"
            ]
        ),
        (
            #"{ "template": "message", "about": "playr", "title": "{anything}" }"#,
            [#"1:35: unknown record "playr" (did you mean "player"?)"#]
        ),
    ]

    @Test("fields, sources and records", arguments: namesCases)
    func names(_ item: Case) {
        #expect(faults(item.document) == item.faults.map { "test.json:" + $0 })
    }

    @Test("a list of words that is longer than a line can hold is cut, and says how long it is")
    func longLists() throws {
        let messages = faults(Self.action(#"{ "do": "set" }"#))
        let message = try #require(messages.first)
        #expect(message.hasSuffix(" in all))"), "\(message)")
        #expect(message.split(separator: ", ").count == 14, "\(message)")
        #expect(ShapeChecker.expectation(Shape.Kind.word(["b", "a"])) == "b, a", "a short one in its own order")
    }

    /// The action of a row.
    static func action(_ action: String) -> String { listDocument(#"[ { "title": "A", "select": \#(action) } ]"#) }

    static let actionsCases: [Case] = [
        (action(#""back""#), [#"1:89: "select" is a text (an action: an object with "do")"#]),
        (
            action("{ }"),
            [
                "1:89: action without \"do\" (a word: addToPlaylist, alert, back, deletePlaylist, demo, enqueue, like, "
                    + "loudness, next, nowPlaying, open, output, … (\(Catalogue.music.allActions.count) in all))"
            ]
        ),
        (action(#"{ "do": 3 }"#), [#"1:97: "do" is a number (a word)"#]),
        (action(#"{ "do": "opne" }"#), [#"1:97: unknown action "opne" (did you mean "open"?)"#]),
        (action(#"{ "do": "open" }"#), [#"1:89: action "open" without "screen" (the name of a screen)"#]),
        (
            action(#"{ "do": "open", "screen": "tset" }"#), [#"1:115: unknown screen "tset" (did you mean "test"?)"#]
        ),
        (
            action(#"{ "do": "open", "screen": "root" }"#),
            [#"1:115: "root" is the first screen and is not opened again ("back" leads to it)"#]
        ),
        (
            action(#"{ "do": "alert", "screen": "test" }"#),
            [#"1:116: screen "test" is a list ("do": "open" opens it; here an alert)"#]
        ),
        (action(#"{ "do": "repeat", "to": "two" }"#), [#"1:113: "to" of "repeat" cannot be "two" (all, off, one)"#]),
        (
            action(#"{ "do": "repeat", "too": "one" }"#),
            [#"1:107: unknown key "too" in action "repeat" (did you mean "to"?)"#]
        ),
        (
            action(#"{ "do": "sleep", "minutes": 1000 }"#),
            [#"1:117: "minutes" of "sleep" is 1000 (a number from 0 to 720)"#]
        ),
        (action(#"{ "do": "sleep", "minutes": "x" }"#), [#"1:117: "minutes" of "sleep" is a text (a number)"#]),
        (
            action(#"{ "do": "signal", "name": "x" }"#),
            [#"1:97: action "signal" is not in this version (another action, or none)"#]
        ),
        (
            action(#"{ "do": "show" }"#),
            [#"1:89: action "show" says not what with (one of "artist", "album", "track")"#]
        ),
        (
            action(#"{ "do": "addToPlaylist", "name": "N" }"#),
            [#"1:89: action "addToPlaylist" says not what with (one of "track", "album")"#]
        ),
        (
            action(#"{ "do": "set", "setting": "limiter", "to": true }"#),
            [#"1:132: "to" of "set" is a flag (a text, or a field in braces)"#]
        ),
        (
            action(#"{ "do": "open", "screen": "test.json" }"#),
            [#"1:115: unknown screen "test.json" (its name alone, "test")"#]
        ),
        (
            #"{ "template": "message", "about": "library", "title": "A", "buttons": [ { "name": "b", "title": "B", "#
                + #""when": "!isScanning", "select": { "do": "back" } } ] }"#,
            [#"1:110: "when" takes no sign ("unless": "isScanning")"#]
        ),
        (
            action(#"{ "do": "play", "track": 3 }"#),
            [#"1:114: "track" of "play" is a number (a key: a field in braces)"#]
        ),
        (action(#"{ "do": "remove", "position": 1.5 }"#), [#"1:119: "position" of "remove" is 1.5 (a whole number)"#]),
        (
            action(#"{ "do": "playAll", "from": "album" }"#),
            [#"1:116: unknown source "album" (did you mean "albums"?)"#]
        ),
        (
            action(#"{ "do": "open", "screen": "test", "with": { "a": "{b}" } }"#),
            [#"1:138: this screen has no field "b" (there are none)"#]
        ),
        (
            action(#"{ "do": "open", "screen": "test", "with": { "a": "x {b}" } }"#),
            [#"1:138: "a" of "with" of "open" is mixed (one field in braces, or a plain text)"#]
        ),
        (
            action(#"{ "do": "open", "screen": "test", "with": 3 }"#),
            [#"1:131: "with" of "open" is a number (an object of parameters)"#]
        ),
        (
            listDocument(#"{ "each": "tracks", "title": "{title}", "select": { "do": "play", "track": "{album}" } }"#),
            [#"1:136: field "album" is a text (a key: albumID, artistID, id)"#]
        ),
        (
            action(#"{ "do": "set", "setting": "crossfeed", "to": "strnog" }"#),
            [#"1:134: "to" of "set" cannot be "strnog" for "crossfeed" (did you mean "strong"?)"#]
        ),
        (
            action(#"{ "do": "set", "setting": "limiter", "to": "yes" }"#),
            [#"1:132: "to" of "set" cannot be "yes" for "limiter" (off, on)"#]
        ),
        (action(#"{ "do": "set", "setting": "device", "to": "hw:CARD=DAC" }"#), []),
        (action(#"{ "do": "set", "setting": "preamp", "by": -1 }"#), []),
        (
            action(#"{ "do": "set", "setting": "loudness", "by": 1 }"#),
            [
                #"1:133: "by" of "set" does nothing with "loudness" (octave.1000, octave.125, octave.16000, "#
                    + "octave.2000, octave.250, octave.31, octave.4000, octave.500, octave.63, octave.8000, preamp)"
            ]
        ),
        (
            action(#"{ "do": "set", "setting": "limitr" }"#),
            [#"1:115: "setting" of "set" cannot be "limitr" (did you mean "limiter"?)"#]
        ),
    ]

    @Test("actions and their arguments", arguments: actionsCases)
    func actions(_ item: Case) {
        #expect(faults(item.document) == item.faults.map { "test.json:" + $0 })
    }

    /// A button of a bar, a header or a message.
    static func button(_ name: String, _ more: String = "") -> String {
        #"{ "name": "\#(name)", "title": "T", "select": {"do":"back"}\#(more) }"#
    }

    static let limitsCases: [Case] = [
        (
            listDocument("[]", more: ", \"trailingButtons\": [\(button("a")),\(button("b")),\(button("c"))]"),
            [#"1:88: "trailingButtons": 3 given (at most 2)"#]
        ),
        (
            listDocument("[]", more: ", \"leadingButtons\": [\(button("a"))], \"trailingButtons\": [\(button("a"))]"),
            [#"1:175: button "a" is there twice (each once)"#]
        ),
        (
            #"{ "template": "list", "header": { "title": "T", "lines": ["1","2","3"] }, "sections": [] }"#,
            [#"1:58: "lines": 3 given (at most 2)"#]
        ),
        (
            listDocument(
                #"[ { "title": "A", "actions": [{"title":"x","icon":"i","select":{"do":"back"}},{"title":"x","icon":"i","select":{"do":"back"}},{"title":"x","icon":"i","select":{"do":"back"}}] } ]"#
            ),
            [#"1:90: "actions": 3 given (at most 2)"#]
        ),
        (
            "{ \"template\": \"message\", \"title\": \"T\", \"text\": \"\(String(repeating: "x", count: 601))\" }",
            ["1:48: 601 characters (at most 600)"]
        ),
        (
            "{ \"template\": \"message\", \"title\": \"T\", \"buttons\": [\(button("a")),\(button("b")),\(button("c")),\(button("d"))] }",
            [#"1:51: "buttons": 4 given (at most 3)"#]
        ),
        (
            #"{ "template": "nowPlaying", "about": "player", "title": "{title}", "playing": "isPlaying", "buttons": ["shuffle","repeat","like","loudness","volume","shufle"] }"#,
            [
                #"1:103: "buttons": 6 given (at most 5)"#,
                #"1:150: an item of "buttons" cannot be "shufle" (did you mean "shuffle"?)"#,
            ]
        ),
        (
            #"{ "template": "nowPlaying", "title": "T", "playing": true, "buttons": ["like"], "barButtons": ["like"] }"#,
            [#"1:96: button "like" is there twice (each once)"#]
        ),
        (
            #"{ "template": "nowPlaying", "about": "player", "title": "T", "playing": true, "position": "position" }"#,
            [#"1:91: "position" without "duration" (both, or none)"#]
        ),
        (
            #"{ "template": "nowPlaying", "title": "T", "playing": true, "buttons": [{"button":"custom"}] }"#,
            [
                #"1:72: custom button without "icon" (an icon)"#, #"1:72: custom button without "name" (a name)"#,
                #"1:72: custom button without "select" (an action)"#, #"1:72: custom button without "title" (a text)"#,
            ]
        ),
        (
            #"{ "template": "nowPlaying", "title": "T", "playing": true, "buttons": ["more"] }"#,
            [#"1:72: unknown screen "more" (root, test)"#]
        ),
    ]

    @Test("numbers of items", arguments: limitsCases)
    func limits(_ item: Case) {
        let found = faults(item.document).sorted()
        #expect(found == item.faults.map { "test.json:" + $0 }.sorted())
    }

    @Test("items that exclude each other count as one, and what is left must be enough")
    func conditions() {
        func sheet(_ actions: String) -> String {
            #"{ "template": "alert", "about": "player", "title": "T", "actions": [\#(actions)] }"#
        }
        let root = DocumentFile(
            "opener",
            listDocument(#"[ { "title": "A", "select": { "do": "alert", "screen": "test" } } ]"#))
        func alertFaults(_ actions: String) -> [String] {
            let files = [
                DocumentFile(
                    "root", listDocument(#"[ { "title": "A", "select": { "do": "open", "screen": "opener" } } ]"#)),
                root, DocumentFile("test", sheet(actions)),
            ]
            return DocumentReader(catalogue: .music).read(files).faults.map(\.description)
        }
        let four = """
            { "title": "A" }, { "title": "B" }, { "title": "C", "when": "isStream" }, { "title": "D", "unless": "isStream" }
            """
        #expect(alertFaults(four) == [])
        #expect(
            alertFaults(four.replacing("unless", with: "when")) == [
                #"test.json:1:68: "actions": 4 can be there at once (at most 3)"#
            ])
        #expect(
            alertFaults(#"{ "title": "A", "when": "isStream" }"#) == [
                #"test.json:1:68: "actions": 0 may be left (at least 1)"#
            ])
        #expect(
            alertFaults(#"{ "title": "A", "when": "isSteam" }, { "title": "B" }"#) == [
                "test.json:1:93: player has no field \"isSteam\" (did you mean \"isStream\"?)"
            ])
    }

    @Test("strings and icons are looked up when the catalogue has them")
    func assets() {
        var catalogue = Catalogue.music
        catalogue.icons = ["albums", "artist"]
        catalogue.strings = StringCatalogue(entries: [
            "title": .init(phrases: [.ru: Phrase("Название", language: .ru)]),
            "tracks": .init(phrases: [.ru: Phrase("{count} треков", language: .ru)]),
            "by": .init(phrases: [.ru: Phrase("от {artist}", language: .ru)]),
        ])
        func check(_ row: String) -> [String] {
            faults(listDocument("{ \"each\": \"albums\", \(row) }"), catalogue: catalogue)
        }
        #expect(check(#""title": "@title", "detail": "@tracks(trackCount) · @by(artist)", "image": "albums""#) == [])
        #expect(check(#""title": "@titel""#) == [#"test.json:1:91: unknown string "@titel" (did you mean "@title"?)"#])
        #expect(
            check(#""title": "@nothing""#) == [
                #"test.json:1:91: unknown string "@nothing" (a key of the string catalogue)"#
            ])
        #expect(
            check(#""title": "@title.of.album""#) == [
                #"test.json:1:91: unknown string "@title.of.album" (a key of the string catalogue, as @title)"#
            ])
        #expect(
            check(#""title": "@tracks""#) == [#"test.json:1:91: "@tracks" is given other fields (a count in brackets)"#]
        )
        #expect(
            check(#""title": "@tracks(title)""#) == [
                #"test.json:1:91: "@tracks" is given other fields (a count in brackets)"#
            ])
        #expect(
            check(#""title": "@by(title)""#) == [#"test.json:1:91: "@by" is given other fields ("artist" in brackets)"#]
        )
        #expect(
            check(#""title": "@title(title)""#) == [
                #"test.json:1:91: "@title" is given other fields (none in brackets)"#
            ])
        #expect(
            check(#""title": "T", "image": "album""#) == [
                #"test.json:1:104: unknown icon "album" (did you mean "albums"?)"#
            ])
        #expect(check(#""title": "T", "image": "cover.png""#) == [])
        #expect(
            check(#""title": "T", "image": "cover.gif""#) == [
                #"test.json:1:104: "cover.gif" is no picture that can be shown (a file ending in .jpg, .jpeg, .png, .svg)"#
            ])
        #expect(
            check(#""title": "T", "accessory": "cover.png""#) == [
                #"test.json:1:108: "accessory" is the file "cover.png" (disclosure, notHere, or an icon)"#
            ])
        catalogue.pictures = ["logo.png", "Photo.JPG"]
        #expect(check(#""title": "T", "image": "Photo.JPG""#) == [])
        #expect(
            check(#""title": "T", "image": "lgoo.png""#) == [
                #"test.json:1:104: no file "lgoo.png" beside the document (did you mean "logo.png"?)"#
            ])
        #expect(
            check(#""title": "T", "image": "sunset.jpg""#) == [
                #"test.json:1:104: no file "sunset.jpg" beside the document (Photo.JPG, logo.png)"#
            ])
        #expect(
            check(#""title": "T", "image": "albums.svg""#) == [
                #"test.json:1:104: no file "albums.svg" beside the document (the icon of that name is "albums")"#
            ])
    }

    @Test("a field that a record has which needs no argument is offered with that record")
    func remedies() {
        func switchRow(_ about: String) -> [String] {
            faults(
                #"{ "template": "list", \#(about)"title": "T", "sections": [ { "rows": [ { "title": "A", "#
                    + #""toggle": { "on": "limiter", "select": { "do": "set", "setting": "limiter" } } } ] } ] }"#)
        }
        #expect(
            switchRow("") == [#"test.json:1:97: this screen has no field "limiter" ("about": "settings" has it)"#])
        #expect(
            switchRow(#""about": "player", "#) == [
                #"test.json:1:116: player has no field "limiter" ("about": ["player", "settings"] has it)"#
            ])
        #expect(switchRow(#""about": "settings", "#) == [])
        #expect(switchRow(#""about": ["player", "settings"], "#) == [])
        // One of another type is no help.
        #expect(
            faults(listDocument(#"[ { "title": "A", "playing": "crossfeed" } ]"#)) == [
                #"test.json:1:90: this screen has no field "crossfeed" (there are none)"#
            ])
    }

    static let aboutCases: [(about: String, faults: [String])] = [
        (#"["player", "settings"]"#, []), (#"["player"]"#, []),
        (
            #"[]"#,
            [
                #"1:32: "about": 0 given (at least 1)"#,
                #"1:46: this screen has no field "title" ("about": "player" has it)"#,
            ]
        ),
        (
            #"3"#,
            [
                #"1:32: "about" is a number (a record, or a list)"#,
                #"1:45: this screen has no field "title" ("about": "player" has it)"#,
            ]
        ),
        (#"["player", 3]"#, [#"1:43: an item of "about" is a number (a record)"#]),
        (#"["player", "setings"]"#, [#"1:43: unknown record "setings" (did you mean "settings"?)"#]),
        (#"["player", "player"]"#, [#"1:43: record "player" is there twice (each once)"#]),
        (
            #"["player", "library", "demo", "quality", "settings"]"#, [#"1:32: "about": 5 given (at most 4)"#]
        ),
    ]

    @Test("a screen is about one record or about some, each once", arguments: aboutCases.indices)
    func about(_ index: Int) {
        let (about, expected) = Self.aboutCases[index]
        let document = #"{"template":"message", "about":\#(about), "title": "{title}"}"#
        #expect(faults(document) == expected.map { "test.json:" + $0 })
    }

    @Test(
        "what is counted in whole numbers takes no parts of them",
        arguments: [
            (#""columns": 2"#, nil), (#""columns": "albumCount""#, nil),
            (#""columns": 1.5"#, #""columns" is 1.5 (a whole number from 1 to 2, or the name of a count)"#),
            (#""columns": 3"#, #""columns" is 3 (a whole number from 1 to 2, or the name of a count)"#),
            (#""columns": true"#, #""columns" is a flag (a whole number from 1 to 2, or the name of a count)"#),
        ] as [(String, String?)])
    func wholeNumbers(_ key: String, _ message: String?) {
        let document =
            #"{ "template": "information", "about": "library", "title": "T", "items": [ { "label": "L", "value": "V" } ], "#
            + "\(key) }"
        #expect(read(document).faults.map(\.message) == (message.map { [$0] } ?? []))
    }
}
