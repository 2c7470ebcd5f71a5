// The tarball for a smaller Pi, unpacked where nothing else of the checkout is.

import AudioCore
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The package", .enabled(if: ProgramRun.isBuilt))
struct PackageTests {
    @Test("unpacked elsewhere it starts, finds its screens beside itself, and names its packages")
    func package() async throws {
        let root = try #require(CheckoutFolders.root).shown
        let program = try #require(ProgramRun.path)
        let folder = TemporaryFolder()
        let said = try Tool.run([root + "/Scripts/package", "--program", program, "--out", folder.path + "/out"])
        let tarball = try #require(said.split(separator: "\n").last.map(String.init))
        #expect(tarball.hasPrefix(folder.path + "/out/carillon-\(await HeadUnit.Program.version)-"))
        let place = folder.path + "/elsewhere"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try Tool.run(["tar", "-xzf", tarball, "--strip-components=1", "-C", place])

        let unpacked = place + "/bin/carillon"
        #expect(try Tool.run([unpacked, "--version"]) == "carillon \(await HeadUnit.Program.version)\n")
        // A screen that is broken there is named there: it is the unpacked folder that is read.
        #expect(try Tool.run([unpacked, "check", "--json"]).contains("\"faults\":[]"))
        try Data("{".utf8).write(to: URL(filePath: place + "/share/carillon/Templates/home.json"))
        let broken = try Spawned(
            [unpacked, "check", "--json"].map { Array($0.utf8) }, environment: Tool.environment)
        #expect(try await broken.wait() == 1)
        #expect(broken.output.contains("\"file\":\"\(place)/share/carillon/Templates/home.json\""))

        for name in [
            "README", "lib/systemd/system/carillon.service", "lib/udev/rules.d/60-carillon.rules",
            "lib/systemd/system/dev-dri-display.device.d/carillon.conf", "share/carillon/Assets/Strings/strings.json",
        ] {
            #expect(FileManager.default.fileExists(atPath: place + "/" + name), "\(name)")
        }
        let packages = try String(contentsOfFile: place + "/packages", encoding: .utf8).split(separator: "\n")
        for start in ["libasound2", "libsdl2-2.0-0", "libflac", "libmpg123-0", "libsoxr0", "fonts-inter", "libegl1"] {
            #expect(packages.contains { $0.hasPrefix(start) }, "\(start)")
        }
        #expect(!packages.contains { $0.hasSuffix("-dev") })
        #expect(
            try String(contentsOfFile: place + "/README", encoding: .utf8).hasPrefix(
                "Carillon \(await HeadUnit.Program.version)"))
    }
}
