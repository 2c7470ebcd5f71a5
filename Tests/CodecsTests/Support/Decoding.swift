// Plays a codec to its end and keeps what came.

import AudioCore
import Codecs
import TestSupport

/// What a whole play gave.
struct Played {
    var info: StreamInfo
    var words: [UInt32]
    /// What `read` threw at the end, if it did.
    var failure: AudioError?

    var frameCount: Int { words.count / info.channels }
}

/// Reads to the end in pieces of changing size, and checks the contract of `read` on the way.
func play(_ codec: any AudioCodec, limit: Int = .max, pieces: [Int] = [1024, 1, 4096, 333]) -> Played {
    var played = Played(info: codec.info, words: [])
    let channels = codec.info.channels
    let buffer = UnsafeMutablePointer<UInt32>.allocate(capacity: (pieces.max() ?? 1) * channels)
    defer { buffer.deallocate() }
    var turn = 0
    while played.frameCount < limit {
        let wanted = min(pieces[turn % pieces.count], limit - played.frameCount)
        turn += 1
        do throws(AudioError) {
            let got = try codec.read(into: buffer, frameCount: wanted)
            precondition((0...wanted).contains(got), "read gave \(got) of \(wanted)")
            if got == 0 { break }
            played.words.append(contentsOf: UnsafeBufferPointer(start: buffer, count: got * channels))
        } catch {
            played.failure = error
            let after = try? codec.read(into: buffer, frameCount: wanted)
            precondition(after == 0, "a read after the error must give 0")
            break
        }
    }
    return played
}

/// Opens bytes as a file of that name and plays them.
func play(_ bytes: [UInt8], name: String = "song") throws -> Played {
    play(try CodecTable.open(MemoryByteSource(bytes, name: name)))
}

func open(_ bytes: [UInt8], name: String = "song") throws -> any AudioCodec {
    try CodecTable.open(MemoryByteSource(bytes, name: name))
}

/// The error of opening bytes; nil when they open.
func refusal(_ bytes: [UInt8], name: String) -> AudioError? {
    do throws(AudioError) {
        _ = try CodecTable.open(MemoryByteSource(bytes, name: name))
        return nil
    } catch {
        return error
    }
}
