// One connection without a decoder: what it brings, and how it ends.

import AudioCore
import Synchronization

@testable import Radio

/// Runs a connection to its end on the test's own thread, reading all the while.
enum Fetched {
    struct Outcome {
        var sound: [UInt8] = []
        var titles: [String?] = []
        var facts: StreamFacts?
        var end: StreamEnd?

        var error: String { end?.error?.message ?? "" }
    }

    /// - Parameter limits: of the connection.
    static func run(_ address: String, charset: String? = nil, limits: FetchLimits = .patient) async -> Outcome {
        let buffer = StreamBuffer(capacity: 1 << 16)
        let box = Box()
        let thread = NamedThread("fetch") {
            let station = Station(address: address, name: "test", charset: charset)
            let fetch = StreamFetch(station, limits: limits, buffer: buffer, waker: CurlWaker()) { _, facts in
                box.outcome.withLock { $0.facts = facts }
            }
            let end = fetch.run()
            box.outcome.withLock { $0.end = end }
            buffer.end()
        }
        let reader = NamedThread("read") {
            var piece = [UInt8](repeating: 0, count: 1000)
            while true {
                let got = piece.withUnsafeMutableBytes { buffer.read(into: $0) }
                let marks = buffer.takeMarks()
                box.outcome.withLock { outcome in
                    outcome.sound += piece[..<got]
                    outcome.titles += marks.map { $0.title.map { ($0.artist.map { "\($0)|" } ?? "") + $0.title } }
                }
                if got == 0 { break }
            }
            box.isOver.withLock { $0 = true }
        }
        while !box.isOver.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(5)) }
        thread.join()
        reader.join()
        return box.outcome.withLock { $0 }
    }

    private final class Box: Sendable {
        let outcome = Mutex(Outcome())
        let isOver = Mutex(false)
    }
}
