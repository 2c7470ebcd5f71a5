// Documents that nobody would write. The reader answers each with screens or faults, and in time.

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
            for byte in [UInt8(ascii: "\""), UInt8(ascii: "x")] {
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

    @Test("the shipped documents with random bytes changed")
    func shipped() throws {
        let files = try Checkout.documents().filter { !$0.name.hasSuffix(".schema") }
        var random = Seeded(state: 7)
        for _ in 0..<150 {
            guard let file = files.randomElement(using: &random) else { return }
            var bytes = file.bytes
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 32...126, using: &random)
            }
            _ = Self.read(bytes, as: file.path, among: files)
        }
    }

    @Test("the string catalogue cut and changed")
    func strings() throws {
        let whole = Array(try Checkout.bytes("Assets/Strings/strings.json").prefix(3000))
        var random = Seeded(state: 3)
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
