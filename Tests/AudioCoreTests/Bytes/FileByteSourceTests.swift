import Glibc
import TestSupport
import Testing

@testable import AudioCore

@Suite("Files as byte sources")
struct FileByteSourceTests {
    private let folder = TemporaryFolder()

    private func failure(_ path: RawPath) -> AudioError? {
        do throws(AudioError) {
            _ = try FileByteSource(path)
            return nil
        } catch {
            return error
        }
    }

    @Test("a file is read to its end, from anywhere in it, and behind its end gives nothing")
    func reads() throws {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let source = try FileByteSource(try folder.write(bytes, to: "a"))
        #expect(source.size == 1000)
        #expect(source.isSeekable)
        #expect(try source.readBytes(400) == Array(bytes[..<400]))
        #expect(source.position == 400)
        #expect(try source.readBytes(4000) == Array(bytes[400...]))
        #expect(try source.readBytes(1) == [])
        #expect(try source.readBytes(3, at: 998) == Array(bytes[998...]))
        #expect(try source.readBytes(3, at: 5000) == [])
        #expect(try source.readBytes(0, at: 0) == [])
    }

    @Test("a seek in front of the start is refused and leaves the position")
    func badSeek() throws {
        let source = try FileByteSource(try folder.write([1, 2, 3], to: "a"))
        _ = try source.readBytes(2)
        #expect(throws: AudioError.self) { try source.seek(to: -1) }
        #expect(source.position == 2)
    }

    @Test("a file that shrinks while it is read ends; one that grows goes on")
    func changes() throws {
        let path = try folder.write([UInt8](repeating: 7, count: 100), to: "a")
        let source = try FileByteSource(path)
        _ = try source.readBytes(50)
        #expect(path.withCString { truncate($0, 60) } == 0)
        #expect(try source.readBytes(100).count == 10)
        #expect(path.withCString { truncate($0, 70) } == 0)
        #expect(try source.readBytes(100).count == 10)
    }

    @Test("a name that is no UTF-8 is opened by its bytes and shown repaired")
    func rawName() throws {
        let path = RawPath(folder.path).appending([0xFF, 0x2E, 0x66])
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(write(descriptor, [1, 2] as [UInt8], 2) == 2)
        close(descriptor)
        let source = try FileByteSource(path)
        #expect(source.size == 2)
        #expect(source.name == folder.path + "/\u{FFFD}.f")
    }

    @Test("what is no readable file is refused at once, naming the path and the reason")
    func refused() throws {
        try folder.write([], to: "empty")
        let fifo = folder.file("fifo")
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        let cases: [(RawPath, String)] = [
            (folder.file("missing"), "no such file or directory"), (folder.file("empty"), "the file is empty"),
            (RawPath(folder.path), "is a folder, not a file"), (fifo, "is not a regular file"),
            (RawPath("/dev/null"), "is not a regular file"), (folder.file("empty/below"), "not a directory"),
            (RawPath(""), "no such file or directory"),
            (folder.file(String(repeating: "n", count: 300)), "file name too long"),
        ]
        for (path, reason) in cases {
            #expect(failure(path) == AudioError(.notSupported, path: path.shown, reason))
        }
    }

    @Test("a file without permission is refused with that reason", .enabled(if: geteuid() != 0))
    func noPermission() throws {
        let path = try folder.write([1], to: "secret")
        #expect(path.withCString { chmod($0, 0) } == 0)
        #expect(failure(path) == AudioError(.notSupported, path: path.shown, "permission denied"))
    }

    @Test("a source lets go of its file with its last reference")
    func closes() throws {
        let path = try folder.write([1], to: "a")
        var source: FileByteSource? = try FileByteSource(path)
        #expect(source != nil)
        #expect(openCount(path) == 1)
        source = nil
        #expect(openCount(path) == 0)
        for _ in 0..<10 { #expect(failure(RawPath(folder.path)) != nil) }
        #expect(openCount(RawPath(folder.path)) == 0)
    }

    /// Descriptors of this process on the file.
    private func openCount(_ path: RawPath) -> Int {
        var wanted = stat()
        guard path.withCString({ stat($0, &wanted) }) == 0 else { return -1 }
        return (Int32(0)..<1024).filter { descriptor in
            var status = stat()
            return fstat(descriptor, &status) == 0 && status.st_dev == wanted.st_dev && status.st_ino == wanted.st_ino
        }.count
    }
}
