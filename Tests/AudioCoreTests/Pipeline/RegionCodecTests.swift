import AudioCore
import TestSupport
import Testing

@Suite("A part of a file as a track of its own")
struct RegionCodecTests {
    private func words(_ codec: any AudioCodec) throws -> [UInt32] {
        var all: [UInt32] = []
        var block = [UInt32](repeating: 0, count: 2 * 777)
        while true {
            let got = try block.withUnsafeMutableBufferPointer {
                try codec.read(into: $0.baseAddress!, frameCount: 777)
            }
            if got == 0 { return all }
            all += block[..<(2 * got)]
        }
    }

    @Test("regions that meet are together the whole file, frame for frame")
    func meets() throws {
        let whole = try words(FakeCodec(frameCount: 10_000))
        var joined: [UInt32] = []
        for (start, end) in [(0, 588), (588, 4321), (4321, nil)] as [(Int64, Int64?)] {
            joined += try words(RegionCodec(FakeCodec(frameCount: 10_000), start: start, end: end))
        }
        #expect(joined == whole)
    }

    @Test("its length and its seeks count from its own start and stop at its end")
    func seeks() throws {
        let region = try RegionCodec(FakeCodec(frameCount: 10_000), start: 1000, end: 3000)
        #expect(region.info.frameCount == 2000)
        try region.seek(toFrame: 1990)
        #expect(try words(region).count == 2 * 10)
        try region.seek(toFrame: 99_999)
        #expect(try words(region).isEmpty)
        try region.seek(toFrame: Int64.max)
        #expect(try words(region).isEmpty)
        try region.seek(toFrame: 0)
        #expect(try words(region).first == FakeCodec.word(track: 1, frame: 1000, channel: 0))
    }

    @Test("an end behind the file's is the file's; a start behind it is refused")
    func bounds() throws {
        #expect(try RegionCodec(FakeCodec(frameCount: 500), start: 100, end: 9000).info.frameCount == 400)
        #expect(throws: AudioError.self) { try RegionCodec(FakeCodec(frameCount: 500), start: 500, end: nil) }
    }
}
