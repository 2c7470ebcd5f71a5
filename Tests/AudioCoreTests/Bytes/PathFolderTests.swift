// Folders that are there, that are made, and that cannot be.

import Glibc
import TestSupport
import Testing

@testable import AudioCore

@Suite("Folders")
struct PathFolderTests {
    private func refusal(of path: RawPath) -> RawPath.FolderRefusal? {
        do throws(RawPath.FolderRefusal) {
            try path.makeFolders(mode: 0o750)
            return nil
        } catch {
            return error
        }
    }

    private func mode(of path: RawPath) -> UInt32 {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("a folder is made with those above it; made again it stays as it is")
    func made() {
        let root = TemporaryFolder()
        let deep = root.file("a").appending([0xFF, 0xFE]).appending("c")
        #expect(!deep.isFolder)
        #expect(refusal(of: deep) == nil)
        #expect(deep.isFolder)
        #expect(mode(of: deep) & 0o700 == 0o700)
        _ = deep.withCString { chmod($0, 0o711) }
        #expect(refusal(of: deep) == nil)
        #expect(mode(of: deep) == 0o711)
    }

    @Test("a file in the way is named, and stays")
    func inTheWay() throws {
        let root = TemporaryFolder()
        let file = try root.write([1, 2, 3], to: "a/b")
        #expect(refusal(of: file) == RawPath.FolderRefusal(path: file, code: EEXIST))
        let below = file.appending("c")
        #expect(refusal(of: below.appending("d"))?.code == EEXIST)
        #expect(!file.isFolder && !below.isFolder)
    }

    @Test("a link to a folder is that folder; a broken one is none")
    func links() {
        let root = TemporaryFolder()
        let (good, broken) = (root.file("good"), root.file("broken"))
        _ = good.withCString { symlink(root.path, $0) }
        _ = broken.withCString { symlink(root.path + "/nowhere", $0) }
        #expect(good.isFolder)
        #expect(refusal(of: good) == nil)
        #expect(!broken.isFolder)
        #expect(refusal(of: broken)?.code == EEXIST)
    }

    @Test("the names in a folder come in the order of their bytes, hidden ones left out")
    func names() throws {
        let root = TemporaryFolder()
        let long = String(repeating: "n", count: 255)
        for name in ["b", "B", "a b", ".hidden", "ä", long] { try root.write([], to: name) }
        let raw = root.file("x").directory.appending([0xFF])
        let handle = raw.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        close(handle)
        let wanted = ["B", "a b", "b", long, "ä"].map { Array($0.utf8) } + [[0xFF]]
        #expect(RawPath(root.path).visibleNames() == wanted)
        #expect(root.file("nowhere").visibleNames() == [])
        #expect(root.file("b").visibleNames() == [])
    }
}
