// Documents that nobody would write. The reader answers each with screens or faults, and in time.

import FoundationEssentials
import TestSupport
import Testing

@testable import TemplateKit

@Suite("Whatever the bytes are, the reader answers")
struct DocumentFuzzTests {
    static let reader = DocumentReader(catalogue: .music)

    /// Reads a changed document among the others; every fault has a place in its file.
    static func read(_ bytes: [UInt8], as path: String, among files: [DocumentFile]) -> DocumentSet {
        let set = reader.read(files.filter { $0.path != path } + [DocumentFile(path: path, bytes: bytes)])
        for fault in set.faults {
            #expect(fault.line >= 1 && fault.column >= 1 && !fault.message.isEmpty)
        }
        return set
    }

    /// Root, and what is to be changed: a document with most of the words there are.
    static let small: [DocumentFile] = [
        DocumentFile("root", listDocument(#"[ { "title": "A", "select": { "do": "open", "screen": "test" } } ]"#)),
        DocumentFile(
            "test",
            #"{"template":"list","about":"player","header":{"title":"{title}","lines":["@a(queueCount) · {artist}"],"buttons":[{"name":"b","title":"B","icon":"i","when":"isStream","select":{"do":"playAll","from":"albums"}}]},"sections":[{"index":"A","rows":{"each":"albums","sort":"year","title":"{title}","image":"{cover}","actions":[{"title":"x","icon":"i","select":{"do":"enqueue","album":"{id}"}}],"select":{"do":"open","screen":"test","with":{"x":"{id}"}}}},{"imageRows":[{"elements":{"each":"likes","title":"{title}"},"all":{"do":"back"}}]}]}"#
        ),
    ]

    @Test("the document that is to be changed is right")
    func base() {
        #expect(Self.reader.read(Self.small).faults.map(\.description) == [])
    }

    @Test("cut at every byte it is refused with one fault")
    func cuts() {
        let whole = Self.small[1].bytes
        for end in 0..<whole.count {
            let set = Self.read(Array(whole[..<end]), as: "test.json", among: Self.small)
            #expect(set.faults.count == 1)
            #expect(set.faults.first?.file == "test.json")
            #expect(set.screens["test"] == nil)
        }
    }

    @Test("with every byte changed it is read or refused")
    func changes() {
        let whole = Self.small[1].bytes
        for place in whole.indices {
            for byte in [UInt8(ascii: "\""), UInt8(ascii: "x"), 0xFF] {
                var bytes = whole
                bytes[place] = byte
                let set = Self.read(bytes, as: "test.json", among: Self.small)
                #expect(set.screens["test"] != nil || !set.faults.isEmpty)
            }
        }
    }

    @Test("with any value of another type it is refused by name, and the screens beside it stay")
    func types() throws {
        let root = try #require(JSONParser.parse(SourceText(file: "f", bytes: Self.small[1].bytes)).root)
        let wrong: [JSONText] = [
            .bool(true), .number(1e300), .string("{"), .string("x(y"), .list([.list([.object([])])]),
            .object([("do", .number(1)), ("each", .bool(false))]),
        ]
        var count = 0
        for place in 0..<Self.size(root) {
            for value in wrong {
                var left = place
                let text = Self.replaced(root, &left, by: value).written()
                let set = Self.read(Array(text.utf8), as: "test.json", among: Self.small)
                #expect(set.screens["test"] != nil || set.faults.contains { $0.file == "test.json" })
                count += 1
            }
        }
        #expect(count > 200)
    }

    @Test("lists that are far too long, names without end and faults without number")
    func sizes() {
        let button = #"{"name":"a","title":"@x","select":{"do":"sheet","screen":"y"},"when":"z"}"#
        let many = Array(repeating: button, count: 9000).joined(separator: ",")
        let rows = Array(repeating: #"{"titel":1}"#, count: 50_000).joined(separator: ",")
        let keys = (0..<40_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let documents = [
            listDocument("[]", more: ",\"leadingButtons\":[\(many)]"), listDocument("[\(rows)]"),
            #"{"template":"list","title":"T","sections":[],\#(keys)}"#,
            #"{"template":"nowPlaying","title":"T","playing":true,"buttons":[\#(many)]}"#,
            #"{"template":"alert","title":"T","actions":[\#(many)]}"#,
            #"{"template":"list","title":"\#(String(repeating: "{a}", count: 3000))","sections":[]}"#,
            #"{"template":"\#(String(repeating: "list", count: 2400))"}"#,
            listDocument(#"[{"title":"A","select":{"do":"open","screen":"test","with":{\#(keys)}}}]"#),
        ]
        for document in documents {
            let set = Self.read(Array(document.utf8), as: "test.json", among: [Self.small[0]])
            let own = set.faults.filter { $0.file == "test.json" }
            #expect(own.count <= DocumentFault.mostPerFile + 1)
            #expect(own.allSatisfy { $0.message.utf8.count < 1000 })
        }
    }

    @Test("every key twice is named once for each, at its second place")
    func duplicates() throws {
        let text = String(decoding: Self.small[1].bytes, as: UTF8.self)
        var count = 0
        for key in ["template", "each", "select", "with", "x", "title", "do", "elements", "buttons"] {
            let parts = text.split(separator: "\"\(key)\":", maxSplits: 1, omittingEmptySubsequences: false)
            let head = String(try #require(parts.first)) + "\"\(key)\":1,"
            let doubled = head + "\"\(key)\":" + String(try #require(parts.last))
            let set = Self.read(Array(doubled.utf8), as: "test.json", among: Self.small)
            let twice = set.faults.filter { $0.message == "key \"\(key)\" is there twice (each once)" }
            #expect(twice.map(\.column) == [head.unicodeScalars.count + 1])
            #expect(set.screens["test"] == nil)
            count += 1
        }
        #expect(count == 9)
    }

    @Test(
        "numbers that no template takes are refused where they stand",
        arguments: ["-1", "101", "1e300", "-1e300", "1e999", "0.5e-999", "NaN", "00", "9223372036854775808"])
    func numbers(number: String) {
        for document in [
            listDocument("[ { \"title\": \"A\", \"progress\": \(number) } ]"),
            listDocument("[ { \"title\": \"A\", \"select\": { \"do\": \"sleep\", \"minutes\": \(number) } } ]"),
            listDocument(
                "[ { \"title\": \"A\", \"select\": { \"do\": \"open\", \"screen\": \"test\", \"with\": "
                    + "{ \"a\": \(number) } } } ]"),
        ] {
            let set = Self.read(Array(document.utf8), as: "test.json", among: [Self.small[0]])
            #expect(set.screens["test"] != nil || set.faults.contains { $0.file == "test.json" && $0.line == 1 })
        }
    }

    /// A document and the one thing that is said about it.
    static let enormous: [(name: String, document: @Sendable () -> String, message: String)] = [
        (
            "a text of ten megabytes",
            { "{\"template\":\"message\",\"title\":\"\(String(repeating: "x", count: 10_000_000))\"}" },
            "the file has 10000033 bytes (at most 1000000)"
        ),
        (
            "a text of nine hundred kilobytes",
            { "{\"template\":\"message\",\"title\":\"\(String(repeating: "x", count: 900_000))\"}" },
            "a text of more than 10000 bytes (shorter)"
        ),
        (
            "lists ten thousand deep", { String(repeating: "[", count: 10_000) },
            "nested more than 64 deep (a screen needs less than 20)"
        ),
        (
            "objects ten thousand deep", { String(repeating: "{\"a\":", count: 10_000) },
            "nested more than 64 deep (a screen needs less than 20)"
        ),
        (
            "a million rows", { listDocument("[" + String(repeating: "{\"title\":\"A\"},", count: 1_000_000) + "{}]") },
            "the file has 14000070 bytes (at most 1000000)"
        ),
        (
            "sixty thousand rows",
            { listDocument("[" + String(repeating: "{\"title\":\"A\"},", count: 59_999) + "{\"title\":\"A\"}]") },
            "\"rows\": 60000 given (at most 1000)"
        ),
        (
            "spaces and nothing else", { String(repeating: " \n", count: 400_000) },
            "the file is empty (an object, \"{ }\")"
        ),
    ]

    @Test("what is far too large is one line", arguments: enormous.indices)
    func huge(_ index: Int) {
        let (name, document, message) = Self.enormous[index]
        let set = Self.read(Array(document().utf8), as: "test.json", among: [Self.small[0]])
        #expect(set.faults.map(\.message) == [message], "\(name)")
        #expect(set.screens["root"] != nil, "the others stay")
    }

    @Test("screens, sheets and alerts that lead to each other in a ring are right; a thousand in a chain are read")
    func rings() {
        func sheet(_ name: String, _ verb: String, _ next: String) -> DocumentFile {
            DocumentFile(
                name,
                "{\"template\":\"actionSheet\",\"title\":\"T\",\"actions\":[{\"title\":\"A\",\"select\":"
                    + "{\"do\":\"\(verb)\",\"screen\":\"\(next)\"}}]}")
        }
        let start = DocumentFile(
            "root", listDocument(#"[{"title":"A","select":{"do":"sheet","screen":"a"}}]"#))
        let ring = [start, sheet("a", "sheet", "b"), sheet("b", "sheet", "a")]
        #expect(Self.reader.read(ring).faults.map(\.description) == [])
        #expect(Self.reader.read([start, sheet("a", "sheet", "a")]).faults.map(\.description) == [])

        let count = 1000
        var files = [
            DocumentFile(
                "root",
                listDocument(
                    #"{"each":"albums","title":"T","select":{"do":"open","screen":"s0","with":{"album":"{id}"}}}"#))
        ]
        for number in 0..<count {
            // The last leads back to the first.
            let next = "s\((number + 1) % count)"
            files.append(
                DocumentFile(
                    "s\(number)",
                    listDocument(
                        "[{\"title\":\"A\",\"select\":{\"do\":\"open\",\"screen\":\"\(next)\",\"with\":"
                            + "{\"album\":\"{album}\"}}}]")))
        }
        let set = Self.reader.read(files.reversed())
        #expect(set.faults.map(\.description) == [])
        #expect(set.screens["s\(count - 1)"]?.parameters == ["album": .key])
    }

    @Test("many documents of one long line each, full of faults")
    func longLines() {
        let rows = Array(repeating: #"{"titel":"@nothing {foo}"}"#, count: 900).joined(separator: ",")
        let spaces = String(repeating: " ", count: 200_000)
        let files = (0..<12).map { number in
            DocumentFile("s\(number)", listDocument("[\(spaces)\(rows)]"))
        }
        let set = Self.reader.read([Self.small[0], Self.small[1]] + files)
        #expect(set.faults.count == 12 * DocumentFault.mostPerFile)
        #expect(set.faults.allSatisfy { $0.column > 200_000 })
    }

    @Test("the shipped documents with random bytes changed")
    func shipped() throws {
        let files = try Checkout.documents().filter { !$0.name.hasSuffix(".schema") }
        var random = SeededNumbers(seed: 7)
        for _ in 0..<150 {
            guard let file = files.randomElement(using: &random) else { return }
            var bytes = file.bytes
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            _ = Self.read(bytes, as: file.path, among: files)
        }
    }

    /// Seconds for a long run: `CARILLON_FUZZ_SECONDS=600 Scripts/test --filter DocumentFuzz`.
    static let longRun = ProcessInfo.processInfo.environment["CARILLON_FUZZ_SECONDS"].flatMap(Double.init)

    @Test("for as long as it was asked for: bytes changed, cut out and put in", .enabled(if: longRun != nil))
    func long() throws {
        let files = try Checkout.documents().filter { !$0.name.hasSuffix(".schema") }
        let seed = UInt64(Date.now.timeIntervalSince1970)
        print("seed \(seed)")
        var random = SeededNumbers(seed: seed)
        let pieces = ["\"", "{", "}", "[", "]", ",", ":", "{id}", "@", "\\u", "1e9", "null", "\"each\":", "\u{FEFF}"]
        let end = Date.now.addingTimeInterval(Self.longRun ?? 0)
        var count = 0
        while Date.now < end {
            guard let file = files.randomElement(using: &random) else { return }
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
                default: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: place)
                }
            }
            let set = Self.read(bytes, as: file.path, among: files)
            #expect(set.screens[file.name] != nil || !set.faults.isEmpty)
            count += 1
        }
        print("\(count) documents")
    }

    @Test("the string catalogue cut and changed")
    func strings() throws {
        let whole = Array(try Checkout.bytes("Assets/Strings/strings.json").prefix(3000))
        var random = SeededNumbers(seed: 3)
        for _ in 0..<300 {
            var bytes = whole
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 32...126, using: &random)
            let end = Int.random(in: 0...bytes.count, using: &random)
            let outcome = StringCatalogue.read(SourceText(file: "s", bytes: Array(bytes[..<end])))
            #expect(!outcome.faults.isEmpty)
        }
    }

    // MARK: - Changing values

    static func size(_ node: JSONNode) -> Int {
        switch node.value {
        case .array(let items): 1 + items.reduce(0) { $0 + size($1) }
        case .object(let members): 1 + members.reduce(0) { $0 + size($1.node) }
        default: 1
        }
    }

    /// The value with its `left`th part (counted in the order of the file) replaced.
    static func replaced(_ node: JSONNode, _ left: inout Int, by value: JSONText) -> JSONText {
        left -= 1
        if left == -1 { return value }
        switch node.value {
        case .null: return .string("null")
        case .bool(let flag): return .bool(flag)
        case .number(let number): return .number(number)
        case .string(let string): return .string(string)
        case .array(let items):
            var made: [JSONText] = []
            for item in items { made.append(replaced(item, &left, by: value)) }
            return .list(made)
        case .object(let members):
            var made: [(String, JSONText)] = []
            for member in members { made.append((member.key, replaced(member.node, &left, by: value))) }
            return .object(made)
        }
    }
}
