// A station as a codec that goes on where one stream ends and the next begins. The decoder thread.

import AudioCore

/// Frames of one connection, in one shape.
final class RadioCodec: AudioCodec {
    let info: StreamInfo
    private let connection: StreamConnection
    private var codec: any AudioCodec
    /// The next frame that `read` gives.
    private var position: Int64 = 0
    private let serial: Int32
    private var hasEnded = false

    /// Times in a row that a stream may be begun anew without a sound coming of it.
    private static let mostFailures = 3

    /// - Parameter codec: opened on the connection.
    init(_ codec: any AudioCodec, _ connection: StreamConnection, serial: Int32) {
        self.codec = codec
        self.connection = connection
        self.serial = serial
        var info = codec.info
        info.frameCount = nil
        if let bitrate = connection.bitrate { info.bitrate = bitrate }
        self.info = info
    }

    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int {
        var failures = 0
        while !hasEnded {
            connection.tellTitles(serial: serial, frame: position)
            do throws(AudioError) {
                let got = try codec.read(into: words, frameCount: frameCount)
                if got > 0 {
                    position += Int64(got)
                    return got
                }
            } catch {
                // What is damaged, or changes its shape, is begun anew where the stream stands.
                failures += 1
                if failures > Self.mostFailures { throw error }
            }
            guard connection.hasMore else { break }
            guard let next = try begin(&failures) else { continue }
            guard next.info.rate == info.rate, next.info.speakers == info.speakers, next.info.words == info.words,
                next.info.bits == info.bits
            else {
                connection.keep(next)
                break
            }
            codec = next
        }
        hasEnded = true
        return 0
    }

    func seek(toFrame frame: Int64) throws(AudioError) {
        guard frame != position else { return }
        throw AudioError(.notSupported, path: connection.name, "is a stream, which cannot be sought")
    }

    /// Opens what comes next; nil when that is nothing that can be played, and there may be more behind it.
    private func begin(_ failures: inout Int) throws(AudioError) -> (any AudioCodec)? {
        do throws(AudioError) {
            return try connection.openNext()
        } catch {
            failures += 1
            guard connection.hasMore else { return nil }
            if failures > Self.mostFailures { throw error }
            return nil
        }
    }
}
