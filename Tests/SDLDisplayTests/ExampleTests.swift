// Another appliance on the same runtime: a program of its own, with its own rows, action and icons.

import TestSupport
import Testing

@testable import SDLDisplay

@Suite("The runtime for another program", .enabled(if: BuiltProgram.path("teapot") != nil))
struct ExampleTests {
    private static let icon = #"""
        <svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="#fff">
        <path d="M4 8h12v8H4z"/></svg>
        """#

    @Test("a document of its own words is drawn, and the knob does its own action")
    func teapot() throws {
        let folder = TemporaryFolder()
        try folder.write(Array(Self.icon.utf8), to: "icons/cup.svg")
        let picture = folder.path + "/tea.png"
        let run = try #require(BuiltProgram.run("teapot", [folder.path + "/icons", picture], in: folder))
        #expect(run.0 == 0)
        #expect(run.1 == "brewing Assam\n")
        let bytes = try #require(SmallFile.read(picture, limit: 1 << 20))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(bytes.count > 2000, "more than an empty screen")
    }
}
