// Where a script writes its pictures.

import FoundationEssentials
import TestSupport
import Testing

@testable import HeadUnit

@MainActor
@Suite("Pictures of a script")
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
}
