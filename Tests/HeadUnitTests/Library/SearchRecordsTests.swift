// What is typed and what is found, over a small library: off the main thread, and only for what was typed last.

import MusicLibrary
import TemplateKit
import TestSupport
import Testing

@testable import HeadUnit

@MainActor
@Suite struct SearchRecordsTests {
    private func filled() throws -> LibraryRig {
        let rig = LibraryRig()
        try rig.add("b/1.wav", ["TIT2": "Star", "TALB": "Black", "TPE1": "Кино", "TRCK": "1", "TDRC": "1989"])
        try rig.add("b/2.wav", ["TIT2": "Old Kino Hall", "TALB": "Black", "TPE1": "Кино", "TRCK": "2"])
        try rig.add("n/1.wav", ["TIT2": "Night", "TALB": "Kinoteka", "TPE1": "Marta Vidal", "TRCK": "1"])
        #expect(rig.load())
        return rig
    }

    private func source(_ text: String, _ records: LibraryRecords) throws -> any RecordSource {
        try #require(records.records(for: SourceReference("search", ["text": .text(text)])))
    }

    private func titles(_ source: any RecordSource) -> [String] {
        (0..<source.count).map { index in
            if case .text(let title)? = source.record(at: index)?["title"] { title } else { "?" }
        }
    }

    @Test("artists, albums and tracks come under their headers, the kind with the best match first")
    func groups() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        let found = try source("kino", records)
        #expect(rig.queue.run { !rig.library.search.isBusy })
        #expect(titles(found) == ["Кино", "Kinoteka", "Old Kino Hall"])
        #expect(
            found.groups == [
                RowGroup(header: .key("artists"), rows: 0..<1), RowGroup(header: .key("tab.albums"), rows: 1..<2),
                RowGroup(header: .key("tracks.title"), rows: 2..<3),
            ])
        let hall = try source("hal", records)
        #expect(rig.queue.run { !rig.library.search.isBusy })
        #expect(titles(hall) == ["Old Kino Hall"] && hall.groups.count == 1)
    }

    @Test("until an answer is here the rows of the text before stay; an empty text has none at once")
    func between() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        let first = try source("kin", records)
        #expect(first.count == 0)
        #expect(rig.queue.run { !rig.library.search.isBusy })
        #expect(first.count == 3)
        let second = try source("kinot", records)
        #expect(second.count == 3)
        #expect(rig.queue.run { !rig.library.search.isBusy })
        #expect(titles(second) == ["Kinoteka"])
        #expect(try source("", records).count == 0)
    }

    @Test("a new letter takes the place of a question that is not answered yet")
    func superseded() throws {
        let rig = try filled()
        var answers = 0
        rig.library.search.onAnswer = { answers += 1 }
        for text in ["k", "ki", "kin", "kino", "kinot"] { rig.library.search.ask(text, in: rig.library.snapshot) }
        #expect(rig.queue.run { !rig.library.search.isBusy })
        #expect(answers == 1 && rig.library.search.matches.count == 1)
    }

    @Test("music that comes while results are shown is among them")
    func refreshed() throws {
        let rig = try filled()
        let records = LibraryRecords(rig.library)
        let found = try source("kino", records)
        #expect(rig.queue.run { !rig.library.search.isBusy })
        try rig.add("k/1.wav", ["TIT2": "Kino", "TALB": "Late", "TPE1": "Somebody", "TRCK": "1"])
        #expect(rig.rescan())
        #expect(rig.queue.run { !rig.library.search.isBusy })
        #expect(titles(found) == ["Кино", "Kinoteka", "Kino", "Old Kino Hall"])
    }
}
