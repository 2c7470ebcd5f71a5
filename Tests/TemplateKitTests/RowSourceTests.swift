// Rows: pages, keys, and what a refresh is.

import Testing

@testable import TemplateKit

@Suite("Rows come from sources")
@MainActor
struct RowSourceTests {
    static func rows(_ keys: [Int32]) throws -> [Row] {
        try keys.map { try Row(key: $0, title: .literal("Row \($0)")) }
    }

    static func list(_ keys: [Int32]) throws -> Template {
        .list(try ListTemplate(title: "T", sections: [try ListSection(rows: try rows(keys))]))
    }

    final class Asked {
        var pages: [Range<Int>] = []
        var generations: [Int] = []
    }

    @Test("describing 100,000 rows makes none of them")
    func describing() throws {
        let asked = Asked()
        let source = PagedRecords(keys: Array(0..<100_000)) { rows, _ in asked.pages.append(rows) }
        let provider = FixedProvider()
        provider.sources[SourceReference("albums", sort: "title")] = source
        let set = read(
            listDocument(#"{ "each": "albums", "sort": "title", "title": "{title}" }"#))
        let context = ScreenContext(provider: provider)
        guard case .list(let list) = try #require(set.screens["test"]).makeTemplate(context) else {
            Issue.record("no list")
            return
        }
        #expect(list.rowCount == 100_000)
        #expect(list.sections[0].key(at: 99_999) == 99_999)
        #expect(asked.pages == [])
    }

    @Test("a row that is not there asks for its page of 64, once, and comes with a change")
    func pages() {
        let asked = Asked()
        let source = PagedRecords(keys: Array(0..<100)) { rows, generation in
            asked.pages.append(rows)
            asked.generations.append(generation)
        }
        var changes = 0
        source.onChange = { changes += 1 }
        #expect(source.record(at: 70) == nil)
        #expect(source.record(at: 99) == nil)
        #expect(asked.pages == [64..<100])
        source.deliver((64..<100).map { ["title": .text("T\($0)")] }, from: 64, generation: asked.generations[0])
        #expect(changes == 1)
        #expect(source.record(at: 70)?["title"] == .text("T70"))
        #expect(source.record(at: 0) == nil)
        #expect(asked.pages == [64..<100, 0..<64])
        #expect(source.record(at: -1) == nil)
        #expect(source.record(at: 100) == nil)
        #expect(asked.pages.count == 2, "rows that do not exist ask for nothing")
    }

    @Test("what was fetched for rows that are others now is dropped")
    func generations() {
        let asked = Asked()
        let source = PagedRecords(keys: [1, 2]) { _, generation in asked.generations.append(generation) }
        _ = source.record(at: 0)
        source.replace(keys: [3], index: [])
        let before = source.revision
        source.deliver([["title": .text("old")], [:]], from: 0, generation: asked.generations[0])
        #expect(source.revision == before)
        #expect(source.record(at: 0) == nil)
        #expect(asked.generations.count == 2, "the new rows are asked for")
        source.deliver([["title": .text("new")]], from: 0, generation: asked.generations[1])
        #expect(source.record(at: 0)?["title"] == .text("new"))
        source.deliver([[:]], from: 3, generation: asked.generations[1])
        source.deliver([[:]], from: -64, generation: asked.generations[1])
        source.deliver([[:]], from: 6400, generation: asked.generations[1])
        #expect(source.record(at: 0)?["title"] == .text("new"), "a delivery for no page changes nothing")
    }

    @Test("only the pages looked at last are kept")
    func keptPages() {
        let asked = Asked()
        let source = PagedRecords(keys: Array(0..<6400)) { rows, _ in asked.pages.append(rows) }
        for page in 0..<40 {
            _ = source.record(at: page * 64)
            source.deliver(Array(repeating: [:], count: 64), from: page * 64, generation: 0)
            #expect(source.record(at: 0) != nil, "the first page is looked at all the time")
        }
        #expect(asked.pages.count == 40)
        #expect(source.record(at: 39 * 64) != nil)
        #expect(asked.pages.count == 40)
        #expect(source.record(at: 64) == nil)
        #expect(asked.pages.count == 41)
    }

    @Test("static rows are equal by content, other sources by identity and revision")
    func equality() throws {
        #expect(try Self.list([1, 2]) == Self.list([1, 2]))
        #expect(try Self.list([1, 2]) != Self.list([2, 1]))
        #expect(try Self.list([1, 2]).hashValue == Self.list([1, 2]).hashValue)
        let source = StaticRecords([["title": .text("A")]])
        let pattern = RowPattern.titled("title")
        let bound = BoundRows(source: source, pattern: pattern, scope: Scope(parameters: [:]))
        let first = try ListSection(rows: bound)
        #expect(try first == ListSection(rows: bound))
        source.replace([["title": .text("B")]])
        #expect(try first != ListSection(rows: bound))
        let other = BoundRows(source: source, pattern: pattern, scope: Scope(parameters: [:]))
        #expect(try ListSection(rows: bound) != ListSection(rows: other))
    }

    @Test("the same screen with the same keys is a refresh")
    func refresh() throws {
        #expect(try Self.list([1, 2]).isRefresh(of: Self.list([1, 2])))
        #expect(try !Self.list([1, 2]).isRefresh(of: Self.list([2, 1])))
        #expect(try !Self.list([1, 2]).isRefresh(of: Self.list([1])))
        let renamed = try ListSection(rows: [Row(key: 1, title: "other"), Row(key: 2, title: "words")])
        let other = Template.list(try ListTemplate(title: "New title", sections: [renamed]))
        #expect(try other.isRefresh(of: Self.list([1, 2])))
        #expect(try other != Self.list([1, 2]))
        let message = Template.message(try MessageTemplate(title: "T"))
        #expect(try !message.isRefresh(of: Self.list([1])))
        #expect(message.isRefresh(of: .message(try MessageTemplate(title: "Another"))))
        func shelf(_ keys: [Int32]) throws -> Template {
            let row = try ImageRow(key: 0, elements: keys.map { .init(key: $0, title: "T") })
            return .list(try ListTemplate(title: "T", sections: [ListSection(imageRows: [row])]))
        }
        #expect(try shelf([1, 2]).isRefresh(of: shelf([1, 2])))
        #expect(try !shelf([1, 2]).isRefresh(of: shelf([1, 3])))
    }

    @Test("rows are counted over all sections, and so are the letters at the edge")
    func places() throws {
        let first = try StaticRows(try Self.rows([1, 2]), index: [IndexLetter("A", row: 0), IndexLetter("B", row: 1)])
        let sections = [
            try ListSection(indexLetter: "★", imageRows: [ImageRow(key: 9, elements: [])]),
            try ListSection(rows: first), try ListSection(indexLetter: "Z", rows: try Self.rows([3])),
        ]
        let list = try ListTemplate(title: "T", sections: sections, hasIndex: true)
        #expect(list.rowCount == 4)
        let found = (-1...4).map { list.place(ofRow: $0).map { [$0.section, $0.index] } }
        #expect(found == [nil, [0, 0], [1, 0], [1, 1], [2, 0], nil])
        #expect(
            list.letters == [("★", 0), ("A", 1), ("B", 2), ("Z", 3)].map { IndexLetter($0.0, row: $0.1) })
        #expect(sections[0].row(at: 0) == nil)
        #expect(sections[1].row(at: 1)?.key == 2)
        #expect(try ListTemplate(title: "T", sections: sections).letters == [])
    }

    @Test("a row is found again by its key")
    func keys() throws {
        let source = try StaticRows(try Self.rows([5, 3, 9]))
        #expect(source.index(ofKey: 9) == 2)
        #expect(source.index(ofKey: 4) == nil)
        #expect(source.row(at: 3) == nil)
        #expect(source.row(at: -1) == nil)
    }
}

extension RowPattern {
    static func titled(_ field: String) -> RowPattern {
        RowPattern(
            title: TextPattern(pieces: [.field(field)]), absent: .constant(false), playing: .constant(false),
            enabled: .constant(true), actions: [], condition: .always)
    }
}
