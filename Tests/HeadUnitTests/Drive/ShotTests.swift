// Where a script writes its pictures, and what it says of what cannot be pressed.

import FoundationEssentials
import TestSupport
import Testing

@testable import HeadUnit

@MainActor
@Suite("Pictures and presses of a script")
struct ShotTests {
    @Test("a picture is written into its folder, and not through a link out of it")
    func links() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        let elsewhere = TemporaryFolder()
        try FileManager.default.createDirectory(atPath: driver.out + "/days", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: driver.out + "/away", withDestinationPath: elsewhere.path)
        try FileManager.default.createSymbolicLink(
            atPath: driver.out + "/link.png", withDestinationPath: elsewhere.path + "/link.png")
        try driver.run("until ready\nshot home.png\nshot days/home.png")
        #expect(FileManager.default.fileExists(atPath: driver.out + "/home.png"))
        #expect(FileManager.default.fileExists(atPath: driver.out + "/days/home.png"))
        for name in ["away/home.png", "link.png"] {
            do {
                try driver.run("shot \(name)")
                Issue.record("\(name) was written")
            } catch let failure as DriveFailure {
                #expect(failure.message.hasPrefix("test:1: shot \(name): "), "\(failure.message)")
                #expect(failure.message.hasSuffix(" is a link (a name in the folder of --out)"), "\(failure.message)")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == [])
    }

    @Test("what is there and cannot be pressed is told from what is not there; elements are named as elements")
    func presses() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        try driver.run("until ready")
        for (line, start) in [
            ("tap \"Next\"", "test:1: expected “Next” whole and enabled, got it disabled"),
            ("tap \"Nxt\"", "test:1: expected an element labelled “Nxt”, got Home, "),
            ("tap #tab:9", "test:1: expected the element #tab:9, got tab:0, tab:1, "),
        ] {
            do {
                try driver.run(line)
                Issue.record("\(line) was done")
            } catch let failure as DriveFailure {
                #expect(failure.message.hasPrefix(start), "\(failure.message)")
            }
        }
    }
}
