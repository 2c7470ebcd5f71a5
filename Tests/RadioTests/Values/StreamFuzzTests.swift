import AudioCore
import Glibc
import TestSupport
import Testing

@testable import Radio

@Suite("Whatever a server sends is survived")
struct StreamFuzzTests {
    private static let pages: [UInt8] = {
        var bytes = Array("OggS".utf8) + [0, 2] + [UInt8](repeating: 0, count: 20)
        bytes += [1, 4, 1, 2, 3, 4]
        bytes += Array("OggS".utf8) + [0, 0] + [UInt8](repeating: 0, count: 20)
        bytes += [1, 30, 3] + Array("vorbis".utf8)
        bytes += [0, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0]
        return bytes + Array("TITLE=x".utf8)
    }()

    /// What each reader is shown whole before it is shown damaged.
    private static let corpus: [[UInt8]] = [
        Array("HTTP/1.1 200 OK\r\nicy-metaint: 16\r\nicy-br: 128,64\r\nContent-Length: 5\r\nicy-name: x\r\n\r\n".utf8),
        [UInt8](repeating: 0x55, count: 16) + ICYBody.block("A - B"), Array("StreamTitle='A - B';StreamUrl='x';".utf8),
        Array("#EXTM3U\r\n#EXTINF:-1 a=\"b,c\",Name\r\nhttp://h/1\r\n".utf8),
        Array("[playlist]\nFile1=http://h/1\nTitle1=x\nNumberOfEntries=1\n".utf8),
        Array("<asx><entry><title>t</title><ref href=\"http://h/&amp;&#1050;\"/></entry></asx>".utf8),
        Array(
            "<playlist xmlns='http://xspf.org/ns/0/'><trackList><track><location><![CDATA[x]]></location></track></trackList>"
                .utf8),
        Array("http://me:pw@h:80/a/b?c#charset=koi8-r".utf8), [0xFF, 0xFE] + Array("h\0t\0t\0p\0:\0/\0/\0".utf8),
        pages,
        [0xFF, 0xF1, 0x50, 0x80, 1, 0x1F, 0xFC, 0, 0xFF, 0xF1, 0x50, 0x80, 1, 0x1F, 0xFC, 0],
    ]

    /// Every reader takes the bytes, and what comes out is no more than what went in allows.
    private func read(_ bytes: [UInt8], pieces: Int) {
        var head = StreamHead()
        for line in bytes.split(separator: 10) { head.take(line) }
        var demultiplexer = ICYDemultiplexer(interval: head.metadataInterval ?? 16)
        var soundCount = 0
        bytes.withUnsafeBytes { all in
            for start in stride(from: 0, to: all.count, by: pieces) {
                let piece = UnsafeRawBufferPointer(rebasing: all[start..<min(start + pieces, all.count)])
                demultiplexer.feed(piece) { part in
                    switch part {
                    case .sound(let range): soundCount += range.count
                    case .metadata(let block):
                        let title = ICYMetadata.title(block) ?? []
                        _ = StreamTitle(StreamText.decode(title, charset: nil), stationName: "x")
                    }
                }
            }
        }
        #expect(soundCount <= bytes.count)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(StreamText.unescaped(text).utf8.count <= text.utf8.count)
        if let address = try? StreamAddress(text) {
            #expect(!address.text.utf8.contains { $0 <= 0x20 || $0 == 0x7F })
        }
        for kind in [nil, "audio/x-scpls", "audio/x-mpegurl"] as [String?] {
            let entries = StreamPlaylist(bytes, contentType: kind)?.entries ?? []
            #expect(entries.count <= bytes.count)
            let base = try? StreamAddress("http://h/a/b")
            for entry in entries { _ = base?.resolve(entry.place) }
        }
        _ = StreamPlaylist.isHLS(bytes)
        readParts(bytes)
    }

    /// Of a stream nothing is lost, whatever its pages say.
    private func readParts(_ bytes: [UInt8]) {
        let buffer = StreamBuffer(capacity: 1 << 20)
        _ = bytes.withUnsafeBytes { buffer.put($0) }
        buffer.end()
        var count = 0
        var parts = 0
        while buffer.hasMore, parts <= bytes.count {
            let part = StreamPart(buffer, name: "x", contentType: "audio/mpeg") { _ in }
            count += (try? part.readBytes(1 << 16))?.count ?? 0
            parts += 1
        }
        #expect(count == bytes.count)
        _ = VorbisComments.title(bytes)
        _ = ADTSAlignment.offset(in: bytes)
    }

    private func damage(_ bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        var broken = bytes
        guard !broken.isEmpty else { return broken }
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0..<broken.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: broken.remove(at: place)
            case 1: broken.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 2: broken[place] = [0, 0xFF, 0x7F, 0x80, 0x27, 0x3C, 0x26].randomElement(using: &random) ?? 0
            default: broken += broken[place...].prefix(64)
            }
            if broken.isEmpty { return broken }
        }
        return broken
    }

    @Test("every prefix of what servers send", arguments: corpus.indices)
    func cuts(index: Int) {
        let bytes = Self.corpus[index]
        for count in 0...bytes.count { read(Array(bytes.prefix(count)), pieces: 7) }
    }

    @Test("damage of every kind", arguments: corpus.indices)
    func damaged(index: Int) {
        var random = SeededNumbers(seed: UInt64(index))
        for round in 0..<400 { read(damage(Self.corpus[index], &random), pieces: 1 + round % 40) }
    }

    private static let fuzzSeconds = getenv("CARILLON_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) } ?? 0

    @Test("damage for as long as is asked (CARILLON_FUZZ_SECONDS)", .enabled(if: fuzzSeconds > 0))
    func long() {
        let end = SteadyClock.now + .seconds(Self.fuzzSeconds)
        var random = SeededNumbers(seed: UInt64(SteadyClock.now.components.attoseconds.magnitude))
        while SteadyClock.now < end {
            var bytes = Self.corpus.randomElement(using: &random) ?? []
            if Bool.random(using: &random) { bytes += Self.corpus.randomElement(using: &random) ?? [] }
            read(damage(bytes, &random), pieces: Int.random(in: 1...64, using: &random))
        }
    }
}
