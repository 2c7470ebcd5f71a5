// What FFmpeg reads its file from: C functions that find their FFmpegFeed behind the client pointer. Codec's thread.

import AudioCore
import CFFmpeg
import Glibc

/// A source from an offset on, as a file of its own. Touched only inside calls of FFmpeg.
final class FFmpegFeed {
    let source: any ByteSource
    private let start: Int64
    /// Why a callback gave up; FFmpeg only knows that it did.
    private var failure: AudioError?

    init(_ source: any ByteSource, start: Int64) {
        self.source = source
        self.start = start
    }

    /// Bytes; nil when unknown.
    var size: Int64? { source.size.map { max(0, $0 - start) } }

    /// Reads up to `buffer.count` bytes; nil when the source fails, which `rethrow` then tells.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do throws(AudioError) {
            return try source.read(into: buffer)
        } catch {
            failure = error
            return nil
        }
    }

    /// The new place, or nil when that place cannot be.
    func seek(to offset: Int64, from whence: Int32) -> Int64? {
        guard source.isSeekable else { return whence == SEEK_SET && offset == source.position - start ? offset : nil }
        let base: Int64? = [SEEK_SET: 0, SEEK_CUR: source.position - start, SEEK_END: size][whence] ?? nil
        guard let base else { return nil }
        let (target, overflow) = base.addingReportingOverflow(offset)
        // Behind the end there is nothing, but standing there is no error.
        guard !overflow, target >= 0, target <= Int64.max - start else { return nil }
        do throws(AudioError) {
            try source.seek(to: min(start + target, source.size ?? Int64.max))
            return target
        } catch {
            failure = error
            return nil
        }
    }

    /// Reads what stands at `offset` as far as there is room; gives the number of bytes, fewer only at the end.
    func look(at offset: Int64, into bytes: inout [UInt8]) throws(AudioError) -> Int {
        try source.seek(to: min(start + offset, source.size ?? Int64.max))
        var count = 0
        while count < bytes.count {
            let got = try read(into: &bytes, from: count)
            if got == 0 { break }
            count += got
        }
        return count
    }

    private func read(into bytes: inout [UInt8], from start: Int) throws(AudioError) -> Int {
        var result: Result<Int, AudioError> = .success(0)
        bytes.withUnsafeMutableBytes { buffer in
            do throws(AudioError) {
                result = .success(try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...])))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    func rethrow() throws(AudioError) {
        guard let failure else { return }
        self.failure = nil
        throw failure
    }

    static func behind(_ client: UnsafeMutableRawPointer?) -> FFmpegFeed? {
        client.map { Unmanaged<FFmpegFeed>.fromOpaque($0).takeUnretainedValue() }
    }
}

func ffmpegRead(_ client: UnsafeMutableRawPointer?, _ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard let feed = FFmpegFeed.behind(client), count > 0 else { return cffmpeg_io_error }
    guard let got = feed.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))) else {
        return cffmpeg_io_error
    }
    return got > 0 ? Int32(got) : cffmpeg_end
}

func ffmpegSeek(_ client: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let feed = FFmpegFeed.behind(client) else { return Int64(cffmpeg_io_error) }
    let kind = whence & ~AVSEEK_FORCE
    if kind == AVSEEK_SIZE { return feed.size ?? Int64(cffmpeg_io_error) }
    return feed.seek(to: offset, from: kind) ?? Int64(cffmpeg_io_error)
}
