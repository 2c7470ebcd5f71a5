// Pages of Ogg that are lost, cut or changed: silence in their place, an end where the file says, and one line.

import AudioCore
import TestSupport
import Testing

@testable import Codecs

@Suite("Damage in Ogg")
struct OggDamageTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        var isVorbis: Bool
        /// How far sound may be from that of the sound file, and for how many frames behind damage farther.
        var tolerance: Float
        var recovery: Int
        var testDescription: String { isVorbis ? "vorbis" : "opus" }

        /// Twelve seconds at 48 kHz.
        func make() throws -> [UInt8] {
            let signal = Signal.music(frames: 576_000, rate: 48000)
            return try isVorbis ? OggCodecTests.vorbis(signal) : OggCodecTests.opus(signal)
        }
    }

    static let kinds = [
        Kind(isVorbis: true, tolerance: 0, recovery: 2048),
        Kind(isVorbis: false, tolerance: 5e-3, recovery: 24_000),
    ]

    enum Harm: Sendable, CaseIterable {
        case changed, removed, noise

        /// Harms the page at `start` of `length` bytes.
        func apply(_ bytes: inout [UInt8], _ start: Int, _ length: Int) {
            switch self {
            case .changed: bytes[start + length / 2] ^= 0x55
            case .removed: bytes.removeSubrange(start..<(start + length))
            case .noise:
                var numbers = SeededNumbers(seed: 4)
                for index in start..<(start + length) { bytes[index] = UInt8.random(in: 0...255, using: &numbers) }
            }
        }
    }

    @Test("a lost page is silence, and what follows stands at its place", arguments: kinds, Harm.allCases)
    func lost(kind: Kind, harm: Harm) throws {
        let sound = try kind.make()
        let whole = try play(sound)
        let pages = Self.pages(sound)
        var bytes = sound
        let page = pages[pages.count / 2]
        harm.apply(&bytes, page.start, page.length)
        let codec = try open(bytes, name: "hurt.ogg")
        let played = play(codec)
        #expect(codec.info.frameCount == 576_000)
        #expect(played.frameCount == 576_000)
        let wrong = Self.differing(played, whole, kind.tolerance)
        let first: Int = try #require(wrong.first)
        let last: Int = try #require(wrong.last)
        #expect(last - first < 2 * 48_000 + kind.recovery, "frames \(first) to \(last)")
        let silent = wrong.filter { played.words[$0 * 2] == 0 && played.words[$0 * 2 + 1] == 0 }
        #expect(wrong.count - silent.count < kind.recovery)
        let place = PlayTime.text(frame: Int64(first), rate: 48_000)
        #expect(played.failure == AudioError(.decode, path: "hurt.ogg", "is damaged at \(place)"))
        // Places in front of it, in it and behind it.
        let inside = silent[silent.count / 2]
        for frame in [first - 5000, last + 30_000, last + kind.recovery + 1, 100, first - 300] {
            try codec.seek(toFrame: Int64(frame))
            let part = play(codec, limit: 200).words
            let expected = whole.words[(frame * 2)..<(frame * 2 + 400)]
            let largest = zip(part, expected).map { Self.difference($0, $1) }.max() ?? 1
            #expect(part.count == 400 && largest <= max(kind.tolerance, kind.isVorbis ? 0 : 5e-3), "frame \(frame)")
        }
        try codec.seek(toFrame: Int64(inside))
        #expect(play(codec, limit: 100).words.allSatisfy { $0 == 0 })
        try codec.seek(toFrame: 0)
        let again = play(codec)
        #expect(again.frameCount == 576_000)
        #expect(again.failure == nil, "damage is told once")
    }

    @Test("two lost pages are two places", arguments: kinds)
    func two(kind: Kind) throws {
        let sound = try kind.make()
        let whole = try play(sound)
        let pages = Self.pages(sound)
        var bytes = sound
        for index in [pages.count * 3 / 4, pages.count / 3] {
            Harm.changed.apply(&bytes, pages[index].start, pages[index].length)
        }
        let played = try play(bytes, name: "hurt.ogg")
        #expect(played.frameCount == 576_000)
        let first = try #require(Self.differing(played, whole, kind.tolerance).first)
        let place = PlayTime.text(frame: Int64(first), rate: 48_000)
        #expect(played.failure?.message == "is damaged in 2 places, the first at \(place)")
    }

    @Test("the page in front of the last is silence, and the end stands where the file says", arguments: kinds)
    func nearEnd(kind: Kind) throws {
        let sound = try kind.make()
        let pages = Self.pages(sound)
        var bytes = sound
        let page = pages[pages.count - 2]
        Harm.changed.apply(&bytes, page.start, page.length)
        let played = try play(bytes)
        #expect(played.frameCount == 576_000)
        #expect(played.failure?.message.hasPrefix("is damaged at 0:1") == true)
    }

    @Test("a file cut inside a page or between two plays what is there, then says so", arguments: kinds, [0, 1, 100])
    func cut(kind: Kind, excess: Int) throws {
        let sound = try kind.make()
        let whole = try play(sound)
        let pages = Self.pages(sound)
        let page = pages[pages.count * 2 / 3]
        let codec = try open(Array(sound.prefix(page.start + excess)), name: "cut.ogg")
        let played = play(codec)
        #expect(played.frameCount > 288_000 && played.frameCount < 480_000)
        #expect(played.words.elementsEqual(whole.words.prefix(played.words.count)))
        let place = PlayTime.text(frame: Int64(played.frameCount), rate: 48_000)
        #expect(played.failure == AudioError(.decode, path: "cut.ogg", "cut off at \(place)"))
        try codec.seek(toFrame: 0)
        #expect(play(codec).failure == nil, "a cut is told once")
    }

    @Test("what stands behind the last page is none of the sound", arguments: kinds)
    func tail(kind: Kind) throws {
        let bytes = try kind.make() + Tags.id3v1
        let played = try play(bytes)
        #expect(played.frameCount == 576_000)
        #expect(played.failure == nil)
    }

    @Test("the last page is found by its mark and checksum alone")
    func lastPage() throws {
        func find(_ bytes: [UInt8]) throws -> OggLastPage? {
            try OggLastPage.find(SourceReader(MemoryByteSource(bytes)), start: 0)
        }
        let sound = try Self.kinds[0].make()
        let pages = Self.pages(sound)
        let last = try #require(try find(sound))
        #expect(last == OggLastPage(serial: 1, granule: 576_000, endsStream: true))
        let end = try #require(pages.last)
        for offset in [0, 5, 6, 14, 22, 26, 27, end.length - 1] {
            var bytes = sound
            bytes[end.start + offset] ^= 1
            #expect(try find(bytes)?.endsStream == false, "byte \(offset)")
        }
        #expect(try find(sound + [UInt8](repeating: 0x4F, count: 300)) == last)
        #expect(try find(Array("OggS".utf8)) == nil)
    }

    /// The pages of a sound file.
    private static func pages(_ bytes: [UInt8]) -> [(start: Int, length: Int)] {
        var pages: [(start: Int, length: Int)] = []
        var start = 0
        while start + 27 <= bytes.count {
            let table = start + 27
            let body = table + Int(bytes[start + 26])
            let length = bytes[table..<body].reduce(body - start) { $0 + Int($1) }
            pages.append((start, length))
            start += length
        }
        return pages
    }

    private static func differing(_ played: Played, _ whole: Played, _ tolerance: Float) -> [Int] {
        (0..<min(played.frameCount, whole.frameCount)).filter { frame in
            (0..<2).contains { difference(played.words[frame * 2 + $0], whole.words[frame * 2 + $0]) > tolerance }
        }
    }

    private static func difference(_ one: UInt32, _ other: UInt32) -> Float {
        abs(Float(bitPattern: one) - Float(bitPattern: other))
    }
}
