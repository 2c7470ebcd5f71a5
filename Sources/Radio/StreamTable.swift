// Which connection a track of the decoder belongs to. The main thread notes, the decoder thread asks.

import AudioCore
import Synchronization

/// Tracks of the radio by their serials. To the decoder they are things of a queue: the serial is their path.
final class StreamTable: Sendable {
    private let connections = Mutex<[Int32: StreamConnection]>([:])

    static func item(_ serial: Int32) -> QueueItem { QueueItem(path: RawPath("/radio/\(serial)")) }

    func note(_ connection: StreamConnection, serial: Int32) {
        connections.withLock { $0[serial] = connection }
    }

    /// Tracks before this one are behind the decoder.
    func forget(before serial: Int32) {
        connections.withLock { $0 = $0.filter { $0.key >= serial } }
    }

    func forgetAll() { connections.withLock { $0 = [:] } }

    /// Opens a track. Waits for bytes. The decoder thread.
    func open(_ item: QueueItem) throws(AudioError) -> any AudioCodec {
        let serial = Int32(String(decoding: item.path.lastComponent, as: UTF8.self)) ?? 0
        guard let connection = connections.withLock({ $0[serial] }) else {
            throw AudioError(.network, "the stream was closed")
        }
        do throws(AudioError) {
            return try connection.open(serial: serial)
        } catch {
            // What is cut off in its first bytes looks like many things.
            if connection.hasMore { throw error }
            throw AudioError(.network, path: connection.name, "the stream ends before its first sound")
        }
    }
}
