// The folder of the checkout, small documents and records for the tests.

import FoundationEssentials
import Testing

@testable import TemplateKit

/// The files of the checkout these tests are part of.
enum Checkout {
    static let root: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: root + "/" + path)))
    }

    static func documents() throws -> [DocumentFile] {
        try FileManager.default.contentsOfDirectory(atPath: root + "/Templates").sorted()
            .filter { $0.hasSuffix(".json") }
            .map { DocumentFile(path: "Templates/\($0)", bytes: try bytes("Templates/\($0)")) }
    }

    static func strings() throws -> (catalogue: StringCatalogue, faults: [DocumentFault]) {
        StringCatalogue.read(
            SourceText(file: "strings.json", bytes: try bytes("Assets/Strings/strings.json")))
    }
}

extension DocumentFile {
    init(_ name: String, _ text: String) {
        self.init(path: name + ".json", bytes: Array(text.utf8))
    }
}

/// A root that leads to the screen `test`, and that screen.
func read(
    _ document: String, catalogue: Catalogue = .music, others: [DocumentFile] = []
) -> DocumentSet {
    let root = DocumentFile(
        "root",
        """
        { "template": "list", "title": "Root", "sections": [ { "rows": [
          { "title": "Test", "select": { "do": "open", "screen": "test" } } ] } ] }
        """)
    return DocumentReader(catalogue: catalogue).read([root, DocumentFile("test", document)] + others)
}

/// The faults of a document without the name of its file.
func faults(_ document: String, catalogue: Catalogue = .music, others: [DocumentFile] = []) -> [String] {
    read(document, catalogue: catalogue, others: others).faults.map(\.description)
}

/// A list with these rows.
func listDocument(_ rows: String, more: String = "") -> String {
    """
    { "template": "list", "title": "T", "sections": [ { "rows": \(rows) } ]\(more) }
    """
}

/// A provider with fixed records.
@MainActor
final class FixedProvider: RecordProvider {
    var sources: [SourceReference: any RecordSource] = [:]
    var asked: [SourceReference] = []

    func records(for reference: SourceReference) -> any RecordSource {
        asked.append(reference)
        return sources[reference] ?? sources[SourceReference(reference.name)] ?? StaticRecords([])
    }
}
