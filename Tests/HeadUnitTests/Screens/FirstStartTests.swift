// What a person sees who has no music yet.

import AudioCore
import TestSupport
import Testing

@testable import HeadUnit

@Suite("The screens of a first start")
@MainActor
struct FirstStartTests {
    @Test("without music the screen says where it looked; its demo button ends in Now Playing, by finger and by knob")
    func demo() throws {
        for press in ["tap \"Play the demo\"", "rotate 1\nexpect tree.focus == \"button:demo\"\npress"] {
            let folder = TemporaryFolder()
            for number in 1...2 {
                let tags = ["TITLE=Piece \(number)", "ARTIST=Demo", "ALBUM=Demo", "TRACKNUMBER=\(number)"]
                try folder.write(SilentFLAC.bytes(seconds: 60, tags: tags), to: "demo/\(number).flac")
            }
            let driver = try Driver(folder.path + "/empty", demo: folder.file("demo"))
            defer { driver.end() }
            try driver.run(
                """
                until ready
                expect tree.screen == "noMusic"
                expect tree.elements[id=text:text].label contains "\(folder.path)/empty"
                \(press)
                until state.status == "playing"
                wait 500
                expect state.title == "Piece 1"
                expect tree.screen == "nowPlaying"
                back
                wait 500
                expect tree.screen == "home"
                expect tree.elements[label=Demo].count >= 1
                """)
        }
    }

    @Test("a library that is known is not said to be filling")
    func known() throws {
        let driver = try Driver(try MusicFixture())
        defer { driver.end() }
        #expect(driver.services.library.isFirstScan == false)
        try driver.run("until ready")
        driver.services.scan()
        #expect(driver.services.isScanning)
        #expect(!driver.services.library.isFirstScan)
        try driver.run("until ready\nexpect tree.screen == \"home\"")
    }

    @Test("a demo that cannot be written says why, and the screen without music is there behind it")
    func failure() throws {
        let folder = TemporaryFolder()
        // A file stands where a folder is needed.
        try folder.write([0], to: "file")
        let driver = try Driver(folder.path + "/empty", demo: folder.file("file/demo"))
        defer { driver.end() }
        try driver.run(
            """
            until ready
            tap "Play the demo"
            wait 500
            expect tree.screen == "demoFailed"
            expect tree.elements[id=text:text].label contains "\(folder.path)/file"
            tap "OK"
            wait 500
            expect tree.screen == "noMusic"
            """)
    }
}
