// Helpers of the demo collection's tests.

import AudioCore
import Codecs
import Glibc
import Synchronization
import TestSupport

@testable import DemoCollection

/// The collection, written once for all tests that only read it.
final class WrittenCollection: Sendable {
    static let shared = WrittenCollection()

    let folder: RawPath
    let files: [DemoCollection.File]
    let failure: AudioError?
    let progress: [DemoCollection.Progress]

    private init() {
        // Kept until the process ends: its tests share it, and the folder is removed at exit.
        let temporary = TemporaryFolder()
        folder = temporary.file("demo")
        let reports = Mutex<[DemoCollection.Progress]>([])
        do throws(AudioError) {
            files = try DemoCollection.write(to: folder, threads: 2) { report in
                reports.withLock { $0.append(report) }
            }
            failure = nil
        } catch {
            files = []
            failure = error
        }
        progress = reports.withLock { $0 }
        keptFolder.withLock { $0 = KeptFolder(folder: temporary) }
        atexit { keptFolder.withLock { $0 = nil } }
    }

    var sounds: [DemoCollection.File] { files.filter { $0.seconds != nil } }
}

/// The folder of `WrittenCollection.shared`, until the process ends.
private let keptFolder = Mutex<KeptFolder?>(nil)

private struct KeptFolder: @unchecked Sendable {
    // Unchecked: only its end is waited for.
    var folder: TemporaryFolder
}

/// All frames of a file, interleaved, right-aligned.
func samples(of path: RawPath) throws -> (info: StreamInfo, words: [Int32]) {
    let codec = try CodecTable.open(FileByteSource(path))
    let info = codec.info
    let shift = Int32(32 - (info.bits ?? 32))
    var words: [Int32] = []
    var block = [UInt32](repeating: 0, count: 8192 * info.channels)
    while true {
        let count = try block.withUnsafeMutableBufferPointer { block in
            try codec.read(into: block.baseAddress!, frameCount: 8192)
        }
        if count == 0 { break }
        words += block[..<(count * info.channels)].map { Int32(bitPattern: $0) >> shift }
    }
    return (info, words)
}

/// Runs a program and gives what it said on both of its outputs; nil when it is not installed.
func output(of arguments: [String]) -> String? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { words.forEach { free($0) } }
    words.append(nil)
    var child: pid_t = 0
    let code = posix_spawnp(&child, arguments[0], &actions, nil, words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { return nil }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while case let count = read(ends[0], &block, block.count), count > 0 { bytes += block[..<count] }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status == 0 ? String(decoding: bytes, as: UTF8.self) : nil
}
