// A library service on a main thread of the test's own, over a small tree of real files.

import AudioCore
import FoundationEssentials
import Glibc
import MusicLibrary
import Synchronization
import TestSupport

@testable import HeadUnit

/// What workers want to have run on the main thread, until the test runs it.
final class MainQueue: Sendable {
    private let waiting = Monitor<[@MainActor @Sendable () -> Void]>([])

    var post: LibraryService.Post {
        { [waiting] body in waiting.change { $0.append(body) } }
    }

    /// Runs what comes until `isDone`; false when a minute brings nothing.
    @MainActor
    func run(until isDone: () -> Bool) -> Bool {
        let deadline = SteadyClock.now + .patient
        while !isDone() {
            let bodies = waiting.wait {
                bodies -> Monitor<[@MainActor @Sendable () -> Void]>.Wake<[@MainActor @Sendable () -> Void]> in
                if bodies.isEmpty, SteadyClock.now < deadline { return .sleep(until: deadline) }
                defer { bodies = [] }
                return .done(bodies)
            }
            if bodies.isEmpty { return false }
            for body in bodies { body() }
        }
        return true
    }
}

@MainActor
final class LibraryRig {
    let folder = TemporaryFolder()
    let queue = MainQueue()
    let library: LibraryService
    var notes: [String] = []

    init() {
        library = LibraryService(post: queue.post)
        library.onNote = { [weak self] in self?.notes.append($0) }
    }

    var root: RawPath { folder.file("music") }

    /// Writes a WAV file of half a second with these tags.
    @discardableResult
    func add(_ name: String, _ tags: [String: String] = [:], cover: [UInt8]? = nil) throws -> RawPath {
        try folder.write(wav(tags, cover: cover), to: "music/" + name)
    }

    func start() { library.start(roots: [root], cache: folder.file("cache")) }

    /// Starts and waits for the end of the scan.
    func load() -> Bool {
        start()
        return queue.run { !library.isScanning }
    }

    func rescan() -> Bool {
        library.rescan()
        return queue.run { !library.isScanning }
    }
}

/// Half a second of silence at 8 kHz, its tags as an ID3 chunk.
func wav(_ tags: [String: String], cover: [UInt8]? = nil, sound: Sound? = nil) -> [UInt8] {
    let samples = sound?.pcm ?? [UInt8](repeating: 0, count: 8000)
    var frames: [UInt8] = []
    for (name, value) in tags.sorted(by: { $0.key < $1.key }) { frames += id3Frame(name, [3] + Array(value.utf8)) }
    if let cover { frames += id3Frame("APIC", joined([0], Array("image/png".utf8), [0, 3, 0], cover)) }
    let id3 = joined(Array("ID3".utf8), [4, 0, 0], syncsafe(frames.count), frames)
    let (rate, frame) = (sound?.rate ?? 8000, 2 * (sound?.channels ?? 1))
    let format = joined(
        bytes16(1), bytes16(frame / 2), bytes32(rate), bytes32(rate * frame), bytes16(frame), bytes16(16))
    return riff(
        "RIFF",
        joined(
            Array("WAVE".utf8), riff("fmt ", format), riff("data", samples), frames.isEmpty ? [] : riff("id3 ", id3)))
}

private func id3Frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    joined(Array(name.utf8), syncsafe(content.count), [0, 0], content)
}

private func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
    joined(Array(name.utf8), bytes32(content.count), content, content.count % 2 == 1 ? [0] : [])
}

private func syncsafe(_ value: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(value >> $0 & 0x7F) } }

private func bytes16(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }

private func bytes32(_ value: Int) -> [UInt8] { bytes16(value & 0xFFFF) + bytes16(value >> 16 & 0xFFFF) }
