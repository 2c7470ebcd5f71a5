// One folder, one spelling.

import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import AudioCore

@Suite("The spelling of a path")
struct PathSpellingTests {
    @Test(
        "dots that mean nothing, doubled slashes and those at the end go, from the words alone",
        arguments: [
            ("/m/./a.wav", "/m/a.wav"), ("/m//a.wav", "/m/a.wav"), ("/m/", "/m"), ("/", "/"), ("//", "/"),
            ("/./.", "/"), ("./a", "a"), (".", "."), ("", "."), ("./", "."), ("/m/../a", "/m/../a"),
            ("/m/.a/..b/...", "/m/.a/..b/..."),
        ])
    func normalized(path: String, wanted: String) {
        #expect(RawPath(path).normalized == RawPath(wanted))
    }

    @Test("bytes that are no UTF-8 stay what they are")
    func raw() {
        let path = RawPath(bytes: Array("/m/./".utf8) + [0xFF, 0xFE] + Array("//x/../y".utf8))
        #expect(path.canonical == RawPath(bytes: Array("/m/".utf8) + [0xFF, 0xFE] + Array("/y".utf8)))
    }

    @Test(
        "where there are no links, .. is the folder above; above the root is the root",
        arguments: [
            ("/nowhere/m/../m/a.wav", "/nowhere/m/a.wav"), ("/nowhere/a/b/../../c", "/nowhere/c"), ("/../a", "/a"),
            ("/nowhere/..", "/"), ("../dm/../dm", "../dm"), ("a/../..", ".."),
        ])
    func parents(path: String, wanted: String) {
        #expect(RawPath(path).canonical == RawPath(wanted))
    }

    @Test("behind a link, .. is the folder above what it leads to; a link without .. keeps its name")
    func links() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "disk/deep/music/a.wav")
        try folder.write([1], to: "disk/deep/other.wav")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: folder.path + "/disk/deep/music")
        let root = RawPath(folder.path).withCString { start in
            let resolved = realpath(start, nil)!
            defer { free(resolved) }
            return String(cString: resolved)
        }
        #expect(folder.file("link/../other.wav").canonical == RawPath(root + "/disk/deep/other.wav"))
        #expect(folder.file("link/a.wav").canonical == folder.file("link/a.wav"))
        #expect(folder.file("link/./a.wav").canonical == folder.file("link/a.wav"))
        #expect(folder.file("disk/../link/a.wav").canonical == folder.file("link/a.wav"))
    }
}
