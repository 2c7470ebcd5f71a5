// What every codec does. A codec is made, read, sought and dropped by one thread (the decoder thread).

/// A stream of samples out of a file. Not thread-safe: one owner at a time.
public protocol AudioCodec: AnyObject {
    var info: StreamInfo { get }

    /// Reads the next frames as interleaved words of `info.words`.
    ///
    /// - Parameters:
    ///   - words: room for `frameCount * info.channels` words.
    ///   - frameCount: at least 1.
    /// - Returns: frames read, 1 to `frameCount`; 0 at the end of the stream and ever after.
    /// - Throws: `decode` when the content is damaged so that nothing more can be read; what could be read came before.
    func read(into words: UnsafeMutablePointer<UInt32>, frameCount: Int) throws(AudioError) -> Int

    /// Makes `frame` the next one read, exactly. A frame at or behind the end makes the next read give 0.
    func seek(toFrame frame: Int64) throws(AudioError)
}

/// Opens the right codec for a source; the decoder thread calls it.
public typealias CodecOpener = @Sendable (any ByteSource) throws(AudioError) -> any AudioCodec
