// The inside of an Ogg file: one stream's bytes without the pages around them. One reader at a time.

import AudioCore

/// The logical stream of an Ogg file as a source of its own (RFC 3533, section 6), up to where tags can be.
///
/// Pages are found as they are needed; those of other streams are passed over, damaged ones end the stream.
final class OggByteSource: ByteSource {
    /// Bytes of the logical stream that are looked at: tags with covers are smaller.
    static let reach: Int64 = 1 << 25
    private static let mostPages = 50_000
    private static let pageHeader = 27

    let name: String
    let size: Int64? = OggByteSource.reach
    let isSeekable = true
    private(set) var position: Int64 = 0

    /// Where the bodies of the stream's pages lie, in order.
    private struct Page {
        var logical: Int64
        var stored: Int64
        var length: Int64
    }

    private let window: SourceWindow
    private let serial: [UInt8]
    private var pages: [Page] = []
    private var nextPage: Int64
    private var seen = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - start: the offset of the file's first page.
    ///   - serial: the four bytes that number the stream.
    init(_ window: SourceWindow, name: String, start: Int64, serial: [UInt8]) {
        self.window = window
        self.name = name
        self.serial = serial
        nextPage = start
    }

    /// The stream of sound whose first page is among those that begin the file at `start`, and its first packet.
    static func sound(
        in window: SourceWindow, name: String, at start: Int64
    ) throws(AudioError) -> (stream: OggByteSource, kind: Kind)? {
        var offset = start
        for _ in 0..<16 {
            let head = try window.bytes(at: offset, count: pageHeader)
            guard head.count == pageHeader, head.hasASCII("OggS"), head[5] & 2 != 0 else { return nil }
            let lacing = try window.bytes(at: offset + Int64(pageHeader), count: Int(head[26]))
            let body = offset + Int64(pageHeader + lacing.count)
            if let kind = Kind(try window.bytes(at: body, count: 16)) {
                return (OggByteSource(window, name: name, start: start, serial: Array(head[14..<18])), kind)
            }
            offset = body + lacing.reduce(0) { $0 + Int64($1) }
        }
        return nil
    }

    enum Kind {
        case vorbis, opus, flac

        init?(_ packet: [UInt8]) {
            if packet.first == 1, packet.hasASCII("vorbis", at: 1) {
                self = .vorbis
            } else if packet.hasASCII("OpusHead") {
                self = .opus
            } else if packet.first == 0x7F, packet.hasASCII("FLAC", at: 1) {
                self = .flac
            } else {
                return nil
            }
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AudioError) -> Int {
        guard let page = try page(at: position), !buffer.isEmpty else { return 0 }
        let skip = position - page.logical
        let count = Int(min(Int64(buffer.count), page.length - skip))
        let bytes = try window.bytes(at: page.stored + skip, count: count)
        buffer.copyBytes(from: bytes)
        position += Int64(bytes.count)
        return bytes.count
    }

    func seek(to offset: Int64) throws(AudioError) {
        position = max(0, offset)
    }

    /// The page that holds a byte of the stream; nil behind the end.
    private func page(at offset: Int64) throws(AudioError) -> Page? {
        while !isAtEnd, (pages.last.map { $0.logical + $0.length } ?? 0) <= offset { try findPage() }
        var low = 0
        var high = pages.count
        while low < high {
            let middle = (low + high) / 2
            if pages[middle].logical + pages[middle].length <= offset { low = middle + 1 } else { high = middle }
        }
        return low < pages.count ? pages[low] : nil
    }

    private func findPage() throws(AudioError) {
        let head = try window.bytes(at: nextPage, count: Self.pageHeader)
        let end = pages.last.map { $0.logical + $0.length } ?? 0
        seen += 1
        guard head.count == Self.pageHeader, head.hasASCII("OggS"), end < Self.reach, seen <= Self.mostPages else {
            isAtEnd = true
            return
        }
        let lacing = try window.bytes(at: nextPage + Int64(Self.pageHeader), count: Int(head[26]))
        let body = nextPage + Int64(Self.pageHeader + lacing.count)
        let length = lacing.reduce(0) { $0 + Int64($1) }
        if head[14..<18].elementsEqual(serial), length > 0 {
            pages.append(Page(logical: end, stored: body, length: length))
        }
        nextPage = body + length
    }
}
