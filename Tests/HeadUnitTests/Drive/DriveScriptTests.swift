// Reading scripts: every step, and the line of everything that is none.

import Scene
import Testing

@testable import HeadUnit

@Suite("Drive scripts")
struct DriveScriptTests {
    private func steps(_ text: String) throws -> [DriveStep] {
        try DriveScript(name: "walk", text: text).lines.map(\.step)
    }

    private static let path = DrivePath(root: "state", parts: [.key("status")], text: "state.status")
    private static let playing = DriveExpectation(path: path, operation: .equal, value: .string("playing"))

    private static let readable: [(String, DriveStep)] = [
        ("until ready", .untilReady),
        (#"until state.status == "playing""#, .until(playing, seconds: 10)),
        (#"until state.status == "playing" 2.5"#, .until(playing, seconds: 2.5)),
        (#"expect state.status == "playing""#, .expect(playing)),
        (
            #"until state.buttons == ["a # b", 2] 3"#,
            .until(
                DriveExpectation(
                    path: DrivePath(root: "state", parts: [.key("buttons")], text: "state.buttons"), operation: .equal,
                    value: .array([.string("a # b"), .number(2)])), seconds: 3)
        ),
        (
            "expect tree.elements[label=Now playing].playing == true",
            .expect(
                DriveExpectation(
                    path: DrivePath(
                        root: "tree",
                        parts: [.key("elements"), .match(key: "label", text: "Now playing"), .key("playing")],
                        text: "tree.elements[label=Now playing].playing"), operation: .equal, value: .bool(true)))
        ),
        ("wait 500", .wait(milliseconds: 500)), ("wait 0.5", .wait(milliseconds: 0.5)),
        ("tap 512 300", .tap(.point(x: 512, y: 300))), (#"tap "Albums""#, .tap(.label("Albums"))),
        ("tap #row:12", .tap(.element("row:12"))), (#"tap "A \"quoted\" # name""#, .tap(.label(#"A "quoted" # name"#))),
        ("hold 1 2 700", .hold(x: 1, y: 2, milliseconds: 700)),
        ("drag 10 20 30 40 250", .drag(fromX: 10, fromY: 20, toX: 30, toY: 40, milliseconds: 250)),
        ("rotate 3", .rotate(ticks: 3, milliseconds: 100)), ("rotate -2", .rotate(ticks: -2, milliseconds: 100)),
        ("rotate 6 15", .rotate(ticks: 6, milliseconds: 15)), ("press", .press(milliseconds: 80)),
        ("press 700", .press(milliseconds: 700)), ("nudge left", .nudge(.left)), ("nudge right", .nudge(.right)),
        ("nudge up", .nudge(.up)), ("nudge down", .nudge(.down)), ("back", .back),
        ("key nowplaying", .key(.nowplaying)),
        (#"type "text""#, .type("text")), ("theme day", .theme("day")), ("theme night", .theme("night")),
        ("language ru", .language("ru")), ("moving on", .moving(true)), ("moving off", .moving(false)),
        ("storage remove /m", .storage(folder: "/m", isRemoved: true)),
        (#"storage add "/my music""#, .storage(folder: "/my music", isRemoved: false)),
        ("shot home.png", .shot("home.png")), ("shot days/a..b.png", .shot("days/a..b.png")), ("tree", .tree),
        ("state", .state),
    ]

    @Test("each step is read", arguments: readable.indices)
    func reads(_ index: Int) throws {
        let (text, step) = Self.readable[index]
        #expect(try steps(text) == [step])
        #expect(try steps("  \(text)   # why") == [step], "with a comment behind it")
    }

    @Test("every key of the contract is a key")
    func keys() throws {
        for key in [
            "play", "pause", "playpause", "next", "previous", "volumeup", "volumedown", "mute", "home", "nowplaying",
        ] {
            let expected = try #require(InputEvent.Key(rawValue: key))
            #expect(try steps("key \(key)") == [.key(expected)])
        }
    }

    @Test("empty lines and comments count as lines")
    func numbers() throws {
        let script = try DriveScript(name: "walk", text: "# what\n\nback\r\n  # more\n\ttree")
        #expect(script.lines.map(\.number) == [3, 5])
        #expect(script.lines.map(\.step) == [.back, .tree])
    }

    @Test(
        "what cannot be read is named with its line",
        arguments: [
            ("fly", "fly"), ("tpa 1 2", "did you mean tap"), ("wait", "milliseconds"), ("wait soon", "milliseconds"),
            ("wait -1", "milliseconds"), ("wait 1 2", "wait"), ("tap", "tap takes"), ("tap 1", "tap takes"),
            ("tap 1 x", "whole number"), ("tap \"open", "does not end"), ("hold 1 2", "milliseconds"),
            ("drag 1 2 3 4", "milliseconds"), ("rotate", "whole number"), ("rotate much", "whole number"),
            ("nudge", "left, right, up, down"), ("nudge in", "left, right, up, down, not “in”"), ("key", "nowplaying"),
            ("key eject", "nowplaying"), ("key nowplayng", "did you mean nowplaying?"), ("type", "text"),
            ("theme", "day, night"), ("theme dusk", "day, night, not “dusk”"),
            ("theme nigth", "did you mean night?"), ("language", "ru, en"), ("language xx", "zh"),
            ("moving", "on, off"), ("storage", "remove, add"), ("storage eject /m", "remove, add, not “eject”"),
            ("storage remov /m", "did you mean remove?"), ("storage add", "a folder is missing"), ("shot", ".png"),
            ("shot a.jpg", "ending in .png, not “a.jpg”"), ("shot .png", "ending in .png"),
            ("shot a/.png", "ending in .png"), ("shot a//b.png", "ending in .png"),
            ("shot ../x.png", "in the folder of --out, not “../x.png” (as x.png)"),
            ("shot a/../../x.png", "in the folder of --out"), ("shot /tmp/x.png", "in the folder of --out"),
            ("shot \"/tmp/a b.png\"", "in the folder of --out"), ("wait 0x10", "“0x10” at place 1"),
            ("rotate 1.5", "“1.5” at place 1 is no whole number"), ("rotate 3x", "“3x” at place 1"),
            ("press nan", "“nan” at place 1"), ("expect", "PATH OP VALUE"),
            ("expect state.status ==", "PATH OP VALUE"), ("expect screen == 1", "state or tree"),
            ("expect state..a == 1", "empty key"), ("expect state[0 == 1", "bracket"),
            ("expect state[x] == 1", "neither"), ("expect state.title = 1", "contains"),
            ("expect state.status == playing", "JSON"), ("until", "PATH OP VALUE"),
            ("until redy", "did you mean ready?"),
            ("until soon", "until takes ready"),
            ("expect stat.title == 1", "did you mean state?"),
            ("expect state.titel == 1", "did you mean title?"),
            ("until tree.sreen == 1", "did you mean screen?"),
            ("expect state.title.x == 1", "state.title is one value"),
            ("expect tree.elements[labl=Play].x == 1", "did you mean label?"),
            ("expect tree.elements[label=Play].enabeld == 1", "did you mean enabled?"),
            ("expect tree.elements.label == 1", "tree.elements is a list"),
            ("expect state[0] == 1", "state is an object"),
            ("expect state.quality.output.rat == 1", "did you mean rate?"),
            ("expect tree.elements[0].frame[id=x] == 1", "tree.elements[0].frame is a list"), ("back now", "back"),
            ("tree 1", "tree"),
            ("back\"now", "back"), ("state all", "state"), ("until ready 5", "PATH OP VALUE"),
            ("rotate 1 100 3", "rotate"),
            ("press 80 1", "press"),
        ])
    func faults(_ line: String, _ word: String) throws {
        do {
            _ = try steps("back\n\n\(line)\ntree")
            Issue.record("“\(line)” was read")
        } catch let error as UsageError {
            #expect(error.message.hasPrefix("walk:3: "), "\(error.message)")
            #expect(error.message.contains(word), "\(error.message)")
        }
    }

    @Test("any bytes are read or refused, never worse")
    func noise() {
        var state: UInt64 = 7
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let pieces = [
            "until", "expect", "state", "tree", ".", "[", "]", "=", "==", "\"", "\\", "#", " ", "\n", "tap", "rotate",
            "-",
            "9999999999999999999", "1e999", "nan", "\u{0}", "é", "drag 1 2 3 4", "row:1", "null", "{}", "contains",
        ]
        for _ in 0..<3000 {
            let text = (0..<(1 + next(9))).map { _ in pieces[next(pieces.count)] }.joined(
                separator: next(2) == 0 ? "" : " ")
            _ = try? DriveScript(name: "noise", text: text)
        }
    }
}

@Suite("Drive paths and operations")
struct DrivePathTests {
    private static let json = LooseJSON.object([
        "title": .string("Война"), "position": .number(12), "shuffle": .bool(true), "artist": .null,
        "count": .number(3),
        "list": .array([
            .object(["id": .string("row:0"), "key": .number(7), "on": .bool(false)]),
            .object(["id": .string("row:1"), "key": .number(8), "on": .bool(true)]),
        ]),
        "buttons": .array([.string("a"), .string("b")]),
    ])

    private func value(_ path: String) throws -> LooseJSON { try DrivePath.parse(path).get().value(in: Self.json) }

    @Test("a path finds its value, or null")
    func values() throws {
        #expect(try value("state") == Self.json)
        #expect(try value("state.title") == .string("Война"))
        #expect(try value("state.list[1].key") == .number(8))
        #expect(try value("state.list[id=row:1].key") == .number(8))
        #expect(try value("state.list[key=7].id") == .string("row:0"))
        #expect(try value("state.list[on=true].id") == .string("row:1"))
        #expect(try value("state.list.count") == .number(2))
        #expect(try value("state.count") == .number(3), "a key of that name comes first")
        for nothing in [
            "state.x", "state.list[9]", "state.list[-1]", "state.list[id=row:9]", "state.title.x", "state.x.y[0]",
        ] {
            #expect(try value(nothing) == .null)
        }
    }

    @Test(
        "an operation holds, and its opposite does not",
        arguments: [
            ("position == 12", true), ("position == 13", false), ("position != 13", true), ("position != 12", false),
            ("position < 12.5", true),
            ("position < 12", false), ("position <= 12", true), ("position <= 11", false), ("position > 11", true),
            ("position > 12", false),
            ("position >= 12", true),
            ("position >= 13", false), ("title contains \"ой\"", true), ("title contains \"x\"", false),
            ("buttons contains \"b\"", true), ("buttons contains \"c\"", false), ("artist == null", true),
            ("album == null", true),
            ("shuffle == true", true), ("shuffle == 1", false), ("title < 5", false), ("title > 5", false),
            ("position contains 1", false),
            ("buttons == [\"a\", \"b\"]", true), ("buttons == [\"b\", \"a\"]", false),
        ])
    func operations(_ text: String, _ holds: Bool) throws {
        let script = try DriveScript(name: "t", text: "expect state.\(text)")
        guard case .expect(let expectation) = try #require(script.lines.first).step else {
            Issue.record("no expectation")
            return
        }
        #expect(expectation.holds(for: expectation.path.value(in: Self.json)) == holds)
    }
}
