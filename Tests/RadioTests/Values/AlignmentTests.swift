import Testing

@testable import Radio

@Suite("Where a stream can be joined")
struct AlignmentTests {
    /// Pages of one Ogg stream.
    private struct Pages {
        var bytes: [UInt8] = []

        static func head(_ flags: UInt8) -> [UInt8] {
            Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20)
        }

        mutating func add(flags: UInt8, packets: [[UInt8]]) {
            var segments: [UInt8] = []
            for packet in packets {
                segments += [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
            }
            bytes += Self.head(flags) + [UInt8(segments.count)]
            bytes += segments
            for packet in packets { bytes += packet }
        }
    }

    private func comments(_ entries: [String]) -> [UInt8] {
        var bytes: [UInt8] = [3] + Array("vorbis".utf8)
        bytes += [0, 0, 0, 0, UInt8(entries.count), 0, 0, 0]
        for entry in entries {
            let count = entry.utf8.count
            bytes += [UInt8(count & 255), UInt8(count >> 8), 0, 0] + Array(entry.utf8)
        }
        return bytes
    }

    private func chain(_ names: [String]) -> [UInt8] {
        var pages = Pages()
        for name in names {
            pages.add(flags: 2, packets: [[1, 2, 3]])
            pages.add(flags: 0, packets: [comments(["ARTIST=A", "title=\(name)"]), [5]])
            pages.add(flags: 4, packets: [[UInt8](repeating: 7, count: 600)])
        }
        return pages.bytes
    }

    private func filled(_ bytes: [UInt8]) -> StreamBuffer {
        let buffer = StreamBuffer(capacity: 1 << 20)
        _ = bytes.withUnsafeBytes { buffer.put($0) }
        buffer.end()
        return buffer
    }

    private func all(of part: StreamPart) throws -> [UInt8] { try part.readBytes(1 << 16) }

    @Test("each stream of a chained Ogg is a part of its own, and all of them are whole")
    func chained() throws {
        let buffer = filled(chain(["one", "two", "three"]))
        for name in ["one", "two", "three"] {
            var titles: [StreamTitle] = []
            let part = StreamPart(buffer, name: "x", contentType: "application/ogg") { titles.append($0) }
            let bytes = try all(of: part)
            #expect(bytes == chain([name]))
            #expect(titles == [StreamTitle(title: name, artist: "A")])
        }
        #expect(!buffer.hasMore)
    }

    @Test("comments with a cover longer than a page are passed, and their title is told")
    func longComments() throws {
        var pages = Pages()
        pages.add(flags: 2, packets: [[1]])
        let packet = comments(["TITLE=T", "METADATA_BLOCK_PICTURE=" + String(repeating: "A", count: 60_000)])
        // Continued over pages of 255 full segments.
        var rest = packet[...]
        while rest.count > 255 * 255 {
            pages.bytes += Pages.head(0) + [255]
            pages.bytes += [UInt8](repeating: 255, count: 255)
            pages.bytes += rest.prefix(255 * 255)
            rest = rest.dropFirst(255 * 255)
        }
        pages.add(flags: 1, packets: [Array(rest)])
        var titles: [String] = []
        let part = StreamPart(filled(pages.bytes), name: "x", contentType: nil) { titles.append($0.title) }
        #expect(try all(of: part) == pages.bytes)
        #expect(titles == ["T"])
    }

    @Test("bytes between pages are passed on, and the chain is found again")
    func outOfStep() throws {
        let bytes = chain(["one"]) + [1, 2, 3, 4, 5] + chain(["two"])
        let buffer = filled(bytes)
        let first = StreamPart(buffer, name: "x", contentType: nil) { _ in }
        #expect(try all(of: first) == chain(["one"]) + [1, 2, 3, 4, 5])
        let second = StreamPart(buffer, name: "x", contentType: nil) { _ in }
        #expect(try all(of: second) == chain(["two"]))
    }

    private func frame(_ length: Int) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, UInt8(length >> 3 & 255), 0x1F, 0xFC]
        bytes[3] |= UInt8(length >> 11)
        bytes[5] |= UInt8(length & 7) << 5
        return bytes + [UInt8](repeating: 0xFF, count: length - bytes.count)
    }

    @Test("an AAC stream begins with its first whole frame, wherever it was joined", arguments: [0, 1, 100, 250, 399])
    func aac(cut: Int) throws {
        let frames = (0..<40).flatMap { _ in frame(400) }
        let part = StreamPart(
            filled(Array(frames.dropFirst(cut))), name: "x", contentType: "audio/aacp"
        ) { _ in }
        let expected = cut == 0 ? frames : Array(frames.dropFirst(400))
        #expect(try all(of: part) == expected)
    }

    @Test("what is no AAC is left as it is", arguments: ["audio/mpeg", "audio/aac", nil] as [String?])
    func others(type: String?) throws {
        let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7 % 251) }
        let part = StreamPart(filled(bytes), name: "x", contentType: type) { _ in }
        #expect(try part.readBytes(1 << 16) == bytes)
    }
}
