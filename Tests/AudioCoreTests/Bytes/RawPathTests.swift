import TestSupport
import Testing

@testable import AudioCore

@Suite("Paths of raw bytes")
struct RawPathTests {
    @Test(
        "takes a path apart without asking whether it is UTF-8",
        arguments: [
            ("/music/a.flac", "a.flac", "/music", "flac"), ("a.MP3", "a.MP3", ".", "mp3"), ("/a", "a", "/", ""),
            ("/", "", "/", ""), ("/m/.hidden", ".hidden", "/m", ""), ("/m/two.dots.WaV", "two.dots.WaV", "/m", "wav"),
            ("/m/ends.", "ends.", "/m", ""), ("", "", ".", ""), ("/m.d/name", "name", "/m.d", ""),
        ])
    func parts(path: String, last: String, directory: String, ending: String) {
        let path = RawPath(path)
        #expect(path.lastComponent == Array(last.utf8))
        #expect(path.directory == RawPath(directory))
        #expect(path.lowercasedExtension == ending)
    }

    @Test("only bytes decide whether two paths are the same, and a repaired name is for showing alone")
    func invalidUTF8() {
        let first = RawPath(bytes: Array("/m/".utf8) + [0xFF] + Array(".mp3".utf8))
        let second = RawPath(bytes: Array("/m/".utf8) + [0xFE] + Array(".mp3".utf8))
        #expect(first != second)
        #expect(first.shown == second.shown)
        #expect(first.shown == "/m/\u{FFFD}.mp3")
        #expect(first.lowercasedExtension == "mp3")
        // The two ways to write é are two names.
        #expect(RawPath("/caf\u{E9}") != RawPath("/cafe\u{301}"))
    }

    @Test(
        "a name is put into a folder with exactly one slash between",
        arguments: [("/m", "/m/a"), ("/m/", "/m/a"), ("/", "/a"), (".", "./a")])
    func appending(folder: String, whole: String) {
        #expect(RawPath(folder).appending("a") == RawPath(whole))
    }

    @Test("the kernel gets every byte as it is, and one zero behind")
    func cString() {
        let bytes = (1...255).map { UInt8($0) }
        let seen = RawPath(bytes: bytes).withCString { start in
            (0...255).map { UInt8(truncatingIfNeeded: start[$0]) }
        }
        #expect(seen == bytes + [0])
    }

    @Test("only a leading slash makes a path absolute", arguments: [("/a", true), ("a/b", false), ("", false)])
    func absolute(path: String, isAbsolute: Bool) {
        #expect(RawPath(path).isAbsolute == isAbsolute)
    }
}

@Suite("file: URIs of raw bytes")
struct RawPathURITests {
    @Test(
        "every byte outside the unreserved set and the slash is escaped",
        arguments: [
            ("/music/a-b_c.d~e", "file:///music/a-b_c.d~e"), ("/a b", "file:///a%20b"), ("/100%", "file:///100%25"),
            ("/é", "file:///%C3%A9"), ("/a?b#c", "file:///a%3Fb%23c"), ("/", "file:///"), ("/a+b", "file:///a%2Bb"),
        ])
    func written(path: String, uri: String) {
        #expect(RawPath(path).uri == uri)
        #expect(RawPath(uri: uri) == RawPath(path))
    }

    @Test("bytes that are no UTF-8 survive")
    func invalidUTF8() {
        let path = RawPath(bytes: [0x2F, 0xFF, 0x80, 0x61])
        #expect(path.uri == "file:///%FF%80a")
        #expect(RawPath(uri: "file:///%ff%80a") == path)
    }

    @Test(
        "what is no file: URI of an absolute path is refused",
        arguments: [
            "", "file:", "file://", "file:/a", "/a", "http:///a", "file://host/a", "FILE:///a", "file:///a%",
            "file:///a%4",
            "file:///a%4g", "file:///a%g4", "file:///a%+1", "file:///%00", "file:///a%00b", "file:///a\u{0}",
        ])
    func refused(uri: String) {
        #expect(RawPath(uri: uri) == nil)
    }

    @Test("what is not escaped though it could be is taken as it is")
    func loose() {
        #expect(RawPath(uri: "file:///a b/é") == RawPath("/a b/é"))
    }

    @Test("any absolute path comes back from its URI, byte for byte", arguments: 0..<200)
    func roundTrip(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let count = Int.random(in: 0...300, using: &random)
        let bytes = [UInt8(ascii: "/")] + (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
        let path = RawPath(bytes: bytes)
        #expect(RawPath(uri: path.uri) == path)
        #expect(path.uri.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }

    @Test("any text is either refused or a path without a zero", arguments: 0..<200)
    func random(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let choices = Array("%0fFgG/ a\u{0}é".unicodeScalars)
        var text = "file:///"
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            text.unicodeScalars.append(choices[Int.random(in: 0..<choices.count, using: &random)])
        }
        guard let path = RawPath(uri: text) else { return }
        #expect(path.isAbsolute && !path.bytes.contains(0))
        #expect(RawPath(uri: path.uri) == path)
    }
}
