// What a C library reads its file from. Touched only inside its calls, on the codec's thread.

import AudioCore
import Glibc

/// A part of a source as a file of its own, that starts at 0.
final class CodecFeed {
    let reader: SourceReader
    private let start: Int64
    /// Bytes of the part; nil when unknown.
    let size: Int64?
    /// Why a callback gave up; the library only knows that it did.
    private var failure: AudioError?

    /// - Parameters:
    ///   - start: the offset of the first byte.
    ///   - end: the offset behind the last byte; nil when unknown.
    init(_ reader: SourceReader, start: Int64, end: Int64?) throws(AudioError) {
        self.reader = reader
        self.start = start
        size = end.map { max(0, $0 - start) }
        try reader.seek(to: start)
    }

    var isSeekable: Bool { reader.isSeekable && size != nil }
    var position: Int64 { reader.position - start }

    /// Reads up to `destination.count` bytes; nil when the source fails, which `rethrow` then tells.
    func read(into destination: UnsafeMutableRawBufferPointer) -> Int? {
        let rest = size.map { max(0, $0 - position) } ?? Int64.max
        let count = Int(min(Int64(destination.count), rest))
        guard count > 0 else { return 0 }
        do throws(AudioError) {
            return try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: destination[..<count]))
        } catch {
            failure = error
            return nil
        }
    }

    /// As fseek(3) does; false when that place cannot be.
    func seek(to offset: Int64, from whence: Int32) -> Bool {
        guard isSeekable, let size else { return false }
        let base: Int64? = [SEEK_SET: 0, SEEK_CUR: position, SEEK_END: size][whence]
        guard let base else { return false }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, (0...size).contains(target) else { return false }
        do throws(AudioError) {
            try reader.seek(to: start + target)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Throws what the source threw inside a callback.
    func rethrow() throws(AudioError) {
        guard let failure else { return }
        self.failure = nil
        throw failure
    }

    /// The feed behind a client pointer; the codec that gave the pointer keeps it alive.
    static func behind(_ client: UnsafeMutableRawPointer?) -> CodecFeed? {
        client.map { Unmanaged<CodecFeed>.fromOpaque($0).takeUnretainedValue() }
    }
}
