// A stream as a codec sees it, from where it stands to its end or to where another codec has to begin. The decoder thread.

import AudioCore

/// The bytes of one codec's life.
final class StreamPart: ByteSource {
    let name: String
    let size: Int64? = nil
    let isSeekable = false
    private(set) var position: Int64 = 0
    private let buffer: StreamBuffer
    private let onTitle: (StreamTitle) -> Void
    /// Follows the pages of an Ogg stream; nil for others.
    private var chain: OggChain?
    /// Bytes of the page that are to come.
    private var pageLeft = 0
    private var isAtBorder = false

    /// Bytes given at once: what a codec holds ahead of what it gives is what makes titles early.
    private static let mostAtOnce = 1024
    /// Bytes looked at for the first whole frame.
    private static let longestSearch = 1 << 14

    /// - Parameters:
    ///   - contentType: the server's word, in lower case.
    ///   - onTitle: called with a title that the stream itself holds, before the sound that it is about.
    init(_ buffer: StreamBuffer, name: String, contentType: String?, onTitle: @escaping (StreamTitle) -> Void) {
        self.buffer = buffer
        self.name = name
        self.onTitle = onTitle
        let head = buffer.peek(4)
        if head.elementsEqual("OggS".utf8) {
            chain = OggChain()
        } else if !head.elementsEqual("fLaC".utf8), !head.elementsEqual("RIFF".utf8) {
            skipToFrame(isAAC: contentType.map { $0.hasPrefix("audio/aac") || $0 == "audio/x-aac" })
        }
    }

    func read(into target: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        guard !isAtBorder, !target.isEmpty else { return 0 }
        var count = min(target.count, Self.mostAtOnce)
        if chain != nil {
            if pageLeft == 0 { beginPage() }
            guard !isAtBorder else { return 0 }
            count = min(count, pageLeft)
        }
        let piece = UnsafeMutableRawBufferPointer(rebasing: target[..<count])
        let got = buffer.read(into: piece)
        position += Int64(got)
        if chain != nil {
            pageLeft -= got
            if let title = chain?.read(UnsafeRawBufferPointer(rebasing: piece[..<got])) { onTitle(title) }
        }
        return got
    }

    func seek(to offset: Int64) throws(AudioError) {
        guard offset != position else { return }
        throw AudioError(.notSupported, path: name, "is a stream, which cannot be wound back")
    }

    private func beginPage() {
        var head = buffer.peek(OggChain.headCount)
        if head.count == OggChain.headCount { head = buffer.peek(OggChain.headCount + Int(head[26])) }
        guard !head.isEmpty, let step = chain?.take(head) else {
            // The end: reading gives nothing either.
            pageLeft = 1
            return
        }
        switch step {
        case .page(let count): pageLeft = count
        case .border: isAtBorder = true
        }
    }

    /// An AAC stream is joined anywhere, and FFmpeg has to be shown that it is one.
    /// - Parameter isAAC: what the server says; nil when it says nothing, and then one look decides.
    private func skipToFrame(isAAC: Bool?) {
        guard isAAC != false else { return }
        var length = 1024
        while length <= Self.longestSearch {
            let view = buffer.peek(length)
            if let offset = ADTSAlignment.offset(in: view) { return skip(offset) }
            if view.count < length || isAAC == nil && length >= 4096 { return }
            length *= 2
        }
    }

    private func skip(_ count: Int) {
        var scratch = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = scratch.withUnsafeMutableBytes {
                buffer.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[done...]))
            }
            if got == 0 { return }
            done += got
        }
    }
}
