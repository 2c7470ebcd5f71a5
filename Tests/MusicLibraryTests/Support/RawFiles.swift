// Files under names that are no strings.

import AudioCore
import Glibc

struct FixtureFailure: Error {
    let path: String
}

func makeFile(_ path: RawPath, _ bytes: [UInt8] = [1]) throws {
    let descriptor = path.withCString { open($0, O_CREAT | O_WRONLY | O_TRUNC, 0o644) }
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
        throw FixtureFailure(path: path.shown)
    }
    close(descriptor)
}

func makeFolder(_ path: RawPath) throws {
    guard path.withCString({ mkdir($0, 0o755) }) == 0 else { throw FixtureFailure(path: path.shown) }
}

func makeLink(_ path: RawPath, to target: String) throws {
    guard path.withCString({ symlink(target, $0) }) == 0 else { throw FixtureFailure(path: path.shown) }
}
