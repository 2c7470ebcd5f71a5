// What scripts may ask for is what `state` and `tree` say.

import AudioCore
import FoundationEssentials
import TestSupport
import Testing

@testable import HeadUnit

@MainActor
@Suite("What scripts may ask for")
struct DriveShapeTests {
    /// The keys of a value as a shape says them; null may be anything.
    private func mismatches(_ json: LooseJSON, _ shape: DriveShape, _ place: String) -> [String] {
        switch (json, shape) {
        case (.null, _): []
        case (.object(let members), .object(let known)):
            Set(members.keys).symmetricDifference(known.keys).map { "\(place).\($0)" }
                + members.flatMap { key, value in
                    known[key].map { mismatches(value, $0, "\(place).\(key)") } ?? []
                }
        case (.array(let items), .list(let item)): items.flatMap { mismatches($0, item, "\(place)[]") }
        case (.bool, .value), (.number, .value), (.string, .value): []
        default: [place]
        }
    }

    private func json(_ line: String) throws -> LooseJSON {
        try JSONDecoder().decode(LooseJSON.self, from: Data(line.utf8))
    }

    @Test("state and tree have the keys that a script may name, and no others")
    func keys() throws {
        let fixture = try MusicFixture()
        let driver = try Driver(fixture)
        defer { driver.end() }
        try driver.run("until ready\nkey play\nuntil state.status == \"playing\"\nkey home")
        driver.services.fail(AudioError(.usage, path: "x", "for the list"))
        for (root, line) in [("state", driver.stateLine), ("tree", driver.treeLine)] {
            let shape = try #require(DriveShape.roots[root])
            let json = try json(line)
            #expect(mismatches(json, shape, root) == [])
            guard case .object(let members) = json else { continue }
            for name in ["track", "quality"] where root == "state" { #expect(members[name] != .null, "\(name)") }
        }
    }

    @Test("a failed expectation is a line for people and a line of JSON", .enabled(if: ProgramRun.isBuilt))
    func failure() throws {
        let folder = TemporaryFolder()
        let run = try ProgramRun.drive(
            "until ready\nexpect state.status == \"playing\"\n", ["--music", folder.path], in: folder)
        #expect(run.status == 1)
        let script = folder.path + "/script.drive"
        let line = "\(script):2: expected state.status == \"playing\", got \"stopped\""
        #expect(run.errors.split(separator: "\n").last.map(String.init) == "carillon: \(line)")
        let told = try json(try #require(run.output.split(separator: "\n").last.map(String.init)))
        #expect(
            told
                == .object([
                    "kind": "error", "code": "usage", "path": .string(script), "message": .string(line),
                ]))
    }
}
